"""Which dtypes a device has, and what a function's inputs are cast to before it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._usmarray import dtypes, kind_of_dtype

_ALL = dtypes()


def _supported_dtype(dtypes: Any) -> bool:
    """``True``, or ValueError for a dtype that no array has."""
    for dtype in dtypes:
        if dtype.char not in "?bBhHiIlLqQefdEFD":
            raise ValueError(f"arrays have no dtype {dtype}")
    return True


def _dtype_supported_by_device_impl(dt: np.dtype, has_fp16: bool, has_fp64: bool) -> bool:
    if dt.char in "dD":
        return has_fp64
    return dt.char != "e" or has_fp16


def _all_data_types(_fp16: bool, _fp64: bool) -> list[np.dtype]:
    """The dtypes of a device with these aspects."""
    return [dt for dt in _ALL if _dtype_supported_by_device_impl(dt, _fp16, _fp64)]


def _is_maximal_inexact_type(dt: np.dtype, _fp16: bool, _fp64: bool) -> bool:
    """Whether no floating dtype of the same kind is wider on a device with these aspects."""
    return np.dtype(dt).char in ("dD" if _fp64 else "fF")


def _can_cast(
    from_: np.dtype, to_: np.dtype, _fp16: bool, _fp64: bool, casting: str = "safe"
) -> bool:
    """Whether a device with these aspects casts; integers to its widest floating dtype if none wider is there."""
    from_, to_ = np.dtype(from_), np.dtype(to_)
    if not _dtype_supported_by_device_impl(to_, _fp16, _fp64):
        return False
    if np.can_cast(from_, to_, casting=casting):
        return True
    if (_fp16 and _fp64) or from_.kind not in "biu" or to_.kind not in "fc":
        return False
    return _is_maximal_inexact_type(to_, _fp16, _fp64)


def _to_device_supported_dtype_impl(dt: np.dtype, has_fp16: bool, has_fp64: bool) -> np.dtype:
    if _dtype_supported_by_device_impl(dt, has_fp16, has_fp64):
        return dt
    return np.dtype("complex64" if dt.kind == "c" else "float32")


def _to_device_supported_dtype(dt: np.dtype, dev: Any) -> np.dtype:
    """The dtype, or the nearest that the device has."""
    return _to_device_supported_dtype_impl(dt, dev.has_aspect_fp16, dev.has_aspect_fp64)


def _get_device_default_dtype(dt_kind: str, sycl_dev: Any) -> np.dtype:
    """The dtype that a device computes in where only the kind is known."""
    chars = {"b": "?", "i": "l", "u": "L", "f": "d", "c": "D"}
    if dt_kind not in chars:
        raise RuntimeError(f"no dtype is of kind {dt_kind!r}; kinds are 'b', 'i', 'u', 'f' and 'c'")
    return _to_device_supported_dtype(np.dtype(chars[dt_kind]), sycl_dev)


def _default_accumulation_dtype(inp_dt: np.dtype, q: Any) -> np.dtype:
    """The dtype of sums and products."""
    if kind_of_dtype(inp_dt) in "fc":
        return inp_dt
    return np.dtype("uint64" if inp_dt.kind == "u" else "int64")


def _default_accumulation_dtype_fp_types(inp_dt: np.dtype, q: Any) -> np.dtype:
    """The dtype of what accumulates in real floating dtypes only."""
    if inp_dt.kind == "c":
        raise ValueError(f"function not defined for complex types, got {inp_dt}")
    return inp_dt if kind_of_dtype(inp_dt) == "f" else _get_device_default_dtype("f", q.sycl_device)


# May inputs be cast from these dtypes to those? Asked for all inputs at once, the result's dtype and the device last.


def _acceptance_fn_default_unary(
    arg_dtype: np.dtype, ret_buf_dt: np.dtype, res_dt: np.dtype, sycl_dev: Any
) -> bool:
    return True


def _acceptance_fn_reciprocal(
    arg_dtype: np.dtype, buf_dt: np.dtype, res_dt: np.dtype, sycl_dev: Any
) -> bool:
    """As divide: what changes its kind computes in the default dtype of the kind."""
    return buf_dt.kind == arg_dtype.kind or res_dt == _get_device_default_dtype(
        res_dt.kind, sycl_dev
    )


def _acceptance_fn_negative(
    arg_dtype: np.dtype, buf_dt: np.dtype, res_dt: np.dtype, sycl_dev: Any
) -> bool:
    if arg_dtype.char == "?":
        raise ValueError("negative is not defined for bool; use bitwise_invert or logical_not")
    return True


def _acceptance_fn_default_binary(
    arg1_dtype: np.dtype,
    arg2_dtype: np.dtype,
    ret_buf1_dt: np.dtype,
    ret_buf2_dt: np.dtype,
    res_dt: np.dtype,
    sycl_dev: Any,
) -> bool:
    return True


def _acceptance_fn_divide(
    arg1_dtype: np.dtype,
    arg2_dtype: np.dtype,
    ret_buf1_dt: np.dtype,
    ret_buf2_dt: np.dtype,
    res_dt: np.dtype,
    sycl_dev: Any,
) -> bool:
    """Where both change their kind the quotient is of the default dtype of its kind."""
    if ret_buf1_dt.kind == arg1_dtype.kind or ret_buf2_dt.kind == arg2_dtype.kind:
        return True
    return res_dt == _get_device_default_dtype(res_dt.kind, sycl_dev)


def _acceptance_fn_subtract(
    arg1_dtype: np.dtype,
    arg2_dtype: np.dtype,
    buf1_dt: np.dtype,
    buf2_dt: np.dtype,
    res_dt: np.dtype,
    sycl_dev: Any,
) -> bool:
    if arg1_dtype.char == "?" and arg2_dtype.char == "?":
        raise ValueError("subtract is not defined for bool; use bitwise_xor or logical_xor")
    return True


_Query = Callable[..., np.dtype | None]


def _find_buf_dtype(
    arg_dtype: np.dtype, query_fn: _Query, sycl_dev: Any, acceptance_fn: Callable[..., bool]
) -> tuple[np.dtype | None, np.dtype | None]:
    """What an input is cast to (``None``: it is not) and the result's dtype (``None``: the function has none)."""
    result = query_fn(arg_dtype)
    if result:
        return None, result
    for buffer in _cast_targets(arg_dtype, sycl_dev):
        result = query_fn(buffer)
        if result and acceptance_fn(arg_dtype, buffer, result, sycl_dev):
            return buffer, result
    return None, None


