"""Histograms and counts of bins."""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._host_library import explain, values_of
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import (
    array_of,
    beside,
    beside_all,
    cast,
    on_one_queue,
    operands_of,
    same_queue,
    wrapped,
)

_RULES = ("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges")


def digitize(x, bins, right=False):
    """The numbers of the bins that elements fall into; bins rise or fall, and contain their right edges where ``right``.

    Raises:
        ValueError: where the bins do neither.
    """
    x, bins = array_of(x), array_of(bins)
    if x.dtype.kind == "c" or bins.dtype.kind == "c":
        raise ValueError("digitize: complex numbers are not supported")
    if bins.ndim > 1:
        raise ValueError(f"bins must be 1-dimensional, not of shape {bins.shape}")
    side = "left" if right else "right"
    if _rise(bins):
        return wrapped(dpt.searchsorted(bins, x, side=side))
    return wrapped(bins.size - dpt.searchsorted(dpt.flip(bins), x, side=side))


def _rise(bins: Any) -> bool:
    """Whether bins rise; with NaN among them, which is neither more nor less, they do if they do where they first change.

    Raises:
        ValueError: where they neither rise nor fall.
    """
    if bins.size < 2:
        return True
    left, right = bins[:-1], bins[1:]
    changes, rises = left != right, left < right
    if not bool(dpt.any(dpt.logical_and(changes, dpt.logical_not(rises)))):
        return True
    if not bool(dpt.any(rises)):
        return False
    if bool(dpt.any(left > right)) or not bool(rises[dpt.argmax(changes)]):
        raise ValueError("bins must be monotonically increasing or decreasing")
    return True


def _counted(places: Any, count: int, weights: Any) -> Any:
    """How often each of ``count`` places occurs, or the sums of the weights there.

    A host counts in one pass, and adds weights of any device in the order of the elements; other devices count by a sort.
    """
    if weights is None and not places.sycl_device.is_cpu:
        ordered = dpt.sort(places)
        edges = dpt.arange(
            count + 1, dtype=places.dtype, usm_type=places.usm_type, sycl_queue=places.sycl_queue
        )
        return dpt.diff(dpt.searchsorted(ordered, edges))
    return _counted_by_host(places, count, weights)


def _counted_by_host(places: Any, count: int, weights: Any) -> Any:
    """The same of at least ``count`` places. Raises ValueError for negative ones."""
    explain("dpnp", "bincount", "NumPy")
    host = values_of(places)
    if weights is None:
        return beside(np.bincount(host, minlength=count), places)
    given, weights = weights, values_of(weights)
    parts = (weights.real, weights.imag) if weights.dtype.kind == "c" else (weights,)
    sums = [np.bincount(host, part, count) for part in parts]
    total = sums[0] if len(sums) == 1 else sums[0] + 1j * sums[1]
    total = total.astype(weights.dtype if weights.dtype.kind in "fc" else "f8")
    return beside_all(total, places, given)


