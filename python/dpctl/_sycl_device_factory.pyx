# distutils: language = c++
# cython: language_level=3
"""Which devices there are, and which one is meant."""

from contextvars import ContextVar

from ._sycl_device import SyclDeviceCreationError
from .enum_types import backend_type
from .enum_types import device_type as device_type_t

from libcpp.string cimport string

from ._backend cimport *


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    string take_last_error() nogil


__all__ = [
    "get_composite_devices",
    "get_devices",
    "get_num_devices",
    "has_accelerator_devices",
    "has_cpu_devices",
    "has_gpu_devices",
    "select_accelerator_device",
    "select_cpu_device",
    "select_default_device",
    "select_gpu_device",
]

cdef dict _backends = {
    "all": _ALL_BACKENDS,
    "cuda": _CUDA,
    "hip": _HIP,
    "level_zero": _LEVEL_ZERO,
    "opencl": _OPENCL,
}
cdef dict _types = {
    "all": _ALL_DEVICES,
    "accelerator": _ACCELERATOR,
    "automatic": _AUTOMATIC,
    "cpu": _CPU,
    "custom": _CUSTOM,
    "gpu": _GPU,
}


cdef int _mask_of(backend, device_type) except -1:
    """The devices meant, as flags of the C API. An unknown name means all, as it does in dpctl."""
    if not isinstance(backend, (str, backend_type)):
        raise TypeError(
            "backend should be specified as a str or an ``enum_types.backend_type``."
        )
    if not isinstance(device_type, (str, device_type_t)):
        raise TypeError(
            "device type should be specified as a str or an ``enum_types.device_type``."
        )
    backend_name = backend.strip().lower() if isinstance(backend, str) else backend.name
    type_name = device_type.strip().lower() if isinstance(device_type, str) else device_type.name
    return <int>_backends.get(backend_name, _ALL_BACKENDS) | <int>_types.get(
        type_name, _ALL_DEVICES
    )


cdef list _devices_of(DPCTLDeviceVectorRef vector):
    if vector is NULL:
        return []
    cdef size_t i
    devices = [
        SyclDevice._create(DPCTLDeviceVector_GetAt(vector, i))
        for i in range(DPCTLDeviceVector_Size(vector))
    ]
    DPCTLDeviceVector_Delete(vector)
    return devices


cpdef list get_devices(backend=backend_type.all, device_type=device_type_t.all):
    """get_devices(backend=backend_type.all, device_type=device_type.all)

    The root devices of a backend and a type, given as enumeration values or their names.
    """
    cdef int mask = _mask_of(backend, device_type)
    cdef DPCTLDeviceVectorRef vector
    with nogil:
        vector = DPCTLDeviceMgr_GetDevices(mask)
    return _devices_of(vector)


cpdef list get_composite_devices():
    """get_composite_devices()

    The devices that stand for several of one driver together.
    """
    return _devices_of(DPCTLDeviceMgr_GetCompositeDevices())


cpdef int get_num_devices(backend=backend_type.all, device_type=device_type_t.all) except -1:
    """get_num_devices(backend=backend_type.all, device_type=device_type.all)

    How many devices :func:`get_devices` would give.
    """
    cdef int mask = _mask_of(backend, device_type)
    cdef int count
    with nogil:
        count = DPCTLDeviceMgr_GetNumDevices(mask)
    return count


cpdef cpp_bool has_cpu_devices():
    """has_cpu_devices()

    Whether there is a CPU device.
    """
    return DPCTLDeviceMgr_GetNumDevices(_CPU | _ALL_BACKENDS) > 0


cpdef cpp_bool has_gpu_devices():
    """has_gpu_devices()

    Whether there is a GPU device.
    """
    return DPCTLDeviceMgr_GetNumDevices(_GPU | _ALL_BACKENDS) > 0


cpdef cpp_bool has_accelerator_devices():
    """has_accelerator_devices()

    Whether there is an accelerator.
    """
    return DPCTLDeviceMgr_GetNumDevices(_ACCELERATOR | _ALL_BACKENDS) > 0


cdef SyclDevice _selected(DPCTLSyclDeviceSelectorRef selector, str message):
    """The device a selector chooses; the selector is deleted."""
    cdef DPCTLSyclDeviceRef device
    cdef str reason
    with nogil:
        take_last_error()
        device = DPCTLDevice_CreateFromSelector(selector)
        DPCTLDeviceSelector_Delete(selector)
    if device is NULL:
        reason = take_last_error().decode()
        raise SyclDeviceCreationError(f"{message} {reason}".rstrip())
    return SyclDevice._create(device)


cpdef SyclDevice select_accelerator_device():
    """select_accelerator_device()

    An accelerator; SyclDeviceCreationError if there is none.
    """
    return _selected(DPCTLAcceleratorSelector_Create(), "Accelerator device is unavailable.")


cpdef SyclDevice select_cpu_device():
    """select_cpu_device()

    A CPU; SyclDeviceCreationError if there is none.
    """
    return _selected(DPCTLCPUSelector_Create(), "CPU device is unavailable.")


cpdef SyclDevice select_default_device():
    """select_default_device()

    The default device; SyclDeviceCreationError if there is none.
    """
    return _selected(DPCTLDefaultSelector_Create(), "Default device is unavailable.")


cpdef SyclDevice select_gpu_device():
    """select_gpu_device()

    A GPU; SyclDeviceCreationError if there is none.
    """
    return _selected(DPCTLGPUSelector_Create(), "Device unavailable.")


_default_device = ContextVar("dpctl default device")


cpdef SyclDevice _cached_default_device():
    """The default device, found once per Python context."""
    device = _default_device.get(None)
    if device is None:
        device = select_default_device()
        _default_device.set(device)
    return device
