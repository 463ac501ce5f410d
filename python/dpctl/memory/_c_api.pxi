# The C functions that dpctl4pybind11.hpp and dpctl_capi.h import.

cdef api DPCTLSyclUSMRef Memory_GetUsmPointer(_Memory obj):
    """The address."""
    return obj.get_data_ptr()


cdef api void *Memory_GetOpaquePointer(_Memory obj):
    """A ``std::shared_ptr<void> *`` to the owner, null if a Python object owns the memory."""
    return obj.get_opaque_ptr()


cdef api size_t Memory_GetNumBytes(_Memory obj):
    """The size in bytes."""
    return <size_t>obj.nbytes


cdef api DPCTLSyclContextRef Memory_GetContextRef(_Memory obj):
    """The context's reference; it stays the memory's."""
    return obj.queue.get_sycl_context().get_context_ref()


cdef api DPCTLSyclQueueRef Memory_GetQueueRef(_Memory obj):
    """The queue's reference; it stays the memory's."""
    return obj.queue.get_queue_ref()


cdef api object Memory_Make(
    DPCTLSyclUSMRef ptr, size_t nbytes, DPCTLSyclQueueRef QRef, object owner
):
    """A new memory object over an allocation that ``owner`` keeps alive; with ``None`` the object frees it."""
    return _Memory.create_from_usm_pointer_size_qref(ptr, nbytes, QRef, owner)
