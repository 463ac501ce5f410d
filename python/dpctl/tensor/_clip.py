"""clip: elements kept within bounds."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._usmarray import usm_ndarray


def clip(
    x: usm_ndarray,
    /,
    min: Any = None,
    max: Any = None,
    out: usm_ndarray | None = None,
    order: str = "K",
) -> usm_ndarray:
    """``x`` with what is below ``min`` or above ``max`` replaced by that bound; the dtype stays."""
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected `x` to be of dpctl.tensor.usm_ndarray type, got {type(x)}")
    return _usmarray.clip_array(x, min, max, out, order)
