# The C functions that dpctl4pybind11.hpp and dpctl_capi.h import.

cdef api char* UsmNDArray_GetData(usm_ndarray arr):
    """First element."""
    return arr.get_data()


cdef api int UsmNDArray_GetNDim(usm_ndarray arr):
    return arr.get_ndim()


cdef api Py_ssize_t* UsmNDArray_GetShape(usm_ndarray arr):
    return arr.get_shape()


cdef api Py_ssize_t* UsmNDArray_GetStrides(usm_ndarray arr):
    """In elements."""
    return arr.get_strides()


cdef api int UsmNDArray_GetTypenum(usm_ndarray arr):
    return arr.get_typenum()


cdef api int UsmNDArray_GetElementSize(usm_ndarray arr):
    return arr.get_itemsize()


cdef api int UsmNDArray_GetFlags(usm_ndarray arr):
    return arr.get_flags()


cdef api DPCTLSyclQueueRef UsmNDArray_GetQueueRef(usm_ndarray arr):
    """A new reference, for DPCTLQueue_Delete."""
    return arr.get_queue_ref()


cdef api Py_ssize_t UsmNDArray_GetOffset(usm_ndarray arr):
    return arr.get_offset()


cdef api object UsmNDArray_GetUSMData(usm_ndarray arr):
    return arr.get_base()


cdef api void UsmNDArray_SetWritableFlag(usm_ndarray arr, int flag):
    arr._set_writable_flag(flag)


cdef api object UsmNDArray_MakeSimpleFromMemory(int nd, const Py_ssize_t* shape, int typenum, _Memory mobj,
                                                Py_ssize_t offset, char order):
    """Contiguous, over a memory object."""
    return usm_ndarray(
        numbers_at(nd, shape), dtype=dtype_of_typenum(typenum), buffer=mobj, offset=offset, order=chr(order)
    )


cdef api object UsmNDArray_MakeSimpleFromPtr(size_t nelems, int typenum, DPCTLSyclUSMRef ptr, DPCTLSyclQueueRef QRef,
                                             object owner):
    """One-dimensional, over an allocation that `owner` keeps, or that becomes the array's if it is None."""
    dtype = dtype_of_typenum(typenum)
    return usm_ndarray(
        (nelems,), dtype=dtype,
        buffer=_Memory.create_from_usm_pointer_size_qref(ptr, nelems * dtype.itemsize, QRef, memory_owner=owner),
    )


cdef api object UsmNDArray_MakeFromPtr(int nd, const Py_ssize_t* shape, int typenum, const Py_ssize_t* strides,
                                       DPCTLSyclUSMRef ptr, DPCTLSyclQueueRef QRef, Py_ssize_t offset, object owner):
    """Any layout, over an allocation that `owner` keeps, or that becomes the array's if it is None."""
    dtype = dtype_of_typenum(typenum)
    extents = numbers_at(nd, shape)
    steps = None if strides == NULL else numbers_at(nd, strides)
    last = offset + sum_of_reaches(extents, steps)
    memory = _Memory.create_from_usm_pointer_size_qref(ptr, (last + 1) * dtype.itemsize, QRef, memory_owner=owner)
    return usm_ndarray(extents, dtype=dtype, strides=steps, buffer=memory, offset=offset)


cdef list numbers_at(int count, const Py_ssize_t* first):
    if count < 0 or (count > 0 and first == NULL):
        raise ValueError(f"an array of {count} dimensions{'' if count < 0 else ' and a null shape'} was asked for")
    return [first[i] for i in range(count)]


cdef object dtype_of_typenum(int typenum):
    if typenum == UAR_LONGLONG:
        typenum = UAR_LONG
    elif typenum == UAR_ULONGLONG:
        typenum = UAR_ULONG
    for i in range(15):
        if _typenums[i] == typenum and _dtypes[i] is not None:
            return _dtypes[i]
    raise ValueError(f"NumPy's type number {typenum} stands for no dtype of arrays")


cdef object sum_of_reaches(list extents, object strides):
    """Elements from the one with zero index to the last in memory."""
    if 0 in extents:
        return 0
    if strides is None:
        total = 1
        for n in extents:
            total *= n
        return total - 1
    return sum([max((n - 1) * s, 0) for n, s in zip(extents, strides)])
