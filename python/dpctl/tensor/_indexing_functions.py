"""Functions that index by arrays: take, put, their forms along an axis, and what masks select."""

from __future__ import annotations

import operator
from typing import Any

from . import _usmarray
from ._advanced_indexing import put_axes, take_axes, values_for
from ._private_names import names_of
from ._usmarray import check_queues, usm_ndarray


def take(
    x: usm_ndarray,
    indices: usm_ndarray,
    /,
    *,
    axis: int | None = None,
    out: usm_ndarray | None = None,
    mode: str = "wrap",
) -> usm_ndarray:
    """Elements of ``x`` along ``axis`` at the places that ``indices`` names.

    Args:
        x (usm_ndarray): input.
        indices (usm_ndarray): integers, of one dimension.
        axis (int, optional): may be left out for one dimension.
        out (usm_ndarray, optional): array to write to, of the result's shape and dtype.
        mode ("wrap", "clip"): negative indices count from the end, or are 0; indices beyond an end name that end.
    """
    if out is None and (taken := _usmarray.plain_take(x, indices, axis, mode)) is not None:
        return taken
    view, along = _line(x, _checked_indices("take", x, indices), axis)
    result = take_axes(view, along, [indices], _clips(mode))
    return result if out is None else _copied_to(out, result, "take")


def put(
    x: usm_ndarray,
    indices: usm_ndarray,
    vals: Any,
    /,
    *,
    axis: int | None = None,
    mode: str = "wrap",
) -> None:
    """Stores values in ``x`` along ``axis`` at the places that ``indices`` names.

    Which of several values for one place stays is not defined.

    Args:
        x (usm_ndarray): array to write to.
        indices (usm_ndarray): integers, of one dimension.
        vals (usm_ndarray, number, sequence): broadcast to the shape that :func:`take` would give.
        axis (int, optional): may be left out for one dimension.
        mode ("wrap", "clip"): negative indices count from the end, or are 0; indices beyond an end name that end.
    """
    if _usmarray.plain_put(x, indices, vals, axis, mode):
        return
    view, along = _line(x, _checked_indices("put", x, indices), axis)
    clips = _clips(mode)
    values = values_for("put", x, vals)
    if values.size == 0 and indices.size > 0 and view.size > 0:
        raise ValueError("put: there are no values to store")
    put_axes(view, along, [indices], values, clips)


def take_along_axis(
    x: usm_ndarray, indices: usm_ndarray, /, *, axis: int = -1, mode: str = "wrap"
) -> usm_ndarray:
    """For each place of ``indices`` the element of its line of ``x`` along ``axis``.

    Args:
        x (usm_ndarray): input.
        indices (usm_ndarray): integers, of as many dimensions; other axes than ``axis`` broadcast.
        axis (int): along which the indices count.
        mode ("wrap", "clip"): negative indices count from the end, or are 0; indices beyond an end name that end.
    """
    along = _along_axis("take_along_axis", x, indices, axis)
    return _usmarray.take_along_array(x, indices, along, _clips(mode))


def put_along_axis(
    x: usm_ndarray, indices: usm_ndarray, vals: Any, /, *, axis: int = -1, mode: str = "wrap"
) -> None:
    """Stores a value for each place of ``indices`` in its line of ``x`` along ``axis``.

    Args:
        x (usm_ndarray): array to write to.
        indices (usm_ndarray): integers, of as many dimensions; other axes than ``axis`` broadcast.
        vals (usm_ndarray, number, sequence): broadcast to the shape of the indices.
        axis (int): along which the indices count.
        mode ("wrap", "clip"): negative indices count from the end, or are 0; indices beyond an end name that end.
    """
    along = _along_axis("put_along_axis", x, indices, axis)
    _usmarray.put_along_array(
        x, indices, along, _clips(mode), values_for("put_along_axis", x, vals)
    )


