"""clip: elements kept within bounds."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._elementwise_funcs import maximum, minimum, positive
from ._errors import UnsupportedTypeError
from ._type_utils import can_cast, iinfo, result_type
from ._usmarray import usm_ndarray


def clip(
    x: usm_ndarray,
    /,
    min: Any = None,
    max: Any = None,
    out: usm_ndarray | None = None,
    order: str = "K",
) -> usm_ndarray:
    """``x`` with what is below ``min`` or above ``max`` replaced by that bound; the dtype stays."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected `x` to be of dpctl.tensor.usm_ndarray type, got {type(x)}")
    if x.dtype.kind in "iu":
        limits = iinfo(x.dtype)
        min = None if type(min) is int and min <= limits.min else min
        max = None if type(max) is int and max >= limits.max else max
    for bound in (min, max):
        if bound is not None:
            _check_bound(x, bound)
    if min is None and max is None:
        if x.dtype.kind == "b":
            copied = _usmarray.astype_array(x, x.dtype, order, True)
            return copied if out is None else maximum(copied, copied, out=out)
        return positive(x, out=out, order=order)
    if min is None:
        return minimum(x, max, out=out, order=order)
    if max is None:
        return maximum(x, min, out=out, order=order)
    return _usmarray.clip_array(x, min, max, out, order)


def _check_bound(x: usm_ndarray, bound: Any) -> None:
    kinds = {int: "iuf", float: "f"}.get(type(bound))
    if kinds is not None and x.dtype.kind in kinds:
        return  # a number of Python's takes the array's dtype
    if isinstance(bound, usm_ndarray) and bound.dtype == x.dtype:
        return
    try:
        fits = can_cast(result_type(x, bound), x.dtype)
    except TypeError:
        raise UnsupportedTypeError(f"clip: a bound can not be of type {type(bound)}") from None
    if not fits:
        raise UnsupportedTypeError(
            f"clip: a bound of {result_type(bound)} can not be cast safely to {x.dtype}; cast the array first"
        )
