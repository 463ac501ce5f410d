"""Arrays with elements added, left out, at their edges and in blocks are in kernels what NumPy makes of the same."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError
from reference import assert_same

R = kapi.Range(3)
ROWS = np.arange(12.0).reshape(3, 4) * 5 % 7


def test_elements_are_added(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        own = np.array([1, 2, 3])
        y[i, :5] = np.append(x[i], 7)
        y[i, 5:9] = np.append(own, 2.5) + np.append(own, i + 0.5)
        y[i, 9:14] = np.insert(x[i], 1, -1.0) + np.insert(x[i], -1, 9)
        y[i, 14:20] = np.insert(x[i], i, (4.0, 5.0))
        y[i, 20:24] = np.insert(own, 3, 7.9)
        z[i] = np.append(x[:2], x[i : i + 1], axis=0)

    assert_same(kernel, R, ROWS, np.zeros((3, 24)), np.zeros((3, 3, 4)), device=device)


def test_elements_are_left_out(device):
    def kernel(item, x, y, n):
        i = item.get_id(0)
        matrix = np.reshape(x[i], (2, 2))
        y[i, :3] = np.delete(x[i], 1) + np.delete(x[i], -1) * 10
        y[i, 3:6] = np.delete(x[i], i + n)
        y[i, 6:8] = np.delete(matrix, 0, axis=1)[:, 0] + np.delete(matrix, 1, axis=0)[0]
        y[i, 8:] = np.delete(matrix, 2)

    assert_same(kernel, R, ROWS, np.zeros((3, 11)), 1, device=device)


def test_pads(device):
    def kernel(item, x, y, z, m):
        i = item.get_id(0)
        y[i, 0] = np.pad(x[i], (4, 2))
        y[i, 1] = np.pad(x[i], 3, "edge")
        y[i, 2] = np.pad(x[i], (6, 0), mode="wrap")
        y[i, 3] = np.pad(x[i], (1, 5), mode="reflect")
        y[i, 4] = np.pad(x[i], 3, mode="symmetric")
        y[i, 5] = np.pad(x[i], (0, 6), "constant", constant_values=-1.5)
        matrix = np.reshape(x[i], (2, 2))
        z[i] = np.pad(matrix, ((1, 0), (0, 2)), constant_values=9)
        m[i] = np.pad(matrix, 1, mode="reflect")

    y = np.zeros((3, 6, 10))
    z, m = np.zeros((3, 3, 4)), np.zeros((3, 4, 4))
    y[:, 2] = y[:, 5] = 0
    assert_same(kernel, R, ROWS, y, z, m, device=device)


def test_blocks(device):
    def kernel(item, x, y, z, w):
        i = item.get_id(0)
        matrix = np.reshape(x[i], (2, 2))
        y[i] = np.kron(x[i], np.array([1.0, 3.0]))
        z[i, 0] = np.kron(np.eye(2), matrix)
        z[i, 1, :2] = np.kron(x[i, :2], matrix)
        z[i, 1, 2:] = np.column_stack((matrix, x[i, 2:], matrix[0]))
        w[i, 0] = np.rot90(matrix) + np.rot90(matrix, 2) * 10
        w[i, 1] = np.rot90(matrix, 3) - np.rot90(matrix, -1) + np.rot90(matrix, k=4)
        w[i, 2] = np.tri(2) + np.tri(2, k=-1, dtype=np.int32) + np.tri(2, 2, 1)
        w[i, 3] = np.atleast_2d(x[i, :2]) + np.atleast_2d(matrix) + np.atleast_2d(x[i, 0])

    y, z, w = np.zeros((3, 8)), np.zeros((3, 2, 4, 4)), np.zeros((3, 4, 2, 2))
    assert_same(kernel, R, ROWS, y, z, w, device=device)


def test_what_is_no_pad_or_place(device):
    def mode(item, x):
        x[0] = np.pad(x, 1, mode="mean")[0]

    def widths(item, x):
        x[0] = np.pad(x, ((1, 1), (1, 1)))[0]

    def negative(item, x):
        x[0] = np.pad(x, -1)[0]

    def slices(item, x):
        x[0] = np.delete(x, 0.5)[0]

    def beyond(item, x):
        x[0] = np.insert(np.zeros(3), -4, 1.0)[0]

    def axes(item, x):
        x[0] = np.insert(np.eye(2), 0, 1.0, axis=0)[0, 0]

    for kernel, message in (
        (mode, "modes constant"),
        (widths, "pad_width"),
        (negative, "pad_width"),
        (slices, "one integer"),
        (beyond, "out of bounds"),
        (axes, "of one axis"),
    ):
        with pytest.raises(TypingError, match=message):
            dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), dpt.ones(8, device=device))
