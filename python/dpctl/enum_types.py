"""Enumerations that dpctl's functions take and return."""

from enum import Enum, auto

__all__ = ["backend_type", "device_type", "event_status_type", "global_mem_cache_type"]


class device_type(Enum):
    """Kinds of device; ``all`` and ``automatic`` only select."""

    all = auto()
    accelerator = auto()
    automatic = auto()
    cpu = auto()
    custom = auto()
    gpu = auto()


class backend_type(Enum):
    """Drivers that devices come from; ``all`` only selects."""

    all = auto()
    cuda = auto()
    hip = auto()
    level_zero = auto()
    opencl = auto()


class event_status_type(Enum):
    """How far a task has come."""

    unknown_status = auto()
    submitted = auto()
    running = auto()
    complete = auto()


class global_mem_cache_type(Enum):
    """What the cache of a device's global memory is good for."""

    indeterminate = auto()
    none = auto()
    read_only = auto()
    read_write = auto()
