# cython: language_level=3
"""SyclKernel and SyclProgram, for cimport and for C++."""

from .._backend cimport DPCTLSyclKernelBundleRef, DPCTLSyclKernelRef
from .._sycl_queue cimport SyclQueue


cdef public api class SyclKernel [object PySyclKernelObject, type PySyclKernelType]:
    cdef DPCTLSyclKernelRef _kernel_ref
    cdef str _function_name
    cdef DPCTLSyclKernelRef get_kernel_ref(self)
    @staticmethod
    cdef SyclKernel _create(DPCTLSyclKernelRef kref, str name)


cdef public api class SyclProgram [object PySyclProgramObject, type PySyclProgramType]:
    cdef DPCTLSyclKernelBundleRef _program_ref
    @staticmethod
    cdef SyclProgram _create(DPCTLSyclKernelBundleRef pref)
    cdef DPCTLSyclKernelBundleRef get_program_ref(self)
    cpdef SyclKernel get_sycl_kernel(self, str kernel_name)


cpdef create_program_from_source(SyclQueue q, str source, str copts=*)
cpdef create_program_from_spirv(SyclQueue q, const unsigned char[:] IL, str copts=*)
