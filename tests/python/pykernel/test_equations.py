"""Determinants, inverses and solutions of small matrices in kernels are those that NumPy gives outside."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError, UnsupportedError
from reference import assert_same

R = kapi.Range(2)


def matrices(extent, dtype):
    generator = np.random.default_rng(extent)
    values = generator.integers(-9, 9, (2, extent, extent)) + 1j * generator.integers(
        -9, 9, (2, extent, extent)
    )
    values[1, 0, 0] = 0  # another row has to come first
    return (values if np.dtype(dtype).kind == "c" else values.real).astype(dtype)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
@pytest.mark.parametrize("extent", [2, 3, 5])
def test_small_matrices(device, extent, dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        a = kapi.PrivateArray((extent, extent), x.dtype)
        a[:] = x[i]
        y[i, 0, 0] = np.linalg.det(a)
        y[i, 1] = np.linalg.solve(a, a[0] + 1)
        y[i, 2 : 2 + extent] = np.linalg.inv(a)
        y[i, 2 + extent : 2 + 2 * extent] = np.linalg.solve(a, np.array([a[1], a[0]]).T).T[0]
        y[i, 2 + 2 * extent :] = a

    x = matrices(extent, dtype)
    y = np.zeros((2, 2 + 3 * extent, extent), "c16" if x.dtype.kind == "c" else "f8")
    assert_same(kernel, R, x, y, device=device, rtol=2e-4 if dtype == "f4" else 1e-9)


def test_the_determinant_of_a_singular_matrix_is_zero(device):
    def kernel(item, y):
        y[0] = np.linalg.det(np.zeros((3, 3)))
        y[1] = np.linalg.det(np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 7.0], [0.0, 0.0, 0.0]]))

    assert_same(kernel, kapi.Range(1), np.ones(2), device=device)


@pytest.mark.parametrize("scale", [1e-13, 1e13])
def test_solutions_where_the_determinant_is_beyond_the_dtype(device, scale):
    def kernel(item, x, y):
        i = item.get_id(0)
        a = kapi.PrivateArray((5, 5), x.dtype)
        a[:] = x[i]
        y[i, 0] = np.linalg.solve(a, a[0])
        y[i, 1] = np.linalg.inv(a)[2] * x[0, 0, 1]

    x = matrices(5, "f4") * np.float32(scale)
    assert_same(kernel, R, x, np.zeros((2, 2, 5), "f4"), device=device, rtol=1e-4)


def test_what_is_no_square_matrix():
    def flat(item, x):
        x[0] = np.linalg.det(x)

    def unlike(item, x):
        x[0] = np.linalg.solve(np.zeros((3, 3)), np.zeros(2))[0]

    def long(item, x):
        x[0] = np.linalg.det(np.reshape(x, (-1, 2)))

    def large(item, x):
        x[0] = np.linalg.det(np.zeros((100, 100)))

    for kernel, error, words in (
        (flat, TypingError, "det in kernels takes one square matrix"),
        (long, UnsupportedError, "det of .* needs memory: .*copy it into a PrivateArray"),
        (large, UnsupportedError, "an expression over 10000 elements"),
        (unlike, TypingError, "as many numbers, or rows"),
    ):
        with pytest.raises(error, match=words):
            dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), dpt.zeros(4))
