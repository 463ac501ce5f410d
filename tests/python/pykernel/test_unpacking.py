"""Arrays unpacked into several targets give compiled what Python gives, and WEFT_CHECK finds those of another size."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from reference import assert_same

R = kapi.Range(5)
POINTS = np.arange(20.0).reshape(5, 4) ** 2 - 7
PIXELS = np.arange(60, dtype="u1").reshape(5, 4, 3)


def test_rows_of_arrays(device):
    def kernel(item, p, y):
        i = item.get_id(0)
        a, b, c, d = p[i]
        (e, f), [g, h] = p[i, :2], p[i, 2:]
        y[i, 0] = a + 2 * b + 3 * c + 4 * d
        y[i, 1] = e * f - g * h
        y[i, 2], y[i, 3] = p[i, ::2] * 2

    assert_same(kernel, R, POINTS, np.zeros((5, 4)), device=device)


def test_items_are_read_before_they_are_stored(device):
    def kernel(item, p):
        i = item.get_id(0)
        p[i, 0], p[i, 1], p[i, 2], p[i, 3] = p[i, ::-1]

    assert_same(kernel, R, POINTS, device=device)


def test_arrays_in_arrays(device):
    def kernel(item, m, y):
        i = item.get_id(0)
        (a, b), (c, d) = m[i]
        first, second = m[i]
        y[i] = a * d - b * c + first[1] * second[0]

    assert_same(kernel, R, POINTS.reshape(5, 2, 2), np.zeros(5), device=device)


def test_starred_targets(device):
    def kernel(item, p, y):
        i = item.get_id(0)
        a, *rest = p[i]
        *most, z = p[i]
        b, *middle, c = p[i]
        y[i, 0] = a + rest[0] + len(rest)
        y[i, 1] = z - most[-1]
        y[i, 2] = b * c + sum(middle)

    assert_same(kernel, R, POINTS, np.zeros((5, 3)), device=device)


def test_rows_that_loops_and_comprehensions_walk_along(device):
    def kernel(item, p, y):
        i = item.get_id(0)
        total = 0.0
        for a, b, _, d in p:
            total += a * b - d
        for n, (a, *_) in enumerate(p):
            total += a * n
        y[i] = total * i + sum(a * c for a, _, c, _ in p)

    assert_same(kernel, R, POINTS, np.zeros(5), device=device)


def test_pixels_in_a_parallel_loop(device):
    def grey(image, out):
        height, width, _ = image.shape
        for i in prange(height):
            for j in range(width):
                r, g, b = image[i, j]
                out[i, j] = 0.3 * r + 0.6 * g + 0.1 * b

    wanted, out = np.zeros((5, 4)), dpt.zeros((5, 4), device=device)
    grey(PIXELS, wanted)
    dpjit(grey)(dpt.asarray(PIXELS, device=device), out)
    np.testing.assert_allclose(dpt.asnumpy(out), wanted, rtol=1e-15)


def three(item, p, y):
    a, b, c = p[item.get_id(0)]
    y[item.get_id(0)] = a + b + c


def four_and_more(item, p, y):
    a, b, *rest, c, d = p[item.get_id(0)]
    y[item.get_id(0)] = a + b + c + d


@pytest.mark.parametrize(
    "kernel, columns, words",
    [
        (three, 2, "2 values where 3 are unpacked"),
        (three, 4, "4 values where 3 are unpacked"),
        (four_and_more, 3, "3 values where at least 4 are unpacked"),
    ],
)
def test_arrays_of_another_size(device, monkeypatch, kernel, columns, words):
    monkeypatch.setenv("WEFT_CHECK", "1")
    p, y = dpt.ones((2, columns), device=device), dpt.zeros(2, device=device)
    with pytest.raises(ValueError, match=words):
        dpex.call_kernel(dpex.kernel(kernel), kapi.Range(2), p, y)
    assert float(dpt.sum(y)) == 0


def test_arrays_of_this_size_are_checked(device, monkeypatch):
    monkeypatch.setenv("WEFT_CHECK", "1")
    p, y = dpt.ones((2, 4), device=device), dpt.zeros(2, device=device)
    dpex.call_kernel(dpex.kernel(four_and_more), kapi.Range(2), p, y)
    assert dpt.asnumpy(y).tolist() == [4, 4]
