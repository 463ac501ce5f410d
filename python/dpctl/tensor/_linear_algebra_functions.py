"""Products of vectors, matrices and tensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _usmarray
from ._elementwise_funcs import conj, equal, multiply
from ._manipulation_functions import permute_dims, squeeze
from ._reduction import sum
from ._reshape import reshape
from ._usmarray import check_queues, usm_ndarray


def matrix_transpose(x: usm_ndarray) -> usm_ndarray:
    """The view with the last two axes exchanged."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if x.ndim < 2:
        raise ValueError(
            f"dpctl.tensor.matrix_transpose requires array to have at least 2 dimensions, not {x.ndim}"
        )
    return x.mT


def matmul(
    x1: usm_ndarray,
    x2: usm_ndarray,
    out: usm_ndarray | None = None,
    dtype: Any = None,
    order: str = "K",
) -> usm_ndarray:
    """The matrix product of the last two axes, with the others broadcast.

    Args:
        x1 (usm_ndarray): a vector of k elements, or matrices of shape (..., m, k).
        x2 (usm_ndarray): a vector of k elements, or matrices of shape (..., k, n).
        out (usm_ndarray, optional): array to write to, of the result's shape and dtype.
        dtype (optional): of the result, computed in it.
        order ("K", "C", "F", "A"): memory layout of the result.
    """
    if out is None and dtype is None and order == "K":
        product = _usmarray.plain_product(x1, x2)
        if product is not None:
            return product
    _checked("matmul", x1, x2)
    if x1.ndim == 0 or x2.ndim == 0:
        raise ValueError("one or more operands to `matmul` is 0 dimensional")
    left = x1[None, :] if x1.ndim == 1 else x1
    right = x2[:, None] if x2.ndim == 1 else x2
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"mismatch in `matmul` inner dimension: {x1.shape} and {x2.shape}")
    try:
        np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    except ValueError:
        raise ValueError(
            f"mismatch in `matmul` batching dimensions: {x1.shape} and {x2.shape}"
        ) from None
    dtype = _product_dtype(x1, x2, dtype)
    result = _usmarray.matrix_product_array(_cast(left, dtype), _cast(right, dtype))
    gone = [axis for axis, x in ((-2, x1), (-1, x2)) if x.ndim == 1]
    if gone:
        result = squeeze(result, axis=tuple(gone))
    if out is not None:
        return _stored(result, out)
    return _laid_out(result, x1, x2, order)


def _laid_out(result: usm_ndarray, x1: usm_ndarray, x2: usm_ndarray, order: str) -> usm_ndarray:
    """The result in a memory order, which ``"K"``, and what is no order, takes from arrays that agree in one."""
    if order not in ("C", "F", "A"):
        order = "K"
    in_rows = any(x.flags.c_contiguous for x in (x1, x2))
    in_columns = all(x.flags.f_contiguous for x in (x1, x2))
    if order == "K" and not in_rows and not in_columns and x1.shape == x2.shape == result.shape:
        alike = _cast(equal(x1, x2), result.dtype)
        alike[...] = result
        return alike
    if order == "A" or (order == "K" and not in_rows):
        order = "F" if in_columns else "C"
    return _usmarray.astype_array(result, result.dtype, "F" if order == "F" else "C", False)


def tensordot(
    x1: usm_ndarray, x2: usm_ndarray, axes: int | tuple[Sequence[int], Sequence[int]] = 2
) -> usm_ndarray:
    """Sums of products over axes of both arrays.

    Args:
        x1 (usm_ndarray): first input.
        x2 (usm_ndarray): second input.
        axes (int, pair of sequences): how many of the last axes of ``x1`` go with the first of ``x2``, or which go with
            which.
    """
    _checked("tensordot", x1, x2)
    if axes == 1 and type(axes) is int:
        product = _usmarray.plain_product(x1, x2)
        if product is not None:
            return product
    first, second = _contracted(axes)
    if len(first) != len(second):
        raise ValueError("number of axes contracted must be the same for each array")
    ours, theirs = _unique_axes(first, x1.ndim), _unique_axes(second, x2.ndim)
    if any(x1.shape[a] != x2.shape[b] for a, b in zip(ours, theirs, strict=True)):
        raise ValueError(
            f"shape mismatch in contracted `tensordot` axes: {x1.shape} and {x2.shape} along {axes}"
        )
    kept1 = [i for i in range(x1.ndim) if i not in ours]
    kept2 = [i for i in range(x2.ndim) if i not in theirs]
    depth = math.prod(x1.shape[i] for i in ours)
    shape1, shape2 = [x1.shape[i] for i in kept1], [x2.shape[i] for i in kept2]
    left = reshape(permute_dims(x1, kept1 + ours), (math.prod(shape1), depth))
    right = reshape(permute_dims(x2, theirs + kept2), (depth, math.prod(shape2)))
    dtype = _product_dtype(x1, x2, None)
    return reshape(
        _usmarray.matrix_product_array(_cast(left, dtype), _cast(right, dtype)), (*shape1, *shape2)
    )


