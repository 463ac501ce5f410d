"""prange loops over rows, whose inner loops run along memory."""

import numpy as np
import pytest
from numba_dpex import dpjit, prange


def stencil(x, y):
    for i in prange(1, x.shape[0] - 1):
        for j in range(1, x.shape[1] - 1):
            y[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


def running(x, y):
    for i in prange(x.shape[0]):
        for j in range(1, x.shape[1]):
            y[i, j] = y[i, j - 1] + x[i, j]


def chosen(x, y):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 0.5:
                y[i, j] = 1 - x[i, j]
            else:
                y[i, j] += j


def products(x, y):
    for i in prange(x.shape[0]):
        for k in range(x.shape[1]):
            for j in range(x.shape[1]):
                y[i, j] += x[i, k] * x[k % x.shape[0], j]


def backwards(x, y):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1] - 1, -1, -1):
            y[i, j] = x[i, j] + x[i, 0]


def shifted(x, y):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1] - 1):
            x[i, j] = x[i, j + 1] * 2 + y[i, j]


@pytest.mark.parametrize("dtype", ["float64", "float32", "int16"])
@pytest.mark.parametrize("function", [stencil, running, chosen, products, backwards, shifted])
def test_rows_of_any_length(function, dtype):
    compiled, random = dpjit(function), np.random.default_rng(5)
    for shape in ((3, 3), (40, 1), (7, 2), (70, 37), (5, 300)):
        x = (random.random(shape) * 4).astype(dtype)
        for y in (np.ones_like(x), np.asfortranarray(np.ones_like(x)), x):
            found, expected = (x.copy(), y.copy("K")), (x.copy(), y.copy("K"))
            if y is x:
                if function is not chosen and function is not running:
                    continue
                found, expected = (found[0], found[0]), (expected[0], expected[0])
            compiled(*found)
            function(*expected)
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-5 if dtype == "float32" else 1e-12)
