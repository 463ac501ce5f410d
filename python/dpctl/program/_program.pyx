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


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "capi/programs.hpp" namespace "weft::capi":
    DPCTLSyclKernelBundleRef bundle_from_source(
        DPCTLSyclContextRef, DPCTLSyclDeviceRef, const char *, const char *
    ) except +raise_error nogil
    DPCTLSyclKernelBundleRef bundle_from_spirv(
        DPCTLSyclContextRef, DPCTLSyclDeviceRef, const void *, size_t, const char *
    ) except +raise_error nogil


cdef class SyclProgramCompilationError(Exception):
    """A program could not be made of its source."""


cdef class SyclKernel:
    """A kernel of a program: ``sycl::kernel``."""

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

    def get_num_args(self):
        """How many arguments it takes."""
        return DPCTLKernel_GetNumArgs(self._kernel_ref)

    @property
    def num_args(self):
        """How many arguments it takes."""
        return DPCTLKernel_GetNumArgs(self._kernel_ref)

    @property
    def work_group_size(self):
        """The most work-items that a group of it may have."""
        return DPCTLKernel_GetWorkGroupSize(self._kernel_ref)

    @property
    def preferred_work_group_size_multiple(self):
        """Groups of a multiple of so many items suit the device."""
        return DPCTLKernel_GetPreferredWorkGroupSizeMultiple(self._kernel_ref)

    @property
    def private_mem_size(self):
        """The bytes of private memory that a work-item needs; 0 where the device does not tell."""
        return DPCTLKernel_GetPrivateMemSize(self._kernel_ref)

    @property
    def max_num_sub_groups(self):
        """The most sub-groups that a group of it may have."""
        return DPCTLKernel_GetMaxNumSubGroups(self._kernel_ref)

    @property
    def max_sub_group_size(self):
        """The most work-items that a sub-group of it may have."""
        return DPCTLKernel_GetMaxSubGroupSize(self._kernel_ref)

    @property
    def compile_num_sub_groups(self):
        """The number of sub-groups that the kernel asks for; 0: none."""
        return DPCTLKernel_GetCompileNumSubGroups(self._kernel_ref)

    @property
    def compile_sub_group_size(self):
        """The size of sub-groups that the kernel asks for; 0: none."""
        return DPCTLKernel_GetCompileSubGroupSize(self._kernel_ref)


cdef class SyclProgram:
    """The kernels of a program, ready to run: ``sycl::kernel_bundle<bundle_state::executable>``."""

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

    cpdef SyclKernel get_sycl_kernel(self, str kernel_name):
        """The kernel of that name; ValueError if there is none."""
        name = kernel_name.encode("utf-8")
        if not DPCTLKernelBundle_HasKernel(self._program_ref, name):
            raise ValueError(f"The program has no kernel {kernel_name!r}")
        return SyclKernel._create(DPCTLKernelBundle_GetKernel(self._program_ref, name), kernel_name)

    def has_sycl_kernel(self, str kernel_name):
        """Whether there is a kernel of that name."""
        name = kernel_name.encode("utf-8")
        return DPCTLKernelBundle_HasKernel(self._program_ref, name)

    def addressof_ref(self):
        """The address of the ``sycl::kernel_bundle``, as an integer."""
        return <size_t>self._program_ref


cpdef create_program_from_source(SyclQueue q, str src, str copts=""):
    """create_program_from_source(q, src, copts="")

    Compiles a program in OpenCL C for the queue's device.

    Args:
        q (SyclQueue): its context and device are the program's.
        src (str): OpenCL C 1.2 to 3.0, without images.
        copts (str, optional): as for ``clBuildProgram``: ``-cl-std=CL3.0 -D N=4 -I folder``.

    Returns:
        SyclProgram: its kernels.

    Raises:
        SyclProgramCompilationError: with the compiler's messages.
    """
    text, options = src.encode("utf-8"), copts.encode("utf-8")
    cdef const char *text_bytes = text
    cdef const char *option_bytes = options
    cdef DPCTLSyclContextRef context = q.get_sycl_context().get_context_ref()
    cdef DPCTLSyclDeviceRef device = q.get_sycl_device().get_device_ref()
    cdef DPCTLSyclKernelBundleRef bundle
    try:
        with nogil:
            bundle = bundle_from_source(context, device, text_bytes, option_bytes)
    except Exception as error:
        raise SyclProgramCompilationError(str(error)) from None
    return SyclProgram._create(bundle)


cpdef create_program_from_spirv(SyclQueue q, const unsigned char[:] IL, str copts=""):
    """create_program_from_spirv(q, IL, copts="")

    Makes a program of SPIR-V for the queue's device, where LLVM's SPIR-V translator (``llvm-spirv``, of LLVM 22) is
    installed.

    Args:
        q (SyclQueue): its context and device are the program's.
        IL (bytes): a SPIR-V module of OpenCL kernels.
        copts (str, optional): as for ``clBuildProgram``.

    Returns:
        SyclProgram: its kernels.

    Raises:
        SyclProgramCompilationError: the bytes are no SPIR-V, or no translator is installed.
    """
    options = copts.encode("utf-8")
    cdef const char *option_bytes = options
    cdef size_t count = IL.shape[0]
    cdef const void *words = <const void *>&IL[0] if count != 0 else NULL
    cdef DPCTLSyclContextRef context = q.get_sycl_context().get_context_ref()
    cdef DPCTLSyclDeviceRef device = q.get_sycl_device().get_device_ref()
    cdef DPCTLSyclKernelBundleRef bundle
    try:
        with nogil:
            bundle = bundle_from_spirv(context, device, words, count, option_bytes)
    except Exception as error:
        raise SyclProgramCompilationError(str(error)) from None
    return SyclProgram._create(bundle)


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
