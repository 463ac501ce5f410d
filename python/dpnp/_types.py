"""dtypes: their names, what they are promoted to, and what devices have."""

from __future__ import annotations

from typing import Any

import dpctl
import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, queue_of

OF_NUMPY = ("binary_repr", "e", "euler_gamma", "inf", "nan", "ndindex", "pi")
SCALARS = (
    "bool_", "byte", "cdouble", "complex128", "complex64", "complexfloating", "csingle", "double", "dtype", "float16",
    "float32", "float64", "floating", "inexact", "int16", "int32", "int64", "int8", "int_", "integer", "intc", "intp",
    "longlong", "number", "short", "signedinteger", "single", "ubyte", "uint16", "uint32", "uint64", "uint8", "uintc",
    "uintp", "ulonglong", "unsignedinteger", "ushort",
)  # fmt: skip


def can_cast(from_, to, casting="safe") -> bool:
    """Whether a dtype, or that of an array, casts to another by NumPy's rule ``casting``."""
    if isinstance(to, usm_ndarray):
        raise TypeError("Cannot construct a dtype from an array")
    if np.isscalar(from_) and not isinstance(from_, (str, type, np.generic)):
        raise TypeError(f"can_cast: an array or a dtype, not {from_!r}")
    dtype = from_.dtype if isinstance(from_, (usm_ndarray, np.generic)) else from_
    return bool(np.can_cast(dtype, to, casting))


def result_type(*arrays_and_dtypes) -> np.dtype[Any]:
    """The dtype that arrays, dtypes and numbers are promoted to, as by NumPy and on the arrays' devices."""
    return dpt.result_type(*arrays_and_dtypes)


def common_type(*arrays) -> type:
    """The floating-point dtype that holds the elements of all arrays. Raises TypeError for arrays of bool."""
    if not arrays:
        return np.float16
    dtypes = []
    for a in arrays:
        if array_of(a).dtype.kind == "b":
            raise TypeError("can't get common type for non-numeric array")
        dtypes.append(
            _usmarray.default_float_dtype(a.sycl_queue) if a.dtype.kind in "iu" else a.dtype
        )
    return np.result_type(*dtypes).type


def finfo(dtype) -> Any:
    """Limits of a floating-point dtype, or of an array's."""
    return np.finfo(dtype.dtype if isinstance(dtype, usm_ndarray) else dtype)


def iinfo(dtype) -> Any:
    """Limits of an integer dtype, or of an array's."""
    return np.iinfo(dtype.dtype if isinstance(dtype, usm_ndarray) else dtype)


def isdtype(dtype, kind) -> bool:
    """Whether a dtype is of a kind: a dtype, one of the Array API's names, or a tuple of those."""
    if isinstance(dtype, type):
        dtype = np.dtype(dtype)
    if isinstance(kind, tuple):
        kinds = [np.dtype(k) if isinstance(k, type) else k for k in kind]
        return dpt.isdtype(dtype, tuple(kinds))
    return dpt.isdtype(dtype, np.dtype(kind) if isinstance(kind, type) else kind)


def issubdtype(arg1, arg2) -> bool:
    """Whether a dtype is that or below it in NumPy's hierarchy."""
    return np.issubdtype(arg1, arg2)


def is_type_supported(obj_type) -> bool:
    """Whether arrays have this dtype."""
    return np.dtype(obj_type).char in "?bBhHiIlLqQefdFD"


def default_float_type(device=None, sycl_queue=None) -> type:
    """The default floating-point dtype of a device."""
    return _usmarray.default_float_dtype(queue_of(sycl_queue, device)).type


def get_normalized_queue_device(obj=None, device=None, sycl_queue=None) -> dpctl.SyclQueue:
    """The queue that keywords ask for, else that of an array, else the default one."""
    if device is None and sycl_queue is None and obj is not None and hasattr(obj, "sycl_queue"):
        return obj.sycl_queue
    return queue_of(sycl_queue, device)


def is_cuda_backend(obj=None) -> bool:
    """Whether a device, or that of a queue or an array, is one of the CUDA backend."""
    if obj is None:
        device = dpctl.select_default_device()
    elif isinstance(obj, dpctl.SyclDevice):
        device = obj
    else:
        device = getattr(obj, "sycl_device", None)
    return device is not None and device.backend == dpctl.backend_type.cuda


def is_supported_array_type(a) -> bool:
    """Whether it is an array of dpnp or dpctl.tensor."""
    return isinstance(a, usm_ndarray)


def is_supported_array_or_scalar(a) -> bool:
    """Whether it is such an array or a number."""
    return np.isscalar(a) or isinstance(a, usm_ndarray)


def check_supported_arrays_type(*arrays, scalar_type=False, all_scalars=False) -> None:
    """Raises TypeError unless all are arrays, or numbers where ``scalar_type``, with one array at least unless ``all_scalars``."""
    if len(arrays) == 0:
        return
    found = any(isinstance(a, usm_ndarray) for a in arrays)
    for a in arrays:
        if isinstance(a, usm_ndarray) or (scalar_type and np.isscalar(a)):
            continue
        raise TypeError(f"An array must be any of supported type, but got {type(a)}")
    if scalar_type and not all_scalars and not found:
        raise TypeError("At least one input must be of supported array type, but got all scalars.")


def check_limitations(
    subok=False, like=None, initial=None, where=True, subok_linalg=True, signature=None
) -> None:
    """Raises NotImplementedError for keywords with another value than the supported one."""
    from ._convert import refuse

    refuse(
        "dpnp",
        subok=(subok, False),
        like=(like, None),
        initial=(initial, None),
        where=(where, True),
        subok_linalg=(subok_linalg, True),
        signature=(signature, None),
    )


def get_usm_ndarray(a) -> usm_ndarray:
    """The same elements as an array of ``dpctl.tensor``."""
    from ._from_data import as_usm_ndarray

    return as_usm_ndarray(array_of(a))


def get_usm_ndarray_or_scalar(a) -> Any:
    """The same, and a number as it is."""
    return a if np.isscalar(a) else get_usm_ndarray(a)


def get_result_array(a, out=None, casting="safe") -> Any:
    """The array, or ``out`` with its elements."""
    from ._manipulation import copyto

    if out is None:
        return a
    if isinstance(out, usm_ndarray) and out.shape != a.shape:
        raise ValueError(f"Output array of shape {a.shape} is needed, got {out.shape}.")
    copyto(out, a, casting=casting)
    return out


def synchronize_array_data(a) -> None:
    """Waits until an array's elements are there."""
    array_of(a).sycl_queue.wait()


def are_same_logical_tensors(ar1, ar2) -> bool:
    """Whether two arrays are one view of the same memory."""

    def told(a: Any) -> tuple[Any, ...]:
        return a._pointer, a.dtype, a.shape, a.strides

    return told(array_of(ar1)) == told(array_of(ar2))
