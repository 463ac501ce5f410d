"""What the tests of dpnp share: dtypes, values, and comparison with NumPy."""

import dpnp
import numpy as np

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def values(dtype, shape=(3, 4)):
    """Small distinct numbers of both signs, in an order that is not theirs."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=int))
    line = (np.arange(count) * 7) % max(count, 1)
    if dtype.kind == "b":
        return (line % 3 == 1).reshape(shape)
    if dtype.kind == "u":
        return line.astype(dtype).reshape(shape)
    made = (line - count // 2).astype(dtype)
    if dtype.kind == "f":
        made = made * dtype.type(0.75)
    if dtype.kind == "c":
        made = made + 1j * line[::-1].astype(dtype) * 0.5
    return made.astype(dtype).reshape(shape)


def same(made, expected, rtol=None):
    """An array of dpnp with NumPy's dtype, shape and elements."""
    expected = np.asarray(expected)
    assert type(made) is dpnp.ndarray, type(made)
    assert made.dtype == expected.dtype, (made.dtype, expected.dtype)
    assert made.shape == expected.shape, (made.shape, expected.shape)
    if expected.dtype.kind in "fc":
        eps = np.finfo(expected.dtype).eps
        np.testing.assert_allclose(made.asnumpy(), expected, rtol=rtol or 16 * eps, atol=16 * eps)
    else:
        np.testing.assert_array_equal(made.asnumpy(), expected)
