"""Functions that make arrays of shapes and numbers."""

from __future__ import annotations

import math
import operator
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, cast, queue_of, refuse, same_queue, wrapped

_ORDERS = ("C", "F", "c", "f", None)


def _layout(order: str | None) -> str:
    if order not in _ORDERS:
        raise ValueError(f"order must be 'C' or 'F', not {order!r}")
    return "C" if order is None else order.upper()


def empty(
    shape, *, dtype=None, order="C", like=None, device=None, usm_type="device", sycl_queue=None
):
    """An array with unspecified elements.

    Args:
        shape (int, tuple): extents.
        dtype (optional): the device's default floating-point type where ``None``.
        order ("C", "F"): memory layout.
        device, usm_type, sycl_queue: where it lives.
    """
    refuse("empty", like=(like, None))
    return wrapped(
        dpt.empty(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
    )


def zeros(
    shape, *, dtype=None, order="C", like=None, device=None, usm_type="device", sycl_queue=None
):
    """An array of zeros; arguments as of :func:`empty`."""
    refuse("zeros", like=(like, None))
    return wrapped(
        dpt.zeros(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
    )


def ones(
    shape, *, dtype=None, order="C", like=None, device=None, usm_type="device", sycl_queue=None
):
    """An array of ones; arguments as of :func:`empty`."""
    refuse("ones", like=(like, None))
    return wrapped(
        dpt.ones(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
    )


def full(
    shape,
    fill_value,
    *,
    dtype=None,
    order="C",
    like=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """An array of ``fill_value``, a number or an array that broadcasts to ``shape``; other arguments as of :func:`empty`."""
    refuse("full", like=(like, None))
    return wrapped(
        dpt.full(
            shape,
            fill_value,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
    )


def _like(
    make: Any,
    a: Any,
    dtype: Any,
    order: Any,
    subok: bool,
    shape: Any,
    device: Any,
    usm_type: Any,
    sycl_queue: Any,
    *value: Any,
) -> Any:
    a = array_of(a)
    refuse(f"{make.__name__}_like", subok=(subok, False))
    order = "K" if order is None else order.upper()
    if order not in "KACF":
        raise ValueError(f"order must be 'K', 'A', 'C' or 'F', not {order!r}")
    keywords = {
        "dtype": a.dtype if dtype is None else dtype,
        "usm_type": a.usm_type if usm_type is None else usm_type,
        "sycl_queue": a.sycl_queue
        if sycl_queue is None and device is None
        else queue_of(sycl_queue, device),
    }
    if shape is None:
        like = getattr(dpt, f"{make.__name__}_like")
        return wrapped(like(a, *value, order=order, **keywords))
    extents = tuple(shape) if np.iterable(shape) else (shape,)
    if order == "A":
        order = "F" if a.flags.fnc else "C"
    if order != "K" or len(extents) != a.ndim:
        return wrapped(make(extents, *value, order="F" if order == "F" else "C", **keywords))
    axes = sorted(range(a.ndim), key=lambda i: -abs(a.strides[i]))
    made = make([extents[i] for i in axes], *value, **keywords)
    return wrapped(dpt.permute_dims(made, np.argsort(axes).tolist()))


def empty_like(
    a,
    /,
    *,
    dtype=None,
    order="K",
    subok=False,
    shape=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """An array like ``a`` with unspecified elements; what is given stands in place of what ``a`` has."""
    return _like(dpt.empty, a, dtype, order, subok, shape, device, usm_type, sycl_queue)


def zeros_like(
    a,
    /,
    *,
    dtype=None,
    order="K",
    subok=False,
    shape=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """An array of zeros like ``a``; what is given stands in place of what ``a`` has."""
    return _like(dpt.zeros, a, dtype, order, subok, shape, device, usm_type, sycl_queue)


def ones_like(
    a,
    /,
    *,
    dtype=None,
    order="K",
    subok=False,
    shape=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """An array of ones like ``a``; what is given stands in place of what ``a`` has."""
    return _like(dpt.ones, a, dtype, order, subok, shape, device, usm_type, sycl_queue)


def full_like(
    a,
    /,
    fill_value,
    *,
    dtype=None,
    order="K",
    subok=False,
    shape=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """An array of ``fill_value`` like ``a``; what is given stands in place of what ``a`` has."""
    return _like(dpt.full, a, dtype, order, subok, shape, device, usm_type, sycl_queue, fill_value)


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
        start, stop, step, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue
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


def eye(
    N,
    /,
    M=None,
    k=0,
    dtype=None,
    order="C",
    *,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """A matrix of N rows and M columns with ones on the ``k``-th diagonal and zeros elsewhere."""
    refuse("eye", like=(like, None))
    return wrapped(
        dpt.eye(
            N,
            M,
            k=k,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
    )


def identity(n, /, dtype=None, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """The square matrix with ones on its diagonal and zeros elsewhere."""
    refuse("identity", like=(like, None))
    if n < 0:
        raise ValueError("negative dimensions are not allowed")
    return eye(n, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def _ends(
    start: Any, stop: Any, device: Any, usm_type: Any, sycl_queue: Any
) -> tuple[Any, Any, Any, str]:
    """Both ends of a range as arrays or numbers, with queue and kind of memory."""
    arrays = [x for x in (start, stop) if isinstance(x, usm_ndarray)]
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
):
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
    both = [
        x if isinstance(x, usm_ndarray) else dpt.asarray(x, usm_type=kind, sycl_queue=queue)
        for x in (first, last)
    ]
    inexact = dpt.result_type(*both, 1.0)
    low, high = (cast(x, inexact) for x in both)
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
    first, last, queue, kind = _ends(start, stop, device, usm_type, sycl_queue)
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
    if any(bool(dpt.any(x == 0)) for x in both):
        raise ValueError("Geometric sequence cannot include zero")
    inexact = dpt.result_type(*both, 1.0)
    low, high = dpt.broadcast_arrays(*(cast(x, inexact) for x in both))
    sign = dpt.sign(low)
    if inexact.kind == "f" and bool(dpt.any(sign != dpt.sign(high))):
        complex_dtype = dpt.result_type(low, 1j)
        low, high, sign = (cast(x, complex_dtype) for x in (low, high, sign))
    ratios = logspace(
        dpt.log10(low / sign),
        dpt.log10(high / sign),
        num,
        usm_type=kind,
        sycl_queue=queue,
        endpoint=endpoint,
    )
    points = ratios * sign
    index = dpt.reshape(dpt.arange(num, usm_type=kind, sycl_queue=queue), (num, *(1,) * low.ndim))
    if num > 0:
        points = dpt.where(index == 0, low, points)
    if num > 1 and endpoint:
        points = dpt.where(index == num - 1, high, points)
    points = dpt.moveaxis(points, 0, axis) if axis != 0 else points
    return wrapped(points if dtype is None else cast(points, dtype))


def tri(N, /, M=None, k=0, dtype=float, *, device=None, usm_type="device", sycl_queue=None):
    """A matrix of N rows and M columns with ones on and below the ``k``-th diagonal and zeros above."""
    dtype = None if dtype is float else dtype
    for name, value in (("N", N), ("M", N if M is None else M), ("k", k)):
        if not isinstance(value, (int, np.integer)):
            raise TypeError(f"`{name}` must be an integer data type, but got {type(value)}")
    if N < 0 or (M is not None and M < 0):
        raise ValueError("tri: negative dimensions are not allowed")
    made = ones(
        (N, N if M is None else M),
        dtype=dtype,
        device=device,
        usm_type=usm_type,
        sycl_queue=sycl_queue,
    )
    return wrapped(dpt.tril(made, k=int(k)))


def tril(m, /, *, k=0):
    """A copy with zeros above the ``k``-th diagonal of each matrix."""
    return _triangle(m, k, dpt.tril)


def triu(m, /, *, k=0):
    """A copy with zeros below the ``k``-th diagonal of each matrix."""
    return _triangle(m, k, dpt.triu)


def _triangle(m: Any, k: Any, part: Any) -> Any:
    array_of(m)
    if isinstance(k, float):
        raise TypeError(f"`k` must be an integer, not {k!r}")
    if m.ndim == 1:
        m = dpt.broadcast_to(m, (m.shape[0], m.shape[0]))
    if m.ndim < 1:
        raise ValueError("Input array must be at least 1-dimensional")
    return wrapped(part(m, k=k))


def diag(v, /, k=0, *, device=None, usm_type=None, sycl_queue=None):
    """The ``k``-th diagonal of a matrix, or the matrix whose ``k``-th diagonal is a vector.

    Raises:
        ValueError: for arrays of more than two dimensions.
        TypeError: where ``k`` is no integer.
    """
    import dpnp

    if not isinstance(k, (int, np.integer)):
        raise TypeError("An integer is required for `k`")
    v = dpnp.asarray(v, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if v.ndim == 2:
        return dpnp.diagonal(v, offset=k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    n = v.shape[0] + abs(k)
    made = zeros((n, n), dtype=v.dtype, usm_type=v.usm_type, sycl_queue=v.sycl_queue)
    if v.size:
        dpnp.diagonal(made, offset=k)[...] = v
    return made


def diagflat(v, /, k=0, *, device=None, usm_type=None, sycl_queue=None):
    """The matrix whose ``k``-th diagonal is the flattened input."""
    import dpnp

    v = dpnp.asarray(v, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return diag(dpnp.ravel(v), k)


def vander(x, /, N=None, increasing=False, *, device=None, usm_type=None, sycl_queue=None):
    """The matrix whose columns are powers of a vector, the highest first unless ``increasing``."""
    import dpnp

    x = dpnp.asarray(x, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if x.ndim != 1:
        raise ValueError("`x` must be a one-dimensional array or sequence.")
    if N is not None and not isinstance(N, (int, np.integer)):
        raise TypeError(f"An integer is required, but got {type(N)}")
    count = x.size if N is None else N
    if count < 0:
        raise ValueError("Negative dimensions are not allowed")
    dtype = np.promote_types(x.dtype, "int64")
    powers = dpt.arange(
        count,
        dtype="int64" if dtype.kind in "iu" else _real_of(dtype),
        sycl_queue=x.sycl_queue,
        usm_type=x.usm_type,
    )
    powers = powers if increasing else dpt.flip(powers)
    return wrapped(cast(dpt.pow(cast(x, dtype)[:, None], powers[None, :]), dtype))


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
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
        self._place = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}

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
        return wrapped(dpt.stack(grids)) if grids else empty(0, **self._place)

    def _line(self, part: slice) -> Any:
        start, step = 0 if part.start is None else part.start, 1 if part.step is None else part.step
        if isinstance(step, complex):
            return linspace(start, part.stop, int(abs(step)), **self._place)
        return arange(start, part.stop, step, **self._place)


mgrid = _Grid(False)
ogrid = _Grid(True)


def fromfunction(
    function,
    shape,
    *,
    dtype=float,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
    **kwargs,
):
    """What a function gives of the coordinates of every element of an array of ``shape``."""
    import dpnp

    refuse("fromfunction", like=(like, None))
    grid = (
        dpnp.indices(
            shape,
            dtype=None if dtype is float else dtype,
            device=device,
            usm_type=usm_type,
            sycl_queue=sycl_queue,
        )
        if dtype is not float
        else _float_indices(shape, device, usm_type, sycl_queue)
    )
    return function(*grid, **kwargs)


def _float_indices(shape: Any, device: Any, usm_type: str, sycl_queue: Any) -> Any:
    import dpnp

    queue = queue_of(sycl_queue, device)
    dtype = _usmarray.default_float_dtype(queue)
    return dpnp.indices(shape, dtype=dtype, usm_type=usm_type, sycl_queue=queue)
