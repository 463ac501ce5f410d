"""allclose: comparison of results."""

from __future__ import annotations

from typing import Any

from ._elementwise_funcs import (
    abs,
    equal,
    isfinite,
    isnan,
    less_equal,
    logical_and,
    logical_or,
    maximum,
    multiply,
    subtract,
)
from ._type_utils import result_type
from ._usmarray import astype_array, check_queues, kind_of_dtype, usm_ndarray
from ._utility_functions import all


def allclose(
    a1: usm_ndarray,
    a2: usm_ndarray,
    atol: float = 1e-8,
    rtol: float = 1e-5,
    equal_nan: bool = False,
) -> usm_ndarray:
    """Whether ``abs(a1 - a2) <= max(atol, rtol * max(abs(a1), abs(a2)))`` for all elements; infinities and integers
    must be equal.

    A 0-d array of bool.
    """
    if not isinstance(a1, usm_ndarray) or not isinstance(a2, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(a1)} and {type(a2)}")
    check_queues("allclose", a1, a2)
    atol, rtol = _tolerance("atol", atol), _tolerance("rtol", rtol)
    common = result_type(a1, a2)
    a1, a2 = (astype_array(a, common, "K", False) for a in (a1, a2))
    if kind_of_dtype(common) not in "fc":
        return all(equal(a1, a2))
    limit = maximum(multiply(maximum(abs(a1), abs(a2)), rtol), atol)
    finite = logical_and(isfinite(a1), isfinite(a2))
    close = logical_or(equal(a1, a2), logical_and(finite, less_equal(abs(subtract(a1, a2)), limit)))
    if equal_nan:
        close = logical_or(close, logical_and(isnan(a1), isnan(a2)))
    return all(close)


def _tolerance(name: str, value: Any) -> float:
    value = float(value)
    if value < 0:
        raise ValueError(f"{name} must be non-negative, not {value}")
    return value
