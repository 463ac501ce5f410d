"""Functions that move, join and repeat elements without computing on them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _usmarray
from ._reshape import reshape
from ._usmarray import items_of, usm_ndarray


def _checked(x: Any) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected usm_ndarray type, got {type(x)}.")
    return x


def permute_dims(X: usm_ndarray, /, axes: Sequence[int]) -> usm_ndarray:
    """The view whose i-th axis is axis ``axes[i]`` of ``X``."""
    _checked(X)
    order = [_usmarray.normal_axis_index(a, X.ndim) for a in items_of(axes)]
    if len(order) != X.ndim:
        raise ValueError(
            f"The length of the passed axes, {len(order)}, does not match the number of dimensions, {X.ndim}."
        )
    if len(set(order)) != X.ndim:
        raise ValueError(f"repeated axis in `axes` argument: {tuple(axes)}")
    return _usmarray.permuted_view(X, order)


def expand_dims(X: usm_ndarray, /, axis: int | Sequence[int] = 0) -> usm_ndarray:
    """The view with extents 1 inserted so that they stand at ``axis``."""
    _checked(X)
    new = items_of(axis)
    places = _usmarray.normal_axes(new, X.ndim + len(new))
    shape, strides = list(X.shape), list(X.strides)
    for place in places:
        shape.insert(place, 1)
        strides.insert(place, 0)
    return _usmarray.layout_view(X, shape, strides, X._element_offset)


def squeeze(X: usm_ndarray, /, axis: int | Sequence[int] | None = None) -> usm_ndarray:
    """The view without the axes of extent 1, or without those of ``axis``."""
    _checked(X)
    shape, strides = X.shape, X.strides
    if axis is None or (not shape and axis in (0, -1)):
        kept = [i for i, n in enumerate(shape) if n != 1]
    else:
        gone = _usmarray.normal_axes(axis, len(shape))
        if any(shape[i] != 1 for i in gone):
            raise ValueError(
                f"Cannot select an axis to squeeze out which has size not equal to one: {axis} of {shape}."
            )
        kept = [i for i in range(len(shape)) if i not in gone]
    return _usmarray.layout_view(
        X, [shape[i] for i in kept], [strides[i] for i in kept], X._element_offset
    )


def broadcast_to(X: usm_ndarray, /, shape: Any) -> usm_ndarray:
    """The view that repeats ``X`` to a larger shape."""
    return _usmarray.broadcast_view(_checked(X), shape)


def broadcast_arrays(*args: usm_ndarray) -> list[usm_ndarray]:
    """Views of all arrays in the shape that they broadcast to, as a list."""
    if not args:
        raise ValueError("`broadcast_arrays` requires at least one argument.")
    shape = _usmarray.broadcast_shape(*args)
    return [x if x.shape == shape else broadcast_to(x, shape) for x in args]


def broadcast_shapes(*shapes: int | Sequence[int]) -> tuple[int, ...]:
    """The shape that arrays of these shapes broadcast to; a number stands for a shape of one extent."""
    return np.broadcast_shapes(*shapes)


def moveaxis(X: usm_ndarray, source: Any, destination: Any, /) -> usm_ndarray:
    """The view with some axes moved to other places, the others in their order."""
    ndim = _checked(X).ndim
    if type(source) is type(destination) is int and all(
        [-ndim <= i < ndim for i in (source, destination)]
    ):
        order = list(range(ndim))
        order.insert(destination % ndim, order.pop(source))
        return _usmarray.permuted_view(X, order)
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
    for axis in items_of(axes):
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
    return _usmarray.permuted_view(X, order)


def flip(X: usm_ndarray, /, *, axis: int | Sequence[int] | None = None) -> usm_ndarray:
    """The view that runs backwards along ``axis``, or along every axis."""
    _checked(X)
    turned = _usmarray.normal_axes(axis, X.ndim)
    return X[tuple(slice(None, None, -1) if i in turned else slice(None) for i in range(X.ndim))]


def unstack(X: usm_ndarray, /, *, axis: int = 0) -> tuple[usm_ndarray, ...]:
    """Views of the parts at each index of ``axis``."""
    front = moveaxis(_checked(X), axis, 0)
    return tuple(front[i] for i in range(front.shape[0]))


def concat(arrays: Sequence[usm_ndarray], /, *, axis: int | None = 0) -> usm_ndarray:
    """The arrays joined along an existing axis; ``axis=None`` flattens them first."""
    if axis is None and isinstance(arrays, (list, tuple)):
        return _usmarray.concat_arrays([reshape(x, -1) for x in arrays], 0)
    return _usmarray.concat_arrays(arrays, axis)


def stack(arrays: Sequence[usm_ndarray], /, *, axis: int = 0) -> usm_ndarray:
    """The arrays joined along a new axis."""
    return _usmarray.stack_arrays(arrays, axis)


def roll(
    x: usm_ndarray, /, shift: int | Sequence[int], *, axis: int | Sequence[int] | None = None
) -> usm_ndarray:
    """The elements moved along ``axis``, those pushed over the end coming back at the start."""
    _checked(x)
    if axis is None:
        return reshape(roll(reshape(x, -1), shift, axis=0), x.shape)
    axes = items_of(axis)
    shifts = [operator.index(s) if isinstance(s, usm_ndarray) else s for s in items_of(shift)]
    if len(axes) != len(shifts) and 1 not in (len(axes), len(shifts)):
        raise ValueError(f"roll: {len(shifts)} shifts do not go with {len(axes)} axes")
    places = [0] * x.ndim
    for a, s in np.broadcast(axes, shifts):
        places[_usmarray.normal_axis_index(a, x.ndim)] += operator.index(s)
    return _usmarray.roll_array(
        x, [s % n if n else 0 for s, n in zip(places, x.shape, strict=True)]
    )


def repeat(x: usm_ndarray, repeats: Any, /, *, axis: int | None = None) -> usm_ndarray:
    """Each element ``repeats`` times in a row along ``axis``, or of the flattened array."""
    _checked(x)
    if axis is None:
        x, axis = x if x.ndim == 1 else reshape(x, -1), 0
    along = _usmarray.normal_axis_index(axis, x.ndim)
    if isinstance(repeats, int):
        return _usmarray.repeat_array(x, repeats, along)
    if isinstance(repeats, usm_ndarray):
        x = x if x.usm_type == repeats.usm_type else _in_common_memory(x, repeats)
        repeated = _usmarray.repeat_array_each(x, repeats, along)
        if repeated is not None:
            return repeated
        _usmarray.check_queues("repeat", x, repeats)
    counts = repeats if isinstance(repeats, usm_ndarray) else _counts(repeats)
    if counts.dtype.kind not in "iu":
        raise TypeError(f"repeat: `repeats` must be integers, not {counts.dtype}")
    if counts.ndim > 1:
        raise ValueError(f"repeat: `repeats` must have at most one dimension, not {counts.ndim}")
    if counts.size == 1:
        return _usmarray.repeat_array(x, int(counts if counts.ndim == 0 else counts[0]), along)
    if counts.shape != (x.shape[along],):
        raise ValueError(
            f"repeat: {counts.size} repeats do not fit the {x.shape[along]} elements of axis {axis}"
        )
    return _repeat_each(x, counts, along)


def _counts(repeats: Any) -> np.ndarray:
    """NumPy takes what holds nothing for floating point."""
    counts = np.asarray(repeats)
    return counts if counts.size else counts.astype(np.int64)


def _in_common_memory(x: usm_ndarray, other: usm_ndarray) -> usm_ndarray:
    """The array in the kind of memory that what is made of both lies in."""
    from dpctl.utils import get_coerced_usm_type

    from ._ctors import asarray

    kind = get_coerced_usm_type((x.usm_type, other.usm_type))
    return x if kind == x.usm_type else asarray(x, usm_type=kind)


def _repeat_each(x: usm_ndarray, counts: Any, along: int) -> usm_ndarray:
    """Gathers: the source of a place is the first element whose run ends behind it."""
    from ._accumulation import cumulative_sum
    from ._ctors import arange, asarray
    from ._indexing_functions import take
    from ._reduction import max as greatest_of
    from ._reduction import min as least_of
    from ._searchsorted import searchsorted

    if not counts.size:
        least, most = 0, 0
    elif isinstance(counts, usm_ndarray):
        least, most = int(least_of(counts)), int(greatest_of(counts))
    else:
        least, most = int(counts.min()), int(counts.max())
    if least < 0:
        raise ValueError(f"repeat: `repeats` must not be negative: {least}")
    if most * counts.size >= 2**63:
        raise ValueError(
            f"repeat: {counts.size} counts of up to {most} are beyond what can be addressed"
        )
    if isinstance(counts, usm_ndarray):
        ends = cumulative_sum(counts, dtype="int64")
    else:
        ends = asarray(
            np.cumsum(counts, dtype=np.int64), usm_type=x.usm_type, sycl_queue=x.sycl_queue
        )
    total = int(ends[-1]) if ends.size else 0
    places = arange(total, dtype="int64", usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    return take(x, searchsorted(ends, places, side="right"), axis=along)


def tile(x: usm_ndarray, repetitions: int | Sequence[int], /) -> usm_ndarray:
    """``x`` laid out ``repetitions`` times along each axis."""
    return _usmarray.tile_array(_checked(x), items_of(repetitions))
