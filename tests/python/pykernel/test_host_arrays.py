"""NumPy's arrays in prange loops: tables, and arrays that a dpjit function makes, reads and changes."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import device_func, dpjit, prange

WEIGHTS = np.array([1.0, 2.0, 4.0])


def test_tables_of_the_function_and_of_the_module(device):
    @dpjit
    def smoothed(a, b):
        edges = np.array([0.2, 0.5, 0.9], dtype=a.dtype)
        total = 0
        for i in prange(1, a.size - 1):
            b[i] = np.sum(WEIGHTS * a[i - 1 : i + 2])
            total += np.searchsorted(edges, a[i])
        return total

    a = np.random.default_rng(0).random(500)
    expected, b = np.zeros(500), dpt.zeros(500, device=device)
    assert smoothed(dpt.asarray(a, device=device), b) == smoothed.py_func(a, expected)
    np.testing.assert_allclose(dpt.asnumpy(b), expected, rtol=1e-14)


@device_func
def put(x, i, value):
    x[i] = value


def test_arrays_that_loops_change_are_numpys(device):
    @dpjit
    def squares(n, step):
        found, rows, last = np.zeros(n, dtype=np.int64), np.ones((n, 3))[::step], np.full(n, 7)
        read = np.arange(n)
        for i in prange(n):
            found[i] = i * i + read[i]
            put(last, i, i)
        for i in prange(rows.shape[0]):
            row = rows[i]
            row += found[i]
        return found, rows, last, read

    for one, other in zip(squares(40, -2), squares.py_func(40, -2), strict=True):
        assert isinstance(one, np.ndarray)
        np.testing.assert_array_equal(one, other)


def test_what_is_read_alone_is_not_written():
    @dpjit
    def total(a):
        s = 0.0
        for i in prange(a.size):
            s += a[i]
        return s

    a = np.arange(9.0)
    a.flags.writeable = False
    assert total(a) == 36


def test_copies_of_the_same_memory_are_refused_where_one_changes():
    @dpjit
    def shift(a, b):
        for i in prange(a.size):
            a[i] = b[i]

    a = np.arange(9, dtype=">f8")
    with pytest.raises(ValueError, match="a and b are NumPy arrays in the same memory.*asarray"):
        shift(a[1:], a[:-1])
    np.testing.assert_array_equal(a, np.arange(9.0))


SHARES = [0.25, 0.5, 0.25]


def test_lists_of_the_module(device):
    def smooth(a, out):
        for i in prange(len(a)):
            total = 0.0
            for k, weight in enumerate(SHARES):
                total += weight * a[min(max(i + k - 1, 0), len(a) - 1)]
            out[i] = total

    x, compiled = np.arange(9.0) ** 2, dpjit(smooth)
    for last in (0.25, 4.0):
        SHARES[2] = last
        expected, given = np.zeros(9), dpt.zeros(9, device=device)
        smooth(x, expected)
        compiled(dpt.asarray(x, device=device), given)
        np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-15)
