"""sort, argsort and top_k."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from . import _usmarray
from ._reshape import reshape
from ._usmarray import usm_ndarray


def sort(
    x: usm_ndarray,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    kind: str | None = None,
) -> usm_ndarray:
    """The elements of ``x`` in order along ``axis``; what is not a number is largest.

    Args:
        x (usm_ndarray): input.
        axis (int): along which to sort.
        descending (bool): begin with the largest.
        stable (bool): equal elements keep their order, whatever it says.
        kind ("stable", "radixsort", "mergesort", optional): dpctl's choice of an algorithm; all give the same.
    """
    along = _axis(x, axis)
    _check_kind(x, kind)
    if x.ndim == 0:
        return _usmarray.astype_array(x, x.dtype, "C", True)
    return _usmarray.sorted_array(x, along, bool(descending))


def argsort(
    x: usm_ndarray,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    kind: str | None = None,
) -> usm_ndarray:
    """The indices along ``axis`` that put ``x`` in order; what is not a number is largest.

    Args:
        x (usm_ndarray): input.
        axis (int): along which to sort.
        descending (bool): begin with the largest.
        stable (bool): equal elements keep their order, whatever it says.
        kind ("stable", "radixsort", "mergesort", optional): dpctl's choice of an algorithm; all give the same.
    """
    along = _axis(x, axis)
    _check_kind(x, kind)
    if x.ndim == 0:
        from ._ctors import zeros_like

        return zeros_like(x, dtype="i8", order="C")
    return _usmarray.argsorted_array(x, along, bool(descending))


class TopKResult(NamedTuple):
    """What :func:`top_k` finds."""

    values: usm_ndarray
    indices: usm_ndarray


def top_k(
    x: usm_ndarray, k: int, /, *, axis: int | None = None, mode: str = "largest"
) -> TopKResult:
    """The ``k`` largest or smallest elements, in that order, and their indices.

    Args:
        x (usm_ndarray): input.
        k (int): how many.
        axis (int, optional): along which to search; all of the flattened array where ``None``.
        mode ("largest", "smallest"): which.
    """
    if mode not in ("largest", "smallest"):
        raise ValueError(f"`mode` must be `largest` or `smallest`. Got `{mode}`.")
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected type dpctl.tensor.usm_ndarray, got {type(x)}")
    k = operator.index(k)
    if k < 0:
        raise ValueError(f"`k` must not be negative, is {k}")
    scalar = axis is None and x.ndim == 0
    if axis is None:
        x, axis = x if x.ndim == 1 else reshape(x, -1), 0
    along = _usmarray.normal_axis_index(axis, x.ndim)
    if k > x.shape[along]:
        raise ValueError(f"`k`={k} is out of bounds {x.shape[along]}")
    if scalar:
        return TopKResult(_usmarray.astype_array(x[0], x.dtype, "C", True), argsort(x)[0])
    largest = mode == "largest"
    candidates = _candidates(x, k, largest) if x.ndim == 1 else None
    if candidates is None:
        return TopKResult(*_usmarray.top_arrays(x, k, along, largest))
    order = candidates[argsort(x[candidates], descending=largest)[:k]]
    return TopKResult(x[order], order)


def _candidates(x: usm_ndarray, k: int, largest: bool) -> usm_ndarray | None:
    """Where the first ``k`` of long lines are, and some more: what a threshold leaves that a sample tells. ``None`` where that is no gain."""
    step = x.size >> 14
    if step < 8 or k > x.size >> 6 or x.dtype.kind not in "iuf":
        return None
    from ._elementwise_funcs import greater, less, logical_not
    from ._indexing_functions import nonzero

    expected = k / step  # of the first k in the sample
    rank = int(expected + 8 * expected**0.5 + 16)
    threshold = sort(x[::step], descending=largest)[rank]
    beyond = less if largest else greater
    (candidates,) = nonzero(logical_not(beyond(x, threshold)))  # what is not a number stays
    return candidates if k <= candidates.size <= x.size >> 3 else None


def _axis(x: Any, axis: int) -> int:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected type dpctl.tensor.usm_ndarray, got {type(x)}")
    return _usmarray.normal_axis_index(axis, x.ndim or 1)


def _check_kind(x: usm_ndarray, kind: str | None) -> None:
    if kind not in (None, "stable", "radixsort", "mergesort"):
        raise ValueError(
            f"Unsupported kind value. Expected 'stable', 'mergesort', or 'radixsort', but got '{kind}'"
        )
    if kind == "radixsort" and x.dtype.kind == "c":
        raise ValueError(f"Radix sort is not supported for {x.dtype}")
