"""Views of memory as other dtypes, and what is known of where arrays lie."""

from __future__ import annotations

from typing import Any

from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, wrapped


def _viewed(x: usm_ndarray, dtype: Any) -> Any:
    """The same memory, read as another dtype; ValueError where the last axis does not divide into its elements."""
    if dtype is None:
        return wrapped(x[...])
    dtype = _usmarray.canonical_dtype(dtype)
    if dtype == x.dtype:
        return wrapped(x[...])
    shape, strides, offset = list(x.shape), list(x.strides), x._element_offset
    old, new = x.dtype.itemsize, dtype.itemsize
    if old != new:
        if x.ndim == 0:
            raise ValueError(
                "Changing the dtype of a 0d array is only supported if the itemsize is unchanged"
            )
        if strides[-1] != 1 and x.size > 1 and shape[-1] != 1:
            raise ValueError(
                "To change to a dtype of a different size, the last axis must be contiguous"
            )
        if shape[-1] * old % new:
            raise ValueError(
                "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last "
                "axis of the array."
            )
        shape[-1] = shape[-1] * old // new
        strides = [_in_elements(s, old, new) for s in strides[:-1]] + [1]
        offset = _in_elements(offset, old, new)
    made = usm_ndarray(shape, dtype=dtype, strides=strides, buffer=x.usm_data, offset=offset)
    return wrapped(made)


def _in_elements(count: int, old: int, new: int) -> int:
    if count * old % new:
        raise ValueError(
            "When changing to a larger dtype, strides and offset must be multiples of its size."
        )
    return count * old // new


def byte_bounds(a) -> tuple[int, int]:
    """The addresses of an array's first byte and of the one behind its last."""
    low, high = array_of(a)._byte_bounds
    return low, high
