"""Rows of a few elements that some operands share: schedules differ by their length and by how operands lie."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

LENGTHS = [2, 3, 7, 8, 9, 15, 16, 17]
ROWS = 1003


def numbers(shape, dtype, seed):
    return np.random.default_rng(seed).integers(1, 100, shape).astype(dtype)


def views(xp, x, row, column):
    """Operands of shape (ROWS, k) that cannot be one loop."""
    wide = xp.concat([x, x], axis=1)
    return {
        "row": (x, row[None, :]),
        "column": (x, column[:, None]),
        "row and column": (row[None, :], column[:, None]),
        "part of rows": (wide[:, 1 : 1 + x.shape[1]], x),
        "every other": (wide[:, ::2], x),
        "backwards": (x[:, ::-1], row[None, :]),
        "upside down": (x[::-1], row[None, :]),
        "transposed": (xp.reshape(x, (x.shape[1], ROWS)).T, row[None, :]),
    }


@pytest.mark.parametrize("k", LENGTHS)
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex64"])
def test_operands(device, k, dtype):
    host = [numbers(shape, dtype, s) for s, shape in enumerate([(ROWS, k), (k,), (ROWS,)])]
    ours = [dpt.asarray(h, device=device) for h in host]
    expected = views(np, *host)
    for name, (a, b) in views(dpt, *ours).items():
        assert_same(a + b, np.add(*expected[name]))


@pytest.mark.parametrize("k", LENGTHS)
def test_results(device, k):
    x, row = numbers((ROWS, k), "float32", 1), numbers((k,), "float32", 2)
    a, b = dpt.asarray(x, device=device), dpt.asarray(row, device=device)
    out, expected = (
        dpt.zeros((ROWS, k + 3), dtype="float32", device=device),
        np.zeros((ROWS, k + 3), "f4"),
    )
    dpt.multiply(a, b, out=out[:, 2 : 2 + k])
    expected[:, 2 : 2 + k] = x * row
    assert_same(out, expected)
    out, expected = dpt.zeros((k, ROWS), dtype="float32", device=device), np.zeros((k, ROWS), "f4")
    dpt.multiply(a, b, out=out.T)
    expected.T[...] = x * row
    assert_same(out, expected)
    a -= b
    assert_same(a, x - row)
    assert_same(a > b, x - row > row)


@pytest.mark.parametrize("k", LENGTHS)
def test_more_loops(device, k):
    x, y = numbers((5, 31, k), "float64", 1), numbers((5, 1, k), "float64", 2)
    a, b = dpt.asarray(x, device=device), dpt.asarray(y, device=device)
    assert_same(a * b + a[:, :1], x * y + x[:, :1])
    assert_same(dpt.sum(a * b, axis=1), (x * y).sum(axis=1))
    assert_same(b[:, 0] + dpt.max(a, axis=1), y[:, 0] + x.max(axis=1))
    x, y = numbers((40, k, 6), "int32", 1), numbers((k, 1), "int32", 2)
    assert_same(dpt.asarray(x, device=device) * dpt.asarray(y, device=device), x * y)
