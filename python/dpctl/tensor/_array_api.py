"""What dpctl.tensor says of itself to the Array API."""

from __future__ import annotations

from typing import Any

import numpy as np

import dpctl
from dpctl._sycl_device_factory import _cached_default_device

from . import _data_types
from ._device import Device
from ._type_utils import isdtype
from ._usmarray import dtypes

__array_api_version__ = "2024.12"

_KINDS = (
    "bool",
    "signed integer",
    "unsigned integer",
    "real floating",
    "complex floating",
    "integral",
    "numeric",
)


def _names(kind: Any) -> list[str]:
    """The Array API's dtypes of a kind, which knows no float16."""
    if not isinstance(kind, str):
        raise TypeError(f"a kind of dtypes is a string, or a tuple of them, not {kind!r}")
    if kind not in _KINDS:
        raise ValueError(f"Unrecognized data type kind: {kind}")
    return [d.name for d in dtypes() if d.char != "e" and isdtype(d, kind)]


class Info:
    """Capabilities, devices and dtypes of this namespace."""

    def capabilities(self) -> dict[str, Any]:
        """What optional behaviour there is."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self) -> dpctl.SyclDevice:
        """Where arrays are made if nothing else is said."""
        return _cached_default_device()

    def default_dtypes(self, *, device: Any = None) -> dict[str, np.dtype]:
        """The dtypes that numbers become if nothing else is said."""
        double = Device.create_device(device).sycl_device.has_aspect_fp64
        return {
            "real floating": np.dtype("float64" if double else "float32"),
            "complex floating": np.dtype("complex128" if double else "complex64"),
            "integral": np.dtype("int64"),
            "indexing": np.dtype("int64"),
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, np.dtype]:
        """The Array API's dtypes that a device has, of some kinds or all."""
        double = Device.create_device(device).sycl_device.has_aspect_fp64
        kinds = (
            ("bool", "numeric") if kind is None else kind if isinstance(kind, tuple) else (kind,)
        )
        names = [name for one in kinds for name in _names(one)]
        return {
            n: getattr(_data_types, n)
            for n in names
            if double or n not in ("float64", "complex128")
        }

    def devices(self) -> list[dpctl.SyclDevice]:
        """All devices."""
        return dpctl.get_devices()


def __array_namespace_info__() -> Info:
    """The namespace's :class:`Info`."""
    return Info()
