"""Linear algebra that is a view or a fused reduction."""

from __future__ import annotations

from . import _usmarray
from ._elementwise_funcs import conj, multiply
from ._reduction import sum
from ._usmarray import usm_ndarray


def matrix_transpose(x: usm_ndarray) -> usm_ndarray:
    """The view with the last two axes exchanged."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if x.ndim < 2:
        raise ValueError(
            f"dpctl.tensor.matrix_transpose requires array to have at least 2 dimensions, not {x.ndim}"
        )
    return x.mT


def vecdot(x1: usm_ndarray, x2: usm_ndarray, axis: int = -1) -> usm_ndarray:
    """Sum of conj(x1) * x2 along ``axis``."""
    for x in (x1, x2):
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
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
