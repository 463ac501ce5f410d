# Capsules of DLPack for _dlpack.pyx.

from enum import IntEnum

cdef extern from "glue/dlpack_capsule.hpp" namespace "weft::python::dlpack":
    cdef cppclass DLDevice "weft::python::dlpack::Device":
        int kind
        int number
    object export_array(const Array&, DLDevice, cbool, cbool, cbool, cbool) except +raise_python_error
    cbool holds_usm(object, cbool) except +raise_python_error
    DLDevice device_in(object) except +raise_python_error
    void mark_copied(object) except +raise_python_error
    Array import_usm(object, const shared_ptr[Queue]&) except +raise_python_error


def dlpack_capsule(usm_ndarray x, int kind, int number, bint versioned, bint copied, bint wait, bint lends):
    """A capsule over the array's memory."""
    cdef DLDevice device
    device.kind = kind
    device.number = number
    return export_array(unwrap(x), device, versioned, copied, wait, lends)


def capsule_holds_usm(capsule, bint foreign):
    """Whether the capsule's data can be an array without a copy; memory of other libraries' too if ``foreign``."""
    return holds_usm(capsule, foreign)


def array_from_capsule(capsule, SyclQueue queue):
    """An array over a capsule's USM."""
    return wrap_made(queue, import_usm(capsule, queue_of(queue)))


def device_in_capsule(capsule):
    """DLPack's numbers of the device that the capsule's data is on."""
    cdef DLDevice device = device_in(capsule)
    return device.kind, device.number


def mark_capsule_copied(capsule):
    """Tells the consumer of a versioned capsule that the data was copied for it."""
    mark_copied(capsule)


class DLDeviceType(IntEnum):
    """DLPack's numbers for kinds of devices."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17
    kDLTrn = 18
