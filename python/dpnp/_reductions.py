"""Reductions and scans, with NumPy's `where` and `initial`."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import reduce_array, usm_ndarray

from ._array import ndarray
from ._convert import array_of, beside, cast, stored, wrapped


def _axes(axis: Any) -> Any:
    """The axes as dpctl.tensor's functions take them."""
    return tuple(axis) if isinstance(axis, list) else axis


def _reduced(
    name: str,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    keepdims: bool,
    neutral: Any,
    initial: Any,
    where: Any,
    join: Any,
) -> Any:
    """One reduction; masked elements count as the neutral one."""
    if out is None and initial is None and where is True and isinstance(a, ndarray):
        return reduce_array(name, a, _axes(axis), dtype, keepdims, None)
    a = array_of(a)
    if out is not None and dtype is None and name in ("sum", "prod"):
        dtype = np.promote_types(a.dtype, array_of(out).dtype)
    if where is not True:
        a = _masked(name, a, where, neutral if neutral is not None else initial)
    if initial is not None and a.size == 0 and name in ("max", "min"):
        shape = _reduced_shape(a, axis, keepdims)
        return stored(
            dpt.full(shape, initial, dtype=a.dtype, usm_type=a.usm_type, sycl_queue=a.sycl_queue),
            out,
        )
    result = reduce_array(name, a, _axes(axis), dtype, keepdims, None)
    if initial is not None:
        result = cast(join(result, initial), result.dtype)
    return wrapped(result) if out is None else stored(result, out, "unsafe")


def _masked(name: str, a: Any, where: Any, value: Any) -> Any:
    mask = beside(where, a)
    if value is None:
        raise ValueError(
            f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify 'initial'"
        )
    return dpt.where(
        mask, a, bool(value) if a.dtype.kind == "b" and name in ("max", "min") else value
    )


def _reduced_shape(a: Any, axis: Any, keepdims: bool) -> tuple[int, ...]:
    axes = _usmarray.normal_axes(_axes(axis), a.ndim)
    return tuple(1 if i in axes else n for i, n in enumerate(a.shape) if keepdims or i not in axes)


_DOC = """

    Args:
        a (ndarray): input.
        axis (int, tuple, optional): axes to reduce over; all where ``None``.
        out (ndarray, optional): array to write to, of the result's shape.
        keepdims (bool): keep the reduced axes with extent 1.
        where (ndarray of bool): the elements that count.

    Raises:
        AxisError: for an axis that ``a`` does not have.
    """


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """The sum of the elements."""
    return _reduced("sum", a, axis, dtype, out, keepdims, 0, initial, where, dpt.add)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """The product of the elements."""
    return _reduced("prod", a, axis, dtype, out, keepdims, 1, initial, where, dpt.multiply)


