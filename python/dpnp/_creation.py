"""Functions that make arrays of shapes and numbers."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray

from ._convert import array_of, cast, kind_of, queue_of, refuse, wrapped

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
    if like is not None:
        refuse("empty", like=(like, None))
    return wrapped(
        dpt.empty(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=kind_of(usm_type),
            sycl_queue=sycl_queue,
        )
    )


def zeros(
    shape, *, dtype=None, order="C", like=None, device=None, usm_type="device", sycl_queue=None
):
    """An array of zeros; arguments as of :func:`empty`."""
    if like is not None:
        refuse("zeros", like=(like, None))
    return wrapped(
        dpt.zeros(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=kind_of(usm_type),
            sycl_queue=sycl_queue,
        )
    )


def ones(
    shape, *, dtype=None, order="C", like=None, device=None, usm_type="device", sycl_queue=None
):
    """An array of ones; arguments as of :func:`empty`."""
    if like is not None:
        refuse("ones", like=(like, None))
    return wrapped(
        dpt.ones(
            shape,
            dtype=dtype,
            order=_layout(order),
            device=device,
            usm_type=kind_of(usm_type),
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
    if like is not None:
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


_LIKE = {
    dpt.empty: dpt.empty_like,
    dpt.zeros: dpt.zeros_like,
    dpt.ones: dpt.ones_like,
    dpt.full: dpt.full_like,
}


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
    if order == "K" and dtype is shape is device is usm_type is sycl_queue is None and not subok:
        return wrapped(_LIKE[make](a, *value))
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
        return wrapped(_LIKE[make](a, *value, order=order, **keywords))
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
            usm_type=kind_of(usm_type),
            sycl_queue=sycl_queue,
        )
    )


def identity(n, /, dtype=None, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """The square matrix with ones on its diagonal and zeros elsewhere."""
    refuse("identity", like=(like, None))
    if n < 0:
        raise ValueError("negative dimensions are not allowed")
    return eye(n, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


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
        dtype="int64" if dtype.kind in "iu" else _usmarray.default_float_dtype(x.sycl_queue),
        sycl_queue=x.sycl_queue,
        usm_type=x.usm_type,
    )
    powers = powers if increasing else dpt.flip(powers)
    made = dpt.pow(cast(x, dtype)[:, None], powers[None, :])
    return wrapped(_usmarray.astype_array(made, dtype, "C", False))


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
) -> Any:
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
