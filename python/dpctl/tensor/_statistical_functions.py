"""mean, var and std."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._elementwise_funcs import sqrt
from ._reduction import documented
from ._usmarray import reduce_array, usm_ndarray


@documented
def mean(x: usm_ndarray, axis: Any = None, keepdims: bool = False) -> usm_ndarray:
    return reduce_array("mean", x, axis, None, keepdims, None)


def var(
    x: usm_ndarray, axis: Any = None, correction: float = 0.0, keepdims: bool = False
) -> usm_ndarray:
    """Variance over ``axis``: squared distances from the mean, summed and divided by their number less ``correction``."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if not isinstance(correction, (int, float)):
        raise TypeError(
            f"Expected a Python integer or float for `correction`, got {type(correction)}"
        )
    if x.dtype.kind == "c":
        raise ValueError("`var` does not support complex types")
    return _usmarray.variance_array(x, axis, correction, keepdims)


def std(
    x: usm_ndarray, axis: Any = None, correction: float = 0.0, keepdims: bool = False
) -> usm_ndarray:
    """Square root of :func:`var`."""
    if isinstance(x, usm_ndarray) and x.dtype.kind == "c":
        raise ValueError("`std` does not support complex types")
    return sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))
