"""``__cuda_array_interface__``, version 3: arrays given to and taken from other CUDA libraries without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np

import dpctl

from . import _usmarray
from ._usmarray import usm_ndarray


def describe(x: usm_ndarray) -> dict[str, Any]:
    """What ``usm_ndarray.__cuda_array_interface__`` gives."""
    if x.sycl_device.backend != dpctl.backend_type.cuda:
        raise AttributeError(
            f"__cuda_array_interface__: the array is on {x.sycl_device.filter_string}, not on a CUDA device"
        )
    strides = None if x.flags.c_contiguous else tuple(s * x.itemsize for s in x.strides)
    address = _usmarray.lend(x) if x.size else 0
    return {
        "shape": x.shape,
        "strides": strides,
        "typestr": x.dtype.str,
        "data": (address, not x.flags.writable),
        "version": 3,
        "stream": _usmarray.native_stream(x.sycl_queue),
    }


def device_of_number(number: int) -> dpctl.SyclDevice:
    """The device with one of CUDA's numbers."""
    for device in dpctl.get_devices(backend="cuda"):
        if _usmarray.native_number(device) == number:
            return device
    raise ValueError(
        f"CUDA device {number} is not among the devices that dpctl sees; look at ONEAPI_DEVICE_SELECTOR and WEFT_DEVICE"
    )


def queue_on(device: dpctl.SyclDevice, wanted: Any) -> dpctl.SyclQueue:
    """The queue asked for, if it is on that device, else the device's usual one."""
    if isinstance(wanted, dpctl.SyclQueue) and wanted.sycl_device == device:
        return wanted
    return dpctl.get_device_cached_queue(device)


def array_of(obj: Any, wanted: Any) -> usm_ndarray:
    """An array over the memory that an object shows; on the queue ``wanted`` if that is on the memory's device."""
    interface = obj.__cuda_array_interface__
    if interface.get("mask") is not None:
        raise ValueError("__cuda_array_interface__: masked arrays have no counterpart here")
    shape = tuple(interface["shape"])
    dtype = np.dtype(interface["typestr"])
    address, read_only = interface["data"]
    if 0 in shape:
        number = _usmarray.number_of_memory(address) if address else 0
        queue = queue_on(device_of_number(max(number, 0)), wanted)
        return _usmarray.empty_array(shape, dtype, "C", "device", queue)
    number = _usmarray.number_of_memory(address)
    if number < 0:
        raise ValueError(f"__cuda_array_interface__: {address:#x} is no address that CUDA knows")
    queue = queue_on(device_of_number(number), wanted)
    if interface.get("stream") is not None:
        _usmarray.follow(queue, interface["stream"])
    elif interface["version"] < 3:
        _usmarray.follow(queue, 1)
    strides = interface.get("strides")
    if strides is not None:
        if any(step % dtype.itemsize for step in strides):
            raise ValueError(
                f"__cuda_array_interface__: strides {strides} are no multiples of {dtype.itemsize} bytes"
            )
        strides = tuple(step // dtype.itemsize for step in strides)
    return _usmarray.array_over_memory(address, shape, strides, dtype, obj, queue, not read_only)
