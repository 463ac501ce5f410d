"""Ranges of numbers, and grids of them."""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, cast, kind_of, queue_of, refuse, same_queue, wrapped


def arange(
    start,
    /,
    stop=None,
    step=1,
    *,
    dtype=None,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """Numbers from ``start`` (0 if alone) to below ``stop``, ``step`` apart."""
    refuse("arange", like=(like, None))
    made = dpt.arange(
        start,
        stop,
        step,
        dtype=dtype,
        device=device,
        usm_type=kind_of(usm_type),
        sycl_queue=sycl_queue,
    )
    if made.dtype.kind == "f" and isinstance(step, float) and made.size > 2:
        first = 0 if stop is None else start
        second = made.dtype.type(first + step)  # NumPy goes on by the distance of the first two
        made = _usmarray.arange_array(
            float(made.dtype.type(first)),
            float(second) - float(made.dtype.type(first)),
            made.size,
            made.dtype,
            usm_type,
            made.sycl_queue,
        )
    return wrapped(made)


def _ends(
    start: Any, stop: Any, device: Any, usm_type: Any, sycl_queue: Any, *others: Any
) -> tuple[Any, Any, Any, str]:
    """Both ends of a range as arrays or numbers, with the queue and the kind of memory of all operands."""
    arrays = [x for x in (start, stop, *others) if isinstance(x, usm_ndarray)]
    queue, kind = same_queue(*arrays) if arrays else (None, "device")
    if sycl_queue is not None or device is not None or queue is None:
        queue = queue_of(sycl_queue, device)
    kind = kind if usm_type is None else usm_type
    made = [
        x
        if np.isscalar(x) and not isinstance(x, str)
        else dpt.asarray(x, usm_type=kind, sycl_queue=queue)
        for x in (start, stop)
    ]
    return made[0], made[1], queue, kind


def linspace(
    start,
    stop,
    /,
    num,
    *,
    dtype=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
    endpoint=True,
    retstep=False,
    axis=0,
) -> Any:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``.

    Args:
        start, stop (number, array): of arrays, each element begins or ends a range along ``axis``.
        retstep (bool): give the step as well.

    Raises:
        ValueError: where ``num`` is negative.
    """
    num = operator.index(num)
    if num < 0:
        raise ValueError("Number of points must be non-negative")
    first, last, queue, kind = _ends(start, stop, device, usm_type, sycl_queue)
    parts = num - 1 if endpoint else num
    if not isinstance(first, usm_ndarray) and not isinstance(last, usm_ndarray):
        points = dpt.linspace(
            first, last, num, dtype=dtype, endpoint=endpoint, usm_type=kind, sycl_queue=queue
        )
        step = (last - first) / parts if parts else math.nan
        return (wrapped(points), _scalar(step, kind, queue)) if retstep else wrapped(points)
    inexact = dpt.result_type(first, last, 1.0)
    low, high = (
        cast(x, inexact)
        if isinstance(x, usm_ndarray)
        else dpt.asarray(x, dtype=inexact, usm_type=kind, sycl_queue=queue)
        for x in (first, last)
    )
    distance = high - low
    step = distance / parts if parts else distance * math.nan
    index = dpt.arange(num, dtype=_real_of(inexact), usm_type=kind, sycl_queue=queue)
    index = dpt.reshape(index, (num, *(1,) * distance.ndim))
    points = index * (step if parts else distance) + low
    if endpoint and num > 1:
        points = dpt.where(index == num - 1, high, points)
    points = dpt.moveaxis(points, 0, axis) if axis != 0 else points
    points = _in_dtype(points, inexact if dtype is None else np.dtype(dtype))
    return (wrapped(points), wrapped(step)) if retstep else wrapped(points)


def _scalar(number: Any, kind: str, queue: Any) -> Any:
    return wrapped(dpt.asarray(number, usm_type=kind, sycl_queue=queue))


def _real_of(dtype: np.dtype) -> np.dtype:
    return np.dtype({"F": "f4", "D": "f8"}.get(dtype.char, dtype))


def _in_dtype(points: Any, dtype: np.dtype) -> Any:
    if dtype.kind in "iu" and points.dtype.kind == "f":
        points = dpt.floor(points)
    return cast(points, dtype)


def logspace(
    start,
    stop,
    /,
    num=50,
    *,
    device=None,
    usm_type=None,
    sycl_queue=None,
    endpoint=True,
    base=10.0,
    dtype=None,
    axis=0,
):
    """``num`` numbers from ``base ** start`` to ``base ** stop`` at even ratios; arguments as of :func:`linspace`."""
    first, last, queue, kind = _ends(start, stop, device, usm_type, sycl_queue, base)
    if isinstance(base, usm_ndarray) or not np.isscalar(base):
        base = dpt.asarray(base, sycl_queue=queue, usm_type=kind)
        shape = np.broadcast_shapes(
            np.shape(start)
            if np.isscalar(start)
            else first.shape
            if isinstance(first, usm_ndarray)
            else (),
            base.shape,
        )
        first, last = (
            dpt.broadcast_to(
                x
                if isinstance(x, usm_ndarray)
                else dpt.asarray(x, sycl_queue=queue, usm_type=kind),
                shape,
            )
            for x in (first, last)
        )
        base = dpt.expand_dims(base, axis=axis)
    exponents = linspace(
        first, last, num, usm_type=kind, sycl_queue=queue, endpoint=endpoint, axis=axis
    )
    points = dpt.pow(base, exponents)
    return wrapped(points if dtype is None else cast(points, dtype))


def geomspace(
    start,
    stop,
    /,
    num=50,
    *,
    dtype=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
    endpoint=True,
    axis=0,
):
    """``num`` numbers from ``start`` to ``stop`` at even ratios; arguments as of :func:`linspace`.

    Raises:
        ValueError: where an end is 0.
    """
    first, last, queue, kind = _ends(start, stop, device, usm_type, sycl_queue)
    both = [
        x if isinstance(x, usm_ndarray) else dpt.asarray(x, usm_type=kind, sycl_queue=queue)
        for x in (first, last)
    ]
    plain = not isinstance(first, usm_ndarray) and not isinstance(last, usm_ndarray)
    if any(not x for x in (first, last)) if plain else any(bool(dpt.any(x == 0)) for x in both):
        raise ValueError("Geometric sequence cannot include zero")
    parts = both if dtype is None else [*both, np.dtype(dtype)]
    inexact = dpt.result_type(*parts, 1.0)
    if plain:
        sign, low, high = _turned(np, *(np.asarray(x, dtype=inexact) for x in (first, last)))
        sign, low, high, *logs = (
            x.item() for x in (sign, low, high, np.log10(low), np.log10(high))
        )
    else:
        sign, low, high = _turned(dpt, *(cast(x, inexact) for x in both))
        logs = [dpt.log10(low), dpt.log10(high)]
    exponents = linspace(
        *logs, num, dtype=inexact, usm_type=kind, sycl_queue=queue, endpoint=endpoint
    )
    points = dpt.pow(10.0, exponents)
    index = dpt.arange(num, usm_type=kind, sycl_queue=queue)
    index = dpt.reshape(index, (num, *(1,) * (points.ndim - 1)))
    if num > 0:
        points = dpt.where(index == 0, low, points)
    if num > 1 and endpoint:
        points = dpt.where(index == num - 1, high, points)
    points = points * sign
    points = dpt.moveaxis(points, 0, axis) if axis != 0 else points
    return wrapped(points if dtype is None else cast(points, np.dtype(dtype)))


def _turned(functions: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
    """The direction of one number from zero, and two numbers divided by it, so that the first is positive."""
    sign = functions.sign(low)
    return sign, low / sign, high / sign


def meshgrid(*xi, copy=True, sparse=False, indexing="xy") -> list[Any]:
    """Coordinate matrices of coordinate vectors, as a list.

    Args:
        copy (bool): whether matrices have elements of their own.
        sparse (bool): with extent 1 along all axes but one.
        indexing ("xy", "ij"): whether the first two axes are exchanged.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Unrecognized indexing keyword value, expecting 'xy' or 'ij' but got {indexing!r}"
        )
    for x in xi:
        array_of(x)
        if x.ndim > 1:
            xi = tuple(dpt.reshape(x, -1) for x in xi)
            break
    n = len(xi)
    if n < 1:
        return []
    same_queue(*xi)
    places = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    grids = [
        dpt.reshape(x, tuple(x.size if axis == place else 1 for axis in range(n)))
        for x, place in zip(xi, places, strict=True)
    ]
    if not sparse:
        grids = dpt.broadcast_arrays(*grids)
    return [wrapped(dpt.copy(g) if copy else g) for g in grids]


class _Grid:
    """What slices in brackets become: coordinates. A complex step counts the points."""

    def __init__(
        self, sparse: bool, device: Any = None, usm_type: str = "device", sycl_queue: Any = None
    ) -> None:
        self._sparse = sparse
        self._place = {"device": device, "usm_type": kind_of(usm_type), "sycl_queue": sycl_queue}

    def __call__(self, device=None, usm_type="device", sycl_queue=None):
        """The same on another device."""
        return _Grid(self._sparse, device, usm_type, sycl_queue)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._line(key)
        lines = [self._line(part) for part in key]
        dtype = dpt.result_type(*lines) if lines else None
        lines = [cast(line, dtype) for line in lines]
        grids = meshgrid(*lines, sparse=self._sparse, indexing="ij")
        if self._sparse:
            return tuple(grids)
        return wrapped(dpt.stack(grids)) if grids else wrapped(dpt.empty(0, **self._place))

    def _line(self, part: slice) -> Any:
        start, step = 0 if part.start is None else part.start, 1 if part.step is None else part.step
        if isinstance(step, complex):
            return linspace(start, part.stop, int(abs(step)), **self._place)
        return arange(start, part.stop, step, **self._place)


mgrid = _Grid(False)
ogrid = _Grid(True)
