"""Arrays as bytes: their values, their kind of memory, and the filter string of their device."""

from __future__ import annotations

import numpy as np

import dpctl

from ._copy_utils import asnumpy
from ._ctors import asarray
from ._usmarray import usm_ndarray


def state_of(x: usm_ndarray) -> tuple[np.ndarray, str, str]:
    """What :func:`rebuild` makes an array of."""
    try:
        device = x.sycl_device.filter_string
    except ValueError:  # a sub-device has none
        device = ""
    return asnumpy(x), x.usm_type, device


def rebuild(values: np.ndarray, usm_type: str, device: str) -> usm_ndarray:
    """An array on the same device, or on the default one where that is not there."""
    try:
        return asarray(values, usm_type=usm_type, device=device or None)
    except dpctl.SyclDeviceCreationError:
        return asarray(values, usm_type=usm_type)
