"""searchsorted."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._advanced_indexing import wrapped
from ._type_utils import result_type
from ._usmarray import check_queues, usm_ndarray


def searchsorted(
    x1: usm_ndarray,
    x2: usm_ndarray,
    /,
    *,
    side: str = "left",
    sorter: usm_ndarray | None = None,
) -> usm_ndarray:
    """Where the elements of ``x2`` can be inserted in the sorted ``x1`` so that it stays in order.

    Args:
        x1 (usm_ndarray): sorted keys, of one dimension.
        x2 (usm_ndarray): what to look for.
        side ("left", "right"): before or behind equal keys.
        sorter (usm_ndarray, optional): the indices that sort ``x1``.
    """
    arrays = (x1, x2) if sorter is None else (x1, x2, sorter)
    for x in arrays:
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if side not in ("left", "right"):
        raise ValueError(f"`side` must be 'left' or 'right', not {side!r}")
    check_queues("searchsorted", *arrays)
    if x1.ndim != 1:
        raise ValueError(f"searchsorted: the keys must have one dimension, not {x1.ndim}")
    if sorter is not None:
        sorter = _checked_sorter(x1, sorter)
    if x1.dtype != x2.dtype:
        dtype: Any = result_type(x1, x2)
        x1, x2 = (_usmarray.astype_array(x, dtype, "C", False) for x in (x1, x2))
    return _usmarray.search_sorted_array(x1, x2, sorter, side == "right")


def _checked_sorter(x: usm_ndarray, sorter: usm_ndarray) -> usm_ndarray:
    if sorter.dtype.kind not in "iu":
        raise ValueError(f"Sorter array must have integral data type, got {sorter.dtype}")
    if sorter.shape != x.shape:
        raise ValueError(f"searchsorted: a sorter of shape {sorter.shape} for keys of {x.shape}")
    return wrapped(sorter, x.shape[0]) if x.size else sorter
