# distutils: language = c++
# cython: language_level=3
"""usm_ndarray for other Cython modules, with the names that Cython code written for dpctl uses."""

from libcpp cimport bool as cbool

from dpctl._backend cimport DPCTLSyclQueueRef
from dpctl._sycl_queue cimport SyclQueue

cdef public api int USM_ARRAY_C_CONTIGUOUS
cdef public api int USM_ARRAY_F_CONTIGUOUS
cdef public api int USM_ARRAY_WRITABLE

cdef public api int UAR_BOOL
cdef public api int UAR_BYTE
cdef public api int UAR_UBYTE
cdef public api int UAR_SHORT
cdef public api int UAR_USHORT
cdef public api int UAR_INT
cdef public api int UAR_UINT
cdef public api int UAR_LONG
cdef public api int UAR_ULONG
cdef public api int UAR_LONGLONG
cdef public api int UAR_ULONGLONG
cdef public api int UAR_FLOAT
cdef public api int UAR_DOUBLE
cdef public api int UAR_CFLOAT
cdef public api int UAR_CDOUBLE
cdef public api int UAR_TYPE_SENTINEL
cdef public api int UAR_HALF


cdef public api class usm_ndarray [object PyUSMArrayObject, type PyUSMArrayType]:
    cdef long long array_[4]
    cdef object queue_
    cdef object namespace_
    cdef object __weakref__

    cdef Py_ssize_t get_offset(self) except *
    cdef char* get_data(self) except? NULL
    cdef int get_ndim(self)
    cdef Py_ssize_t* get_shape(self)
    cdef Py_ssize_t* get_strides(self)
    cdef int get_typenum(self)
    cdef int get_itemsize(self)
    cdef int get_flags(self)
    cdef object get_base(self)
    cdef DPCTLSyclQueueRef get_queue_ref(self) except *
    cdef SyclQueue get_sycl_queue(self)
    cdef _set_writable_flag(self, int)
