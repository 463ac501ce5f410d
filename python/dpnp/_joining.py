"""Functions that join arrays and split them."""

from __future__ import annotations

import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, cast, stored, wrapped
from ._manipulation import _at_least


def _parts(name: str, arrays: Any) -> list[usm_ndarray]:
    if isinstance(arrays, usm_ndarray):
        if arrays.ndim == 0:
            raise TypeError(f"{name}: expected a sequence of arrays")
        arrays = [arrays[i] for i in range(arrays.shape[0])]
    elif not isinstance(arrays, (list, tuple)):
        raise TypeError(f"{name}: arrays to join must be passed as a sequence, got {type(arrays)}")
    if not len(arrays):
        raise ValueError("need at least one array to concatenate")
    return [array_of(x) for x in arrays]


def _in_dtype(arrays: list[Any], out: Any, dtype: Any, casting: str) -> list[Any]:
    if out is not None:
        array_of(out)
        if dtype is not None:
            raise TypeError(
                "concatenate() only takes `out` or `dtype` as an argument, but both were provided."
            )
        dtype = out.dtype
    if dtype is None:
        if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
            raise ValueError(
                f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r})"
            )
        return arrays
    for x in arrays:
        if not np.can_cast(x.dtype, dtype, casting):
            raise TypeError(
                f"Cannot cast from {x.dtype} to {np.dtype(dtype)} according to rule {casting!r}."
            )
    return [cast(x, dtype) for x in arrays]


def concatenate(arrays, /, *, axis=0, out=None, dtype=None, casting="same_kind"):
    """The arrays joined along an axis that they have; flattened first where ``axis`` is ``None``.

    Args:
        out (ndarray, optional): array to write to.
        dtype (optional): of the result, which inputs are cast to by ``casting``.
    """
    parts = _in_dtype(_parts("concatenate", arrays), out, dtype, casting)
    if axis is None:
        parts, axis = [dpt.reshape(x, -1) for x in parts], 0
    return stored(dpt.concat(parts, axis=axis), out, casting)


concat = concatenate


def stack(arrays, /, *, axis=0, out=None, dtype=None, casting="same_kind"):
    """The arrays joined along a new axis; arguments as of :func:`concatenate`."""
    parts = _in_dtype(_parts("stack", arrays), out, dtype, casting)
    return stored(dpt.stack(parts, axis=axis), out, casting)


def _of_at_least(arrays: Any, name: str, ndim: int) -> list[Any]:
    parts = _parts(name, arrays)
    made = _at_least(ndim, parts)
    return made if len(parts) > 1 else [made]


def hstack(tup, *, dtype=None, casting="same_kind"):
    """The arrays joined along the second axis, those of one axis along the first."""
    parts = _of_at_least(tup, "hstack", 1)
    return concatenate(parts, axis=0 if parts[0].ndim == 1 else 1, dtype=dtype, casting=casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """The arrays as rows, joined along the first axis."""
    return concatenate(_of_at_least(tup, "vstack", 2), dtype=dtype, casting=casting)


row_stack = vstack


def dstack(tup):
    """The arrays joined along the third axis."""
    return concatenate(_of_at_least(tup, "dstack", 3), axis=2)


def column_stack(tup):
    """Vectors as columns, and matrices, joined to a matrix."""
    columns = {0: (None, None), 1: (slice(None), None)}
    parts = [x[columns[x.ndim]] if x.ndim < 2 else x for x in _parts("column_stack", tup)]
    for x in parts:
        if x.ndim != 2:
            raise ValueError("Only 1 or 2 dimensional arrays can be column stacked")
    return concatenate(parts, axis=1)


def array_split(ary, indices_or_sections, axis=0) -> list[Any]:
    """Views of parts along an axis: so many nearly equal ones, or those between indices. A list."""
    ary = array_of(ary)
    axis = _usmarray.normal_axis_index(axis, ary.ndim)
    count = ary.shape[axis]
    if np.iterable(indices_or_sections):
        if isinstance(indices_or_sections, usm_ndarray):
            indices_or_sections = dpt.asnumpy(indices_or_sections).tolist()
        ends = [0, *(operator.index(i) for i in indices_or_sections), None]
    else:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = divmod(count, sections)
        sizes = extra * [each + 1] + (sections - extra) * [each]
        ends = [0, *np.cumsum(sizes).tolist()]
    before = (slice(None),) * axis
    return [
        wrapped(ary[(*before, slice(start, stop))])
        for start, stop in zip(ends[:-1], ends[1:], strict=True)
    ]


def split(ary, indices_or_sections, axis=0) -> list[Any]:
    """:func:`array_split` into equal parts. Raises ValueError where the extent does not divide."""
    array_of(ary)
    if ary.ndim <= axis:
        raise IndexError(f"Axis exceeds ndim: {axis} of {ary.ndim}")
    if (
        not np.iterable(indices_or_sections)
        and indices_or_sections
        and ary.shape[axis] % indices_or_sections
    ):
        raise ValueError("indices_or_sections must divide the size along the axes.")
    return array_split(ary, indices_or_sections, axis)


def _split_along(name: str, ary: Any, parts: Any, axis: int) -> Any:
    if array_of(ary).ndim <= axis:
        raise ValueError(f"{name} only works on arrays of {axis + 1} or more dimensions")
    return split(ary, parts, axis)


def hsplit(ary, indices_or_sections) -> list[Any]:
    """:func:`split` along the second axis, the first where there is only one."""
    if array_of(ary).ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections) -> list[Any]:
    """:func:`split` along the first axis of two or more."""
    if array_of(ary).ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections) -> list[Any]:
    """:func:`split` along the third axis."""
    return _split_along("dsplit", ary, indices_or_sections, 2)
