"""Functions that read and write elements at places, and make the places."""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import (
    all_wrapped,
    array_of,
    beside,
    cast,
    held,
    kind_of,
    queue_of,
    stored,
    values_for,
    wrapped,
)


def _checked_mode(mode: str) -> str:
    if mode not in ("wrap", "clip"):
        raise ValueError(f"`mode` must be 'wrap' or 'clip', but got {mode!r}")
    return mode


class _IndicesError(TypeError, IndexError):
    """Indices are no integers: a TypeError to NumPy, an IndexError to Intel's package where it takes."""


def _integers(name: str, indices: Any, like: Any) -> Any:
    """Indices as an array of integers."""
    if not isinstance(indices, usm_ndarray):
        host = np.asarray(indices)
        indices = beside(host.astype(np.int64) if host.size == 0 else host, like)
    if indices.dtype.kind == "b":
        indices = cast(indices, "int64")
    if indices.dtype.kind not in "iu":
        raise _IndicesError(f"{name}: indices must be integers, not {indices.dtype}")
    return indices


def take(a, indices, /, *, axis=None, out=None, mode="wrap"):
    """Elements along an axis at places, or of the flattened array.

    Args:
        indices (ndarray, sequence): integers of any shape, which takes the place of the axis.
        mode ("wrap", "clip"): negative indices count from the end, or are 0; indices beyond an end name that end.

    Raises:
        IndexError: for indices that are no integers, and for any of an axis without elements.
    """
    a = array_of(a)
    _checked_mode(mode)
    indices = _integers("take", indices, a)
    if axis is None:
        a, axis = (a if a.ndim == 1 else dpt.reshape(a, -1)), 0
    axis = _usmarray.normal_axis_index(axis, a.ndim or 1)
    if a.ndim == 0:
        a = dpt.reshape(a, 1)
    if indices.ndim == 1:
        return stored(dpt.take(a, indices, axis=axis, mode=mode), out)
    taken = dpt.take(a, dpt.reshape(indices, -1), axis=axis, mode=mode)
    return stored(dpt.reshape(taken, (*a.shape[:axis], *indices.shape, *a.shape[axis + 1 :])), out)