def max(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The largest element; NaN where any is. Raises ValueError for no elements without ``initial``."""
    return _reduced("max", a, axis, None, out, keepdims, None, initial, where, dpt.maximum)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The smallest element; NaN where any is. Raises ValueError for no elements without ``initial``."""
    return _reduced("min", a, axis, None, out, keepdims, None, initial, where, dpt.minimum)


def all(a, /, axis=None, out=None, keepdims=False, *, where=True):
    """Whether all elements are nonzero."""
    return _reduced("all", a, axis, None, out, keepdims, True, None, where, None)


def any(a, /, axis=None, out=None, keepdims=False, *, where=True):
    """Whether any element is nonzero."""
    return _reduced("any", a, axis, None, out, keepdims, False, None, where, None)


def _places(places: Any, out: Any) -> Any:
    """The indices, in ``out`` where that is of integers."""
    if out is not None and not np.can_cast(array_of(out).dtype, np.int64):
        raise TypeError(
            f"Cannot cast array data from {out.dtype} to int64 according to the rule 'safe'"
        )
    return stored(places, out, "unsafe")


def argmax(a, axis=None, out=None, *, keepdims=False):
    """The index of the first maximum along an axis, or in the flattened array."""
    return _places(dpt.argmax(array_of(a), axis=axis, keepdims=keepdims), out)


def argmin(a, axis=None, out=None, *, keepdims=False):
    """The index of the first minimum along an axis, or in the flattened array."""
    return _places(dpt.argmin(array_of(a), axis=axis, keepdims=keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False, out=None):
    """The number of nonzero elements."""
    return stored(dpt.count_nonzero(array_of(a), axis=_axes(axis), keepdims=keepdims), out)


def logsumexp(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    """The logarithm of the sum of the exponentials."""
    return stored(
        dpt.logsumexp(array_of(x), axis=_axes(axis), dtype=dtype, keepdims=keepdims), out, "unsafe"
    )


def reduce_hypot(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    """The square root of the sum of squares, without overflow between."""
    return stored(
        dpt.reduce_hypot(array_of(x), axis=_axes(axis), dtype=dtype, keepdims=keepdims),
        out,
        "unsafe",
    )


def ptp(a, /, axis=None, out=None, keepdims=False):
    """The distance between the largest element and the smallest."""
    return stored(
        dpt.subtract(
            reduce_array("max", array_of(a), _axes(axis), None, keepdims, None),
            reduce_array("min", a, _axes(axis), None, keepdims, None),
        ),
        out,
    )


def _scanned(scan: Any, x: Any, axis: Any, dtype: Any, out: Any, **initial: Any) -> Any:
    x = array_of(x)
    if axis is None and x.ndim > 1 and (not initial or scan is dpt.cumulative_logsumexp):
        x = dpt.reshape(x, -1)
    if dtype is None and out is not None and isinstance(out, usm_ndarray):
        dtype = np.promote_types(x.dtype, out.dtype)
    if x.ndim == 0:
        x = dpt.reshape(x, 1)
    return stored(scan(x, axis=axis, dtype=dtype, **initial), out, "unsafe")


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums of all elements up to each, along an axis or of the flattened array."""
    return _scanned(dpt.cumulative_sum, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Products of all elements up to each, along an axis or of the flattened array."""
    return _scanned(dpt.cumulative_prod, a, axis, dtype, out)


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Sums of all elements up to each along an axis, which may be left out for one dimension."""
    return _scanned(dpt.cumulative_sum, x, axis, dtype, out, include_initial=include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Products of all elements up to each along an axis, which may be left out for one dimension."""
    return _scanned(dpt.cumulative_prod, x, axis, dtype, out, include_initial=include_initial)


def cumlogsumexp(x, /, *, axis=None, dtype=None, include_initial=False, out=None):
    """Logarithms of the sums of exponentials of all elements up to each."""
    return _scanned(dpt.cumulative_logsumexp, x, axis, dtype, out, include_initial=include_initial)


def _mean_of(a: Any, axis: Any, dtype: Any, keepdims: bool, where: Any) -> Any:
    if dtype is not None:
        a = cast(a, dtype)
    if where is True:
        return reduce_array("mean", a, _axes(axis), None, keepdims, None)
    mask = beside(where, a)
    shape = np.broadcast_shapes(a.shape, mask.shape)
    count = dpt.count_nonzero(dpt.broadcast_to(mask, shape), axis=_axes(axis), keepdims=keepdims)
    total = reduce_array("sum", dpt.where(mask, a, 0), _axes(axis), None, keepdims, None)
    return total / cast(count, _real(total.dtype)) if total.dtype.kind in "fc" else total / count


def _real(dtype: np.dtype) -> np.dtype:
    return np.dtype({"F": "f4", "D": "f8"}.get(dtype.char, dtype))


def mean(a, /, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """The arithmetic mean of the elements."""
    result = _mean_of(array_of(a), axis, dtype, keepdims, where)
    if dtype is not None:
        result = cast(result, dtype)
    return stored(result, out, "unsafe")


def var(
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
    """The variance: squared distances from the mean, summed and divided by their number less ``ddof``.

    Args:
        mean (ndarray, optional): the mean, with the reduced axes kept; computed where ``None``.
        correction (number, optional): the Array API's name for ``ddof``.

    Raises:
        ValueError: where both ``ddof`` and ``correction`` are given.
    """
    return stored(_variance(a, axis, dtype, ddof, keepdims, where, mean, correction), out, "unsafe")


def std(
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
    """The standard deviation: the root of :func:`var`, with its arguments."""
    return stored(
        dpt.sqrt(_variance(a, axis, dtype, ddof, keepdims, where, mean, correction)), out, "unsafe"
    )


def _in_dtype(a: Any, dtype: Any) -> tuple[Any, Any]:
    """The array in the dtype that a variance is computed in, and the result's where that is asked to be complex."""
    if dtype is None:
        return a, None
    if np.dtype(dtype).kind == "c":
        own = np.dtype(dtype)
        return cast(a, own if a.dtype.kind == "c" else _real(own)), own
    return cast(a, dtype), None


def _variance(
    a: Any, axis: Any, dtype: Any, ddof: Any, keepdims: bool, where: Any, mean: Any, correction: Any
) -> Any:
    a = array_of(a)
    if correction is not None:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if not isinstance(ddof, (int, float, np.integer, np.floating)):
        raise TypeError(f"An integer or float is required, but got {type(ddof)}")
    a, result_dtype = _in_dtype(a, dtype)
    if result_dtype is not None:
        return cast(_variance(a, axis, None, ddof, keepdims, where, mean, None), result_dtype)
    if a.dtype.kind != "c" and where is True and mean is None:
        return _usmarray.variance_array(a, _axes(axis), float(ddof), keepdims)
    if a.dtype.kind in "biu":
        a = cast(a, dpt.result_type(a, 1.0))
    center = _mean_of(a, axis, None, True, where) if mean is None else array_of(mean)
    distance = a - center
    squares = (
        dpt.square(distance)
        if a.dtype.kind != "c"
        else dpt.square(distance.real) + dpt.square(distance.imag)
    )
    mask = True if where is True else beside(where, a)
    if mask is not True:
        squares = dpt.where(mask, squares, 0)
        counted = dpt.count_nonzero(
            dpt.broadcast_to(mask, a.shape), axis=_axes(axis), keepdims=keepdims
        )
        count = dpt.maximum(cast(counted, squares.dtype) - float(ddof), 0.0)
    else:
        axes = _usmarray.normal_axes(_axes(axis), a.ndim)
        size = 1
        for i in axes:
            size *= a.shape[i]
        left = size - ddof
        count = float(left) if left > 0 else np.nan
    return reduce_array("sum", squares, _axes(axis), None, keepdims, None) / count


for _function in (sum, prod, max, min, all, any, mean):
    _function.__doc__ += _DOC

amax, amin = max, min
