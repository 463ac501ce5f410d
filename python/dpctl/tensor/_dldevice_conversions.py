"""DLPack's numbers for SYCL devices."""

from __future__ import annotations

from typing import Any

import dpctl

from . import _usmarray
from ._dlpack import DLDeviceType


def sycl_device_to_dldevice(dev: dpctl.SyclDevice) -> tuple[DLDeviceType, int]:
    """DLPack's device type and number of a device.

    A CPU device's memory is the host's, so it is what NumPy and others read as theirs.
    """
    if not isinstance(dev, dpctl.SyclDevice):
        raise TypeError(f"Expected dpctl.SyclDevice, got {type(dev)}")
    if dev.is_cpu:
        return DLDeviceType.kDLCPU, 0
    if dev.backend == dpctl.backend_type.cuda:
        return DLDeviceType.kDLCUDA, _usmarray.native_number(dev)
    return DLDeviceType.kDLOneAPI, dev.get_device_id()


def dldevice_to_sycl_device(dl_dev: tuple[Any, int]) -> dpctl.SyclDevice:
    """The device that DLPack's type and number stand for."""
    if not isinstance(dl_dev, tuple) or len(dl_dev) != 2:
        error = ValueError if isinstance(dl_dev, tuple) else TypeError
        raise error(
            f"dldevice_to_sycl_device: expected a pair of device type and number, got {dl_dev!r}"
        )
    kind, number = DLDeviceType(int(dl_dev[0])), int(dl_dev[1])
    if kind == DLDeviceType.kDLCPU and number == 0:
        return dpctl.SyclDevice("cpu")
    if kind in (DLDeviceType.kDLCUDA, DLDeviceType.kDLCUDAManaged, DLDeviceType.kDLCUDAHost):
        from ._cuda_interface import device_of_number

        return device_of_number(number)
    if kind == DLDeviceType.kDLOneAPI:
        return dpctl.SyclDevice(str(number))
    raise ValueError(f"No SYCL device stands for DLPack device {kind.name}, {number}")
