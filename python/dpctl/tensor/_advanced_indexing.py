"""Indexing by arrays: which part of a key is basic, what integer arrays and masks select of the rest, and where it goes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _usmarray
from ._conversion import asarray
from ._usmarray import check_queues, usm_ndarray


class _Selection(NamedTuple):
    """Arrays that index the axes of a view from ``axis`` on."""

    view: usm_ndarray
    axis: int
    arrays: list[usm_ndarray]


def getitem(x: usm_ndarray, key: Any) -> usm_ndarray:
    """``x[key]`` where the key has arrays or truth values."""
    plain = _split_plain(x, key)
    if plain is not None:
        return take_axes(*plain)
    flagged = _flagged_view(x, key)
    if flagged is not None:
        return _usmarray.astype_array(
            flagged, x.dtype, "K", True
        )  # what truth values choose is a copy
    view, axis, arrays = _split(x, key)
    if len(arrays) == 1 and arrays[0].dtype.kind == "b" and arrays[0].shape == view.shape:
        return _usmarray.compress_array(arrays[0], view)
    return take_axes(view, axis, _integers(view, axis, arrays))


def setitem(x: usm_ndarray, key: Any, values: Any) -> None:
    """``x[key] = values`` where the key has arrays or truth values."""
    plain = _split_plain(x, key)
    if plain is not None:
        put_axes(*plain, values_for("assignment", x, values))
        return
    flagged = _flagged_view(x, key)
    if flagged is not None:
        flagged[...] = values
        return
    view, axis, arrays = _split(x, key)
    is_mask = len(arrays) == 1 and arrays[0].dtype.kind == "b"
    if is_mask and _usmarray.holds_kind(x, values):
        whole = _whole_mask(view, axis, arrays[0])
        if whole is not None:
            _usmarray.assign_where_array(view, whole, values)
        return
    values = values_for("assignment", x, values)
    if is_mask:
        _put_mask(view, axis, arrays[0], values)
    else:
        put_axes(view, axis, _integers(view, axis, arrays), values)


_WHOLE = slice(None)


def _split_plain(x: usm_ndarray, key: Any) -> _Selection | None:
    """What a key selects whose arrays are of integers, with axes, and side by side; None where there is more to look at."""
    basic: list[Any] = []
    arrays: list[usm_ndarray] = []
    axis, after = 0, False
    for item in key if type(key) is tuple else (key,):
        if isinstance(item, usm_ndarray):
            if after or item.ndim == 0 or item.dtype.kind not in "iu":
                return None
            arrays.append(item)
            basic.append(_WHOLE)
            continue
        if item is not None and type(item) not in (slice, int):
            return None
        after = len(arrays) > 0
        axis += not after and type(item) is not int
        basic.append(item)
    if not arrays or len(basic) - basic.count(None) > x.ndim:
        return None
    check_queues("indexing", x, *arrays)
    return _Selection(x if len(arrays) == len(basic) else x[tuple(basic)], axis, arrays)


def _is_flag(item: Any) -> bool:
    """A truth value without dimensions."""
    if isinstance(item, (usm_ndarray, np.ndarray)):
        return item.ndim == 0 and item.dtype.kind == "b"
    return isinstance(item, (bool, np.bool_))


def _flagged_view(x: usm_ndarray, key: Any) -> usm_ndarray | None:
    """The view with a new axis for each truth value, of extent 1 or 0; None where other arrays stand beside them."""
    items = key if isinstance(key, tuple) else (key,)
    arrays = (usm_ndarray, np.ndarray)
    if not all(_is_flag(item) or not isinstance(item, arrays) or item.ndim == 0 for item in items):
        return None
    flags = [bool(item) for item in items if _is_flag(item)]
    if not flags:
        return None
    marked = tuple(None if _is_flag(item) else item for item in items)
    view = x[marked]
    counts = iter(flags)
    key_after: list[Any] = []
    for item in items:
        if _is_flag(item):
            key_after.append(slice(0, int(next(counts))))
        elif item is Ellipsis:
            key_after.append(Ellipsis)
        elif item is None or isinstance(item, slice):
            key_after.append(slice(None))
    return view[tuple(key_after)]


def values_for(function: str, x: usm_ndarray, values: Any) -> usm_ndarray:
    """What is stored, as an array of x's dtype on its queue."""
    if isinstance(values, usm_ndarray):
        check_queues(function, x, values)
        return _usmarray.astype_array(values, x.dtype, "K", False)
    return asarray(values, dtype=x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def _without_leading_ones(values: usm_ndarray, ndim: int) -> usm_ndarray:
    """What is assigned may have more axes than its place, if these are of extent 1 and come first."""
    beyond = values.ndim - ndim
    if beyond > 0 and all(extent == 1 for extent in values.shape[:beyond]):
        return values[(0,) * beyond]
    return values


def _split(x: usm_ndarray, key: Any) -> _Selection:
    items = list(key) if isinstance(key, tuple) else [key]
    items = [_as_array(item, x) for item in items]
    consumed = sum(_axes_of(item) for item in items)
    if consumed > x.ndim:
        raise IndexError(
            f"too many indices for an array, array is {x.ndim}-dimensional, but {consumed} were indexed"
        )
    ellipses = [i for i, item in enumerate(items) if item is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if ellipses:
        at = ellipses[0]
        items[at : at + 1] = [slice(None)] * (x.ndim - consumed)
    apart = not _stand_together(items)
    if apart:
        items = [int(item) if _is_number(item) else item for item in items]
        apart = not _stand_together(items)
        if apart and type(x) is usm_ndarray:
            raise IndexError(
                "arrays in an index must stand together: only integers may be between them"
            )
    basic: list[Any] = []
    for item in items:
        basic += (
            [slice(None)] * item_axes if (item_axes := _array_axes(item)) is not None else [item]
        )
    check_queues("indexing", x, *(item for item in items if isinstance(item, usm_ndarray)))
    axis = sum(item is None or isinstance(item, slice) for item in items[: _first_array(items)])
    arrays = [item for item in items if isinstance(item, usm_ndarray)]
    view = x[tuple(basic)]
    if apart:
        return _with_first_axes(view, items, arrays)
    return _with_flat_masks(view, axis, arrays)


def _with_first_axes(view: usm_ndarray, items: list[Any], arrays: list[usm_ndarray]) -> _Selection:
    """Arrays apart from each other, which NumPy's arrays and those of other packages take, index axes that come first."""
    from ._manipulation_functions import moveaxis

    places: list[int] = []
    at = 0
    for item in items:
        axes = _array_axes(item)
        if axes == 0:
            raise IndexError("a truth value in an index must stand beside the other arrays")
        if axes is not None:
            places += range(at, at + axes)
        at += axes if axes is not None else int(item is None or isinstance(item, slice))
    return _Selection(moveaxis(view, places, list(range(len(places)))), 0, arrays)


def _is_number(item: Any) -> bool:
    """An integer array without dimensions: an integer to dpctl, wherever it stands."""
    return isinstance(item, usm_ndarray) and item.ndim == 0 and item.dtype.kind in "iu"


def _first_array(items: list[Any]) -> int:
    return next(i for i, item in enumerate(items) if isinstance(item, usm_ndarray))


def _stand_together(items: list[Any]) -> bool:
    """Whether only integers are between the arrays."""
    between = items[_first_array(items) : len(items) - _first_array(items[::-1])]
    return not any(item is None or isinstance(item, slice) for item in between)


def _with_flat_masks(view: usm_ndarray, axis: int, arrays: list[usm_ndarray]) -> _Selection:
    """Masks without dimensions select from a new axis of extent 1."""
    at = axis
    for i, array in enumerate(arrays):
        if array.dtype.kind == "b" and array.ndim == 0:
            from ._manipulation_functions import expand_dims
            from ._reshape import reshape

            arrays[i] = reshape(array, (1,))
            view = expand_dims(view, axis=at)
        at += arrays[i].ndim if arrays[i].dtype.kind == "b" else 1
    return _Selection(view, axis, arrays)


def _as_array(item: Any, x: usm_ndarray) -> Any:
    if isinstance(item, (np.ndarray, bool, np.bool_)):
        item = asarray(item, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if isinstance(item, usm_ndarray) and item.dtype.kind not in "biu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return item


def _array_axes(item: Any) -> int | None:
    if not isinstance(item, usm_ndarray):
        return None
    return item.ndim if item.dtype.kind == "b" else 1


def _axes_of(item: Any) -> int:
    axes = _array_axes(item)
    if axes is not None:
        return axes
    return 0 if item is None or item is Ellipsis else 1


def _check_mask(view: usm_ndarray, axis: int, mask: usm_ndarray) -> None:
    for i, extent in enumerate(mask.shape):
        if extent not in (0, view.shape[axis + i]):
            raise IndexError(
                f"boolean index did not match indexed array in dimension {axis + i}; dimension is "
                f"{view.shape[axis + i]} but boolean dimension is {extent}"
            )


def _integers(view: usm_ndarray, axis: int, arrays: list[usm_ndarray]) -> list[usm_ndarray]:
    """The arrays with integers in place of masks."""
    integers: list[usm_ndarray] = []
    for array in arrays:
        if array.dtype.kind == "b":
            _check_mask(view, axis + len(integers), array)
            integers += _usmarray.nonzero_arrays(array)
        else:
            integers.append(array)
    return integers


def wrapped(index: usm_ndarray, extent: int) -> usm_ndarray:
    """Indices as they count from the start: beyond an end that end, below zero from the end."""
    from ._elementwise_funcs import less, maximum, minimum
    from ._search_functions import where

    if index.dtype == np.uint64:
        index = minimum(index, np.iinfo(np.int64).max)
    index = _usmarray.astype_array(index, np.int64, "K", False)
    index = minimum(maximum(index, -extent), extent - 1)
    return where(less(index, 0), index + extent, index)


def _prepared(
    view: usm_ndarray, axis: int, indices: list[usm_ndarray], clips: bool
) -> tuple[usm_ndarray, tuple[int, int]]:
    """One array of indices, with extent and stride of the axis it indexes; offsets have extent 0."""
    if len(indices) == 1:
        return indices[0], (view.shape[axis], view.strides[axis])
    several = [i for i in indices if i.ndim] or indices  # one without axes stands for an integer
    kinds = {i.dtype.kind for i in several}
    if len(kinds) > 1 and _usmarray.common_dtype(several).kind not in "iu":
        raise ValueError("cannot safely promote indices to an integer data type")
    return _usmarray.offsets_array(view, indices, axis, clips), (0, 1)


def _check_extents(
    view: usm_ndarray, axis: int, indices: list[usm_ndarray], action: str
) -> tuple[int, ...]:
    """The shape that the indexed axes become."""
    shape = _usmarray.broadcast_shape(*indices)
    if 0 in view.shape[axis : axis + len(indices)] and 0 not in shape:
        raise IndexError(f"cannot {action} non-empty indices from an empty axis")
    return shape


def take_axes(
    view: usm_ndarray, axis: int, indices: list[usm_ndarray], clips: bool = False
) -> usm_ndarray:
    """Elements through one array of indices for each axis from ``axis`` on."""
    try:
        shape = _check_extents(view, axis, indices, "take")
    except ValueError as error:
        raise IndexError(str(error)) from None
    end = axis + len(indices)
    result = (*view.shape[:axis], *shape, *view.shape[end:])
    if 0 in result:
        return _usmarray.empty_array(result, view.dtype, "C", view.usm_type, view.sycl_queue)
    index, along = _prepared(view, axis, indices, clips)
    return _usmarray.take_array(view, index, axis, len(indices), along, clips)


def put_axes(
    view: usm_ndarray,
    axis: int,
    indices: list[usm_ndarray],
    values: usm_ndarray,
    clips: bool = False,
) -> None:
    """Stores through one array of indices for each axis from ``axis`` on."""
    shape = _check_extents(view, axis, indices, "put into")
    end = axis + len(indices)
    target = (*view.shape[:axis], *shape, *view.shape[end:])
    values = _usmarray.broadcast_view(_without_leading_ones(values, len(target)), target)
    if 0 in target:
        return
    index, along = _prepared(view, axis, indices, clips)
    _usmarray.put_array(view, index, axis, len(indices), along, clips, values)


def _whole_mask(view: usm_ndarray, axis: int, mask: usm_ndarray) -> usm_ndarray | None:
    """The mask of axes from ``axis`` on, for all elements; None where it selects none of them."""
    from ._manipulation_functions import broadcast_to
    from ._reshape import reshape

    _check_mask(view, axis, mask)
    if mask.size == 0:
        return None
    trailing = view.ndim - axis - mask.ndim
    return broadcast_to(reshape(mask, (*mask.shape, *(1,) * trailing)), view.shape)


def _put_mask(view: usm_ndarray, axis: int, mask: usm_ndarray, values: usm_ndarray) -> None:
    from ._manipulation_functions import broadcast_to
    from ._reduction import count_nonzero
    from ._reshape import reshape

    whole = _whole_mask(view, axis, mask)
    if mask.ndim < view.ndim:
        values = _without_leading_ones(values, view.ndim - mask.ndim + 1)
    if whole is None:
        broadcast_to(values, (*view.shape[:axis], 0, *view.shape[axis + mask.ndim :]))
        return
    trailing = view.ndim - axis - mask.ndim
    along = values.ndim - trailing - 1  # which axis of the values is that of the selected elements
    if along < 0 or values.shape[along] == 1:
        if along > axis:
            raise ValueError(f"could not broadcast values of shape {values.shape} to the selection")
        if along >= 0:
            extents = values.shape
            values = reshape(values, (*extents[:along], *(1,) * mask.ndim, *extents[along + 1 :]))
        _usmarray.assign_where_array(view, whole, values)
        return
    count = int(count_nonzero(mask))
    values = broadcast_to(values, (*view.shape[:axis], count, *view.shape[axis + mask.ndim :]))
    _usmarray.expand_array(view, whole, values)
