"""Functions of functions and of slices."""

from __future__ import annotations

import math
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, arrays_of, beside, cast, wrapped


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """What a function gives of each line along an axis, in that axis' place."""
    arr = array_of(arr)
    axis = _usmarray.normal_axis_index(axis, arr.ndim)
    moved = dpt.moveaxis(arr, axis, -1)
    shape = moved.shape[:-1]
    if 0 in shape:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = [
        array_of(beside(func1d(wrapped(moved[index]), *args, **kwargs), arr))
        for index in np.ndindex(*shape)
    ]
    joined = dpt.reshape(dpt.stack(made), (*shape, *made[0].shape))
    places = tuple(range(len(shape), joined.ndim))
    return wrapped(
        dpt.moveaxis(joined, places, tuple(range(axis, axis + len(places)))) if places else joined
    )


def apply_over_axes(func, a, axes):
    """What a function of array and axis gives, taken along one axis after the other."""
    a = array_of(a)
    axes = tuple(axes) if np.iterable(axes) else (axes,)
    for axis in axes:
        axis = _usmarray.normal_axis_index(axis, a.ndim)
        result = func(a, axis)
        if result.ndim != a.ndim:
            result = dpt.expand_dims(result, axis=axis)
            if result.ndim != a.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        a = result
    return wrapped(a)


def piecewise(x, condlist, funclist):
    """What each function, or number, gives of the elements where its condition holds; 0, or that of one more function, where none does.

    Raises:
        ValueError: where there are not as many functions as conditions, or one more.
    """
    x = array_of(x)
    if isinstance(condlist, usm_ndarray):
        condlist = [condlist] if condlist.ndim in (0, x.ndim) else list(condlist)
    elif not np.iterable(condlist):
        condlist = [beside(condlist, x)]
    elif x.ndim and len(condlist) and np.isscalar(condlist[0]):
        condlist = [beside(np.asarray(condlist, bool), x)]
    conditions = [array_of(beside(c, x)) for c in condlist]
    n = len(conditions)
    if len(funclist) not in (n, n + 1):
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    if len(funclist) == n + 1:
        rest = dpt.logical_not(conditions[0])
        for c in conditions[1:]:
            rest = dpt.logical_and(rest, dpt.logical_not(c))
        conditions.append(rest)
    result: Any = dpt.zeros_like(x)
    for condition, function in zip(conditions, funclist, strict=True):
        if callable(function):
            result = _stored_where(result, condition, x, function)
        else:
            value = beside(function, x, x.dtype)
            result = dpt.where(condition, cast(value, x.dtype), result)
    return wrapped(result)


def _stored_where(result: Any, condition: Any, x: Any, function: Any) -> Any:
    """The result with what a function gives of those elements alone for which the condition holds."""
    chosen = dpt.broadcast_to(condition, x.shape)
    elements = wrapped(x[chosen])
    if elements.size:
        result[chosen] = function(elements)
    return result


def interp(x, xp, fp, left=None, right=None, period=None):
    """Values at ``x`` of the line through the points (``xp``, ``fp``), where ``xp`` rises.

    Args:
        left, right (number, optional): values outside of ``xp``; those of its ends where ``None``.
        period (number, optional): of ``x``, with which ``xp`` need not rise.

    Raises:
        ValueError: for no points, or other than one value for each, and for a period of 0.
    """
    x, xp, fp = arrays_of(x, xp, fp)
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if xp.size != fp.size:
        raise ValueError("fp and xp are not of the same length")
    if xp.size == 0:
        raise ValueError("array of sample points is empty")
    if x.dtype.kind == "c" or xp.dtype.kind == "c":
        raise TypeError("Cannot cast array data from complex to real according to the rule 'safe'")
    real = _usmarray.default_float_dtype(x.sycl_queue)
    values = dpt.result_type(fp, real)
    x, xp, fp = cast(x, real), cast(xp, real), cast(fp, values)
    if period is not None:
        if float(period) == 0:
            raise ValueError("period must be a non-zero value")
        left = right = None
        period = abs(float(period))
        x, xp = dpt.remainder(x, period), dpt.remainder(xp, period)
        order = dpt.argsort(xp)
        xp, fp = dpt.take(xp, order), dpt.take(fp, order)
        xp = dpt.concat((xp[-1:] - period, xp, xp[:1] + period))
        fp = dpt.concat((fp[-1:], fp, fp[:1]))
    n = xp.size
    low = fp[0] if left is None else cast(beside(left, x), values)
    high = fp[-1] if right is None else cast(beside(right, x), values)
    inner = fp[0] if n == 1 else _between(x, xp, fp)
    last, end = xp[-1], fp[-1]
    above = dpt.where(x > last, high, dpt.where(x == last, end, inner))
    result = dpt.where(x < xp[0], low, above)
    return wrapped(result if n == 1 else dpt.where(x == x, result, math.nan))


def _between(x: Any, xp: Any, fp: Any) -> Any:
    """On the lines between neighbouring points; whatever before the first and from the last on."""
    if fp.dtype.kind == "c":  # each part on its own: infinite ones do not meddle with the other
        made = dpt.empty_like(x, dtype=fp.dtype)
        made.real, made.imag = (_between(x, xp, part) for part in (fp.real, fp.imag))
        return made
    flat = x if x.ndim == 1 else dpt.reshape(x, -1)
    at = dpt.clip(dpt.searchsorted(xp, flat, side="right") - 1, 0, xp.size - 2)
    after = at + 1
    x0, x1, f0, f1 = dpt.take(xp, at), dpt.take(xp, after), dpt.take(fp, at), dpt.take(fp, after)
    slope = (f1 - f0) / (x1 - x0)
    line = slope * (flat - x0) + f0
    line = dpt.where(line == line, line, slope * (flat - x1) + f1)  # between infinities
    line = dpt.where(dpt.logical_and(line != line, f0 == f1), f0, line)
    line = dpt.where(flat == x0, f0, line)
    return line if x.ndim == 1 else dpt.reshape(line, x.shape)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    """Phases without jumps: neighbours along an axis that differ by more than ``discont`` moved by whole periods."""
    p = array_of(p)
    if p.dtype.kind == "c":
        raise TypeError("unwrap: complex numbers are not supported")
    axis = _usmarray.normal_axis_index(axis, p.ndim)
    discont = period / 2 if discont is None else discont
    whole = p.dtype.kind in "biu" and isinstance(period, int)
    dtype = dpt.result_type(p, 1 if whole else 1.0)
    before = (slice(None),) * axis
    left, right = p[(*before, slice(None, -1))], p[(*before, slice(1, None))]
    # Truth values have no difference; they are one step apart where they are not equal.
    steps = left != right if p.dtype.kind == "b" else cast(right, dtype) - cast(left, dtype)
    steps, p = cast(steps, dtype), cast(p, dtype)
    if whole:
        high, odd = divmod(period, 2)
        boundary, low = not odd, -high
    else:
        high = period / 2
        boundary, low = True, -high
    moved = dpt.remainder(steps - low, period) + low
    if boundary:
        moved = dpt.where(dpt.logical_and(moved == low, steps > 0), high, moved)
    correction = dpt.where(dpt.abs(steps) < discont, 0, moved - steps)
    total = dpt.cumulative_sum(cast(correction, dtype), axis=axis, dtype=dtype)
    return wrapped(
        dpt.concat(
            (
                cast(p[(*before, slice(None, 1))], dtype),
                cast(p[(*before, slice(1, None))] + total, dtype),
            ),
            axis=axis,
        )
    )
