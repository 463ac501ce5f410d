"""Expressions over arrays in kernels give what NumPy gives, element by element."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError, UnsupportedError
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


def test_reductions_along_axes_and_products_of_matrices(device):
    def kernel(item, a, b, v, rows, squares):
        i = item.get_id(0)
        rows[i, :] = np.sum(a, axis=0) + a.max(axis=0) * a.sum(0)
        rows[i, 0] += np.max(a) + np.sum(a * b) + np.min(a[1:, :2]) + a.mean() + np.prod(a[:2, 0])
        squares[i] = a @ b.T
        squares[i, 0] = v @ a.T
        squares[i, 1] = np.dot(a, v)
        squares[i, 2] += np.sum(np.sum(a * b, axis=1, keepdims=True), axis=0)[0]
        squares[i, :, 4] = np.any(a > 3, axis=1) & np.all(a > -100, -1)
        squares[i, :, 5] = np.sum(squares[i, :, 4] * np.sum(a, axis=(0, 1)))
        whole = kapi.PrivateArray((2, 3), np.int8, fill_zeros=True)
        whole[:] = 100
        squares[i, 8, 0] = np.sum(whole) + np.amax(whole.T) + np.sum(whole > 3)

    numbers = np.random.default_rng(0)
    a, b = (numbers.integers(0, 5, (9, 6)).astype(np.float64) for _ in range(2))
    rows, squares = np.zeros((3, 6)), np.zeros((3, 9, 9))
    assert_same(kernel, Range(3), a, b, np.arange(6.0), rows, squares, device=device)


def test_other_shapes_and_elements_by_arrays_of_indices(device):
    def kernel(item, a, index, out, more):
        i = item.get_id(0)
        halves, turned = np.reshape(a, (2, -1)), a.reshape(3, 4).T
        out[i] = halves[1, :3] + turned[1:, 2] + a[index[:3], index[1:]] + a[index[:3], 1]
        out[i] += np.reshape(a.T, (2, 6))[1, :3] + np.reshape(a + 1, (2, 6))[0, ::2]
        more[i] = a[index]
        more[i] = more[i] + a[index, :] + (a * 2)[index]
        more[i, 0] += np.sum(a[index, ::-1], 0)
        more[i, :, 1] = np.sum(a, axis=1)[index]
        np.transpose(more[i])[0, 1] = 100
        out[i, :] += a.copy()[0, 1] + a.astype(np.int32)[1, 2] + a.flatten()[3] + a.ravel()[5]
        p = np.zeros((2, 2))
        q = p.copy()
        p.fill(7)
        out[i, 0] += q[1, 1] + p[1, 1] + np.transpose(p * 2, (1, 0))[0, 1]
        p[0] = q[0] = a[0, :2] + 1
        out[i, 1] += p[0, 1] + q[0, 0]

    a, index = np.arange(12.0).reshape(4, 3), np.array([2, 0, 1, -2])
    assert_same(kernel, Range(2), a, index, np.zeros((2, 3)), np.zeros((2, 4, 3)), device=device)


def transposed(item, a):
    a[0:2, 0:2] = a[0:2, 0:2].T


def turned(item, a):
    a[0:3, 0] = a[0:3, 0][::-1]


def multiplied(item, a):
    a[0:2, 0:4] = a[0:2, 0:4] @ a[0:4, 0:4]


@pytest.mark.parametrize("function", [transposed, turned, multiplied])
def test_a_part_is_not_stored_from_other_elements_of_itself(function):
    with pytest.raises(UnsupportedError, match="as large a part of another array"):
        dpex.call_kernel(dpex.kernel(function), Range(1), dpt.zeros((4, 4)))


def test_an_expression_tried_for_its_type_leaves_no_trace():
    def kernel(nd, a, out):
        t = kapi.PrivateArray(2, np.float32, fill_zeros=True)
        u = t + a[0]
        if nd.get_local_id(0) == 0:
            out[0] = u[0]
            kapi.group_barrier(nd.get_group())

    with pytest.raises(TypingError, match="stands under a condition that depends on the work-item"):
        space = kapi.NdRange((4,), (2,))
        dpex.call_kernel(dpex.kernel(kernel), space, dpt.ones(1, dtype="f4"), dpt.zeros(1))


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
