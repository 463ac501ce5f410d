"""reshape: the same elements in another shape."""

from __future__ import annotations

from typing import Any

from . import _usmarray
from ._usmarray import usm_ndarray


def reshape(
    X: usm_ndarray, /, shape: Any, *, order: str = "C", copy: bool | None = None
) -> usm_ndarray:
    """The elements of ``X`` in another shape: a view where it can be, else a copy.

    Args:
        shape: extents; one of them may be -1 and is found from the others.
        order ("C", "F"): which index varies fastest while the elements are dealt out.
        copy: ``True`` always copies, ``False`` raises ValueError where a copy is needed.
    """
    if not isinstance(X, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(X)}")
    if order not in ("C", "c", "F", "f"):
        raise ValueError(f"Keyword 'order' not recognized. Expecting 'C' or 'F', got {order!r}")
    if copy not in (True, False, None):
        raise ValueError(
            f"Keyword 'copy' not recognized. Expecting True, False, or None, not {copy!r}"
        )
    new_shape = _usmarray.completed_shape_tuple(shape, X.size)
    if new_shape == X.shape and copy is not True:
        return X
    backwards = order in "Ff"
    source = _reversed(X) if backwards else X
    wanted = new_shape[::-1] if backwards else new_shape
    view = None if copy is True else _usmarray.reshape_view(source, wanted)
    if view is None:
        if copy is False:
            raise ValueError(
                f"Reshaping an array with strides {X.strides} into {new_shape} requires a copy, "
                "but no copying was requested by using copy=False"
            )
        view = _usmarray.reshape_view(_usmarray.astype_array(source, X.dtype, "C", True), wanted)
    return _reversed(view) if backwards else view


def _reversed(x: usm_ndarray) -> usm_ndarray:
    """The view with all axes in reverse."""
    return _usmarray.layout_view(x, x.shape[::-1], x.strides[::-1], x._element_offset)
