"""where: a choice per element."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._usmarray import usm_ndarray


def where(
    condition: usm_ndarray, x1: Any, x2: Any, /, *, order: str = "K", out: usm_ndarray | None = None
) -> usm_ndarray:
    """Elements of ``x1`` where ``condition`` is nonzero, else of ``x2``."""
    if not isinstance(condition, usm_ndarray):
        raise TypeError(f"Expecting dpctl.tensor.usm_ndarray type, got {type(condition)}")
    return _usmarray.where_array(condition, x1, x2, order, out)


def __getattr__(name: str) -> Any:
    """What dpctl has here besides."""
    from ._names import names_of

    return names_of(__name__)(name)
