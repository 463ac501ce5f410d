"""Functions that give arrays other shapes and other orders of axes and elements."""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import check_queues, usm_ndarray

from ._array import ndarray
from ._convert import (
    all_wrapped,
    array_of,
    beside,
    beside_all,
    cast,
    same_queue,
    values_for,
    wrapped,
)


def reshape(a, /, shape=None, order="C", *, newshape=None, copy=None):
    """The elements in another shape: a view where that can be, else a copy.

    Args:
        shape (int, tuple): one extent may be -1.
        order ("C", "F", "A"): in which elements are read and placed.
        copy: ``True`` always copies, ``False`` raises ValueError where a copy is needed.
    """
    if (
        type(shape) in (int, tuple)
        and order == "C"
        and isinstance(a, ndarray)
        and copy is newshape is None
    ):
        view = _usmarray.reshape_view(a, shape)
        if view is not None:
            return view
    a = array_of(a)
    if newshape is not None:
        if shape is not None:
            raise TypeError("reshape: `newshape` and `shape` were both given")
        shape = newshape
    if shape is None:
        raise TypeError("reshape() missing 1 required positional argument: 'shape'")
    if order is None:
        order = "C"
    elif order not in ("C", "F", "A", "c", "f", "a"):
        raise ValueError(f"order must be one of 'C', 'F' or 'A' (got {order!r})")
    order = order.upper()
    if order == "A":
        order = "F" if a.flags.fnc else "C"
    if isinstance(shape, usm_ndarray):
        shape = tuple(int(n) for n in shape)
    return wrapped(dpt.reshape(a, shape, order=order, copy=copy))


def ravel(a, order="C"):
    """The elements with one axis: a view where that can be, else a copy. ``order`` "K" reads them as they lie in memory."""
    a = array_of(a)
    if order in ("K", "k"):
        steps = sorted(range(a.ndim), key=lambda i: (-abs(a.strides[i]), i))
        return wrapped(dpt.reshape(dpt.permute_dims(a, steps), -1))
    made = reshape(a, -1, order=order)
    return made if made.size < 2 or made.strides == (1,) else made.copy()


def transpose(a, axes=None):
    """The view with its axes in another order, the opposite one where ``axes`` is ``None``."""
    a = array_of(a)
    if axes is None:
        return wrapped(_usmarray.permuted_view(a, range(a.ndim - 1, -1, -1)))
    if hasattr(axes, "__index__"):
        axes = (axes,)
    return wrapped(dpt.permute_dims(a, tuple(axes)))


permute_dims = transpose


def matrix_transpose(x, /):
    """The view with the last two axes exchanged."""
    return wrapped(dpt.matrix_transpose(array_of(x)))


def swapaxes(a, axis1, axis2):
    """The view with two axes exchanged."""
    return wrapped(dpt.swapaxes(array_of(a), axis1, axis2))


def moveaxis(a, source, destination):
    """The view with some axes moved to other places."""
    return wrapped(dpt.moveaxis(array_of(a), source, destination))


def rollaxis(x, axis, start=0):
    """The view with an axis moved before the one at ``start``."""
    x = array_of(x)
    axis = _usmarray.normal_axis_index(axis, x.ndim)
    if not -x.ndim <= start <= x.ndim:
        raise np.exceptions.AxisError(f"start={start} is not within {-x.ndim} and {x.ndim}")
    start = start + x.ndim if start < 0 else start
    start = start - 1 if axis < start else start
    return wrapped(dpt.moveaxis(x, axis, start))


def expand_dims(a, axis):
    """The view with extents 1 inserted so that they stand at ``axis``."""
    a = array_of(a)
    return wrapped(dpt.expand_dims(a, axis=tuple(axis) if isinstance(axis, list) else axis))


def squeeze(a, /, axis=None):
    """The view without the axes of extent 1, or without those of ``axis``."""
    a = array_of(a)
    return wrapped(a[...] if axis is None and 1 not in a.shape else dpt.squeeze(a, axis=axis))


