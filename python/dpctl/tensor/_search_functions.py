"""where: a choice per element."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._private_names import names_of
from ._usmarray import usm_ndarray


def where(
    condition: usm_ndarray, x1: Any, x2: Any, /, *, order: str = "K", out: usm_ndarray | None = None
) -> usm_ndarray:
    """Elements of ``x1`` where ``condition`` is nonzero, else of ``x2``."""
    if not isinstance(condition, usm_ndarray):
        raise TypeError(f"Expecting dpctl.tensor.usm_ndarray type, got {type(condition)}")
    return _usmarray.where_array(condition, x1, x2, order, out)


__getattr__ = names_of(__name__)
