"""Convolutions, correlations and gradients in kernels are those that NumPy gives outside."""

import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from reference import assert_same

R = kapi.Range(2)
ROWS = np.array([[1.5, -2.25, 3.0, 0.5, 7.25, 2.0], [-1.0, 2.5, 0.25, 4.0, -3.5, 1.0]])
TAPS = np.array([0.5, 2.0, -1.0, 3.0])


def extent(mode, one, other):
    return len(np.convolve(np.ones(one), np.ones(other), mode))


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("taps", [1, 2, 3, 4])
def test_sums_of_products_of_neighbours(device, mode, taps, dtype):
    count, fewer = extent(mode, 6, taps), extent(mode, 3, 4)

    def kernel(item, x, v, y):
        i = item.get_id(0)
        y[i, 0, :count] = np.convolve(x[i], v[:taps], mode)
        y[i, 1, :count] = np.convolve(v[:taps], x[i], mode=mode)
        y[i, 2, :count] = np.correlate(x[i], v[:taps], mode)
        y[i, 3, :count] = np.correlate(v[:taps], x[i], mode)
        own = np.zeros(3, dtype=x.dtype)
        own[:] = x[i, :3]
        y[i, 4, :fewer] = np.correlate(own, v, mode)
        y[i, 5, :2] = np.convolve(own, (0.5, 2), "valid") + np.correlate(own, (0.5, 2))

    rows, taps_given = (a * (1 + 2j) if dtype == "c16" else a * 4 for a in (ROWS, TAPS))
    y = np.zeros((2, 6, 9), "c16" if dtype == "c16" else "f8")
    arguments = (rows.astype(dtype), taps_given.astype(dtype), y)
    assert_same(kernel, R, *arguments, device=device, rtol=1e-5 if dtype == "f4" else 1e-12)


@pytest.mark.parametrize("dtype", ["f8", "f4", "u1", "c16"])
def test_gradients(device, dtype):
    def kernel(item, x, places, y, z):
        i = item.get_id(0)
        y[i, 0] = np.gradient(x[i])
        y[i, 1] = np.gradient(x[i], 0.25)
        y[i, 2] = np.gradient(x[i], places)
        y[i, 3, :2] = np.gradient(x[i, 2:4] + 1, 2)
        z[i] = np.gradient(x, axis=0)[i] + np.gradient(x, 2.0, axis=-1)[i]

    rows = np.abs(ROWS * 4) * (1 + 2j) if dtype == "c16" else np.abs(ROWS * 4)
    places = np.array([0.0, 0.5, 2.0, 2.25, 3.0, 7.0])
    kind = "c16" if dtype == "c16" else "f8"
    arguments = (rows.astype(dtype), places, np.zeros((2, 4, 6), kind), np.zeros((2, 6), kind))
    assert_same(kernel, R, *arguments, device=device, rtol=1e-5 if dtype == "f4" else 1e-12)
