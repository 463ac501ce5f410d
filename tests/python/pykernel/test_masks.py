"""Arrays of truth values as indices do in kernels what they do in NumPy: they say where is stored, and choose what is left."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError, UnsupportedError
from reference import assert_same

R = kapi.Range(3)
ROWS = np.arange(15.0).reshape(3, 5) * 7 % 11 - 3


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4"])
def test_numbers_are_stored_where_a_mask_says(device, dtype):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        row = y[i]
        row[row > 2] = 1
        row[x[i] > 4] *= 3
        z[i][~(z[i] < 0) & (x[i] != 1)] -= 2
        own = np.zeros(5)
        own[:] = x[i]
        own[own > own.mean()] = -1
        own[::-1][own > 0] = 9
        kept = own < 0
        own[kept] += i
        y[i, 0] += np.sum(own)

    rows = ROWS.astype(dtype)
    assert_same(kernel, R, rows, rows.copy(), rows.copy(), device=device)


def test_numbers_are_stored_in_matrices(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        own = np.array([[1.0, -2.0], [x[i, 0], x[i, 1]]])
        own[own < 0] = 0.5
        own[own.T > 1] += 1
        y[i] = own

    assert_same(kernel, R, ROWS, np.zeros((3, 2, 2)), device=device)


def test_what_is_chosen_of_private_arrays(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        own = np.array([x[i, 0], 2.0, x[i, 1], x[i, 2]])
        large = own[own >= 2]
        y[i, 0] = large.sum() + large.size
        y[i, 1] = np.mean(own[own > -9]) + own[own == 2].max()
        for value in own[own < 2]:
            y[i, 2] += value
        y[i, 3] = own.reshape(2, 2)[own.reshape(2, 2) > 0].std()
        both = np.zeros(4)
        both[own >= 2] = large * 2
        own[own > 0] = own[own > 0] + 1
        y[i, 4] = both.sum() + own.sum()

    assert_same(kernel, R, ROWS, np.zeros((3, 5)), device=device, rtol=1e-12)


def test_what_no_mask_does(device):
    def reads_elsewhere(item, x):
        x[np.flip(x) > 3] = 0

    def of_another_size(item, x):
        own = np.zeros(3)
        own[np.zeros(4) > 0] = 1

    def of_another_rank(item, x):
        own = np.zeros((3, 3))
        own[np.zeros(3) > 0] = 1

    def of_any_size(item, x):
        x[0] = x[x > 3].sum()

    for kernel, error, message in (
        (reads_elsewhere, UnsupportedError, "reads other elements"),
        (of_another_size, TypingError, "no mask"),
        (of_another_rank, TypingError, "no mask"),
        (of_any_size, UnsupportedError, "nobody knows before"),
    ):
        with pytest.raises(error, match=message):
            dpex.call_kernel(dpex.kernel(kernel), kapi.Range(1), dpt.ones(8, device=device))
