"""Facts about a device that SYCL does not define."""

from __future__ import annotations

from .._sycl_device import SyclDevice
from ._device_queries import free_memory, vendor_id

__all__ = ["intel_device_info"]


def intel_device_info(dev: SyclDevice, /) -> dict[str, int]:
    """What is known of a device beyond SYCL's descriptors.

    Returns:
        ``device_id``: the device's identifier at its vendor; ``free_memory``: bytes not in use, where the driver tells.
    """
    if not isinstance(dev, SyclDevice):
        raise TypeError(f"Expected dpctl.SyclDevice, got {type(dev)}")
    info = {"device_id": vendor_id(dev)}
    free = free_memory(dev)
    if free:
        info["free_memory"] = free
    return info
