"""What Python scalars become next to arrays: they take part with their kind only (NEP 50)."""

from __future__ import annotations

from typing import Any

import numpy as np

_KINDS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


class _WeakType:
    """Stands for the dtype of a Python scalar, which gives way to that of an array."""

    kind: int

    def __init__(self, o: Any) -> None:
        self.o_ = o

    def get(self) -> Any:
        """The scalar."""
        return self.o_


class WeakBooleanType(_WeakType):
    """The dtype of a Python ``bool``."""

    kind = 0


class WeakIntegralType(_WeakType):
    """The dtype of a Python ``int``."""

    kind = 1


class WeakFloatingType(_WeakType):
    """The dtype of a Python ``float``."""

    kind = 2


class WeakComplexType(_WeakType):
    """The dtype of a Python ``complex``."""

    kind = 3


_TYPES = {
    bool: WeakBooleanType,
    int: WeakIntegralType,
    float: WeakFloatingType,
    complex: WeakComplexType,
}


def weak_type_of(scalar: Any) -> _WeakType | None:
    """The weak type of a Python scalar; ``None`` for anything else."""
    if isinstance(scalar, np.generic):
        return None
    return next((weak(scalar) for kind, weak in _TYPES.items() if isinstance(scalar, kind)), None)


def _is_weak_dtype(dtype: Any) -> bool:
    return isinstance(dtype, _WeakType)


def _weak_type_num_kind(o: Any) -> int:
    """Place of a weak type's kind among bool, integer, floating and complex."""
    if not _is_weak_dtype(o):
        raise TypeError(f"expected the weak type of a Python scalar, got {o!r}")
    return o.kind


def _strong_dtype_num_kind(o: Any) -> int:
    """Place of a dtype's kind among bool, integer, floating and complex."""
    if not isinstance(o, np.dtype):
        raise TypeError(f"expected a dtype, got {o!r}")
    kind = "f" if o.name == "bfloat16" else o.kind
    if kind not in _KINDS:
        raise ValueError(f"Unrecognized kind {o.kind} for dtype {o}")
    return _KINDS[kind]


def _resolve_one_strong_one_weak_types(st_dtype: np.dtype, dtype: Any, dev: Any) -> np.dtype:
    """What ``dtype`` becomes next to ``st_dtype``: itself, unless it is weak."""
    if _is_weak_dtype(st_dtype):
        raise ValueError(f"the first dtype must not be weak, got that of {st_dtype.get()!r}")
    if not _is_weak_dtype(dtype):
        return dtype
    if dtype.kind <= _strong_dtype_num_kind(st_dtype):
        return st_dtype
    if isinstance(dtype, WeakIntegralType):
        return np.dtype("int64")
    wide = dev.has_aspect_fp64
    if isinstance(dtype, WeakComplexType):
        return np.dtype("complex128" if wide and st_dtype.char not in "ef" else "complex64")
    return np.dtype("float64" if wide else "float32")


def _resolve_one_strong_two_weak_types(
    st_dtype: np.dtype, dtype1: Any, dtype2: Any, dev: Any
) -> tuple[np.dtype, np.dtype]:
    """What two dtypes, of which any may be weak, become next to ``st_dtype``."""
    if _is_weak_dtype(st_dtype):
        raise ValueError(f"the first dtype must not be weak, got that of {st_dtype.get()!r}")
    strong = [dt for dt in (st_dtype, dtype1, dtype2) if not _is_weak_dtype(dt)]
    leader = max(strong, key=_strong_dtype_num_kind)
    return (
        _resolve_one_strong_one_weak_types(leader, dtype1, dev),
        _resolve_one_strong_one_weak_types(leader, dtype2, dev),
    )


def _resolve_weak_types(o1_dtype: Any, o2_dtype: Any, dev: Any) -> tuple[np.dtype, np.dtype]:
    """What two dtypes, of which one may be weak, become next to each other."""
    if not _is_weak_dtype(o1_dtype):
        return o1_dtype, _resolve_one_strong_one_weak_types(o1_dtype, o2_dtype, dev)
    if _is_weak_dtype(o2_dtype):
        raise ValueError(
            f"one of two dtypes must not be weak: {o1_dtype.get()!r}, {o2_dtype.get()!r}"
        )
    return _resolve_one_strong_one_weak_types(o2_dtype, o1_dtype, dev), o2_dtype


def _resolve_weak_types_all_py_ints(
    o1_dtype: Any, o2_dtype: Any, dev: Any
) -> tuple[np.dtype, np.dtype]:
    """As _resolve_weak_types; a Python integer that the other's dtype can not hold keeps a dtype that can."""
    found = _resolve_weak_types(o1_dtype, o2_dtype, dev)
    return _holding(o1_dtype, found[0]), _holding(o2_dtype, found[1])


def _holding(given: Any, found: np.dtype) -> np.dtype:
    if not isinstance(given, WeakIntegralType) or found.kind not in "iu":
        return found
    limits = np.iinfo(found)
    fits = limits.min <= given.get() <= limits.max
    return found if fits else np.min_scalar_type(given.get())
