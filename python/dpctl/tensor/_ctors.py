"""Functions that make arrays."""

from __future__ import annotations

import math
import numbers
import operator
from typing import Any

import numpy as np

from . import _usmarray
from ._conversion import DTYPES, asarray, is_plain, memory_order, queue_or_default
from ._device import default_float, normalize_queue_device
from ._private_names import names_of
from ._usmarray import usm_ndarray

_PYTHON_SCALARS = (int, float, complex)
_KINDS = {bool: "b", int: "i", float: "f", complex: "c"}
_INT64 = np.dtype("int64")
_LIMITS = {
    np.dtype(code): (int(np.iinfo(code).min), int(np.iinfo(code).max)) for code in "bhilBHIL"
}


def _default_dtype(*scalars: Any, queue: Any) -> np.dtype:
    """The dtype that Python or NumPy scalars have on this queue's device."""
    kinds = "".join(_KINDS.get(type(s)) or np.asarray(s).dtype.kind for s in scalars)
    if "V" in kinds:  # bfloat16 and its kin
        return np.result_type(*scalars)
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
    queue = queue_or_default(sycl_queue, device)
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
    queue = queue_or_default(sycl_queue, device)
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
    if is_plain(fill_value) and dtype is None:
        queue, kind = (
            queue_or_default(sycl_queue, device),
            "device" if usm_type is None else usm_type,
        )
        return _usmarray.full_array(shape, fill_value, DTYPES[type(fill_value)], order, kind, queue)
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
        value = _fitting(_number(fill_value), code)
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


def _fitting(number: Any, dtype: Any) -> Any:
    """A complex number without its imaginary part, where the dtype has no room for that."""
    drops = isinstance(number, complex) and np.dtype(dtype).kind not in "bc"
    return number.real if drops else number


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
    queue = queue_or_default(sycl_queue, device)
    if (
        dtype is None
        and (made := _usmarray.arange_of_numbers(start, stop, step, usm_type, queue)) is not None
    ):
        return made
    if type(start) is type(stop) is type(step) is int and step:
        code = _INT64 if dtype is None else _usmarray.canonical_dtype(dtype)
        if code.kind in "if":
            count = max(0, -((start - stop) // step))
            _require_first_two(start, step, count, code)
            return _usmarray.arange_array(start, step, count, code, usm_type, queue)
    queue = normalize_queue_device(queue)
    start, stop, step = _number(start), _number(stop), _number(step)
    code = _usmarray.canonical_dtype(
        _default_dtype(start, stop, step, queue=queue) if dtype is None else dtype
    )
    if code.kind != "c" and complex in (type(start), type(stop), type(step)):
        raise TypeError(f"arange: complex numbers do not fit dtype {code}")
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
        _require_first_two(start, step, count, code)
        if code == "uint64":
            step %= 2**64  # down is up, modulo the dtype
    return _usmarray.arange_array(start, step, count, code, usm_type, queue)


def _require_first_two(start: int, step: int, count: int, dtype: np.dtype) -> None:
    """Raises where an integer dtype does not hold the number that arange begins with, or the next one, as NumPy."""
    low, high = _LIMITS.get(dtype, (-math.inf, math.inf))
    for number in (start, start + step)[:count]:
        if not low <= number <= high:
            raise OverflowError(f"Python integer {number} out of bounds for {dtype}")


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
    if code.kind == "b":
        return _usmarray.astype_array(points, code, "K", False)
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
    queue = queue_or_default(sycl_queue, device)
    rows = operator.index(n_rows)
    columns = rows if n_cols is None else operator.index(n_cols)
    if rows < 0 or columns < 0:
        raise ValueError(f"eye: extents {rows} and {columns} must not be negative")
    return _usmarray.eye_array(
        rows,
        columns,
        _diagonal(k, rows, columns),
        dtype,
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
    value: Any = None,
) -> usm_ndarray:
    """An array like ``x``, of a Python number if one is given."""
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
            made[...] = _usmarray.full_array((), value, code, "C", kind, queue)
        return made
    if value is not None:
        return _usmarray.full_array(x.shape, value, code, lies, kind, queue)
    return _usmarray.empty_array(x.shape, code, lies, kind, queue)


def _permuted_like(x: usm_ndarray, dtype: Any, usm_type: str, queue: Any) -> usm_ndarray:
    """Dense, with the axes in memory in the order and direction that they have in ``x``."""
    axes = memory_order(x)
    made = _usmarray.empty_array([x.shape[i] for i in axes], dtype, "C", usm_type, queue)
    steps, offset = [0] * x.ndim, 0
    for axis, step in zip(axes, made.strides, strict=True):
        backwards = x.strides[axis] < 0 and x.shape[axis] > 1
        steps[axis] = -step if backwards else step
        offset += step * (x.shape[axis] - 1) if backwards and x.size else 0
    return _usmarray.layout_view(made, x.shape, steps, offset)


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
    if isinstance(x, usm_ndarray) and isinstance(fill_value, _PYTHON_SCALARS):
        value = _fitting(_number(fill_value), x.dtype if dtype is None else dtype)
        return _like(x, dtype, order, device, usm_type, sycl_queue, value)
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
    """Coordinate matrices of 1-d coordinate arrays, each with elements of its own as in NumPy."""
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
        view = _usmarray.broadcast_view(_usmarray.reshape_view(x, tuple(own)), shape)
        grids.append(_usmarray.astype_array(view, view.dtype, "C", True))
    return grids


__getattr__ = names_of(__name__)
