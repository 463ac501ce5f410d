# distutils: language = c++
# cython: language_level=3
"""Device queries beyond the C API."""

from libc.stdint cimport uint32_t, uint64_t

from .._backend cimport DPCTLSyclDeviceRef
from .._sycl_device cimport SyclDevice


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    uint32_t vendor_id_of "weft::capi::vendor_id" (DPCTLSyclDeviceRef) except +raise_error
    uint64_t free_memory_of "weft::capi::free_memory" (DPCTLSyclDeviceRef) except +raise_error


def vendor_id(SyclDevice device):
    """The vendor's identifier."""
    return vendor_id_of(device.get_device_ref())


def free_memory(SyclDevice device):
    """Bytes of device memory not in use, 0 if unknown."""
    return free_memory_of(device.get_device_ref())