def put(a, ind, v, /, *, axis=None, mode="wrap") -> None:
    """Stores values in an array at places along an axis, or of the flattened array; arguments as of :func:`take`."""
    a = array_of(a)
    _checked_mode(mode)
    if not isinstance(ind, (usm_ndarray, int, np.integer, list, tuple, np.ndarray)):
        raise TypeError(f"`ind` must be integers, not {type(ind)}")
    indices = dpt.reshape(_integers("put", ind, a), -1)
    v = values_for(a, v)
    if indices.size == 0:
        return
    if axis is not None and a.ndim > 1:
        dpt.put(a, indices, v, axis=axis, mode=mode)
        return
    if axis is not None:
        _usmarray.normal_axis_index(axis, a.ndim or 1)
    if v.size == 0:
        return
    v = dpt.reshape(v, -1)
    if v.size not in (1, indices.size):
        v = dpt.tile(v, -(-indices.size // v.size))[: indices.size]
    if a.ndim <= 1:
        dpt.put(dpt.reshape(a, (1,)) if a.ndim == 0 else a, indices, v, axis=0, mode=mode)
        return
    _store_flat(a, indices, v, mode)


def _store_flat(a: Any, indices: Any, v: Any, mode: str) -> None:
    """Writes elements of the flattened array, which may have no view."""
    view = _usmarray.reshape_view(a, (a.size,))
    flat = dpt.reshape(a, -1, copy=True) if view is None else view
    dpt.put(flat, indices, v, axis=0, mode=mode)
    if view is None:
        a[...] = dpt.reshape(flat, a.shape)


def take_along_axis(a, indices, axis=-1, mode="wrap"):
    """For each place of ``indices`` the element of its line along an axis; both flattened where ``axis`` is ``None``."""
    a, indices = array_of(a), array_of(indices)
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        a, axis = dpt.reshape(a, -1), 0
    return wrapped(dpt.take_along_axis(a, indices, axis=axis, mode=_checked_mode(mode)))


def put_along_axis(a, ind, values, axis, mode="wrap") -> None:
    """Stores values where :func:`take_along_axis` would read."""
    a, ind = array_of(a), array_of(ind)
    _checked_mode(mode)
    if axis is None:
        if ind.ndim != 1:
            raise ValueError("when axis=None, `ind` must have a single dimension.")
        _store_flat(a, ind, dpt.broadcast_to(values_for(a, values), ind.shape), mode)
        return
    dpt.put_along_axis(a, ind, values_for(a, values), axis=axis, mode=mode)


def choose(a, choices, out=None, mode="wrap"):
    """For each place the element of the array that ``a`` names there.

    Args:
        a (ndarray): integers.
        choices (sequence of ndarray, ndarray): what is chosen from; all broadcast.
        mode ("wrap", "clip"): as of :func:`take`.
    """
    a = array_of(a)
    _checked_mode(mode)
    if a.dtype.kind not in "biu" or a.dtype == np.uint64:
        raise TypeError(f"input index array must be of integer data type, not {a.dtype}")
    parts = (
        [array_of(c) for c in choices]
        if isinstance(choices, (list, tuple))
        else list(array_of(choices))
    )
    dtype = dpt.result_type(*parts)
    shape = np.broadcast_shapes(a.shape, *(c.shape for c in parts))
    stacked = dpt.stack([dpt.broadcast_to(cast(c, dtype), shape) for c in parts])
    index = dpt.broadcast_to(cast(a, "int64") if a.dtype.kind == "b" else a, shape)
    chosen = dpt.take_along_axis(stacked, dpt.expand_dims(index, axis=0), axis=0, mode=mode)
    return stored(chosen[0], out)


def compress(condition, a, axis=None, out=None):
    """The slices along an axis, or elements of the flattened array, where a condition of one axis holds."""
    a = array_of(a)
    condition = beside(condition, a)
    if condition.ndim != 1:
        raise ValueError("`condition` must be a 1-D array or un-nested sequence")
    condition = condition if condition.dtype.kind == "b" else condition != 0
    if axis is None:
        a, axis = dpt.reshape(a, -1), 0
    (places,) = dpt.nonzero(condition)
    axis = _usmarray.normal_axis_index(axis, a.ndim)
    if places.size and int(places[-1]) >= a.shape[axis]:
        raise IndexError(f"compress: the condition is longer than axis {axis} of shape {a.shape}")
    if places.size == 0:
        made = a[(*(slice(None),) * axis, slice(0, 0))]
        return stored(dpt.copy(made), out)
    return stored(dpt.take(a, places, axis=axis), out)


def extract(condition, a):
    """The elements where a condition holds, with one axis."""
    a = array_of(a)
    condition = beside(condition, a)
    if condition.size != a.size:
        condition, a = dpt.reshape(condition, -1), dpt.reshape(a, -1)
        (places,) = dpt.nonzero(condition)
        return wrapped(dpt.take(a, places, axis=0))
    return wrapped(dpt.extract(dpt.reshape(condition, a.shape), a))


def place(a, mask, vals) -> None:
    """Stores values in turn where a mask holds, again from the first where there are too few.

    Raises:
        TypeError: for arrays of values whose dtype does not cast safely.
    """
    a = array_of(a)
    mask = array_of(beside(mask, a))
    if mask.size != a.size:
        raise ValueError("mask and data must be the same size")
    if isinstance(vals, usm_ndarray) and not np.can_cast(vals.dtype, a.dtype, "safe"):
        raise TypeError(
            f"Cannot cast array data from {vals.dtype} to {a.dtype} according to the rule 'safe'"
        )
    vals = values_for(a, vals)
    mask = mask if mask.dtype.kind == "b" else mask != 0
    if vals.size == 0 and mask.size and bool(dpt.any(mask)):
        raise ValueError("Cannot insert from an empty array!")
    dpt.place(a, dpt.reshape(mask, a.shape), dpt.reshape(vals, -1))


def putmask(x1, mask, values) -> None:
    """Stores, where a mask holds, the value at the same place of the repeated values."""
    x1, mask = array_of(x1), array_of(mask)
    if mask.shape != x1.shape:
        raise ValueError("mask and data must be the same size")
    values = values_for(x1, values)
    if values.size == 0:
        return
    if values.shape != x1.shape and values.size > 1:
        flat = dpt.reshape(values, -1)
        values = dpt.reshape(dpt.tile(flat, -(-x1.size // flat.size))[: x1.size], x1.shape)
    mask = mask if mask.dtype.kind == "b" else mask != 0
    _usmarray.assign_where_array(x1, mask, dpt.reshape(values, ()) if values.size == 1 else values)


def nonzero(a) -> tuple[Any, ...]:
    """For each axis the indices of the nonzero elements, as a tuple."""
    a = array_of(a)
    if a.ndim == 0:
        raise ValueError(
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead."
        )
    return tuple(all_wrapped(dpt.nonzero(a)))


def flatnonzero(a):
    """Indices of nonzero elements of the flattened array."""
    return nonzero(dpt.reshape(array_of(a), -1))[0]


def argwhere(a):
    """The indices of nonzero elements, one element a row."""
    a = array_of(a)
    if a.ndim == 0:
        return wrapped(
            dpt.empty(
                (int(bool(a)), 0), dtype="int64", usm_type=a.usm_type, sycl_queue=a.sycl_queue
            )
        )
    return wrapped(dpt.stack(list(dpt.nonzero(a)), axis=1))


def where(condition, x=None, y=None, /, *, order="K", out=None) -> Any:
    """Elements of ``x`` where a condition holds, else of ``y``; :func:`nonzero` of the condition alone.

    Args:
        x, y (ndarray, number): both or neither.
    """
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of `x` and `y` should be given")
    if not isinstance(condition, usm_ndarray):
        array_of(condition)
    for operand in (x, y):
        if not isinstance(operand, usm_ndarray) and (
            not np.isscalar(operand) or isinstance(operand, str)
        ):
            raise TypeError(f"An array must be any of supported type, but got {type(operand)}")
    x, y = (beside(v, condition) if isinstance(v, np.generic) else v for v in (x, y))
    if not isinstance(x, usm_ndarray) and not isinstance(y, usm_ndarray):
        x = beside(x, condition, dpt.result_type(x, y))
    result = dpt.where(condition, x, y, order=order or "K")
    return wrapped(result) if out is None else stored(result, out)


def select(condlist, choicelist, default=0):
    """For each place the element of the choice whose condition is the first that holds there, else the default."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    for condition in condlist:
        if array_of(condition).dtype.kind != "b":
            raise TypeError(
                f"invalid entry in condlist: should be boolean ndarray, not {condition.dtype}"
            )
    choices = [array_of(choice) for choice in choicelist]
    if not isinstance(default, usm_ndarray) and not np.isscalar(default):
        raise TypeError("A default value must be any of scalar or an array")
    dtype = dpt.result_type(*choices, default)
    result = default if isinstance(default, usm_ndarray) else beside(default, condlist[0], dtype)
    shape = np.broadcast_shapes(
        *(x.shape for x in (*condlist, *choices)),
        *([default.shape] if isinstance(default, usm_ndarray) else []),
    )
    result = dpt.broadcast_to(cast(result, dtype), shape)
    for condition, choice in zip(condlist[::-1], choices[::-1], strict=True):
        result = dpt.where(condition, choice, result)
    return wrapped(result if len(condlist) else dpt.copy(result))


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The view of a diagonal in the plane of two axes, as the last axis.

    Raises:
        ValueError: for fewer than two axes, or twice the same.
    """
    a = array_of(a)
    shape, strides = a.shape, a.strides
    ndim = len(shape)
    if ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first = _usmarray.normal_axis_index(axis1, ndim)
    second = _usmarray.normal_axis_index(axis2, ndim)
    if first == second:
        raise ValueError("`axis1` and `axis2` cannot be the same")
    offset = operator.index(offset)
    rows, columns = shape[first], shape[second]
    count = max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns))
    start = 0
    if count:
        start = offset * strides[second] if offset >= 0 else -offset * strides[first]
    kept = [i for i in range(ndim) if i not in (first, second)] if ndim > 2 else []
    extents = [shape[i] for i in kept] + [count]
    steps = [strides[i] for i in kept] + [strides[first] + strides[second]]
    return wrapped(_usmarray.layout_view(a, extents, steps, a._element_offset + start))


def fill_diagonal(a, val, wrap=False) -> None:
    """Stores values on the diagonal of an array, again below a matrix's last column where ``wrap``.

    Raises:
        ValueError: for fewer than two axes, and for more where extents differ.
    """
    a = array_of(a)
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    val = held(val, a.dtype) if np.isscalar(val) else values_for(a, val)
    if a.ndim == 2:
        step, end = a.shape[1] + 1, a.size
        if not wrap:
            end = min(a.size, a.shape[1] * a.shape[1])
    else:
        if len(set(a.shape)) != 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + sum(math.prod(a.shape[:i]) for i in range(1, a.ndim))
        end = a.size
    count = len(range(0, end, step))
    if isinstance(val, usm_ndarray):
        val = dpt.reshape(val, -1)
        if val.size == 0:
            return
        if val.size != count:
            val = dpt.tile(val, -(-count // val.size))[:count]
    view = _usmarray.reshape_view(a, (a.size,))
    if view is not None:
        view[:end:step] = val
        return
    flat = dpt.reshape(a, -1, copy=True)
    flat[:end:step] = val
    a[...] = dpt.reshape(flat, a.shape)


def indices(
    dimensions, dtype=int, sparse=False, device=None, usm_type="device", sycl_queue=None
) -> Any:
    """The indices of every element of an array of these extents: one array for each axis, as one or, ``sparse``, as a tuple."""
    dimensions = tuple(dimensions)
    queue, usm_type = queue_of(sycl_queue, device), kind_of(usm_type)
    dtype = "int64" if dtype is int else dtype
    if dtype is None:  # NumPy's lines are those of arange, its grid is one of empty
        dtype = "int64" if sparse else _usmarray.default_float_dtype(queue)
    n = len(dimensions)
    lines = [
        dpt.reshape(
            dpt.arange(extent, dtype=dtype, usm_type=usm_type, sycl_queue=queue),
            (1,) * i + (extent,) + (1,) * (n - i - 1),
        )
        for i, extent in enumerate(dimensions)
    ]
    if sparse:
        return tuple(all_wrapped(lines))
    if not lines:
        return wrapped(dpt.empty((0,), dtype=dtype, usm_type=usm_type, sycl_queue=queue))
    return wrapped(dpt.stack([dpt.broadcast_to(line, dimensions) for line in lines]))


def ix_(*args) -> tuple[Any, ...]:
    """Vectors as views that index their outer product; truth values as the indices where they hold."""
    made = []
    for i, x in enumerate(args):
        x = array_of(x)
        if x.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if x.size == 0:
            x = cast(x, "int64")
        if x.dtype.kind == "b":
            (x,) = dpt.nonzero(x)
        made.append(wrapped(dpt.reshape(x, (1,) * i + (x.size,) + (1,) * (len(args) - i - 1))))
    return tuple(made)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Places in the flattened array of one array of indices for each axis.

    Raises:
        ValueError: with mode "raise" where an index is out of range.
    """
    if isinstance(multi_index, usm_ndarray):
        multi_index = tuple(multi_index)
    dims = (dims,) if np.isscalar(dims) else tuple(dims)
    if len(multi_index) != len(dims):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(dims)}")
    if order not in ("C", "F", None):
        raise ValueError("order not understood")
    if math.prod(int(extent) for extent in dims) >= 2**63:
        raise ValueError(
            "invalid dims: array size defined by dims is larger than the maximum possible size."
        )
    modes = (mode,) * len(dims) if isinstance(mode, str) else tuple(mode)
    for extent in dims:
        if not isinstance(extent, (int, np.integer)):
            raise TypeError(f"{type(extent)} object cannot be interpreted as an integer")
    place: Any = None
    step = 1
    axes = range(len(dims) - 1, -1, -1) if order != "F" else range(len(dims))
    for i in axes:
        index = array_of(multi_index[i])
        if index.dtype.kind not in "iu":
            raise TypeError("only int indices permitted")
        if modes[i] == "raise":
            if bool(dpt.any(dpt.logical_or(index < 0, index >= dims[i]))):
                raise ValueError("invalid entry in coordinates array")
        elif modes[i] == "clip":
            index = dpt.clip(index, 0, dims[i] - 1)
        elif modes[i] == "wrap":
            index = dpt.remainder(index, dims[i])
        else:
            raise ValueError(f"Unrecognized mode: {modes[i]}")
        term = cast(index, "int64") * step
        place = term if place is None else place + term
        step *= dims[i]
    return wrapped(place)


def unravel_index(indices, shape, order="C") -> tuple[Any, ...]:
    """For each axis the indices that places in the flattened array have, as a tuple.

    Raises:
        ValueError: where a place is out of range.
    """
    indices = array_of(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError("only int indices permitted")
    shape = (shape,) if np.isscalar(shape) else tuple(shape)
    if order not in ("C", "F", None):
        raise ValueError("order not understood")
    size = math.prod(shape)
    if indices.size and bool(dpt.any(dpt.logical_or(indices < 0, indices >= size))):
        raise ValueError(f"index is out of bounds for array with size {size}")
    rest = cast(indices, "int64")
    made: list[Any] = [None] * len(shape)
    axes = range(len(shape) - 1, -1, -1) if order != "F" else range(len(shape))
    for i in axes:
        made[i] = wrapped(dpt.remainder(rest, max(shape[i], 1)))
        rest = dpt.floor_divide(rest, max(shape[i], 1))
    return tuple(made)


def diag_indices(n, ndim=2, device=None, usm_type="device", sycl_queue=None) -> tuple[Any, ...]:
    """The indices of the main diagonal of an array of ``ndim`` axes of extent ``n``."""
    index = dpt.arange(n, usm_type=usm_type, sycl_queue=queue_of(sycl_queue, device))
    return (wrapped(index),) * ndim


def diag_indices_from(arr) -> tuple[Any, ...]:
    """The indices of an array's main diagonal. Raises ValueError where its extents differ."""
    arr = array_of(arr)
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim, usm_type=arr.usm_type, sycl_queue=arr.sycl_queue)


def mask_indices(
    n, mask_func, k=0, device=None, usm_type="device", sycl_queue=None
) -> tuple[Any, ...]:
    """The indices where ``mask_func``, such as :func:`triu`, keeps something of a square matrix of ones."""
    from ._creation import ones

    square = ones((n, n), dtype="int64", device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return nonzero(
        mask_func(square, k=k) if mask_func.__name__ in ("tril", "triu") else mask_func(square, k)
    )


def _triangle_indices(
    part: Any, n: Any, k: Any, m: Any, device: Any, usm_type: str, sycl_queue: Any
) -> Any:
    for value in (n, k, n if m is None else m):
        if not isinstance(value, (int, np.integer)):
            raise TypeError(f"An integer is required, but got {type(value)}")
    shape = (n, n if m is None else m)
    mask = dpt.ones(shape, dtype="?", usm_type=usm_type, sycl_queue=queue_of(sycl_queue, device))
    return tuple(all_wrapped(dpt.nonzero(part(mask, k=k))))


def tril_indices(
    n, k=0, m=None, device=None, usm_type="device", sycl_queue=None
) -> tuple[Any, ...]:
    """The indices on and below the ``k``-th diagonal of a matrix of n rows and m columns."""
    return _triangle_indices(dpt.tril, n, k, m, device, usm_type, sycl_queue)


def triu_indices(
    n, k=0, m=None, device=None, usm_type="device", sycl_queue=None
) -> tuple[Any, ...]:
    """The indices on and above the ``k``-th diagonal of a matrix of n rows and m columns."""
    return _triangle_indices(dpt.triu, n, k, m, device, usm_type, sycl_queue)


def _indices_from(indices_of: Any, arr: Any, k: int) -> Any:
    arr = array_of(arr)
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return indices_of(
        arr.shape[0], k, arr.shape[1], usm_type=arr.usm_type, sycl_queue=arr.sycl_queue
    )


def tril_indices_from(arr, k=0) -> tuple[Any, ...]:
    """:func:`tril_indices` of a matrix."""
    return _indices_from(tril_indices, arr, k)


def triu_indices_from(arr, k=0) -> tuple[Any, ...]:
    """:func:`triu_indices` of a matrix."""
    return _indices_from(triu_indices, arr, k)


class _PlaceError(KeyError, IndexError):
    """A place beyond the elements: an IndexError to NumPy, a KeyError to Intel's package."""


class flatiter:
    """The elements of an array in rows, one after the other: iterated, read and written by integers, slices and arrays of either."""

    def __init__(self, X: Any) -> None:
        if not isinstance(X, usm_ndarray):
            raise TypeError(f"Argument must be of type dpnp.ndarray, got {type(X)}")
        self.base = X
        self._next = 0

    def _key(self, key: Any) -> Any:
        if isinstance(key, slice | usm_ndarray):
            return key
        index = operator.index(key)
        if not -self.base.size <= index < self.base.size:
            raise _PlaceError(f"Index {index} is out of bounds for {self.base.size} elements")
        return index

    def __getitem__(self, key: Any) -> Any:
        return wrapped(dpt.reshape(self.base, -1)[self._key(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        key = self._key(key)
        view = _usmarray.reshape_view(self.base, (self.base.size,))
        flat = dpt.reshape(self.base, -1, copy=True) if view is None else view
        flat[key] = value
        if view is None:
            self.base[...] = dpt.reshape(flat, self.base.shape)

    def __len__(self) -> int:
        return self.base.size

    def __iter__(self) -> flatiter:
        self._next = 0
        return self

    def __next__(self) -> Any:
        if self._next >= self.base.size:
            raise StopIteration
        self._next += 1
        return self[self._next - 1]
