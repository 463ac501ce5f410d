# distutils: language = c++
# cython: language_level=3
"""Kernels and programs, as references that extensions make and take."""

from .._backend cimport *
from .._sycl_queue cimport SyclQueue

__all__ = [
    "SyclKernel",
    "SyclProgram",
    "SyclProgramCompilationError",
    "create_program_from_source",
    "create_program_from_spirv",
]


cdef class SyclProgramCompilationError(Exception):
    """A program could not be made of its source."""


cdef class SyclKernel:
    """A kernel: ``sycl::kernel``. Extensions make them."""

    @staticmethod
    cdef SyclKernel _create(DPCTLSyclKernelRef kref, str name):
        """Takes ownership of the reference."""
        cdef SyclKernel kernel = SyclKernel.__new__(SyclKernel)
        kernel._kernel_ref = kref
        kernel._function_name = name
        return kernel

    def __dealloc__(self):
        DPCTLKernel_Delete(self._kernel_ref)

    cdef DPCTLSyclKernelRef get_kernel_ref(self):
        return self._kernel_ref

    def get_function_name(self):
        """The name it was made with."""
        return self._function_name

    def addressof_ref(self):
        """The address of the ``sycl::kernel``, as an integer."""
        return <size_t>self._kernel_ref


cdef class SyclProgram:
    """A bundle of kernels ready to run: ``sycl::kernel_bundle<bundle_state::executable>``. Extensions make them."""

    @staticmethod
    cdef SyclProgram _create(DPCTLSyclKernelBundleRef pref):
        """Takes ownership of the reference."""
        cdef SyclProgram program = SyclProgram.__new__(SyclProgram)
        program._program_ref = pref
        return program

    def __dealloc__(self):
        DPCTLKernelBundle_Delete(self._program_ref)

    cdef DPCTLSyclKernelBundleRef get_program_ref(self):
        return self._program_ref

    def addressof_ref(self):
        """The address of the ``sycl::kernel_bundle``, as an integer."""
        return <size_t>self._program_ref


cpdef create_program_from_source(SyclQueue q, str src, str copts=""):
    """create_program_from_source(q, src, copts="")

    Weft does not compile OpenCL C; this raises SyclProgramCompilationError.
    """
    raise SyclProgramCompilationError(
        "create_program_from_source: this version of Weft does not compile OpenCL C; "
        "write the kernel in SYCL C++ and call it through an extension"
    )


cpdef create_program_from_spirv(SyclQueue q, const unsigned char[:] IL, str copts=""):
    """create_program_from_spirv(queue, il, copts="")

    Weft does not read SPIR-V; this raises SyclProgramCompilationError.
    """
    raise SyclProgramCompilationError(
        "create_program_from_spirv: this version of Weft does not read SPIR-V; "
        "write the kernel in SYCL C++ and call it through an extension"
    )


cdef api DPCTLSyclKernelRef SyclKernel_GetKernelRef(SyclKernel ker):
    """The kernel's reference; it stays the kernel's."""
    return ker.get_kernel_ref()


cdef api SyclKernel SyclKernel_Make(DPCTLSyclKernelRef KRef, const char *name):
    """A new SyclKernel over a copy of the reference."""
    return SyclKernel._create(
        DPCTLKernel_Copy(KRef), "default_name" if name is NULL else name.decode("utf-8")
    )


cdef api DPCTLSyclKernelBundleRef SyclProgram_GetKernelBundleRef(SyclProgram pro):
    """The bundle's reference; it stays the program's."""
    return pro.get_program_ref()


cdef api SyclProgram SyclProgram_Make(DPCTLSyclKernelBundleRef KBRef):
    """A new SyclProgram over a copy of the reference."""
    return SyclProgram._create(DPCTLKernelBundle_Copy(KBRef))
