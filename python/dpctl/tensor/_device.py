"""The Device of the Array API: a queue that arrays are placed on."""

from __future__ import annotations

import functools
from typing import Any

import dpctl
from dpctl._sycl_queue_manager import default_queue, get_device_cached_queue

from . import _usmarray


class Device:
    """A SYCL queue, seen as the place where arrays live and compute. Made by :meth:`create_device`."""

    __slots__ = ("sycl_queue_",)

    sycl_queue_: dpctl.SyclQueue

    def __new__(cls, *args: Any, **kwargs: Any) -> Device:
        raise TypeError("No public constructor; use Device.create_device()")

    @classmethod
    def create_device(cls, device: Any = None) -> Device:
        """The device that ``device`` stands for: itself, a queue, a SyclDevice, a filter string, or the default."""
        if isinstance(device, cls):
            return device
        made = super().__new__(cls)
        made.sycl_queue_ = _queue_of(device)
        return made

    @property
    def sycl_queue(self) -> dpctl.SyclQueue:
        """The queue itself."""
        return self.sycl_queue_

    @property
    def sycl_context(self) -> dpctl.SyclContext:
        """The queue's context."""
        return self.sycl_queue_.sycl_context

    @property
    def sycl_device(self) -> dpctl.SyclDevice:
        """The queue's device."""
        return self.sycl_queue_.sycl_device

    def wait(self) -> None:
        """Waits until the work of the queue is done."""
        self.sycl_queue_.wait()

    def print_device_info(self) -> None:
        """Prints name, driver and vendor."""
        self.sycl_device.print_device_info()

    def __repr__(self) -> str:
        try:
            return f"Device({self.sycl_device.filter_string})"
        except (AttributeError, TypeError, ValueError):  # sub-devices have no filter string
            return f"Device({self.sycl_device!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Device):
            return self.sycl_queue_ == other.sycl_queue_
        if isinstance(other, dpctl.SyclQueue):
            return self.sycl_queue_ == other
        if isinstance(
            other, dpctl.SyclDevice
        ):  # as __array_namespace_info__().devices() names them
            return self.sycl_queue_ == _queue_of(other)
        return False

    def __hash__(self) -> int:
        return hash(self.sycl_queue_)


@functools.cache
def _queue_of_selector(selector: str) -> dpctl.SyclQueue:
    return get_device_cached_queue(dpctl.SyclDevice(selector))


def _queue_of(device: Any) -> dpctl.SyclQueue:
    if isinstance(device, dpctl.SyclQueue):
        return device
    if device is None:
        return default_queue()
    if isinstance(device, str):
        return _queue_of_selector(device)
    if isinstance(device, dpctl.SyclDevice):
        return get_device_cached_queue(device)
    queue = getattr(device, "sycl_queue", None)
    if isinstance(queue, dpctl.SyclQueue):
        return queue
    raise TypeError(
        "device must be a filter selector string, a SyclDevice, a SyclQueue or a dpctl.tensor.Device, "
        f"not {type(device).__name__}"
    )


def normalize_queue_device(sycl_queue: Any = None, device: Any = None) -> dpctl.SyclQueue:
    """The queue that these two keywords of creation functions ask for."""
    if sycl_queue is None:
        return _queue_of(device)
    if not isinstance(sycl_queue, dpctl.SyclQueue):
        raise TypeError(f"Expected dpctl.SyclQueue for sycl_queue, got {type(sycl_queue).__name__}")
    if device is not None and _queue_of(device) != sycl_queue:
        raise TypeError(
            f"sycl_queue and device keywords can not be both specified: {device!r} stands for another queue"
        )
    return sycl_queue


def default_float(queue: dpctl.SyclQueue) -> str:
    """The default real floating point dtype of the queue's device."""
    return "float64" if _usmarray.default_float_dtype(queue).itemsize == 8 else "float32"
