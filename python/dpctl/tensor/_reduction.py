"""Reductions: what the rows of reductions.def are called from Python."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import _usmarray
from ._usmarray import reduce_array, reduction_doc, usm_ndarray

_ARGUMENTS = {
    "x": "(usm_ndarray): input.",
    "axis": "(int, tuple, optional): axes to reduce over; all if ``None``.",
    "dtype": "(optional): dtype to accumulate in and to return.",
    "keepdims": "(bool): keep the reduced axes with extent 1.",
    "out": "(usm_ndarray, optional): array to write to, of the result's shape and dtype.",
}


def documented(function: Callable[..., usm_ndarray]) -> Callable[..., usm_ndarray]:
    """Gives a reduction the docstring that its row has."""
    names = inspect.signature(function).parameters
    lines = [f"    {name} {_ARGUMENTS[name]}" for name in names]
    function.__doc__ = "\n".join([reduction_doc(function.__name__), "", "Args:", *lines])
    return function


@documented
def sum(
    x: usm_ndarray,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    return reduce_array("sum", x, axis, dtype, keepdims, out)


@documented
def prod(
    x: usm_ndarray,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    return reduce_array("prod", x, axis, dtype, keepdims, out)


@documented
def logsumexp(
    x: usm_ndarray,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    return _floating_fold("logsumexp", x, axis, dtype, keepdims, out)


@documented
def reduce_hypot(
    x: usm_ndarray,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray:
    return _floating_fold("reduce_hypot", x, axis, dtype, keepdims, out)


@documented
def max(
    x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray:
    return reduce_array("max", x, axis, None, keepdims, out)


@documented
def min(
    x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray:
    return reduce_array("min", x, axis, None, keepdims, out)


@documented
def argmax(
    x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray:
    return reduce_array("argmax", x, _one_axis(axis), None, keepdims, out)


@documented
def argmin(
    x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray:
    return reduce_array("argmin", x, _one_axis(axis), None, keepdims, out)


@documented
def count_nonzero(
    x: usm_ndarray, /, *, axis: Any = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray:
    return reduce_array("count_nonzero", x, axis, None, keepdims, out)


def _floating_fold(
    name: str, x: usm_ndarray, axis: Any, dtype: Any, keepdims: bool, out: usm_ndarray | None
) -> usm_ndarray:
    """A fold that is computed in floating point whatever dtype its result is given."""
    if dtype is None or _usmarray.kind_of_dtype(_usmarray.canonical_dtype(dtype)) == "f":
        return reduce_array(name, x, axis, dtype, keepdims, out)
    result = _usmarray.astype_array(
        reduce_array(name, x, axis, None, keepdims, None), dtype, "K", False
    )
    if out is None:
        return result
    if (out.shape, out.dtype) != (result.shape, result.dtype):
        raise ValueError(
            f"{name}: out of shape {out.shape} and dtype {out.dtype} can not hold a result of shape "
            f"{result.shape} and dtype {result.dtype}"
        )
    out[...] = result
    return out


def _one_axis(axis: Any) -> Any:
    if axis is not None and not hasattr(axis, "__index__"):
        raise TypeError(
            f"'axis' argument expected to have type 'int' or be `None`, got type {type(axis)}"
        )
    return axis