def bincount(x, weights=None, minlength=0):
    """How often each number from 0 on occurs in a vector of integers, or the sums of weights there.

    Raises:
        ValueError: for negative numbers and arrays of other than one axis.
        TypeError: for what are no integers.
    """
    x = array_of(x)
    if x.ndim > 1:
        raise ValueError("object too deep for desired array")
    if x.ndim < 1:
        raise ValueError("object of too small depth for desired array")
    if x.dtype.kind not in "iub":
        raise TypeError("x must be an integer array")
    if minlength is None:
        raise TypeError("use 0 instead of None for minlength")
    minlength = operator.index(minlength)
    if minlength < 0:
        raise ValueError("minlength must be non-negative")
    if weights is not None:
        if x.shape != array_of(weights).shape:
            raise ValueError("The weights and list don't have the same length.")
        operands_of("bincount", x, weights)
        if weights.dtype.kind == "c":
            raise ValueError("bincount: complex weights are not supported")
        if weights.dtype != _usmarray.default_float_dtype(x.sycl_queue):
            weights = cast(weights, _usmarray.default_float_dtype(x.sycl_queue))
    if x.size == 0:
        dtype = np.int64 if weights is None else weights.dtype
        return wrapped(
            dpt.zeros(minlength, dtype=dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
        )
    places = cast(x, "int64")
    if x.sycl_device.is_cpu:
        return wrapped(_counted_by_host(places, minlength, weights))
    if int(dpt.min(x)) < 0:
        raise ValueError("x argument must have no negative arguments")
    count = max(int(dpt.max(x)) + 1, minlength)
    return wrapped(_counted(places, count, weights))


def _range_of(a: Any, range: Any) -> tuple[Any, Any]:
    """Both ends: Python's numbers where they are asked for, else of the array's dtype, in which NumPy computes between them."""
    if range is not None:
        if not np.iterable(range) or len(range) != 2:
            raise ValueError(f"range should consist of two elements, got {range!r}")
        low, high = (float(end) for end in range)
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if not (math.isfinite(low) and math.isfinite(high)):
            raise ValueError(f"supplied range of [{low}, {high}] is not finite")
    elif a.size == 0:
        low, high = 0.0, 1.0
    else:
        low, high = (dpt.asnumpy(end)[()] for end in (dpt.min(a), dpt.max(a)))
        if not (math.isfinite(low) and math.isfinite(high)):
            raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _count_by_rule(a: Any, rule: str, range: Any, weights: Any) -> int:
    """The number of bins that NumPy's rule gives."""
    if rule not in _RULES:
        raise ValueError(f"{rule!r} is not a valid estimator for `bins`")
    if weights is not None:
        raise TypeError(
            "Automated estimation of the number of bins is not supported for weighted data"
        )
    low, high = _range_of(a, range)
    host = dpt.asnumpy(dpt.reshape(a, -1))
    return len(np.histogram_bin_edges(host, bins=rule, range=(low, high))) - 1


def _edges(a: Any, bins: Any, range: Any, weights: Any, dtype: Any = None) -> Any:
    """The edges of bins; those of equal width are in ``dtype``, or in the array's if that is of real numbers."""
    if isinstance(bins, str):
        bins = _count_by_rule(a, bins, range, weights)
    if bins.ndim == 0 if isinstance(bins, usm_ndarray) else np.ndim(bins) == 0:
        try:
            count = operator.index(bins)
        except (TypeError, IndexError):
            raise TypeError("`bins` must be an integer, a string, or an array") from None
        if count < 1:
            raise ValueError("`bins` must be positive, when an integer")
        low, high = _range_of(a, range)
        own = a.dtype if a.dtype.kind == "f" else np.dtype("f8")
        queue, kind = same_queue(a, weights)
        edges = np.linspace(low, high, count + 1, dtype=own if dtype is None else dtype)
        return dpt.asarray(edges, usm_type=kind, sycl_queue=queue)
    edges = (
        array_of(beside(bins, a)) if isinstance(bins, usm_ndarray) else beside(np.asarray(bins), a)
    )
    if edges.ndim != 1:
        raise ValueError("`bins` must be 1d, when an array")
    if edges.size > 1 and bool(dpt.any(edges[:-1] > edges[1:])):
        raise ValueError("`bins` must increase monotonically, when an array")
    return edges


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The edges of the bins that :func:`histogram` counts in."""
    a = array_of(a)
    if a.dtype.kind == "b":
        a = cast(a, "uint8")
    return wrapped(_edges(a, bins, range, weights))


def histogram(a, bins=10, range=None, density=None, weights=None) -> tuple[Any, Any]:
    """How many elements fall into each bin, or the sums of their weights, and the edges of the bins.

    Args:
        bins (int, str, ndarray, sequence): number of bins of equal width, a rule that finds it, or edges, which rise.
        range (pair, optional): both ends of the bins; what is outside does not count.
        density (bool, optional): divide by the total and by the widths.
        weights (ndarray, optional): of the shape of ``a``.

    Raises:
        ValueError: for edges that fall, and for ranges that are not finite.
    """
    a = array_of(a)
    if a.dtype.kind == "c":
        raise ValueError("histogram: complex numbers are not supported")
    if a.dtype.kind == "b":
        a = cast(a, "uint8")
    if weights is not None:
        if array_of(weights).shape != a.shape:
            raise ValueError("`weights` should have the same shape as `a`.")
        weights = dpt.reshape(weights, -1)
    on_one_queue("histogram", a, *(x for x in (weights, bins) if isinstance(x, usm_ndarray)))
    flat = dpt.reshape(a, -1)
    edges = _edges(flat, bins, range, weights)
    places, inside = _places(flat, edges)
    count = edges.size - 1
    if weights is not None:
        weights = dpt.where(inside, weights, beside(0, weights, weights.dtype))
    counts = _counted(dpt.where(inside, places, count), count + 1, weights)[:count]
    if weights is None:
        counts = cast(counts, "int64")
    elif weights.dtype.kind in "biu":
        counts = cast(
            counts,
            dpt.result_type(weights, dpt.int64) if weights.dtype.kind == "b" else weights.dtype,
        )
    if density:
        widths = cast(dpt.diff(edges), _usmarray.default_float_dtype(a.sycl_queue))
        counts = counts / widths / dpt.sum(counts)
    return wrapped(counts), wrapped(edges)


def _places(x: Any, edges: Any) -> tuple[Any, Any]:
    """The bin of each element, and whether it is in one; the last bin has its right edge."""
    dtype = dpt.result_type(x, edges)
    x, edges = cast(x, dtype), cast(edges, dtype)
    count = edges.size - 1
    places = dpt.searchsorted(edges, x, side="right") - 1
    places = dpt.where(x == edges[-1], count - 1, places)
    inside = dpt.logical_and(x >= edges[0], x <= edges[-1])
    return places, inside


def histogram2d(x, y, bins=10, range=None, density=None, weights=None) -> tuple[Any, Any, Any]:
    """:func:`histogramdd` of two vectors: the counts, and the edges along both axes."""
    x, y = array_of(x), array_of(y)
    if x.ndim != 1 or y.ndim != 1 or x.size != y.size:
        raise ValueError("x and y must have the same length.")
    on_one_queue("histogram2d", x, y)
    if isinstance(bins, usm_ndarray):
        bins = [bins, bins] if bins.size not in (1, 2) or bins.ndim else bins
        bins = [int(b) for b in bins] if isinstance(bins, usm_ndarray) else bins
    elif np.iterable(bins) and not isinstance(bins, str) and len(bins) not in (1, 2):
        bins = [bins, bins]
    dtype = dpt.result_type(x, y)
    columns = [cast(x, dtype), cast(y, dtype)]
    counts, edges = _counted_in_cells("histogram2d", columns, bins, range, density, weights)
    return counts, edges[0], edges[1]


def histogramdd(sample, bins=10, range=None, density=None, weights=None) -> tuple[Any, list[Any]]:
    """How many points fall into each cell of a grid, or the sums of their weights, and the edges along each axis, as a list.

    Args:
        sample (ndarray): points as rows, or a vector of numbers.
        bins (int, sequence): number of bins along all axes, or for each their number or their edges.
        range (sequence, optional): for each axis both ends, or ``None``.
        density, weights: as of :func:`histogram`.
    """
    sample = array_of(sample)
    if sample.ndim < 2:
        sample = dpt.reshape(sample, (-1, 1))
    elif sample.ndim != 2:
        raise ValueError(f"sample must have no more than 2 dimensions, not shape {sample.shape}")
    columns = [sample[:, i] for i in np.arange(sample.shape[1]).tolist()]
    return _counted_in_cells("histogramdd", columns, bins, range, density, weights, sample)


def _counted_in_cells(
    name: str,
    columns: list[Any],
    bins: Any,
    range: Any,
    density: Any,
    weights: Any,
    sample: Any = None,
) -> tuple[Any, list[Any]]:
    """The counts of points by their coordinates, one array for each, or of the rows of ``sample``."""
    sample = columns[0] if sample is None else sample
    others = (weights, *(bins if isinstance(bins, (list, tuple)) else (bins,)))
    on_one_queue(name, sample, *columns, *(x for x in others if isinstance(x, usm_ndarray)))
    if sample.dtype.kind == "c":
        raise ValueError(f"{name}: complex numbers are not supported")
    points, ndim = sample.shape[0], len(columns)
    bins = _for_each(bins, ndim, "bins")
    ranges = [None] * ndim if range is None else list(range)
    if len(ranges) != ndim:
        raise ValueError("range argument must have one entry per dimension")
    if weights is not None and array_of(weights).shape != (points,):
        raise ValueError("The weights and the sample don't have the same length.")
    if sample.dtype.kind in "biu":
        columns = [cast(x, dpt.result_type(x, 1.0)) for x in columns]
    edges = [
        _edges(x, count, ends, weights, None if ends is None and points else "f8")
        for x, count, ends in zip(columns, bins, ranges, strict=True)
    ]
    place: Any = None
    inside: Any = None
    for i, along in enumerate(edges):
        if along.size < 2:
            raise ValueError("bins must have two edges or more along each axis")
        at, there = _places(columns[i], along)
        place = at if place is None else place * (along.size - 1) + at
        inside = there if inside is None else dpt.logical_and(inside, there)
    shape = tuple(along.size - 1 for along in edges)
    cells = math.prod(shape)
    counts = _counted(dpt.where(inside, place, cells), cells + 1, weights)[:cells]
    counts = cast(
        dpt.reshape(counts, shape),
        dpt.result_type(counts, 1.0) if counts.dtype.kind in "iu" else counts.dtype,
    )
    if density:
        total = dpt.sum(counts)
        for i, along in enumerate(edges):
            counts = counts / dpt.reshape(
                dpt.diff(along), tuple(-1 if j == i else 1 for j in np.arange(ndim).tolist())
            )
        counts = counts / total
    return wrapped(counts), [wrapped(along) for along in edges]


def _for_each(bins: Any, ndim: int, name: str) -> list[Any]:
    if isinstance(bins, usm_ndarray) and bins.ndim == 1 and bins.size == ndim and ndim > 1:
        return [int(b) for b in bins]
    if isinstance(bins, usm_ndarray) or not np.iterable(bins) or isinstance(bins, str):
        return [bins] * ndim
    if len(bins) == 1 and ndim != 1:
        return list(bins) * ndim
    if len(bins) != ndim:
        raise ValueError(f"The dimension of {name} must be equal to the dimension of the sample x.")
    return list(bins)
