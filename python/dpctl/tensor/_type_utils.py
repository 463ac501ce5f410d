"""dtype questions of the Array API, with NumPy's answers limited to what a device has."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ._usmarray import (
    canonical_dtype,
    common_dtype,
    is_cast_of_same_kind,
    promoted_dtype,
    usm_ndarray,
)

_KINDS = {
    "bool": "?",
    "signed integer": "bhil",
    "unsigned integer": "BHIL",
    "integral": "bhilBHIL",
    "real floating": "efdE",
    "complex floating": "FD",
    "numeric": "bhilBHILefdEFD",
}


class finfo_object:
    """Limits of a floating point dtype, as Python numbers."""

    def __init__(self, dtype: Any) -> None:
        if dtype.kind == "V":
            from ml_dtypes import finfo

            self._info = finfo(dtype)
        else:
            self._info = np.finfo(dtype)

    dtype = property(lambda self: self._info.dtype)
    bits = property(lambda self: int(self._info.bits))
    eps = property(lambda self: float(self._info.eps))
    epsneg = property(lambda self: float(self._info.epsneg))
    max = property(lambda self: float(self._info.max))
    min = property(lambda self: float(self._info.min))
    precision = property(lambda self: float(self._info.precision))
    resolution = property(lambda self: float(self._info.resolution))
    smallest_normal = property(lambda self: float(self._info.smallest_normal))
    tiny = property(lambda self: float(self._info.tiny))

    def __str__(self) -> str:
        return str(self._info)

    def __repr__(self) -> str:
        return repr(self._info)


def __getattr__(name: str) -> Any:
    """Functions of _promotion and _weak_types, which dpctl has here."""
    from . import _promotion, _weak_types

    for module in (_promotion, _weak_types):
        if name in vars(module) and not name.startswith("__"):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _dtype_of(dtype: Any) -> np.dtype:
    return dtype.dtype if isinstance(dtype, usm_ndarray) else canonical_dtype(dtype)


def _dtype_with_limits(dtype: Any) -> np.dtype:
    try:
        return _dtype_of(dtype)
    except TypeError as error:
        np.dtype(dtype)  # what is no dtype at all stays a TypeError
        raise ValueError(f"no limits of dtype {dtype!r} are known") from error


def finfo(dtype: Any, /) -> finfo_object:
    """Limits of a floating point dtype, or of the parts of a complex one."""
    return finfo_object(_dtype_with_limits(dtype))


def iinfo(dtype: Any, /) -> np.iinfo:
    """Limits of an integer dtype."""
    return np.iinfo(_dtype_with_limits(dtype))


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether ``dtype`` is of this kind: a dtype, one of the Array API's names for kinds, or a tuple of those."""
    if not isinstance(dtype, np.dtype):
        raise TypeError(f"Expected instance of `dpt.dtype`, got {dtype!r}")
    if isinstance(kind, np.dtype):
        return dtype == kind
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"Unrecognized data type kind: {kind}")
        return dtype.char in _KINDS[kind] or (
            dtype.kind in "iu" and canonical_dtype(dtype).char in _KINDS[kind]
        )
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    raise TypeError(f"Unsupported data type kind: {kind}")


def can_cast(from_: Any, to: Any, /, *, casting: str = "safe") -> bool:
    """Whether a cast is allowed under NumPy's rule ``casting``.

    ``from_`` may be an array: its device must have the dtype ``to`` as well.
    """
    if isinstance(to, usm_ndarray):
        raise TypeError("Expected `dpt.dtype` type, got usm_ndarray")
    target = canonical_dtype(to)
    if isinstance(from_, usm_ndarray) and not _on_device(target, from_):
        return False
    return bool(np.can_cast(_dtype_of(from_), target, casting=casting)) or (
        casting == "same_kind" and is_cast_of_same_kind(_dtype_of(from_), target)
    )


def _on_device(dtype: np.dtype, x: usm_ndarray) -> bool:
    """Whether the array's device computes in this dtype."""
    from ._promotion import _dtype_supported_by_device_impl

    device = x.sycl_device
    return _dtype_supported_by_device_impl(dtype, device.has_aspect_fp16, device.has_aspect_fp64)


def result_type(*arrays_and_dtypes: Any) -> np.dtype:
    """The dtype that arrays, dtypes and Python scalars are promoted to; scalars take part with their kind only."""
    if (common := common_dtype(arrays_and_dtypes)) is not None:
        return common
    from ._promotion import _to_device_supported_dtype

    if not arrays_and_dtypes:
        raise ValueError("at least one array or dtype is required")
    arrays = [x for x in arrays_and_dtypes if isinstance(x, usm_ndarray)]
    weak = [_is_weak(x) for x in arrays_and_dtypes]
    if all(weak):
        found = np.result_type(*(type(x) for x in arrays_and_dtypes))
        if found.kind == "i":  # the dtype that holds the largest of them
            found = np.result_type(int(max(arrays_and_dtypes, key=abs)))
    else:
        parts = [
            x if is_weak else _strong(x) for x, is_weak in zip(arrays_and_dtypes, weak, strict=True)
        ]
        found = _promoted(parts)
    for x in arrays:
        found = _to_device_supported_dtype(found, x.sycl_device)
    return found


def _promoted(parts: list[Any]) -> np.dtype:
    """NumPy's answer; it knows no common dtype of bfloat16 and most others."""
    strong = [part for part in parts if isinstance(part, np.dtype)]
    if all(part.kind != "V" for part in strong):
        return np.result_type(*parts)
    found = functools.reduce(promoted_dtype, strong)
    if found.kind == "V":
        return np.dtype("complex64") if any(isinstance(part, complex) for part in parts) else found
    return np.result_type(found, *(part for part in parts if not isinstance(part, np.dtype)))


def _is_weak(x: Any) -> bool:
    """A Python scalar, and not one of NumPy's that derive from them."""
    return isinstance(x, (int, float, complex)) and not isinstance(x, np.generic)


def _strong(x: Any) -> np.dtype:
    if isinstance(x, np.dtype | type | str):
        return canonical_dtype(x)
    if hasattr(x, "dtype"):
        return canonical_dtype(x.dtype)
    return canonical_dtype(x)
