"""Functions that move, join and repeat elements without computing on them."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from dpctl.utils import ExecutionPlacementError

from . import _usmarray
from ._reshape import reshape
from ._type_utils import result_type
from ._usmarray import usm_ndarray


def _checked(x: Any) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected usm_ndarray type, got {type(x)}.")
    return x


def _items(axes: Any) -> Any:
    return (axes,) if hasattr(axes, "__index__") else axes


def permute_dims(X: usm_ndarray, /, axes: Sequence[int]) -> usm_ndarray:
    """The view whose i-th axis is axis ``axes[i]`` of ``X``."""
    _checked(X)
    order = [_usmarray.normal_axis_index(a, X.ndim) for a in _items(axes)]
    if len(order) != X.ndim:
        raise ValueError(
            f"The length of the passed axes, {len(order)}, does not match the number of dimensions, {X.ndim}."
        )
    if len(set(order)) != X.ndim:
        raise ValueError(f"repeated axis in `axes` argument: {tuple(axes)}")
    return _usmarray.layout_view(
        X, [X.shape[a] for a in order], [X.strides[a] for a in order], X._element_offset
    )


def expand_dims(X: usm_ndarray, /, axis: int | Sequence[int] = 0) -> usm_ndarray:
    """The view with extents 1 inserted so that they stand at ``axis``."""
    _checked(X)
    new = axis if isinstance(axis, (tuple, list)) else (axis,)
    places = _usmarray.normal_axes(tuple(new), X.ndim + len(new))
    shape, strides = list(X.shape), list(X.strides)
    for place in places:
        shape.insert(place, 1)
        strides.insert(place, 0)
    return _usmarray.layout_view(X, shape, strides, X._element_offset)


def squeeze(X: usm_ndarray, /, axis: int | Sequence[int] | None = None) -> usm_ndarray:
    """The view without the axes of extent 1, or without those of ``axis``."""
    _checked(X)
    if axis is None or (X.ndim == 0 and axis in (0, -1)):
        gone = {i for i, n in enumerate(X.shape) if n == 1}
    else:
        gone = set(_usmarray.normal_axes(axis, X.ndim))
        if any(X.shape[i] != 1 for i in gone):
            raise ValueError(
                f"Cannot select an axis to squeeze out which has size not equal to one: {axis} of {X.shape}."
            )
    kept = [i for i in range(X.ndim) if i not in gone]
    return _usmarray.layout_view(
        X, [X.shape[i] for i in kept], [X.strides[i] for i in kept], X._element_offset
    )


def broadcast_to(X: usm_ndarray, /, shape: Any) -> usm_ndarray:
    """The view that repeats ``X`` to a larger shape."""
    return _usmarray.broadcast_view(_checked(X), shape)


def broadcast_arrays(*args: usm_ndarray) -> list[usm_ndarray]:
    """Views of all arrays in the shape that they broadcast to."""
    if not args:
        raise ValueError("`broadcast_arrays` requires at least one argument.")
    shape = np.broadcast_shapes(*(_checked(x).shape for x in args))
    return [x if x.shape == shape else broadcast_to(x, shape) for x in args]


def moveaxis(X: usm_ndarray, source: Any, destination: Any, /) -> usm_ndarray:
    """The view with some axes moved to other places, the others in their order."""
    _checked(X)
    sources = _moved_axes("source", source, X.ndim)
    targets = _moved_axes("destination", destination, X.ndim)
    if len(sources) != len(targets):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    order = [i for i in range(X.ndim) if i not in sources]
    for target, moved in sorted(zip(targets, sources, strict=True)):
        order.insert(target, moved)
    return permute_dims(X, order)


def _moved_axes(name: str, axes: Any, ndim: int) -> list[int]:
    normal = []
    for axis in _items(axes):
        if not -ndim <= operator.index(axis) < ndim:
            raise np.exceptions.AxisError(axis, ndim, name)
        normal.append(operator.index(axis) % ndim)
    if len(set(normal)) != len(normal):
        raise ValueError(f"repeated axis in `{name}` argument: {axes}")
    return normal


def swapaxes(X: usm_ndarray, axis1: int, axis2: int) -> usm_ndarray:
    """The view with two axes exchanged."""
    _checked(X)
    first, second = (
        _usmarray.normal_axis_index(axis1, X.ndim),
        _usmarray.normal_axis_index(axis2, X.ndim),
    )
    order = list(range(X.ndim))
    order[first], order[second] = second, first
    return permute_dims(X, order)


def flip(X: usm_ndarray, /, *, axis: int | Sequence[int] | None = None) -> usm_ndarray:
    """The view that runs backwards along ``axis``, or along every axis."""
    _checked(X)
    turned = _usmarray.normal_axes(axis, X.ndim)
    return X[tuple(slice(None, None, -1) if i in turned else slice(None) for i in range(X.ndim))]


def unstack(X: usm_ndarray, /, *, axis: int = 0) -> tuple[usm_ndarray, ...]:
    """Views of the parts at each index of ``axis``."""
    _checked(X)
    if X.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    front = moveaxis(X, axis, 0)
    return tuple(front[i] for i in range(front.shape[0]))


def _common(arrays: Sequence[usm_ndarray], name: str) -> tuple[Any, str, np.dtype]:
    """Queue, USM type and dtype of what these are joined to."""
    from dpctl.utils import get_coerced_usm_type, get_execution_queue

    queue = get_execution_queue([_checked(x).sycl_queue for x in arrays])
    if queue is None:  # in dpctl no ExecutionPlacementError
        raise ValueError(
            f"{name}: the arrays live on different queues; copy them to one with to_device()"
        )
    return queue, get_coerced_usm_type([x.usm_type for x in arrays]), result_type(*arrays)


def _sequence(arrays: Any, name: str) -> list[usm_ndarray]:
    if not isinstance(arrays, (list, tuple)):
        raise TypeError(f"{name}: expected a tuple or list of arrays, got {type(arrays)}")
    if not arrays:
        raise TypeError(f"{name}: Missing 1 required positional argument: 'arrays'.")
    return list(arrays)


def concat(arrays: Sequence[usm_ndarray], /, *, axis: int | None = 0) -> usm_ndarray:
    """The arrays joined along an existing axis; ``axis=None`` flattens them first."""
    parts = _sequence(arrays, "concat")
    queue, usm_type, dtype = _common(parts, "concat")
    if axis is None:
        parts = [reshape(x, -1) for x in parts]
    first = parts[0]
    along = _usmarray.normal_axis_index(0 if axis is None else axis, first.ndim)
    for i, x in enumerate(parts):
        if x.ndim != first.ndim:
            raise ValueError(
                "All the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{first.ndim} dimension(s) and the array at index {i} has {x.ndim} dimension(s)."
            )
        if any(
            a != b for k, (a, b) in enumerate(zip(x.shape, first.shape, strict=True)) if k != along
        ):
            raise ValueError(
                "All the input array dimensions except for the target axis must match exactly, but "
                f"the arrays at index 0 and {i} have shapes {first.shape} and {x.shape}"
            )
    shape = list(first.shape)
    shape[along] = sum(x.shape[along] for x in parts)
    made = _usmarray.empty_array(shape, dtype, "C", usm_type, queue)
    start = 0
    for x in parts:
        end = start + x.shape[along]
        made[(slice(None),) * along + (slice(start, end),)] = x
        start = end
    return made


def stack(arrays: Sequence[usm_ndarray], /, *, axis: int = 0) -> usm_ndarray:
    """The arrays joined along a new axis."""
    parts = _sequence(arrays, "stack")
    queue, usm_type, dtype = _common(parts, "stack")
    shape = list(parts[0].shape)
    if any(x.shape != parts[0].shape for x in parts):
        raise ValueError(
            f"All input arrays must have the same shape, not {[x.shape for x in parts]}"
        )
    along = _usmarray.normal_axis_index(axis, len(shape) + 1)
    shape.insert(along, len(parts))
    made = _usmarray.empty_array(shape, dtype, "C", usm_type, queue)
    for i, x in enumerate(parts):
        made[(slice(None),) * along + (i,)] = x
    return made


def roll(
    x: usm_ndarray, /, shift: int | Sequence[int], *, axis: int | Sequence[int] | None = None
) -> usm_ndarray:
    """The elements moved along ``axis``, those pushed over the end coming back at the start."""
    _checked(x)
    if axis is None:
        return reshape(roll(reshape(x, -1), shift, axis=0), x.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,)
    if len(axes) != len(shifts) and 1 not in (len(axes), len(shifts)):
        raise ValueError(f"roll: {len(shifts)} shifts do not go with {len(axes)} axes")
    places = [0] * x.ndim
    for a, s in np.broadcast(axes, shifts):
        places[_usmarray.normal_axis_index(a, x.ndim)] += int(s)
    made = _usmarray.empty_array(x.shape, x.dtype, "C", x.usm_type, x.sycl_queue)
    choices = []
    for n, s in zip(x.shape, places, strict=True):
        s = s % n if n else 0
        whole = [(slice(None), slice(None))]
        choices.append(
            [(slice(s, None), slice(None, n - s)), (slice(None, s), slice(n - s, None))]
            if s
            else whole
        )
    for block in itertools.product(*choices):
        made[tuple(target for target, _ in block)] = x[tuple(source for _, source in block)]
    return made


def repeat(x: usm_ndarray, repeats: Any, /, *, axis: int | None = None) -> usm_ndarray:
    """Each element ``repeats`` times in a row along ``axis``, or of the flattened array."""
    _checked(x)
    if axis is None:
        x, axis = reshape(x, -1), 0
    along = _usmarray.normal_axis_index(axis, x.ndim)
    if isinstance(repeats, usm_ndarray) and repeats.sycl_queue != x.sycl_queue:
        raise ExecutionPlacementError(
            "repeat: `x` and `repeats` live on different queues; copy one with to_device()"
        )
    counts = repeats if isinstance(repeats, usm_ndarray) else np.asarray(repeats)
    if counts.dtype.kind not in "iu":
        raise TypeError(f"repeat: `repeats` must be integers, not {counts.dtype}")
    if counts.ndim > 1:
        raise ValueError(f"repeat: `repeats` must have at most one dimension, not {counts.ndim}")
    if counts.size == 1:
        return _repeat_all(x, int(counts if counts.ndim == 0 else counts[0]), along)
    if counts.shape != (x.shape[along],):
        raise ValueError(
            f"repeat: {counts.size} repeats do not fit the {x.shape[along]} elements of axis {axis}"
        )
    return _repeat_each(x, counts, along)


def _repeat_all(x: usm_ndarray, count: int, along: int) -> usm_ndarray:
    if count < 0:
        raise ValueError(f"repeat: `repeats` must not be negative: {count}")
    wide = broadcast_to(
        expand_dims(x, axis=along + 1), (*x.shape[: along + 1], count, *x.shape[along + 1 :])
    )
    return reshape(
        wide, (*x.shape[:along], x.shape[along] * count, *x.shape[along + 1 :]), copy=True
    )


def _repeat_each(x: usm_ndarray, counts: Any, along: int) -> usm_ndarray:
    """Gathers: the source of a place is the first element whose run ends behind it."""
    from ._accumulation import cumulative_sum
    from ._ctors import arange, asarray
    from ._indexing_functions import take
    from ._reduction import min as least_of
    from ._searchsorted import searchsorted

    if isinstance(counts, usm_ndarray):
        least = int(least_of(counts)) if counts.size else 0
        ends = cumulative_sum(counts, dtype="int64")
    else:
        least = int(counts.min(initial=0))
        ends = asarray(
            np.cumsum(counts, dtype=np.int64), usm_type=x.usm_type, sycl_queue=x.sycl_queue
        )
    if least < 0:
        raise ValueError(f"repeat: `repeats` must not be negative: {least}")
    total = int(ends[-1]) if ends.size else 0
    places = arange(total, dtype="int64", sycl_queue=x.sycl_queue)
    return take(x, searchsorted(ends, places, side="right"), axis=along)


def tile(x: usm_ndarray, repetitions: int | Sequence[int], /) -> usm_ndarray:
    """``x`` laid out ``repetitions`` times along each axis."""
    _checked(x)
    counts = [
        operator.index(n)
        for n in (repetitions if isinstance(repetitions, (tuple, list)) else (repetitions,))
    ]
    if any(n < 0 for n in counts):
        raise ValueError(f"tile: `repetitions` must not be negative: {repetitions}")
    ndim = max(x.ndim, len(counts))
    counts = [1] * (ndim - len(counts)) + counts
    shape = [1] * (ndim - x.ndim) + list(x.shape)
    single = reshape(x, [extent for n in shape for extent in (1, n)])
    wide = broadcast_to(
        single, [extent for pair in zip(counts, shape, strict=True) for extent in pair]
    )
    return reshape(wide, [c * n for c, n in zip(counts, shape, strict=True)], copy=True)
