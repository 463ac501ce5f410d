"""What the tests of arrays share: values worth trying, layouts, and comparison with NumPy."""

import dpctl.tensor as dpt
import numpy as np

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
DTYPES = BOOL + SIGNED + UNSIGNED + FLOATS + COMPLEX


def values(dtype):
    """Ordinary, extreme and special values of a dtype; no denormals, which devices may flush."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.array([False, True, True, False])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return np.array(
            [0, 1, 2, 3, 5, 7, 8, 63, 100, info.max, info.max - 1, info.min, info.min + 1],
            dtype=dtype,
        )
    if dtype.kind == "f":
        info = np.finfo(dtype)
        ordinary = [
            0.0,
            0.25,
            0.5,
            0.75,
            1.0,
            1.5,
            2.0,
            2.5,
            3.0,
            3.14159,
            10.0,
            88.0,
            1e-3,
            300.5,
            1e4,
        ]
        special = [np.inf, np.nan, float(info.max), float(info.tiny), float(info.eps)]
        return np.array(
            ordinary + [-v for v in ordinary] + special + [-v for v in special], dtype=dtype
        )
    parts = [0.0, 0.5, -0.75, 1.0, -1.0, 2.5, -3.0, 10.0]
    return np.array([complex(a, b) for a in parts for b in parts], dtype=dtype)


def layouts(host):
    """The same elements in every kind of layout, as functions of a module (NumPy or dpctl.tensor) and an array of it."""
    n = host.size
    return {
        "contiguous": lambda xp, x: x,
        "backwards": lambda xp, x: x[::-1],
        "every other": lambda xp, x: x[: n - n % 2][::2],
        "transposed": lambda xp, x: xp.reshape(x[: n - n % 2], (2, n // 2)).T,
        "broadcast": lambda xp, x: xp.broadcast_to(x[None, :], (3, n)),
        "0-d": lambda xp, x: x[n // 2],
        "empty": lambda xp, x: x[:0],
    }


def to_numpy(x):
    return dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else np.asarray(x)


def assert_same(actual, expected, ulp=0, size=None):
    """Equal shape and dtype, and elements equal, or apart by at most ``ulp`` units in the last place of the expected.

    Of real numbers, in the last place of ``size`` if that is given: what cancels is as exact as what went in.

    What is below the smallest normal number may be zero: devices flush denormals.
    """
    actual, expected = to_numpy(actual), np.asarray(expected)
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    if expected.dtype.kind == "c":
        part = expected.real.dtype
        scale = np.maximum(np.abs(expected.real), np.abs(expected.imag)).astype(part)
        _assert_close(actual.real, expected.real, ulp, scale)
        _assert_close(actual.imag, expected.imag, ulp, scale)
    elif expected.dtype.kind == "f":
        _assert_close(actual, expected, ulp, expected if size is None else size)
    else:
        np.testing.assert_array_equal(actual, expected)


def _assert_close(actual, expected, ulp, scale):
    info = np.finfo(expected.dtype)
    with np.errstate(all="ignore"):
        unit = np.maximum(np.abs(scale) * info.eps, info.tiny).astype(np.float64)
        unit = np.where(np.isfinite(unit), unit, 0.0)
        distance = np.abs(actual.astype(np.float64) - expected.astype(np.float64))
        same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
        same |= distance <= max(ulp, 0) * unit
        same |= (np.abs(expected) < info.tiny) & (np.abs(actual) <= info.tiny)
    if not same.all():
        where = np.argwhere(~same)[:5]
        shown = [f"{tuple(i)}: {actual[tuple(i)]!r} for {expected[tuple(i)]!r}" for i in where]
        raise AssertionError(f"{(~same).sum()} of {same.size} elements differ: " + "; ".join(shown))


def both(shape, dtype="int64", device=None):
    host = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    return dpt.asarray(host, device=device), host
