# cython: language_level=3
"""DLPack for other Cython modules, with the names that Cython code written for dpctl uses."""

from ._usmarray cimport usm_ndarray

cdef enum:
    device_CPU = 1
    device_CUDA = 2
    device_CUDAHost = 3
    device_OpenCL = 4
    device_Vulkan = 7
    device_Metal = 8
    device_VPI = 9
    device_DLROCM = 10
    device_ROCMHost = 11
    device_CUDAManaged = 13
    device_OneAPI = 14
    device_WebGPU = 15
    device_Hexagon = 16
    device_MAIA = 17
    device_Trn = 18


cdef class DLPackCreationError(Exception):
    pass


cpdef object to_dlpack_capsule(usm_ndarray array)
cpdef object to_dlpack_versioned_capsule(usm_ndarray array, bint copied)
cpdef object numpy_to_dlpack_versioned_capsule(object array, bint copied)
cpdef object from_dlpack_capsule(object dltensor)
