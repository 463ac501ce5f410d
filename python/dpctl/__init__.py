"""Data Parallel Control: devices, queues, events and USM memory."""

from . import _beside as _beside
from . import memory, program, utils
from ._device_selection import select_device_with_aspects
from ._sycl_context import SyclContext, SyclContextCreationError
from ._sycl_device import SyclDevice, SyclDeviceCreationError, SyclSubDeviceCreationError
from ._sycl_device_factory import (
    get_composite_devices,
    get_devices,
    get_num_devices,
    has_accelerator_devices,
    has_cpu_devices,
    has_gpu_devices,
    select_accelerator_device,
    select_cpu_device,
    select_default_device,
    select_gpu_device,
)
from ._sycl_event import SyclEvent
from ._sycl_platform import SyclPlatform, get_platforms, lsplatform
from ._sycl_queue import (
    LocalAccessor,
    RawKernelArg,
    SyclKernelInvalidRangeError,
    SyclKernelSubmitError,
    SyclQueue,
    SyclQueueCreationError,
    WorkGroupMemory,
)
from ._sycl_queue_manager import get_device_cached_queue
from ._sycl_timer import SyclTimer
from ._version import __version__, get_versions
from .enum_types import backend_type, device_type, event_status_type, global_mem_cache_type

__all__ = [
    "LocalAccessor",
    "RawKernelArg",
    "SyclContext",
    "SyclContextCreationError",
    "SyclDevice",
    "SyclDeviceCreationError",
    "SyclEvent",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclPlatform",
    "SyclQueue",
    "SyclQueueCreationError",
    "SyclSubDeviceCreationError",
    "SyclTimer",
    "WorkGroupMemory",
    "__version__",
    "backend_type",
    "device_type",
    "event_status_type",
    "get_composite_devices",
    "get_device_cached_queue",
    "get_devices",
    "get_include",
    "get_num_devices",
    "get_platforms",
    "get_versions",
    "global_mem_cache_type",
    "has_accelerator_devices",
    "has_cpu_devices",
    "has_gpu_devices",
    "lsplatform",
    "memory",
    "program",
    "select_accelerator_device",
    "select_cpu_device",
    "select_default_device",
    "select_device_with_aspects",
    "select_gpu_device",
    "tensor",
    "utils",
]


def __getattr__(name: str) -> object:
    """`dpctl.tensor` is imported when first asked for."""
    if name == "tensor":
        import importlib

        return importlib.import_module("dpctl.tensor")
    raise AttributeError(f"module 'dpctl' has no attribute {name!r}")


def get_include() -> str:
    """The folder of the C and C++ headers."""
    import os.path

    return os.path.join(os.path.dirname(__file__), "include")
