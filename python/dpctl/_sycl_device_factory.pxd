# cython: language_level=3
"""Enumeration and selection of devices, for cimport."""

from libcpp cimport bool as cpp_bool

from ._sycl_device cimport SyclDevice


cpdef SyclDevice select_accelerator_device()
cpdef SyclDevice select_cpu_device()
cpdef SyclDevice select_default_device()
cpdef SyclDevice select_gpu_device()
cpdef list get_devices(backend=*, device_type=*)
cpdef list get_composite_devices()
cpdef int get_num_devices(backend=*, device_type=*) except -1
cpdef cpp_bool has_gpu_devices()
cpdef cpp_bool has_cpu_devices()
cpdef cpp_bool has_accelerator_devices()
cpdef SyclDevice _cached_default_device()
