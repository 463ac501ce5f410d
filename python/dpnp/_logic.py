"""Comparisons of arrays, and questions about numbers."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, cast, operands_of, wrapped


def _close(a: Any, b: Any, rtol: Any, atol: Any, equal_nan: bool) -> Any:
    for tolerance in (rtol, atol):
        if not isinstance(tolerance, usm_ndarray) and not np.isscalar(tolerance):
            raise TypeError(f"An array must be any of supported type, but got {type(tolerance)}")
    a, b = operands_of("isclose", a, b)
    if b.dtype.kind in "biu":
        b = cast(b, dpt.result_type(b, 1.0))
    if a.dtype.kind == "b":
        a = cast(a, b.dtype)
    near = dpt.less_equal(dpt.abs(a - b), atol + rtol * dpt.abs(b))
    result = dpt.logical_or(dpt.logical_and(near, dpt.isfinite(b)), a == b)
    if equal_nan:
        result = dpt.logical_or(result, dpt.logical_and(dpt.isnan(a), dpt.isnan(b)))
    return result


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements differ by no more than ``atol + rtol * abs(b)``."""
    return wrapped(_close(a, b, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close as :func:`isclose` says, as an array without axes."""
    return wrapped(dpt.all(_close(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have one shape and the same elements, as an array without axes."""
    a1, a2 = operands_of("array_equal", a1, a2)
    if a1.shape != a2.shape:
        return wrapped(dpt.asarray(False, usm_type=a1.usm_type, sycl_queue=a1.sycl_queue))
    same = a1 == a2
    if equal_nan and a1.dtype.kind in "fc" and a2.dtype.kind in "fc":
        same = dpt.logical_or(same, dpt.logical_and(dpt.isnan(a1), dpt.isnan(a2)))
    return wrapped(dpt.all(same))


def array_equiv(a1, a2):
    """Whether two arrays broadcast to the same elements, as an array without axes."""
    a1, a2 = operands_of("array_equiv", a1, a2)
    try:
        np.broadcast_shapes(a1.shape, a2.shape)
    except ValueError:
        return wrapped(dpt.asarray(False, usm_type=a1.usm_type, sycl_queue=a1.sycl_queue))
    return wrapped(dpt.all(a1 == a2))


def iscomplex(x):
    """Whether elements have an imaginary part that is not 0."""
    x = array_of(x)
    if x.dtype.kind == "c":
        return wrapped(x.imag != 0)
    return wrapped(dpt.zeros_like(x, dtype="?"))


def isreal(x):
    """Whether elements have no imaginary part but 0."""
    x = array_of(x)
    if x.dtype.kind == "c":
        return wrapped(x.imag == 0)
    return wrapped(dpt.ones_like(x, dtype="?"))


def iscomplexobj(x) -> bool:
    """Whether the dtype is complex."""
    return _dtype_of(x).kind == "c"


def isrealobj(x) -> bool:
    """Whether the dtype is not complex."""
    return not iscomplexobj(x)


def _dtype_of(x: Any) -> np.dtype:
    """The dtype that an array, a number or a sequence has."""
    return x.dtype if hasattr(x, "dtype") else np.asarray(x).dtype


def isscalar(element) -> bool:
    """Whether it is a number of Python's or NumPy's, and no array."""
    return np.isscalar(element)


def isfortran(a) -> bool:
    """Whether the elements lie in columns and not in rows."""
    return array_of(a).flags.fnc


def iterable(y) -> bool:
    """Whether ``iter(y)`` gives something; arrays without axes do not."""
    return np.iterable(y) if not isinstance(y, usm_ndarray) else y.ndim > 0


def real_if_close(a, tol=100):
    """The real parts where all imaginary ones are below ``tol`` times epsilon, or below ``tol`` itself where that is less than 1."""
    a = array_of(a)
    if not np.isscalar(tol) or isinstance(tol, (str, complex)):
        raise TypeError(f"Tolerance must be a real number, but got {type(tol)}")
    if a.dtype.kind != "c":
        return wrapped(a)
    limit = tol * float(np.finfo(a.dtype).eps) if tol > 1 else tol
    return wrapped(a.real) if bool(dpt.all(dpt.abs(a.imag) < limit)) else wrapped(a)
