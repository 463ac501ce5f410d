"""Expressions over arrays in kernels give what NumPy gives, element by element."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnsupportedError
from numba_dpex.kernel_api import Range
from reference import assert_same


def test_expressions_over_parts_of_arrays(device):
    def kernel(item, a, b, out, sums):
        i = item.get_id(0)
        out[i, :] = a[i, :] * 2 - b
        out[i, 1:3] = np.where(a[i, 1:3] > b[1:3], 7.0, np.abs(-b[1:3]))
        out[i, :] = out[i, :] + a[i]
        out[i] -= b * a[i, 0]
        t = kapi.PrivateArray(3, np.float64, fill_zeros=True)
        t[:] = a[i, 1:4]
        t *= 2
        u = t + 1
        t[0] = 100
        sums[i] = np.sum(u * t) + (a[i] + b)[-1] + np.max(a[i] - b)
        for x in a[i] * b:
            sums[i] += x

    a = np.random.default_rng(0).integers(0, 20, (9, 6)).astype(np.float64)
    assert_same(kernel, Range(9), a, np.arange(6.0), np.zeros((9, 6)), np.zeros(9), device=device)


def test_rows_of_one_array_and_products_of_vectors(device):
    def kernel(item, path, out):
        for k in range(path.shape[0]):
            for i in range(path.shape[0]):
                path[i, :] = np.minimum(path[i, :], path[i, k] + path[k, :])
        path[0] += path[1] * path[2, 2]
        path[1:3, 0] = path[1:3, 1] + path[1:3, 2]
        out[0] = path[:, 1] @ path[0] + path[:0, 1] @ path[0, :0] + (path[1] + 1) @ path[2]

    weights = np.random.default_rng(3).integers(1, 90, (7, 7)).astype(np.float64)
    assert_same(kernel, Range(1), weights, np.zeros(1), device=device)


def test_parts_of_one_array_that_overlap_are_refused():
    def shifted(item, a):
        a[0, 1:] = a[1, :] + a[item.get_id(0), :-1]

    with pytest.raises(UnsupportedError, match="as large a part of another array"):
        dpex.call_kernel(dpex.kernel(shifted), Range(1), dpt.zeros((4, 4)))

    def rows(item, a, t):
        a[t[0], :] = a[t[1], t[0], :]

    with pytest.raises(UnsupportedError, match="as large a part of another array"):
        dpex.call_kernel(dpex.kernel(rows), Range(1), dpt.zeros((4, 4, 4)), (0, 1))

    def kernel(item, a):
        a[1:] = a[:-1] * 2

    with pytest.raises(UnsupportedError, match="as large a part of another array"):
        dpex.call_kernel(dpex.kernel(kernel), Range(1), dpt.zeros(4))

    def private(item, a):
        t = kapi.PrivateArray(4, np.int64)
        t[1:] = t[:-1]
        a[0] = t[0]

    with pytest.raises(UnsupportedError, match="as large a part of another array"):
        dpex.call_kernel(dpex.kernel(private), Range(1), dpt.zeros(4))
