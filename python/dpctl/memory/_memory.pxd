# cython: language_level=3
"""USM memory, for cimport and for C++."""

from libcpp.memory cimport shared_ptr

from .._backend cimport DPCTLSyclEventRef, DPCTLSyclQueueRef, DPCTLSyclUSMRef, _usm_type
from .._sycl_context cimport SyclContext
from .._sycl_device cimport SyclDevice
from .._sycl_queue cimport SyclQueue


cdef DPCTLSyclQueueRef get_queue_ref_from_ptr_and_syclobj(
    DPCTLSyclUSMRef ptr, object syclobj
) except *


cdef public api class _Memory [object Py_MemoryObject, type Py_MemoryType]:
    cdef DPCTLSyclUSMRef _memory_ptr
    cdef void *_opaque_ptr
    cdef Py_ssize_t nbytes
    cdef SyclQueue queue
    cdef object refobj
    cdef object __weakref__

    cdef _cinit_empty(self)
    cdef _cinit_alloc(
        self, Py_ssize_t alignment, Py_ssize_t nbytes, bytes ptr_type, SyclQueue queue
    )
    cdef _cinit_other(self, object other)
    cdef void _release(self) noexcept
    cdef _finish(self, DPCTLSyclEventRef ref, object other)
    cdef SyclContext _context_of(self, syclobj)
    cdef _getbuffer(self, Py_buffer *buffer, int flags)
    cpdef copy_to_host(self, object obj=*)
    cpdef copy_from_host(self, object obj)
    cpdef copy_from_device(self, object obj)
    cpdef memset(self, unsigned short val=*)
    cpdef bytes tobytes(self)
    cdef DPCTLSyclUSMRef get_data_ptr(self)
    cdef void *get_opaque_ptr(self)
    @staticmethod
    cdef SyclDevice get_pointer_device(DPCTLSyclUSMRef p, SyclContext ctx)
    @staticmethod
    cdef bytes get_pointer_type(DPCTLSyclUSMRef p, SyclContext ctx)
    @staticmethod
    cdef _usm_type get_pointer_type_enum(DPCTLSyclUSMRef p, SyclContext ctx)
    @staticmethod
    cdef object create_from_usm_pointer_size_qref(
        DPCTLSyclUSMRef USMRef,
        Py_ssize_t nbytes,
        DPCTLSyclQueueRef QRef,
        object memory_owner=*,
    )


cdef public api class MemoryUSMShared(_Memory) [
    object PyMemoryUSMSharedObject, type PyMemoryUSMSharedType
]:
    pass


cdef public api class MemoryUSMHost(_Memory) [
    object PyMemoryUSMHostObject, type PyMemoryUSMHostType
]:
    pass


cdef public api class MemoryUSMDevice(_Memory) [
    object PyMemoryUSMDeviceObject, type PyMemoryUSMDeviceType
]:
    pass


# Weft's own arrays share blocks with Memory objects through these.
cdef object memory_from_owner(
    DPCTLSyclUSMRef pointer, Py_ssize_t nbytes, SyclQueue queue, _usm_type kind, shared_ptr[void] owner
)
cdef shared_ptr[void] owner_of(_Memory memory) except *