def extract(condition: usm_ndarray, arr: usm_ndarray) -> usm_ndarray:
    """The elements of ``arr`` where ``condition``, of the same shape, is not zero, in C order."""
    if _checked(condition).shape != _checked(arr).shape:
        raise ValueError(
            f"extract: a condition of shape {condition.shape} for an array of {arr.shape}"
        )
    check_queues("extract", arr, condition)
    return _usmarray.compress_array(condition, arr)


def place(arr: usm_ndarray, mask: usm_ndarray, vals: usm_ndarray) -> None:
    """Stores values, again from the start where they end, in ``arr`` where ``mask`` is not zero.

    Args:
        arr (usm_ndarray): array to write to.
        mask (usm_ndarray): of the same shape.
        vals (usm_ndarray): of one dimension.
    """
    check_queues("place", _checked(arr), _checked(mask), _checked(vals))
    if arr.shape != mask.shape or vals.ndim != 1:
        raise ValueError(
            f"place: a mask of shape {mask.shape} and values of {vals.shape} for an array of {arr.shape}"
        )
    _usmarray.expand_array(arr, mask, values_for("place", arr, vals))


def nonzero(arr: usm_ndarray) -> tuple[usm_ndarray, ...]:
    """For each dimension the index of each element that is not zero, in C order."""
    if _checked(arr).ndim == 0:
        raise ValueError("Array of positive rank is expected")
    return tuple(_usmarray.nonzero_arrays(arr))


def _checked(x: Any) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expecting dpctl.tensor.usm_ndarray type, got {type(x)}")
    return x


def _clips(mode: str) -> bool:
    if mode not in ("wrap", "clip"):
        raise ValueError(f"`mode` must be `wrap` or `clip`, not {mode!r}")
    return mode == "clip"


def _checked_indices(function: str, x: usm_ndarray, indices: usm_ndarray) -> usm_ndarray:
    _checked(x)
    if _checked(indices).dtype.kind not in "ui":
        raise IndexError(f"`indices` expected integer data type, got `{indices.dtype}`")
    if indices.ndim != 1:
        raise ValueError(f"`indices` expected a 1D array, got `{indices.ndim}`")
    check_queues(function, x, indices)
    return indices


def _line(x: usm_ndarray, indices: usm_ndarray, axis: int | None) -> tuple[usm_ndarray, int]:
    """The array and the axis that is indexed; one without dimensions has one element."""
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"`axis` cannot be `None` for array of dimension `{x.ndim}`")
        axis = 0
    if x.ndim == 0:
        if axis != 0:
            raise ValueError("`axis` must be 0 for an array of dimension 0.")
        return x[None], 0
    return x, _usmarray.normal_axis_index(operator.index(axis), x.ndim)


def _along_axis(function: str, x: usm_ndarray, indices: usm_ndarray, axis: int) -> int:
    """The axis that indices of as many dimensions run along."""
    if _checked(x).ndim != _checked(indices).ndim:
        raise ValueError(
            f"the arrays must have equally many dimensions, not {x.ndim} and {indices.ndim}"
        )
    along: int = _usmarray.normal_axis_index(axis, x.ndim)
    check_queues(function, x, indices)
    if indices.dtype.kind not in "ui":
        raise IndexError(f"`indices` expected integer data type, got `{indices.dtype}`")
    return along


def _copied_to(out: usm_ndarray, result: usm_ndarray, name: str) -> usm_ndarray:
    if not isinstance(out, usm_ndarray):
        raise TypeError(f"output array must be of usm_ndarray type, got {type(out)}")
    if (out.shape, out.dtype) != (result.shape, result.dtype):
        raise ValueError(
            f"{name}: out of shape {out.shape} and dtype {out.dtype} can not hold a result of shape "
            f"{result.shape} and dtype {result.dtype}"
        )
    check_queues(name, result, out)
    out[...] = result
    return out


__getattr__ = names_of(__name__)
