"""Functions that make arrays of what holds numbers elsewhere: other arrays, sequences, NumPy, files, buffers."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import as_class, usm_ndarray

from ._array import ndarray
from ._convert import array_of, queue_of, refuse, wrapped


def asarray(
    a, dtype=None, order=None, *, device=None, usm_type=None, sycl_queue=None, copy=None, like=None
):
    """An array of anything that holds numbers: arrays, numbers, nested sequences, NumPy's arrays, USM.

    Args:
        copy: ``True`` always copies, ``False`` raises ValueError where a copy is needed, ``None`` copies if needed.
    """
    if isinstance(a, ndarray) and (
        dtype is order is device is usm_type is sycl_queue is copy is like is None
    ):
        return a
    if like is not None:
        refuse("asarray", like=(like, None))
    if isinstance(a, ndarray) and not copy and _fits(a, dtype, order, device, usm_type, sycl_queue):
        return a
    made = dpt.asarray(
        a,
        dtype=dtype,
        order="K" if order is None else order,
        device=device,
        usm_type=usm_type,
        sycl_queue=sycl_queue,
        copy=copy,
    )
    return wrapped(made)


def _fits(a: ndarray, dtype: Any, order: Any, device: Any, usm_type: Any, sycl_queue: Any) -> bool:
    """Whether the array is what is asked for."""
    elsewhere = device is not None or sycl_queue is not None
    if elsewhere and queue_of(sycl_queue, device) != a.sycl_queue:
        return False
    if usm_type not in (None, a.usm_type) or (dtype is not None and np.dtype(dtype) != a.dtype):
        return False
    flags = a.flags
    layouts = {"C": flags.c_contiguous, "F": flags.f_contiguous, "A": flags.forc}
    return order in (None, "K", "k") or (
        isinstance(order, str) and layouts.get(order.upper(), False)
    )


def array(
    a,
    dtype=None,
    *,
    copy=True,
    order="K",
    subok=False,
    ndmin=0,
    like=None,
    device=None,
    usm_type=None,
    sycl_queue=None,
):
    """A new array of anything that holds numbers, with ``ndmin`` axes or more.

    Args:
        copy: ``False`` raises ValueError where a copy is needed, ``None`` copies if needed.
    """
    if subok is not False or like is not None:
        refuse("array", subok=(subok, False), like=(like, None))
    if ndmin != 0 and ndmin is not None and not isinstance(ndmin, (int, np.integer)):
        raise TypeError(f"`ndmin` should be an integer, got {type(ndmin)}")
    made = asarray(
        a, dtype, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue, copy=copy
    )
    if ndmin and made.ndim < ndmin:
        made = made[(None,) * (ndmin - made.ndim)]
    return made


def asanyarray(
    a, dtype=None, order=None, *, like=None, device=None, usm_type=None, sycl_queue=None
):
    """:func:`asarray`."""
    refuse("asanyarray", like=(like, None))
    return asarray(a, dtype, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def asarray_chkfinite(a, dtype=None, order=None, *, device=None, usm_type=None, sycl_queue=None):
    """:func:`asarray`. Raises ValueError where an element is infinite or NaN."""
    made = asarray(a, dtype, order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    if made.dtype.kind in "fc" and not bool(dpt.all(dpt.isfinite(made))):
        raise ValueError("array must not contain infs or NaNs")
    return made


def asfarray(a, dtype=None, *, device=None, usm_type=None, sycl_queue=None):
    """:func:`asarray` in a floating-point dtype: that of the input where it has one, else the device's default."""
    queue = queue_of(sycl_queue, device) if sycl_queue is not None or device is not None else None
    if dtype is None or np.dtype(dtype).kind not in "fc":
        held = a.dtype if isinstance(a, usm_ndarray) else np.asarray(a).dtype
        dtype = (
            held
            if dtype is None and held.kind in "fc"
            else _usmarray.default_float_dtype(
                queue or (a.sycl_queue if isinstance(a, usm_ndarray) else queue_of(None, None))
            )
        )
    return asarray(a, dtype, usm_type=usm_type, sycl_queue=queue)


