"""Reductions that leave out what is not a number."""

from __future__ import annotations

import math
from typing import Any

import dpctl.tensor as dpt
import numpy as np

from . import _reductions
from ._convert import array_of, cast, stored


def _without(a: Any, value: Any) -> tuple[Any, Any]:
    """The array with a value in place of NaN, and where those are; None where there can be none."""
    a = array_of(a)
    if a.dtype.kind not in "fc":
        return a, None
    mask = dpt.isnan(a)
    return dpt.where(mask, value, a), mask


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """:func:`sum` with 0 in place of NaN."""
    return _reductions.sum(_without(a, 0)[0], axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """:func:`prod` with 1 in place of NaN."""
    return _reductions.prod(_without(a, 1)[0], axis, dtype, out, keepdims, initial, where)


def nancumsum(a, axis=None, dtype=None, out=None):
    """:func:`cumsum` with 0 in place of NaN."""
    return _reductions.cumsum(_without(a, 0)[0], axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """:func:`cumprod` with 1 in place of NaN."""
    return _reductions.cumprod(_without(a, 1)[0], axis, dtype, out)


def _extreme(
    reduce: Any, a: Any, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any, value: float
) -> Any:
    filled, mask = _without(a, value)
    result = reduce(filled, axis, None, keepdims, initial, where)
    if mask is not None:
        nothing = dpt.all(
            mask if where is True else dpt.logical_or(mask, dpt.logical_not(where)),
            axis=_reductions._axes(axis),
            keepdims=keepdims,
        )
        if initial is None:
            result = dpt.where(nothing, math.nan, result)
    return stored(result, out, "unsafe")


def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """:func:`max` without NaN; NaN where there is nothing else."""
    return _extreme(_reductions.max, a, axis, out, keepdims, initial, where, -np.inf)


def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """:func:`min` without NaN; NaN where there is nothing else."""
    return _extreme(_reductions.min, a, axis, out, keepdims, initial, where, np.inf)


def _place(find: Any, a: Any, axis: Any, out: Any, keepdims: bool, value: float) -> Any:
    filled, mask = _without(a, value)
    if mask is not None and bool(dpt.any(dpt.all(mask, axis=axis))):
        raise ValueError("All-NaN slice encountered")
    return find(filled, axis, out, keepdims=keepdims)


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    """:func:`argmax` without NaN. Raises ValueError where there is nothing else."""
    return _place(_reductions.argmax, a, axis, out, keepdims, -np.inf)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    """:func:`argmin` without NaN. Raises ValueError where there is nothing else."""
    return _place(_reductions.argmin, a, axis, out, keepdims, np.inf)


def _present(mask: Any, where: Any) -> Any:
    there = dpt.logical_not(mask)
    return there if where is True else dpt.logical_and(there, where)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """:func:`mean` without NaN; NaN where there is nothing else."""
    filled, mask = _without(a, 0)
    if mask is None:
        return _reductions.mean(filled, axis, dtype, out, keepdims, where=where)
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise TypeError("If input is inexact, then dtype must be inexact.")
    if out is not None and array_of(out).dtype.kind not in "fc":
        raise TypeError("If input is inexact, then out must be inexact.")
    there = _present(mask, where)
    count = _reductions.count_nonzero(dpt.broadcast_to(there, mask.shape), axis, keepdims=keepdims)
    total = _reductions.sum(
        filled if where is True else dpt.where(there, filled, 0), axis, dtype, None, keepdims
    )
    return stored(dpt.divide(total, cast(count, _reductions._real(total.dtype))), out, "unsafe")


def _variance(
    a: Any, axis: Any, dtype: Any, ddof: Any, keepdims: bool, where: Any, mean: Any, correction: Any
) -> Any:
    if correction is not None:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if not isinstance(ddof, (int, float, np.number)):
        raise TypeError(f"An integer is required, but got {type(ddof)}")
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise TypeError("If input is inexact, then dtype must be inexact.")
    a, result_dtype = _reductions._in_dtype(array_of(a), dtype)
    filled, mask = _without(a, 0)
    there = _present(mask, where)
    count = _reductions.count_nonzero(dpt.broadcast_to(there, mask.shape), axis, keepdims=keepdims)
    center = nanmean(a, axis, None, None, True, where=where) if mean is None else mean
    distance = dpt.where(there, filled - center, 0)
    squares = (
        dpt.square(distance)
        if a.dtype.kind != "c"
        else dpt.square(distance.real) + dpt.square(distance.imag)
    )
    total = _reductions.sum(squares, axis, None, None, keepdims)
    left = cast(count, total.dtype) - float(ddof)
    result = dpt.where(left > 0, total / left, math.nan)
    return result if result_dtype is None else cast(result, result_dtype)


def nanvar(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=False,
    *,
    where=True,
    mean=None,
    correction=None,
):
    """:func:`var` without NaN; NaN where no more than ``ddof`` elements are left."""
    if array_of(a).dtype.kind not in "fc":
        return _reductions.var(
            a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction
        )
    return stored(_variance(a, axis, dtype, ddof, keepdims, where, mean, correction), out, "unsafe")


def nanstd(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=False,
    *,
    where=True,
    mean=None,
    correction=None,
):
    """The root of :func:`nanvar`."""
    if array_of(a).dtype.kind not in "fc":
        return _reductions.std(
            a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction
        )
    return stored(
        dpt.sqrt(_variance(a, axis, dtype, ddof, keepdims, where, mean, correction)), out, "unsafe"
    )


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """:func:`median` without NaN; NaN where there is nothing else."""
    from ._statistics import _middle

    return stored(_middle(array_of(a), axis, keepdims, ignore_nan=True), out, "unsafe")
