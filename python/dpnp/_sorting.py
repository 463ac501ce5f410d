"""Sorts, searches and sets."""

from __future__ import annotations

from typing import Any, NamedTuple

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray

from ._convert import all_wrapped, array_of, beside, cast, wrapped

_KINDS = (None, "quicksort", "heapsort", "stable", "mergesort", "radixsort")


def _sorted(
    sort: Any, a: Any, axis: Any, kind: Any, order: Any, descending: bool, stable: Any
) -> Any:
    a = array_of(a)
    if order is not None:
        raise NotImplementedError("sort: `order` is supported only with its default value")
    if stable not in (True, False, None):
        raise ValueError(f"`stable` parameter must be either True, False, or None, not {stable!r}")
    if kind is not None and stable is not None:
        raise ValueError(
            "`kind` and `stable` parameters can't be provided at the same time. Use only one of them."
        )
    if kind is not None and not isinstance(kind, str):
        raise TypeError(f"sort: kind is a string, not {type(kind)}")
    if kind not in _KINDS:
        raise ValueError(
            f"sort kind must be one of 'quicksort', 'heapsort', 'stable' and the like, not {kind!r}"
        )
    if axis is None:
        a, axis = dpt.reshape(a, -1), -1
    axis = _usmarray.normal_axis_index(axis, a.ndim)
    return wrapped(sort(a, axis=axis, descending=bool(descending)))


