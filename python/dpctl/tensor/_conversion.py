"""Arrays of what holds numbers elsewhere: other arrays, Python's numbers and sequences, buffers, other libraries' memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _usmarray
from ._device import default_float, normalize_queue_device
from ._usmarray import usm_ndarray

DTYPES = {bool: "bool", int: "int64", float: None}  # None: the default one
# Of the dtypes that numbers are in.
_KINDS = {bool: "biufc", int: "iufc", float: "fc"}


def queue_or_default(sycl_queue: Any, device: Any) -> Any:
    """The queue that keywords ask for; ``None`` stands for the default one."""
    return (
        None
        if sycl_queue is None and device is None
        else normalize_queue_device(sycl_queue, device)
    )


def asarray(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Any = None,
    copy: bool | None = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
    order: str = "K",
) -> usm_ndarray:
    """An array from anything that holds numbers: arrays, numbers, nested sequences, buffers, USM.

    Args:
        copy: ``True`` always copies, ``False`` raises ValueError where a copy is needed, ``None`` copies if needed.
    """
    if type(obj) is not usm_ndarray and isinstance(obj, usm_ndarray):
        obj = _usmarray.as_class(obj, usm_ndarray)
    if type(obj) is usm_ndarray and dtype is usm_type is device is sycl_queue is None:
        if copy is True and order in ("K", "A", "C", "F"):
            return _usmarray.astype_array(obj, obj.dtype, order, True)
        if (copy is None or copy is False) and order == "K":
            return obj
    elif dtype is None and (copy is None or copy is True) and order == "K":
        made = None
        if type(obj) is np.ndarray:
            made = _dense(obj, usm_type, device, sycl_queue)
        elif is_plain(obj):
            queue = queue_or_default(sycl_queue, device)
            kind = "device" if usm_type is None else usm_type
            return _usmarray.full_array((), obj, DTYPES[type(obj)], "C", kind, queue)
        elif type(obj) in (list, tuple):
            made = _of_numbers(obj, usm_type, device, sycl_queue)
            if made is None:
                made = _of_few_arrays(obj, usm_type, device, sycl_queue)
        elif isinstance(obj, np.generic) and obj.dtype.kind in "biufc":  # others give bytes
            made = _dense(obj, usm_type, device, sycl_queue)
        if made is not None:
            return made
    elif type(obj) in (list, tuple) and copy in (None, True) and order == "K":
        made = _of_few_arrays(obj, usm_type, device, sycl_queue)
        if made is not None:
            return _usmarray.astype_array(made, _usmarray.canonical_dtype(dtype), "K", False)
    elif copy is None and order == "K" and is_plain(obj) and _holds(dtype, type(obj)):
        queue = queue_or_default(sycl_queue, device)
        kind = "device" if usm_type is None else usm_type
        return _usmarray.full_array((), obj, dtype, "C", kind, queue)
    if copy not in (None, True, False):
        raise TypeError(
            f"Recognized copy keyword values should be True, False, or None, not {copy!r}"
        )
    if not isinstance(order, str):
        raise TypeError(f"Expected order keyword to be of type str, got {type(order)}")
    if order.upper() not in tuple("KACF"):
        raise ValueError(
            f"Unrecognized order keyword value {order!r}, expecting 'K', 'A', 'F', or 'C'."
        )
    if dtype is not None:
        dtype = _usmarray.canonical_dtype(dtype)
    if not isinstance(obj, usm_ndarray) and hasattr(obj, "__usm_ndarray__"):
        obj = obj.__usm_ndarray__
    elif not isinstance(obj, usm_ndarray) and hasattr(obj, "__sycl_usm_array_interface__"):
        obj = _usmarray.array_from_interface(obj)
    elif not isinstance(obj, usm_ndarray) and hasattr(obj, "__cuda_array_interface__"):
        from ._cuda_interface import array_of

        wanted = (
            None
            if device is None and sycl_queue is None
            else normalize_queue_device(sycl_queue, device)
        )
        obj = array_of(obj, wanted)
    if isinstance(obj, usm_ndarray):
        return _from_array(obj, dtype, copy, usm_type, device, sycl_queue, order.upper())
    if copy is False:
        raise ValueError(f"Converting {type(obj).__name__} to usm_ndarray requires a copy")
    return _from_host(obj, dtype, usm_type, device, sycl_queue, order.upper())


def is_plain(obj: Any) -> bool:
    """A Python number that its default dtype holds."""
    return type(obj) in DTYPES and (type(obj) is not int or -(1 << 63) <= obj < 1 << 63)


def _holds(dtype: Any, numbers: type) -> bool:
    """A dtype of the machine's byte order that most numbers of a type of Python's are in."""
    return isinstance(dtype, np.dtype) and dtype.isnative and dtype.kind in _KINDS[numbers]


def _dense(
    host: np.ndarray | np.generic, usm_type: Any, device: Any, sycl_queue: Any
) -> usm_ndarray | None:
    """A copy of a NumPy array or number as it is; ``None`` where that takes more."""
    if usm_type not in (None, "device"):
        return None
    return _usmarray.copy_of_dense(host, queue_or_default(sycl_queue, device))


def _of_numbers(
    numbers: list[Any] | tuple[Any, ...], usm_type: Any, device: Any, sycl_queue: Any
) -> usm_ndarray | None:
    """An array of Python's numbers; ``None`` where that takes more, as for arrays in a list."""
    if not _are_numbers(numbers):
        return None
    return _dense(np.asarray(numbers), usm_type, device, sycl_queue)


