"""Functions that make arrays."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _usmarray
from ._device import default_float, normalize_queue_device
from ._private_names import names_of
from ._usmarray import usm_ndarray

_PYTHON_SCALARS = (int, float, complex)
_KINDS = {bool: "b", int: "i", float: "f", complex: "c"}
_DTYPES = {bool: "bool", int: "int64", float: None}  # None: the default one
_INT64 = np.dtype("int64")


def _default_dtype(*scalars: Any, queue: Any) -> np.dtype:
    """The dtype that Python or NumPy scalars have on this queue's device."""
    if any(isinstance(s, np.generic) for s in scalars):
        return np.result_type(*scalars)
    kinds = "".join(_KINDS.get(type(s)) or np.asarray(s).dtype.kind for s in scalars)
    if "c" in kinds:
        return np.dtype("complex128" if default_float(queue) == "float64" else "complex64")
    if "f" in kinds:
        return np.dtype(default_float(queue))
    if "i" in kinds or "u" in kinds:
        return np.dtype("int64")
    return np.dtype("bool")


def _number(value: Any) -> Any:
    """A Python scalar from a Python, NumPy or 0-d array scalar."""
    if isinstance(value, _PYTHON_SCALARS) and not isinstance(value, np.generic):
        return value
    if isinstance(value, usm_ndarray):
        value = _usmarray.numpy_of(value)
    value = np.asarray(value)
    if value.ndim != 0 or not _usmarray.is_supported(value.dtype):
        raise TypeError(f"expected a number, got {value!r}")
    return float(value) if value.dtype.kind == "V" else value.item()


def _queue_or_default(sycl_queue: Any, device: Any) -> Any:
    """The queue that keywords ask for; ``None`` stands for the default one."""
    return (
        None
        if sycl_queue is None and device is None
        else normalize_queue_device(sycl_queue, device)
    )