def _checked(function: str, *arrays: usm_ndarray) -> None:
    for x in arrays:
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    check_queues(function, *arrays)


def _product_dtype(x1: usm_ndarray, x2: usm_ndarray, dtype: Any) -> Any:
    from ._type_utils import can_cast, result_type

    if dtype is None:
        return result_type(x1, x2)
    dtype = _usmarray.canonical_dtype(dtype)
    for name, x in (("x1", x1), ("x2", x2)):
        if not can_cast(x.dtype, dtype, casting="same_kind"):
            raise ValueError(
                f"`matmul` input `{name}` cannot be cast from {x.dtype} to requested type {dtype} according to the "
                "casting rule ''same_kind''."
            )
    return dtype


def _cast(x: usm_ndarray, dtype: Any) -> usm_ndarray:
    return _usmarray.astype_array(x, dtype, "K", False)


def _stored(result: usm_ndarray, out: usm_ndarray) -> usm_ndarray:
    if not isinstance(out, usm_ndarray):
        raise TypeError(f"output array must be of usm_ndarray type, got {type(out)}")
    if not out.flags.writable:
        raise ValueError("provided `out` array is read-only")
    if (out.shape, out.dtype) != (result.shape, result.dtype):
        raise ValueError(
            f"matmul: out of shape {out.shape} and dtype {out.dtype} can not hold a result of shape {result.shape} "
            f"and dtype {result.dtype}"
        )
    check_queues("matmul", result, out)
    out[...] = result
    return out


def _contracted(axes: Any) -> tuple[list[int], list[int]]:
    if isinstance(axes, int):
        if axes < 0:
            raise ValueError("`axes` integer is expected to be non-negative")
        return list(range(-axes, 0)), list(range(axes))
    if not isinstance(axes, tuple):
        raise TypeError("`axes` must be an integer or a tuple of sequences")
    if len(axes) != 2:
        raise ValueError("`axes` tuple is expected to contain two sequences")
    return list(axes[0]), list(axes[1])


def _unique_axes(axes: Sequence[int], ndim: int) -> list[int]:
    normal = [_usmarray.normal_axis_index(axis, ndim) for axis in axes]
    if len(set(normal)) != len(normal):
        raise ValueError(f"repeated axis in `axes` argument: {tuple(axes)}")
    return normal


def vecdot(x1: usm_ndarray, x2: usm_ndarray, axis: int = -1) -> usm_ndarray:
    """Sum of conj(x1) * x2 along ``axis``."""
    if not isinstance(x1, usm_ndarray) or not isinstance(x2, usm_ndarray):
        other = x2 if isinstance(x1, usm_ndarray) else x1
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(other)}")
    check_queues("vecdot", x1, x2)
    if x1.ndim == x2.ndim == 1 and axis in (0, -1) and x1.dtype.kind in "iuf":
        product = _usmarray.plain_product(x1, x2)
        if product is not None:
            return product
    first, second = (_usmarray.normal_axis_index(axis, x.ndim) for x in (x1, x2))
    if x1.shape[first] != x2.shape[second]:
        raise ValueError(
            f"vecdot: the extents along axis {axis} differ: {x1.shape[first]} and {x2.shape[second]}"
        )
    from ._manipulation_functions import moveaxis
    from ._type_utils import result_type

    left = moveaxis(x1, first, -1)
    left = conj(left) if x1.dtype.kind == "c" else left
    return sum(multiply(left, moveaxis(x2, second, -1)), axis=-1, dtype=result_type(x1, x2))