def _are_numbers(values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether there are only integers and floating-point numbers of Python's in nested sequences."""
    kinds = {*map(type, values)}
    if kinds <= {float, int}:
        return True
    return kinds <= {list, tuple} and all(map(_are_numbers, values))


_FEW = 64  # elements of an array in a sequence


def _of_few_arrays(
    values: list[Any] | tuple[Any, ...], usm_type: Any, device: Any, sycl_queue: Any
) -> usm_ndarray | None:
    """An array of a CPU's arrays with few elements, and of numbers beside them; ``None`` where that takes more."""
    if usm_type not in (None, "device") or not device is sycl_queue is None:
        return None
    found = _read(values)
    if found is None or found[1] is None:
        return None
    try:
        return _usmarray.copy_of_dense(np.asarray(found[0]), found[1])
    except (
        TypeError,
        ValueError,
    ):  # of different shapes, or dtypes that NumPy has no common one of
        return None


def _read(values: list[Any] | tuple[Any, ...]) -> tuple[Any, Any] | None:
    """Nested sequences with NumPy's arrays in place of ours, and the queue that all live on."""
    kinds = {*map(type, values)}
    if kinds <= {list, tuple}:
        parts = [_read(part) for part in values]
        if not parts or None in parts:
            return None
        queues = {queue for _, queue in parts if queue is not None}
        return ([part for part, _ in parts], queues.pop()) if len(queues) == 1 else None
    if kinds <= {float, int}:
        return values, None
    return _usmarray.host_operands(tuple(values), {}, 0, 0, _FEW)


def _from_array(
    x: usm_ndarray,
    dtype: Any,
    copy: bool | None,
    usm_type: str | None,
    device: Any,
    sycl_queue: Any,
    order: str,
) -> usm_ndarray:
    moved = x
    stays = usm_type is device is sycl_queue is None
    queue = x.sycl_queue if device is sycl_queue is None else queue_or_default(sycl_queue, device)
    kind = x.usm_type if usm_type is None else usm_type
    if not stays and (queue != x.sycl_queue or kind != x.usm_type):
        same_memory = (
            kind == x.usm_type
            and queue.sycl_context == x.sycl_context
            and queue.sycl_device == x.sycl_device
        )
        if copy is False and not same_memory:
            raise ValueError("asarray: changing the device or the kind of memory requires a copy")
        moved = _usmarray.moved_array(x, queue, kind)
        if copy is True and same_memory:
            return _usmarray.copied_array(moved, x.dtype if dtype is None else dtype, order, x)
    wanted = x.dtype if dtype is None else dtype
    flags = moved.flags
    fits = (
        (order == "C" and flags.c_contiguous)
        or (order == "F" and flags.f_contiguous)
        or order == "K"
    )
    fits = fits or (order == "A" and flags.forc)
    if wanted == moved.dtype and fits and (copy is not True or moved is not x):
        return moved
    if copy is False:
        raise ValueError(f"asarray: dtype {wanted} and order {order!r} require a copy")
    return _usmarray.copied_array(moved, wanted, order, x)


def _from_host(
    obj: Any, dtype: Any, usm_type: str | None, device: Any, sycl_queue: Any, order: str
) -> usm_ndarray:
    from ._manipulation_functions import permute_dims

    try:
        host = np.asarray(obj, order=order)
    except (TypeError, ValueError):
        if not any(True for _ in _arrays_in(obj)):
            raise
        return _from_nested(obj, dtype, usm_type, device, sycl_queue, order)
    if dtype is None and (made := _dense(host, usm_type, device, sycl_queue)) is not None:
        return made
    if host.dtype == object and any(True for _ in _arrays_in(obj)):
        return _from_nested(obj, dtype, usm_type, device, sycl_queue, order)
    if host.dtype == object and dtype is not None and isinstance(obj, (list, tuple, int)):
        host = np.asarray(obj, dtype=dtype, order=order)  # raises OverflowError for large numbers
    if not _usmarray.is_supported(host.dtype):
        raise TypeError(
            f"Numpy array of data type {host.dtype} is not supported. "
            "Please convert the input to an array with numeric data type."
        )
    queue = normalize_queue_device(sycl_queue, device)
    if dtype is None:
        dtype = _device_dtype(host.dtype, queue)
    if isinstance(obj, (list, tuple, int, float, complex)) and host.dtype != dtype:
        host = np.asarray(
            obj, dtype=dtype, order=order
        )  # weak Python numbers: NumPy checks the values
    if (
        host.ndim == 0 and host.dtype == dtype
    ):  # no memory until it is needed, and its value stays known
        return _usmarray.full_array(
            (), host.item(), dtype, "C", "device" if usm_type is None else usm_type, queue
        )
    if order == "K" and not host.flags.forc:
        axes = memory_order(host)
        made = _usmarray.array_from_numpy(
            host.transpose(axes), dtype, "C", "device" if usm_type is None else usm_type, queue
        )
        return permute_dims(made, np.argsort(axes).tolist())
    layout = "F" if host.flags.fnc else "C"
    return _usmarray.array_from_numpy(
        host, dtype, layout, "device" if usm_type is None else usm_type, queue
    )


def _device_dtype(dtype: np.dtype, queue: Any) -> np.dtype:
    """The dtype, or the nearest that a device without float64 has."""
    if dtype.char in "dD" and default_float(queue) == "float32":
        return np.dtype("float32" if dtype.char == "d" else "complex64")
    return dtype


def _is_array(obj: Any) -> bool:
    return isinstance(obj, usm_ndarray) or hasattr(obj, "__sycl_usm_array_interface__")


def _arrays_in(obj: Any) -> Iterator[usm_ndarray]:
    """The arrays in nested sequences."""
    if _is_array(obj):
        yield asarray(obj)
    elif isinstance(obj, (list, tuple)):
        for part in obj:
            yield from _arrays_in(part)


def _from_nested(
    obj: Any, dtype: Any, usm_type: str | None, device: Any, sycl_queue: Any, order: str
) -> usm_ndarray:
    """One array of nested sequences that hold arrays, and perhaps what the host has, too."""
    from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type, get_execution_queue

    arrays = list(_arrays_in(obj))
    if sycl_queue is None and device is None:
        queue = get_execution_queue(tuple(x.sycl_queue for x in arrays))
        if queue is None:
            raise ExecutionPlacementError(
                "asarray: the arrays live on different queues; say with sycl_queue where the result shall be"
            )
    else:
        queue = normalize_queue_device(sycl_queue, device)
    kind = get_coerced_usm_type(tuple(x.usm_type for x in arrays)) if usm_type is None else usm_type
    return _from_array(_stacked(obj, queue, kind), dtype, None, kind, None, queue, order)


def _stacked(obj: Any, queue: Any, usm_type: str) -> usm_ndarray:
    from ._manipulation_functions import stack

    if _is_array(obj):
        return asarray(obj, sycl_queue=queue, usm_type=usm_type)
    if any(True for _ in _arrays_in(obj)):
        return stack([_stacked(part, queue, usm_type) for part in obj])
    return _from_host(obj, None, usm_type, None, queue, "C")


def memory_order(x: Any) -> list[int]:
    """The axes of an array, slowest first."""
    return sorted(range(x.ndim), key=lambda i: -abs(x.strides[i]))