def empty(
    shape: Any,
    *,
    dtype: Any = None,
    order: str = "C",
    device: Any = None,
    usm_type: str = "device",
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array with unspecified elements."""
    if device is not None or sycl_queue is not None:
        sycl_queue = normalize_queue_device(sycl_queue, device)
    return _usmarray.empty_array(shape, dtype, order, usm_type, sycl_queue)


def zeros(
    shape: Any,
    *,
    dtype: Any = None,
    order: str = "C",
    device: Any = None,
    usm_type: str = "device",
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of zeros."""
    queue = _queue_or_default(sycl_queue, device)
    return _usmarray.full_array(shape, 0, dtype, order, usm_type, queue)


def ones(
    shape: Any,
    *,
    dtype: Any = None,
    order: str = "C",
    device: Any = None,
    usm_type: str = "device",
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of ones."""
    queue = _queue_or_default(sycl_queue, device)
    return _usmarray.full_array(shape, 1, dtype, order, usm_type, queue)


def full(
    shape: Any,
    fill_value: Any,
    *,
    dtype: Any = None,
    order: str = "C",
    device: Any = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of ``fill_value``, a number or something that broadcasts to ``shape``."""
    if _is_plain(fill_value) and dtype is None:
        queue, kind = (
            _queue_or_default(sycl_queue, device),
            "device" if usm_type is None else usm_type,
        )
        return _usmarray.full_array(
            shape, fill_value, _DTYPES[type(fill_value)], order, kind, queue
        )
    if not isinstance(
        fill_value, (numbers.Number, np.ndarray, np.generic, usm_ndarray, list, tuple)
    ) and not hasattr(fill_value, "__sycl_usm_array_interface__"):
        raise TypeError(f"array cannot be filled with scalar of type {type(fill_value)}")
    if (
        sycl_queue is None
        and device is None
        and (
            isinstance(fill_value, usm_ndarray)
            or hasattr(fill_value, "__sycl_usm_array_interface__")
        )
    ):
        sycl_queue = asarray(fill_value).sycl_queue
    queue = normalize_queue_device(sycl_queue, device)
    if isinstance(fill_value, _PYTHON_SCALARS) or (
        np.isscalar(fill_value) and np.ndim(fill_value) == 0
    ):
        code = _default_dtype(fill_value, queue=queue) if dtype is None else dtype
        value = _number(fill_value)
        if isinstance(value, complex) and np.dtype(code).kind not in "bc":
            value = value.real
        return _usmarray.full_array(
            shape, value, code, order, "device" if usm_type is None else usm_type, queue
        )
    values = asarray(fill_value, sycl_queue=queue)
    made = _usmarray.empty_array(
        shape,
        values.dtype if dtype is None else dtype,
        order,
        values.usm_type if usm_type is None else usm_type,
        queue,
    )
    made[...] = values
    return made


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    *,
    dtype: Any = None,
    device: Any = None,
    usm_type: str = "device",
    sycl_queue: Any = None,
) -> usm_ndarray:
    """Numbers from ``start`` (0 if alone) to below ``stop``, ``step`` apart."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    queue = _queue_or_default(sycl_queue, device)
    if type(start) is type(stop) is type(step) is int and step and dtype is None:
        count = max(0, -((start - stop) // step))
        return _usmarray.arange_array(start, step, count, _INT64, usm_type, queue)
    queue = normalize_queue_device(queue)
    if {type(start), type(stop), type(step)} <= {int, float} and step and dtype is None:
        count = max(0, math.ceil((stop - start) / step))
        code = _usmarray.default_float_dtype(queue)
        return _usmarray.arange_array(start, step, count, code, usm_type, queue)
    start, stop, step = _number(start), _number(stop), _number(step)
    code = _usmarray.canonical_dtype(
        _default_dtype(start, stop, step, queue=queue) if dtype is None else dtype
    )
    distance = (
        (stop - start) / step if not _all_int(start, stop, step) else -((start - stop) // step)
    )
    count = max(0, math.ceil(distance.real if isinstance(distance, complex) else distance))
    if code.kind == "b":
        if count > 2:
            raise ValueError(f"arange: {count} values do not fit dtype bool, which has 2")
        return _usmarray.astype_array(
            _usmarray.arange_array(start, step, count, "int8", usm_type, queue), "bool", "K", False
        )
    if code.kind in "iu":
        start, step = int(start), int(start + step) - int(start)
        if code == "uint64":
            step %= 2**64  # down is up, modulo the dtype
    return _usmarray.arange_array(start, step, count, code, usm_type, queue)


def _all_int(*values: Any) -> bool:
    return all(isinstance(v, int) for v in values)


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: bool = True,
    sycl_queue: Any = None,
    usm_type: str = "device",
) -> usm_ndarray:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``."""
    queue = normalize_queue_device(sycl_queue, device)
    count = operator.index(num)
    if count < 0:
        raise ValueError(f"Number of points must be non-negative, not {count}")
    start, stop = _number(start), _number(stop)
    inexact = _default_dtype(float(abs(start)), start, stop, queue=queue)
    code = inexact if dtype is None else _usmarray.canonical_dtype(dtype)
    if code.kind not in "biu":
        return _usmarray.linspace_array(start, stop, count, endpoint, code, usm_type, queue)
    points = _usmarray.linspace_array(start, stop, count, endpoint, inexact, usm_type, queue)
    from ._elementwise_funcs import floor

    return _usmarray.astype_array(floor(points), code, "K", False)


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    order: str = "C",
    device: Any = None,
    usm_type: str = "device",
    sycl_queue: Any = None,
) -> usm_ndarray:
    """A matrix with ones on the ``k``-th diagonal and zeros elsewhere."""
    queue = normalize_queue_device(sycl_queue, device)
    rows = operator.index(n_rows)
    columns = rows if n_cols is None else operator.index(n_cols)
    if rows < 0 or columns < 0:
        raise ValueError(f"eye: extents {rows} and {columns} must not be negative")
    return _usmarray.eye_array(
        rows,
        columns,
        _diagonal(k, rows, columns),
        default_float(queue) if dtype is None else dtype,
        order,
        usm_type,
        queue,
    )