def sort(a, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """A copy with the elements in order along an axis, or flattened; what is not a number is last.

    Args:
        kind, stable (optional): NumPy's choices of an algorithm; all give the same.
        descending (bool): begin with the largest.
    """
    return _sorted(dpt.sort, a, axis, kind, order, descending, stable)


def argsort(a, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """The indices along an axis, or of the flattened array, that put the elements in order; arguments as of :func:`sort`."""
    return _sorted(dpt.argsort, a, axis, kind, order, descending, stable)


def sort_complex(a):
    """The elements in order along the last axis, as complex numbers."""
    made = sort(a)
    if made.dtype.kind == "c":
        return made
    return wrapped(
        cast(
            made,
            "complex64"
            if made.dtype.char in "bhBH"
            else dpt.result_type(made, _usmarray.default_float_dtype(made.sycl_queue), 1j),
        )
    )


def partition(x1, kth, axis=-1, kind="introselect", order=None):
    """A copy in which the ``kth`` element along an axis is where sorting puts it, with none larger before it and none smaller behind.

    The elements are sorted.
    """
    x1 = array_of(x1)
    if kind != "introselect" or order is not None:
        raise NotImplementedError(
            "partition: `kind` and `order` are supported only with their default values"
        )
    if axis is None:
        x1, axis = dpt.reshape(x1, -1), -1
    axis = _usmarray.normal_axis_index(axis, x1.ndim)
    extent = x1.shape[axis]
    if x1.size == 0:
        return wrapped(dpt.copy(x1))
    for k in _partition_places(kth):
        if not -extent <= int(k) < extent:
            raise ValueError(f"kth(={int(k)}) out of bounds {extent}")
    return sort(x1, axis=axis)


def _partition_places(kth: Any) -> np.ndarray:
    places = np.asarray(kth).reshape(-1)
    if places.size and places.dtype.kind not in "iu":
        raise TypeError(f"partition: places are integers, not {places.dtype}")
    return places


def searchsorted(a, v, side="left", sorter=None):
    """Where values can be inserted in a sorted vector so that it stays in order.

    Args:
        v (ndarray, number): what to look for.
        side ("left", "right"): before or behind equal elements.
        sorter (ndarray, optional): the indices that sort ``a``.
    """
    a = array_of(a)
    if not isinstance(v, dpt.usm_ndarray) and not np.isscalar(v):
        array_of(v)
    return wrapped(dpt.searchsorted(a, beside(v, a), side=side, sorter=sorter))


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """For each element whether it is one of others.

    Args:
        element, test_elements (ndarray, number): one of both an array.
        assume_unique, kind: NumPy's hints, which change nothing here.
        invert (bool): whether it is none of them.
    """
    return wrapped(dpt.isin(element, test_elements, invert=bool(invert)))


class UniqueAllResult(NamedTuple):
    """What :func:`unique_all` gives."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCountsResult(NamedTuple):
    """What :func:`unique_counts` gives."""

    values: Any
    counts: Any


class UniqueInverseResult(NamedTuple):
    """What :func:`unique_inverse` gives."""

    values: Any
    inverse_indices: Any


def unique_all(x, /) -> UniqueAllResult:
    """The distinct elements in order, where each occurs first, where each element of ``x`` is in these, and how often each occurs."""
    return UniqueAllResult(*all_wrapped(dpt.unique_all(array_of(x))))


def unique_counts(x, /) -> UniqueCountsResult:
    """The distinct elements in order, and how often each occurs."""
    return UniqueCountsResult(*all_wrapped(dpt.unique_counts(array_of(x))))


def unique_inverse(x, /) -> UniqueInverseResult:
    """The distinct elements in order, and for each element of ``x`` where its value is in these."""
    return UniqueInverseResult(*all_wrapped(dpt.unique_inverse(array_of(x))))


def unique_values(x, /):
    """The distinct elements in order."""
    return wrapped(dpt.unique_values(array_of(x)))


def unique(
    ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True
) -> Any:
    """The distinct elements in order, or slices along an axis, and what is asked for beside them, as a tuple.

    Args:
        return_index (bool): where each occurs first.
        return_inverse (bool): where each element of ``ar`` is among them.
        return_counts (bool): how often each occurs.
        equal_nan (bool): whether all NaN are one, where elements are asked for; slices with NaN differ.
    """
    ar = array_of(ar)
    if axis is not None and _usmarray.normal_axis_index(axis, ar.ndim) >= 0 and ar.ndim > 1:
        values, firsts, inverse, counts = _unique_slices(
            ar, _usmarray.normal_axis_index(axis, ar.ndim)
        )
    elif not (return_index or return_inverse or return_counts) and ar.dtype.kind not in "fc":
        return wrapped(dpt.unique_values(ar))
    else:
        values, firsts, inverse, counts = dpt.unique_all(ar)
        if equal_nan and ar.dtype.kind in "fc":
            values, firsts, inverse, counts = _one_nan(values, firsts, inverse, counts)
    chosen = ((firsts, return_index), (inverse, return_inverse), (counts, return_counts))
    made = [wrapped(values), *(wrapped(x) for x, wanted in chosen if wanted)]
    return made[0] if len(made) == 1 else tuple(made)


def _one_nan(values: Any, firsts: Any, inverse: Any, counts: Any) -> tuple[Any, Any, Any, Any]:
    """The distinct elements with one NaN in place of several, which stand last."""
    several = int(dpt.count_nonzero(dpt.isnan(values)))
    if several < 2:
        return values, firsts, inverse, counts
    at = values.size - several
    total = dpt.sum(counts[at:])
    counts = dpt.copy(counts[: at + 1])
    counts[at] = total
    return values[: at + 1], firsts[: at + 1], dpt.minimum(inverse, at), counts


def _unique_slices(x: Any, axis: int) -> tuple[Any, Any, Any, Any]:
    """Distinct slices: sorted by their elements, the last one first, with stable sorts."""
    lines = dpt.moveaxis(x, axis, 0)
    count = lines.shape[0]
    rest = lines.shape[1:]
    rows = (
        dpt.reshape(lines, (count, -1))
        if lines.size
        else dpt.empty((count, 0), dtype=x.dtype, sycl_queue=x.sycl_queue)
    )
    order = dpt.arange(count, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    for column in range(rows.shape[1] - 1, -1, -1):
        order = order[dpt.argsort(dpt.take(rows[:, column], order))]
    ordered = dpt.take(rows, order, axis=0)
    changes = dpt.ones(count, dtype="?", usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if count > 1:
        differs = ordered[1:] != ordered[:-1]
        changes[1:] = dpt.any(differs, axis=1)
    (starts,) = dpt.nonzero(changes)
    values = dpt.moveaxis(
        dpt.reshape(dpt.take(ordered, starts, axis=0), (starts.size, *rest)), 0, axis
    )
    firsts = dpt.take(order, starts)
    number = dpt.cumulative_sum(cast(changes, "int64")) - 1 if count else order
    inverse = dpt.empty_like(order)
    if count:
        inverse[order] = number
    ends = (
        dpt.concat(
            (
                starts[1:],
                dpt.asarray(
                    [count], dtype=starts.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue
                ),
            )
        )
        if starts.size
        else starts
    )
    return values, firsts, inverse, ends - starts
