"""Scans: cumulative sums, products and logarithms of sums of exponentials."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._usmarray import usm_ndarray


def cumulative_sum(
    x: usm_ndarray,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    """Sums of all elements up to each along ``axis``.

    Args:
        x (usm_ndarray): input.
        axis (int, optional): may be left out for one dimension.
        dtype (optional): of the result; integers of the default width for integers where ``None``.
        include_initial (bool): begin with 0, so that the axis is longer by one.
        out (usm_ndarray, optional): array to write to, of the result's shape and dtype.
    """
    return _scan(0, x, axis, dtype, include_initial, out)


def cumulative_prod(
    x: usm_ndarray,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    """Products of all elements up to each along ``axis``.

    Args:
        x (usm_ndarray): input.
        axis (int, optional): may be left out for one dimension.
        dtype (optional): of the result; integers of the default width for integers where ``None``.
        include_initial (bool): begin with 1, so that the axis is longer by one.
        out (usm_ndarray, optional): array to write to, of the result's shape and dtype.
    """
    return _scan(1, x, axis, dtype, include_initial, out)


def cumulative_logsumexp(
    x: usm_ndarray,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    """Logarithms of the sums of exponentials of all elements up to each along ``axis``.

    Args:
        x (usm_ndarray): real input.
        axis (int, optional): may be left out for one dimension.
        dtype (optional): of the result; floating point of the default width for integers where ``None``.
        include_initial (bool): begin with -inf, so that the axis is longer by one.
        out (usm_ndarray, optional): array to write to, of the result's shape and dtype.
    """
    return _scan(2, x, axis, dtype, include_initial, out)


def _scan(
    kind: int,
    x: usm_ndarray,
    axis: int | None,
    dtype: Any,
    include_initial: bool,
    out: usm_ndarray | None,
) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if x.ndim == 0:
        return _scan_scalar(kind, x, axis, dtype, include_initial, out)
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"`axis` cannot be `None` for array of dimension `{x.ndim}`")
        axis = 0
    return _usmarray.scan_array(
        kind, x, _usmarray.normal_axis_index(axis, x.ndim), dtype, include_initial, out
    )


def _scan_scalar(
    kind: int,
    x: usm_ndarray,
    axis: int | None,
    dtype: Any,
    include_initial: bool,
    out: usm_ndarray | None,
) -> usm_ndarray:
    """Of the one element of an array without dimensions; only with its initial value it gets one."""
    along = 0 if axis is None else _usmarray.normal_axis_index(axis, 1)
    line = x[None]
    if include_initial:
        return _usmarray.scan_array(kind, line, along, dtype, True, out)
    if out is None:
        return _usmarray.scan_array(kind, line, along, dtype, False, None)[0]
    target = out[None] if isinstance(out, usm_ndarray) and out.ndim == 0 else out
    _usmarray.scan_array(kind, line, along, dtype, False, target)
    return out