def broadcast_to(array, /, shape, subok=False):
    """The read-only view that repeats an array to a larger shape."""
    if subok is not False:
        raise NotImplementedError("broadcast_to: subok is supported only with its default value")
    return wrapped(dpt.broadcast_to(array_of(array), shape))


def broadcast_arrays(*args, subok=False) -> list[Any]:
    """Views of all arrays in the shape that they broadcast to, as a list."""
    if subok is not False:
        raise NotImplementedError(
            "broadcast_arrays: subok is supported only with its default value"
        )
    return all_wrapped(dpt.broadcast_arrays(*(array_of(a) for a in args))) if args else []


def broadcast_shapes(*args) -> tuple[int, ...]:
    """The shape that arrays of these shapes broadcast to."""
    return np.broadcast_shapes(*args)


def _at_least(n: int, arrays: Any) -> Any:
    made = []
    for a in arrays:
        a = array_of(a)
        if a.ndim < n:
            if n == 3:
                key = {0: (None, None, None), 1: (None, slice(None), None), 2: (Ellipsis, None)}[
                    a.ndim
                ]
            else:
                key = (None,) * (n - a.ndim)
            a = a[key] if a.ndim else dpt.reshape(a, (1,) * n)
        made.append(wrapped(a))
    return made[0] if len(made) == 1 else made


def atleast_1d(*arys) -> Any:
    """The arrays, those without axes with one; of several a list."""
    return _at_least(1, arys)


def atleast_2d(*arys) -> Any:
    """The arrays with two axes or more; of several a list."""
    return _at_least(2, arys)


def atleast_3d(*arys) -> Any:
    """The arrays with three axes or more; of several a list."""
    return _at_least(3, arys)


def flip(m, axis=None):
    """The view with elements in the opposite order along axes, all where ``axis`` is ``None``."""
    return wrapped(dpt.flip(array_of(m), axis=axis))


def fliplr(m):
    """The view with columns in the opposite order."""
    if array_of(m).ndim < 2:
        raise ValueError(f"Input array must be at least 2-d, but got {m.ndim}")
    return flip(m, 1)


def flipud(m):
    """The view with rows in the opposite order."""
    if array_of(m).ndim < 1:
        raise ValueError(f"Input array must be at least 1-d, but got {m.ndim}")
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    """The view turned ``k`` times by a quarter in the plane of two axes."""
    m = array_of(m)
    k = operator.index(k) if not isinstance(k, float) else _whole(k)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    first, second = (_usmarray.normal_axis_index(axis, m.ndim) for axis in _in_range(axes, m.ndim))
    if first == second:
        raise ValueError("Axes must be different.")
    k %= 4
    if k == 0:
        return wrapped(m[...])
    if k == 2:
        return flip(m, (first, second))
    if k == 1:
        return swapaxes(flip(m, second), first, second)
    return flip(swapaxes(m, first, second), second)


def _whole(k: float) -> int:
    raise TypeError(f"k must be an integer, not {k!r}")


def _in_range(axes: Any, ndim: int) -> Any:
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"Axes={tuple(axes)} out of range for array of ndim={ndim}.")
    return axes


def roll(x, shift, axis=None):
    """The elements moved along axes, round and round; of the flattened array where ``axis`` is ``None``."""
    x = array_of(x)
    if axis is None:
        return (
            wrapped(dpt.roll(x, shift))
            if not np.iterable(shift)
            else reshape(roll(dpt.reshape(x, -1), sum(shift), 0), x.shape)
        )
    shifts, axes = (tuple(v) if np.iterable(v) else (v,) for v in (shift, axis))
    if len(shifts) != len(axes):
        if 1 not in (len(shifts), len(axes)):
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences of one length")
        shifts, axes = shifts * len(axes), axes * len(shifts)
    places: dict[int, int] = {}
    for n, along in zip(shifts, axes, strict=False):
        along = _usmarray.normal_axis_index(along, x.ndim)
        places[along] = places.get(along, 0) + int(n)
    return (
        wrapped(dpt.roll(x, tuple(places.values()), axis=tuple(places)))
        if places
        else wrapped(dpt.copy(x))
    )