def _diagonal(k: Any, rows: int, columns: int) -> int:
    """A diagonal's number; one beyond a matrix stands for all beyond it."""
    return max(-rows, min(operator.index(k), columns))


def _like(
    x: Any,
    dtype: Any,
    order: str,
    device: Any,
    usm_type: Any,
    sycl_queue: Any,
    value: int | None = None,
) -> usm_ndarray:
    """An array like ``x``, of a number if one is given."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected instance of dpt.usm_ndarray, got {type(x)}.")
    if order not in tuple("KACFkacf"):
        raise ValueError(
            f"Unrecognized order keyword value {order!r}, expecting 'K', 'A', 'F', or 'C'."
        )
    queue = (
        x.sycl_queue
        if device is None and sycl_queue is None
        else normalize_queue_device(sycl_queue, device)
    )
    code = x.dtype if dtype is None else dtype
    kind = x.usm_type if usm_type is None else usm_type
    lies = _usmarray.dense_order(x, order.upper())
    if lies is None:
        made = _permuted_like(x, code, kind, queue)
        if value is not None:
            made[...] = value
        return made
    if value is not None:
        return _usmarray.full_array(x.shape, value, code, lies, kind, queue)
    return _usmarray.empty_array(x.shape, code, lies, kind, queue)


def _permuted_like(x: usm_ndarray, dtype: Any, usm_type: str, queue: Any) -> usm_ndarray:
    """Dense, with the axes in memory in the order and direction that they have in ``x``."""
    axes = _memory_order(x)
    made = _usmarray.empty_array([x.shape[i] for i in axes], dtype, "C", usm_type, queue)
    steps, offset = [0] * x.ndim, 0
    for axis, step in zip(axes, made.strides, strict=True):
        backwards = x.strides[axis] < 0 and x.shape[axis] > 1
        steps[axis] = -step if backwards else step
        offset += step * (x.shape[axis] - 1) if backwards and x.size else 0
    return _usmarray.layout_view(made, x.shape, steps, offset)


def _memory_order(x: Any) -> list[int]:
    """The axes of an array, slowest first."""
    return sorted(range(x.ndim), key=lambda i: -abs(x.strides[i]))


def empty_like(
    x: usm_ndarray,
    /,
    *,
    dtype: Any = None,
    order: str = "K",
    device: Any = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array like ``x`` with unspecified elements."""
    return _like(x, dtype, order, device, usm_type, sycl_queue)