def _find_buf_dtype2(
    arg1_dtype: np.dtype,
    arg2_dtype: np.dtype,
    query_fn: _Query,
    sycl_dev: Any,
    acceptance_fn: Callable[..., bool],
) -> tuple[np.dtype | None, np.dtype | None, np.dtype | None]:
    """What two inputs are cast to (``None``: they are not) and the result's dtype."""
    result = query_fn(arg1_dtype, arg2_dtype)
    if result:
        return None, None, result
    for buffer1 in _cast_targets(arg1_dtype, sycl_dev):
        for buffer2 in _cast_targets(arg2_dtype, sycl_dev):
            result = query_fn(buffer1, buffer2)
            if not result:
                continue
            first = None if buffer1 == arg1_dtype else buffer1
            second = None if buffer2 == arg2_dtype else buffer2
            if (
                first is None
                or second is None
                or acceptance_fn(arg1_dtype, arg2_dtype, first, second, result, sycl_dev)
            ):
                return first, second, result
    return None, None, None


def _find_buf_dtype_in_place_op(
    arg1_dtype: np.dtype, arg2_dtype: np.dtype, query_fn: _Query, sycl_dev: Any
) -> tuple[np.dtype | None, np.dtype | None]:
    """What the second input of an in-place function is cast to, and the result's dtype."""
    result = query_fn(arg1_dtype, arg2_dtype)
    if result:
        return None, result
    aspects = sycl_dev.has_aspect_fp16, sycl_dev.has_aspect_fp64
    if _can_cast(arg2_dtype, arg1_dtype, *aspects, casting="same_kind"):
        result = query_fn(arg1_dtype, arg1_dtype)
        if result:
            return arg1_dtype, result
    return None, None


def _cast_targets(dtype: np.dtype, device: Any) -> list[np.dtype]:
    aspects = device.has_aspect_fp16, device.has_aspect_fp64
    return [dt for dt in _all_data_types(*aspects) if _can_cast(dtype, dt, *aspects)]
