"""Copies: to other dtypes, and between devices and the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _usmarray
from ._ctors import asarray
from ._private_names import names_of
from ._usmarray import usm_ndarray


def astype(
    usm_ary: usm_ndarray,
    newdtype: Any,
    /,
    *,
    order: str = "K",
    casting: str = "unsafe",
    copy: bool = True,
    device: Any = None,
) -> usm_ndarray:
    """The array in another dtype, the device's default floating point one if ``None``. ``copy=False`` gives the array itself where nothing changes."""
    _checked(usm_ary)
    if casting == "unsafe" and copy is True and device is None and order == "K":
        return _usmarray.astype_array(usm_ary, _wanted(usm_ary, newdtype), order, True)
    from ._type_utils import can_cast

    wanted = _wanted(usm_ary, newdtype)
    if not can_cast(usm_ary.dtype, wanted, casting=casting):
        raise TypeError(
            f"Can not cast from {usm_ary.dtype} to {wanted} according to rule {casting}."
        )
    if order not in tuple("KACFkacf"):
        raise ValueError(
            f"Unrecognized order keyword value {order!r}, expecting 'K', 'A', 'F', or 'C'."
        )
    fresh = True if copy else None
    return asarray(usm_ary, dtype=wanted, order=order, copy=fresh, device=device)


def copy(usm_ary: usm_ndarray, /, *, order: str = "K") -> usm_ndarray:
    """A copy of the array."""
    _checked(usm_ary)
    return _usmarray.astype_array(usm_ary, usm_ary.dtype, order, True)


def from_numpy(
    np_ary: Any, /, *, device: Any = None, usm_type: str = "device", sycl_queue: Any = None
) -> usm_ndarray:
    """An array with the elements of a NumPy array, or of what NumPy makes one of."""
    return asarray(
        np.asarray(np_ary), device=device, usm_type=usm_type, sycl_queue=sycl_queue, order="K"
    )


def to_numpy(usm_ary: usm_ndarray, /) -> np.ndarray:
    """A NumPy array with a copy of the elements. Waits for them."""
    return _usmarray.numpy_of(usm_ary)


def asnumpy(usm_ary: usm_ndarray) -> np.ndarray:
    """A NumPy array with a copy of the elements. Waits for them."""
    return _usmarray.numpy_of(usm_ary)


def _checked(x: Any) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")


def _wanted(x: usm_ndarray, dtype: Any) -> np.dtype:
    if dtype is None:
        return _usmarray.default_float_dtype(x.sycl_queue)
    try:
        return _usmarray.canonical_dtype(dtype)
    except TypeError as error:
        from ._errors import UnsupportedTypeError

        raise UnsupportedTypeError(str(error)) from None


__getattr__ = names_of(__name__)