def zeros_like(
    x: usm_ndarray,
    /,
    *,
    dtype: Any = None,
    order: str = "K",
    device: Any = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of zeros like ``x``."""
    return _like(x, dtype, order, device, usm_type, sycl_queue, 0)


def ones_like(
    x: usm_ndarray,
    /,
    *,
    dtype: Any = None,
    order: str = "K",
    device: Any = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of ones like ``x``."""
    return _like(x, dtype, order, device, usm_type, sycl_queue, 1)


def full_like(
    x: usm_ndarray,
    /,
    fill_value: Any,
    *,
    dtype: Any = None,
    order: str = "K",
    device: Any = None,
    usm_type: str | None = None,
    sycl_queue: Any = None,
) -> usm_ndarray:
    """An array of ``fill_value`` like ``x``."""
    made = _like(x, dtype, order, device, usm_type, sycl_queue)
    if not isinstance(
        fill_value, (numbers.Number, np.ndarray, np.generic, usm_ndarray, list, tuple)
    ):
        raise TypeError(f"array cannot be filled with scalar of type {type(fill_value)}")
    if isinstance(fill_value, usm_ndarray):
        fill_value = asarray(fill_value, sycl_queue=made.sycl_queue)
    made[...] = fill_value
    return made


def tril(x: usm_ndarray, /, *, k: int = 0) -> usm_ndarray:
    """A copy with zeros above the ``k``-th diagonal of each matrix."""
    return _triangle(x, k, upper=False)


def triu(x: usm_ndarray, /, *, k: int = 0) -> usm_ndarray:
    """A copy with zeros below the ``k``-th diagonal of each matrix."""
    return _triangle(x, k, upper=True)


def _triangle(x: Any, k: int, *, upper: bool) -> usm_ndarray:
    if isinstance(x, usm_ndarray):
        if x.ndim < 2:
            raise ValueError(f"Array dimensions less than 2: {x.ndim}.")
        rows, columns = x.shape[-2:]
        k = _diagonal(k, rows, columns)
    return _usmarray.triangle_array(x, k, upper)


def meshgrid(*arrays: usm_ndarray, indexing: str = "xy") -> list[usm_ndarray]:
    """Coordinate matrices of 1-d coordinate arrays."""
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Unrecognized indexing keyword value {indexing!r}, expecting 'xy' or 'ij'."
        )
    for x in arrays:
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"Expected instance of dpt.usm_ndarray, got {type(x)}.")
        if x.ndim > 1:
            raise ValueError(
                f"meshgrid: all arrays must be one-dimensional, not {x.ndim}-dimensional"
            )
    if len({x.dtype for x in arrays}) > 1:
        raise ValueError("meshgrid: all arrays must have the same dtype")
    n = len(arrays)
    order = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    shape = tuple(arrays[i].size for i in order)
    grids = []
    for i, x in enumerate(arrays):
        own = [1] * n
        own[order.index(i)] = x.size
        grids.append(_usmarray.broadcast_view(_usmarray.reshape_view(x, tuple(own)), shape))
    return grids


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
    if type(obj) is np.ndarray and dtype is None and copy is not False and order == "K":
        made = _dense(obj, usm_type, device, sycl_queue)
        if made is not None:
            return made
    elif _is_plain(obj) and dtype is None and copy is not False and order == "K":
        queue, kind = (
            _queue_or_default(sycl_queue, device),
            "device" if usm_type is None else usm_type,
        )
        return _usmarray.full_array((), obj, _DTYPES[type(obj)], "C", kind, queue)
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


def _is_plain(obj: Any) -> bool:
    """A Python number that its default dtype holds."""
    return type(obj) in _DTYPES and (type(obj) is not int or -(1 << 63) <= obj < 1 << 63)


def _dense(host: np.ndarray, usm_type: Any, device: Any, sycl_queue: Any) -> usm_ndarray | None:
    """A copy of a NumPy array as it is; ``None`` where that takes more."""
    if usm_type not in (None, "device"):
        return None
    return _usmarray.copy_of_dense(host, _queue_or_default(sycl_queue, device))


def _from_array(
    x: usm_ndarray,
    dtype: Any,
    copy: bool | None,
    usm_type: str | None,
    device: Any,
    sycl_queue: Any,
    order: str,
) -> usm_ndarray:
    queue = (
        x.sycl_queue
        if device is None and sycl_queue is None
        else normalize_queue_device(sycl_queue, device)
    )
    kind = x.usm_type if usm_type is None else usm_type
    moved = x
    if queue != x.sycl_queue or kind != x.usm_type:
        same_memory = (
            kind == x.usm_type
            and queue.sycl_context == x.sycl_context
            and queue.sycl_device == x.sycl_device
        )
        if copy is False and not same_memory:
            raise ValueError("asarray: changing the device or the kind of memory requires a copy")
        moved = _usmarray.moved_array(x, queue, kind)
        if copy is True and same_memory:
            return _usmarray.astype_array(moved, x.dtype if dtype is None else dtype, order, True)
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
    return _usmarray.astype_array(moved, wanted, order, True)


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
    if not host.dtype.isnative:
        raise ValueError(f"Data type {host.dtype.str!r} can only have native byteorder.")
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
        axes = _memory_order(host)
        made = _usmarray.array_from_numpy(
            host.transpose(axes), dtype, "C", "device" if usm_type is None else usm_type, queue
        )
        return permute_dims(made, np.argsort(axes).tolist())
    layout = "F" if order != "C" and host.flags.fnc else "C"
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


__getattr__ = names_of(__name__)
