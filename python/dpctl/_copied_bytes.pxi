"""What a queue copies from and to: USM memory, or anything with a buffer."""


cdef class _Bytes:
    """The bytes of a USM allocation or of a buffer, for as long as this object lives."""

    cdef Py_buffer view
    cdef bint has_view
    cdef object owner
    cdef void *address
    cdef size_t count

    def __cinit__(self, obj, str parameter, bint writable):
        cdef int access
        self.has_view = False
        self.owner = obj
        if isinstance(obj, _Memory):
            self.address = <void *>(<_Memory>obj).get_data_ptr()
            self.count = (<_Memory>obj).nbytes
        elif PyObject_CheckBuffer(obj):
            access = PyBUF_WRITABLE if writable else PyBUF_SIMPLE
            PyObject_GetBuffer(obj, &self.view, PyBUF_ANY_CONTIGUOUS | access)
            self.has_view = True
            self.address = self.view.buf
            self.count = self.view.len
        else:
            raise TypeError(
                f"Parameter `{parameter}` should have either type `dpctl.memory._Memory` "
                "or a type that supports Python buffer protocol"
            )

    def __dealloc__(self):
        if self.has_view:
            PyBuffer_Release(&self.view)


cdef SyclEvent _submit_copy(
    SyclQueue queue, _Bytes to, _Bytes source, size_t count, list dEvents
):
    if count > to.count or count > source.count:
        raise RuntimeError(
            f"SyclQueue.memcpy operation encountered an error: {count} bytes asked for, "
            f"src has {source.count} and dst has {to.count}"
        )
    cdef vector[DPCTLSyclEventRef] refs = _refs_of(
        dEvents, "A sequence of dpctl.SyclEvent is expected"
    )
    cdef DPCTLSyclEventRef event
    with nogil:
        event = copy(
            queue._queue_ref, to.address, source.address, count, refs.data(), refs.size()
        )
    return SyclEvent._create(event)