def tile(A, reps):
    """An array laid out ``reps`` times along each axis."""
    return wrapped(dpt.tile(array_of(A), tuple(reps) if np.iterable(reps) else reps))


def repeat(a, repeats, axis=None):
    """Each element, or slice along an axis, several times in a row; flattened where ``axis`` is ``None``."""
    a = array_of(a)
    if isinstance(repeats, (list, tuple, range)) and not isinstance(repeats, usm_ndarray):
        if len(repeats) == 0:
            repeats = np.asarray(repeats, dtype=np.int64)
        repeats = beside(np.asarray(repeats), a)
    if axis is None and a.ndim != 1:
        a, axis = dpt.reshape(a, -1), 0
    return wrapped(dpt.repeat(a, repeats, axis=axis))


def append(arr, values, axis=None):
    """The values behind the array along an axis; both flattened where ``axis`` is ``None``."""
    from ._joining import concatenate

    arr = array_of(arr)
    values = array_of(beside(values, arr))
    if axis is None:
        arr, values, axis = dpt.reshape(arr, -1), dpt.reshape(values, -1), 0
    return concatenate((arr, values), axis=axis)


def resize(a, new_shape):
    """A new array of another shape, with the elements repeated as often as they have to be."""
    a = array_of(a)
    shape = tuple(int(n) for n in (new_shape if np.iterable(new_shape) else (new_shape,)))
    if any(n < 0 for n in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    size = math.prod(shape)
    flat = dpt.reshape(a, -1)
    if a.size == 0 or size == 0:
        return wrapped(
            dpt.zeros(shape, dtype=a.dtype, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
        )
    times = -(-size // a.size)
    flat = dpt.tile(flat, (times,)) if times > 1 else flat
    return wrapped(dpt.copy(dpt.reshape(flat[:size], shape)))


def trim_zeros(filt, trim="fb", axis=None):
    """The array without zeros in front ("f"), behind ("b") or both, along all axes or some.

    Raises:
        ValueError: where ``trim`` names something else.
    """
    filt = array_of(filt)
    if not isinstance(trim, str):
        raise TypeError(f"trim_zeros: trim is a string, not {type(trim)}")
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    if filt.ndim == 0:
        return wrapped(filt)
    axes = (
        range(filt.ndim)
        if axis is None
        else [
            _usmarray.normal_axis_index(i, filt.ndim)
            for i in (axis if np.iterable(axis) else (axis,))
        ]
    )
    nonzero = dpt.nonzero(filt)
    key: list[Any] = [slice(None)] * filt.ndim
    for i in axes:
        if nonzero[i].size == 0:
            edge = filt.shape[i]
            key[i] = slice(edge, edge) if "f" in trim else slice(0, 0)
            continue
        first, last = int(dpt.min(nonzero[i])), int(dpt.max(nonzero[i]))
        key[i] = slice(first if "f" in trim else None, last + 1 if "b" in trim else None)
    return wrapped(filt[tuple(key)])


def delete(arr, obj, axis=None):
    """The array without the slices that ``obj`` names along an axis.

    Args:
        obj (int, slice, array, sequence): indices, or a truth value for each slice.

    Raises:
        IndexError: for indices out of range.
    """
    arr, axis = _along(arr, axis)
    count = arr.shape[axis]
    run = _run_of(obj, count)
    if run is not None:
        before = (slice(None),) * axis
        left = (arr[(*before, slice(0, run.start))], arr[(*before, slice(run.stop, None))])
        return wrapped(_lying_like(dpt.concat(left, axis=axis), arr))
    keep = np.ones(count, dtype=bool)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        places = _on_host(obj, arr)
        if places.dtype.kind == "b":
            if places.shape != (count,):
                raise ValueError(
                    f"boolean array argument `obj` to delete must be one-dimensional and match the axis length of {count}"
                )
            keep = ~places
        else:
            keep[_in_range_of("delete", places, count, count)] = False
    places = beside_all(np.flatnonzero(keep), arr, obj)
    return wrapped(_lying_like(dpt.take(arr, places, axis=axis), arr))


def _run_of(obj: Any, count: int) -> slice | None:
    """The places that an integer or a slice names where they follow each other."""
    if isinstance(obj, slice):
        places = range(*obj.indices(count))
        if len(places) > 1 and abs(places.step) != 1:
            return None
        return slice(min(places), max(places) + 1) if places else slice(0, 0)
    if isinstance(obj, (int, np.integer)) and not isinstance(obj, (bool, np.bool_)):
        place = int(_in_range_of("delete", np.asarray(obj), count, count))
        return slice(place, place + 1)
    return None


def _along(arr: Any, axis: Any) -> tuple[Any, int]:
    """The array, flattened where no axis is given, and the axis."""
    arr = array_of(arr)
    if axis is None:
        arr, axis = dpt.reshape(arr, -1), 0
    return arr, _usmarray.normal_axis_index(axis, arr.ndim)


def _on_host(obj: Any, arr: Any) -> np.ndarray:
    """Indices or truth values as an array of NumPy's."""
    if isinstance(obj, usm_ndarray):
        check_queues("dpnp", arr, obj)
        return dpt.asnumpy(obj)
    host = np.asarray(obj)
    return host.astype(np.intp) if host.size == 0 and not isinstance(obj, np.ndarray) else host


def _in_range_of(name: str, places: np.ndarray, count: int, limit: int) -> np.ndarray:
    """Indices counted from the first."""
    if places.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    wrong = places[(places < -count) | (places >= limit)]
    if wrong.size:
        raise IndexError(f"index {wrong[0]} is out of bounds for axis with size {count}")
    return np.where(places < 0, places + count, places).astype(np.int64)


def _lying_like(x: Any, arr: Any) -> Any:
    """In columns where the other array lies in columns."""
    return _usmarray.astype_array(x, x.dtype, "F" if arr.flags.fnc else "C", False)


def _places_between(obj: Any, arr: Any, count: int) -> Any:
    """The places of NumPy's integers before which something is put; the last is behind all elements."""
    if type(obj) is int and -count <= obj <= count:
        return np.int64(obj if obj >= 0 else obj + count)
    host = np.arange(*obj.indices(count)) if isinstance(obj, slice) else _on_host(obj, arr)
    if host.ndim > 1:
        raise ValueError("index array argument `obj` to insert must be one-dimensional or scalar")
    if host.dtype.kind == "b":
        host = np.flatnonzero(host) if host.ndim else host.astype(np.intp)
    return _in_range_of("insert", host, count, count + 1)


def _opened(arr: Any, axis: int, place: int, values: Any) -> Any:
    """The array with values, which broadcast along the other axes, between two of its slices."""
    before = (slice(None),) * axis
    shape = (*arr.shape[:axis], values.shape[axis], *arr.shape[axis + 1 :])
    if values.shape != shape:
        values = dpt.broadcast_to(values, shape)
    first, last = arr[(*before, slice(0, place))], arr[(*before, slice(place, None))]
    return _lying_like(dpt.concat((first, values, last), axis=axis), arr)


def insert(arr, obj, values, axis=None):
    """The array with values inserted before the places that ``obj`` names along an axis.

    Raises:
        IndexError: for places out of range.
        ValueError: for arrays of places with more than one axis, and for values that do not broadcast to the places.
    """
    arr, axis = _along(arr, axis)
    count = arr.shape[axis]
    places = _places_between(obj, arr, count)
    values = values_for(arr, values)
    if places.size == 1:
        values = dpt.reshape(values, (1,) * (arr.ndim - values.ndim) + values.shape)
        values = dpt.moveaxis(values, 0, axis) if places.ndim == 0 and axis else values
        if not isinstance(obj, usm_ndarray):
            check_queues("insert", arr, values)
            return wrapped(_opened(arr, axis, places.item(), values))
        places = np.full(values.shape[axis], places.item())
    if not places.size:
        _check_broadcast(values.shape, (*arr.shape[:axis], 0, *arr.shape[axis + 1 :]))
    targets = places.copy()
    targets[np.argsort(places, kind="stable")] += np.arange(places.size)
    total = count + places.size
    shape = (*arr.shape[:axis], total, *arr.shape[axis + 1 :])
    order = "F" if arr.flags.fnc else "C"
    queue, kind = same_queue(arr, values, obj)
    made = dpt.empty(shape, dtype=arr.dtype, usm_type=kind, sycl_queue=queue, order=order)
    before = (slice(None),) * axis
    if places.size and np.all(targets == targets[0] + np.arange(targets.size)):
        first, behind = int(targets[0]), int(targets[0]) + targets.size
        made[(*before, slice(0, first))] = arr[(*before, slice(0, first))]
        made[(*before, slice(first, behind))] = values
        made[(*before, slice(behind, None))] = arr[(*before, slice(first, None))]
        return wrapped(made)
    kept = np.ones(total, dtype=bool)
    kept[targets] = False
    if targets.size:
        made[(*before, beside(targets, arr))] = values
    made[(*before, beside(np.flatnonzero(kept), arr))] = arr
    return wrapped(made)


def _check_broadcast(shape: tuple[int, ...], to: tuple[int, ...]) -> None:
    """Raises ValueError unless values of a shape fill a place of another one."""
    if np.broadcast_shapes(shape, to) != to:
        raise ValueError(f"shape mismatch: values of shape {shape} do not broadcast to {to}")


def size(a, axis=None) -> int:
    """The number of elements, or the extent along an axis."""
    if not isinstance(a, usm_ndarray):
        return np.size(a, axis)
    if axis is None:
        return a.size
    return math.prod(a.shape[i] for i in _usmarray.normal_axes(axis, a.ndim))


def shape(a) -> tuple[int, ...]:
    """The extents."""
    return a.shape if isinstance(a, usm_ndarray) else np.shape(a)


def ndim(a) -> int:
    """The number of axes."""
    return a.ndim if isinstance(a, usm_ndarray) else np.ndim(a)


def unstack(x, /, *, axis=0) -> tuple[Any, ...]:
    """The slices along an axis, as a tuple of views."""
    x = array_of(x)
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(all_wrapped(dpt.unstack(x, axis=axis)))


def copyto(dst, src, casting="same_kind", where=True) -> None:
    """Stores what broadcasts to an array in it, only where ``where`` holds.

    Raises:
        TypeError: where the dtype of ``src`` does not cast to that of ``dst`` by ``casting``.
    """
    if not isinstance(dst, usm_ndarray):
        raise TypeError(f"Destination array must be any of supported type, but got {type(dst)}")
    if not isinstance(src, usm_ndarray):
        if not np.isscalar(src) or isinstance(src, str):
            src = beside(src, dst)
        else:
            src = beside(
                src,
                dst,
                dpt.result_type(src, dst)
                if isinstance(src, (int, float, complex)) and not isinstance(src, np.generic)
                else None,
            )
    if not np.can_cast(src.dtype, dst.dtype, casting):
        raise TypeError(
            f"Cannot cast from {src.dtype} to {dst.dtype} according to the rule {casting}."
        )
    if where is True:
        dst[...] = _without_leading(src, dst)
        return
    if not isinstance(where, usm_ndarray):
        if not np.isscalar(where) or isinstance(where, str):
            raise TypeError(f"`where` array must be any of supported type, but got {type(where)}")
        where = bool(where)
    mask = beside(where, dst)
    if mask.dtype.kind != "b":
        raise TypeError(f"`where` keyword argument must be of boolean type, but got {mask.dtype}")
    _usmarray.assign_where_array(
        dst,
        dpt.broadcast_to(_without_leading(mask, dst), dst.shape),
        dpt.broadcast_to(_without_leading(cast(src, dst.dtype), dst), dst.shape),
    )


def _without_leading(x: Any, like: Any) -> Any:
    """The array without leading extents of 1 that the other does not have."""
    while x.ndim > like.ndim and x.shape[0] == 1:
        x = x[0]
    return x
