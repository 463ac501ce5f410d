# cython: language_level=3
"""SyclPlatform, for cimport."""

from libcpp cimport bool as cpp_bool

from ._backend cimport DPCTLSyclDeviceSelectorRef, DPCTLSyclPlatformRef


cdef class _SyclPlatform:
    cdef DPCTLSyclPlatformRef _platform_ref
    cdef const char *_vendor
    cdef const char *_name
    cdef const char *_version


cdef class SyclPlatform(_SyclPlatform):
    @staticmethod
    cdef SyclPlatform _create(DPCTLSyclPlatformRef dref)
    cdef int _init_from_cstring(self, const char *string)
    cdef int _init_from_selector(self, DPCTLSyclDeviceSelectorRef DSRef)
    cdef int _init_from__SyclPlatform(self, _SyclPlatform other)
    cdef DPCTLSyclPlatformRef get_platform_ref(self)
    cdef cpp_bool equals(self, SyclPlatform)


cpdef list get_platforms()
