"""sort, argsort and top_k."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from . import _usmarray
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
    if x.dtype.kind == "c":
        from ._indexing_functions import take_along_axis

        return take_along_axis(x, _complex_order(x, along, bool(descending)), axis=along)
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
    if x.dtype.kind == "c":
        return _complex_order(x, along, bool(descending))
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
    from ._indexing_functions import take_along_axis
    from ._reshape import reshape

    if mode not in ("largest", "smallest"):
        raise ValueError(f"`mode` must be `largest` or `smallest`. Got `{mode}`.")
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected type dpctl.tensor.usm_ndarray, got {type(x)}")
    k = operator.index(k)
    if k < 0:
        raise ValueError(f"`k` must not be negative, is {k}")
    scalar = axis is None and x.ndim == 0
    if axis is None:
        x = reshape(x, -1)
        axis = 0
    along = _usmarray.normal_axis_index(axis, x.ndim)
    if k > x.shape[along]:
        raise ValueError(f"`k`={k} is out of bounds {x.shape[along]}")
    if scalar:
        return TopKResult(_usmarray.astype_array(x[0], x.dtype, "C", True), argsort(x)[0])
    largest = mode == "largest"
    candidates = _candidates(x, k, largest) if x.ndim == 1 else None
    if candidates is None and x.dtype.kind != "c" and x.size:
        return TopKResult(*_usmarray.top_arrays(x, k, along, largest))
    if candidates is not None:
        order = candidates[argsort(x[candidates], descending=largest)[:k]]
    else:
        first = (slice(None),) * along + (slice(k),)
        order = argsort(x, along, largest)[first]
    order = _usmarray.astype_array(order, order.dtype, "C", True)
    return TopKResult(take_along_axis(x, order, axis=along), order)


def _candidates(x: usm_ndarray, k: int, largest: bool) -> usm_ndarray | None:
    """Where the first ``k`` of long lines are, and some more: what a threshold leaves that a sample tells. ``None`` where that is no gain."""
    from ._elementwise_funcs import greater, less, logical_not
    from ._indexing_functions import nonzero

    step = x.size >> 14
    if step < 8 or k > x.size >> 6 or x.dtype.kind not in "iuf":
        return None
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


def _complex_order(x: usm_ndarray, axis: int, descending: bool) -> usm_ndarray:
    """Stable sorts by imaginary part, by real part, and by which parts are not a number."""
    from ._elementwise_funcs import add, isnan, multiply
    from ._indexing_functions import take_along_axis

    rank = add(
        multiply(_usmarray.astype_array(isnan(x.real), "u1", "C", False), 2),
        _usmarray.astype_array(isnan(x.imag), "u1", "C", False),
    )
    order = _usmarray.argsorted_array(x.imag, axis, descending)
    for keys in (x.real, rank):
        later = _usmarray.argsorted_array(take_along_axis(keys, order, axis=axis), axis, descending)
        order = take_along_axis(order, later, axis=axis)
    return order