def ascontiguousarray(a, dtype=None, *, like=None, device=None, usm_type=None, sycl_queue=None):
    """:func:`asarray` in rows, with one axis or more."""
    refuse("ascontiguousarray", like=(like, None))
    return _with_axis(
        asarray(a, dtype, "C", device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    )


def asfortranarray(a, dtype=None, *, like=None, device=None, usm_type=None, sycl_queue=None):
    """:func:`asarray` in columns, with one axis or more."""
    refuse("asfortranarray", like=(like, None))
    return _with_axis(
        asarray(a, dtype, "F", device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    )


def _with_axis(a: Any) -> Any:
    return a if a.ndim else a.reshape(1)


def require(a, dtype=None, requirements=None, *, like=None):
    """The array in a dtype and a layout: among ``requirements`` "C" or "F" contiguous, "W" writable.

    Raises:
        ValueError: where both "C" and "F" are asked for, or something else.
    """
    refuse("require", like=(like, None))
    names = {
        "C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F": "F", "F_CONTIGUOUS": "F", "FORTRAN": "F",
        "W": "W", "WRITEABLE": "W",
    }  # fmt: skip
    array_of(a)
    try:
        wanted = {names[r.upper()] for r in requirements or ()}
    except KeyError as error:
        raise ValueError(f"require: unknown requirement {error}") from None
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    made = asarray(a, dtype, "F" if "F" in wanted else "C" if "C" in wanted else "A")
    return made.copy(order="A") if "W" in wanted and not made.flags.writable else made


def copy(a, order="K", subok=False, device=None, usm_type=None, sycl_queue=None):
    """A copy of an array, or of anything that holds numbers."""
    if subok is not False:
        refuse("copy", subok=(subok, False))
    if isinstance(a, usm_ndarray) and device is usm_type is sycl_queue is None:
        return wrapped(dpt.copy(a, order="K" if order is None else order))
    return array(a, order=order, copy=True, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def asnumpy(a, order="C") -> np.ndarray:
    """A NumPy array with a copy of the elements. Waits for them."""
    if isinstance(a, usm_ndarray):
        host = dpt.asnumpy(a)
        return np.asarray(host, order=order) if order not in ("K", "A", None) else host
    return np.asarray(a, order=order)


def as_usm_ndarray(a, dtype=None, device=None, usm_type=None, sycl_queue=None) -> usm_ndarray:
    """The same elements as an array of ``dpctl.tensor``; of other things a new one."""
    if isinstance(a, usm_ndarray):
        return as_class(a, usm_ndarray)
    return dpt.asarray(a, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def astype(x, dtype, /, *, order="K", casting="unsafe", copy=True, device=None):
    """The array in another dtype; the array itself where nothing changes and not ``copy``."""
    array_of(x)
    order = "K" if order is None else order
    if (
        not copy
        and isinstance(x, ndarray)
        and dtype is not None
        and _fits(x, dtype, order, device, None, None)
    ):
        return x
    return wrapped(dpt.astype(x, dtype, order=order, casting=casting, copy=copy, device=device))


def from_dlpack(x, /, *, device=None, copy=None):
    """An array over the memory of an object of another library that has ``__dlpack__``: of NumPy's, if the host's."""
    made = dpt.from_dlpack(x, device=device, copy=copy)
    return made if isinstance(made, np.ndarray) else wrapped(made)


def _placed(host: np.ndarray, device: Any, usm_type: Any, sycl_queue: Any) -> Any:
    return asarray(host, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def _host_dtype(dtype: Any, device: Any, sycl_queue: Any) -> np.dtype:
    return (
        _usmarray.default_float_dtype(queue_of(sycl_queue, device))
        if dtype in (float, None)
        else np.dtype(dtype)
    )


def frombuffer(
    buffer,
    dtype=float,
    count=-1,
    offset=0,
    *,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """A new array of the numbers in a buffer; arguments as of NumPy's."""
    refuse("frombuffer", like=(like, None))
    host = np.frombuffer(buffer, _host_dtype(dtype, device, sycl_queue), count, offset)
    return _placed(host, device, usm_type, sycl_queue)


def fromfile(
    file,
    dtype=float,
    count=-1,
    sep="",
    offset=0,
    *,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """A new array of the numbers in a file; arguments as of NumPy's."""
    refuse("fromfile", like=(like, None))
    host = np.fromfile(file, _host_dtype(dtype, device, sycl_queue), count, sep, offset)
    return _placed(host, device, usm_type, sycl_queue)


def fromiter(iter, dtype, count=-1, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """A new array of the numbers that an iterable gives; arguments as of NumPy's."""
    refuse("fromiter", like=(like, None))
    return _placed(np.fromiter(iter, dtype, count), device, usm_type, sycl_queue)


def fromstring(
    string,
    dtype=float,
    count=-1,
    *,
    sep,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """A new array of the numbers in a text; arguments as of NumPy's."""
    refuse("fromstring", like=(like, None))
    host = np.fromstring(string, _host_dtype(dtype, device, sycl_queue), count, sep=sep)
    return _placed(host, device, usm_type, sycl_queue)


def loadtxt(
    fname, dtype=float, like=None, device=None, usm_type="device", sycl_queue=None, **kwargs
):
    """A new array of the numbers in a text file; arguments as of NumPy's."""
    refuse("loadtxt", like=(like, None))
    host = np.loadtxt(fname, dtype=_host_dtype(dtype, device, sycl_queue), **kwargs)
    return _placed(host, device, usm_type, sycl_queue)
