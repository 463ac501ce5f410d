"""Folds along the first axis, where results lie side by side: any number of columns, beside what lanes take at once."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

COLUMNS = [8, 11, 15, 16, 17, 24, 31, 33, 40, 63, 65, 100, 150]


def numbers(dtype, rows, columns):
    rng = np.random.default_rng(rows * 1000 + columns)
    return rng.integers(0, 2, (rows, columns)).astype(dtype)


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("name", ["sum", "max", "argmin", "any", "all"])
def test_any_number_of_columns(device, name, dtype):
    for columns in COLUMNS:
        n = numbers(dtype, 700, columns)
        x = dpt.asarray(n, device=device)
        assert_same(getattr(dpt, name)(x, axis=0), np.asarray(getattr(np, name)(n, axis=0)))
        assert_same(
            getattr(dpt, name)(x[:, 1:], axis=0), np.asarray(getattr(np, name)(n[:, 1:], axis=0))
        )


@pytest.mark.parametrize("rows", [40, 700, 30000])
def test_columns_that_are_changed_are_changed_once(device, rows):
    for columns in COLUMNS:
        n = numbers("f4", rows, columns)
        x = dpt.asarray(n, device=device)
        target = dpt.asarray(np.arange(columns, dtype="f4"), device=device)
        target *= dpt.abs(dpt.sum(x + 1, axis=0))  # by the kernel that adds up
        assert_same(target, np.arange(columns, dtype="f4") * (n + 1).sum(axis=0))
        x[0] -= dpt.max(x, axis=0) * 3
        expected = n.copy()
        expected[0] -= n.max(axis=0) * 3
        assert_same(x, expected)
