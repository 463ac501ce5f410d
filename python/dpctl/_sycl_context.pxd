# cython: language_level=3
"""SyclContext, for cimport and for C++."""

from libcpp cimport bool as cpp_bool

from ._backend cimport DPCTLSyclContextRef
from ._sycl_device cimport SyclDevice


cdef public api class _SyclContext [object Py_SyclContextObject, type Py_SyclContextType]:
    cdef DPCTLSyclContextRef _ctxt_ref


cdef public api class SyclContext(_SyclContext) [
    object PySyclContextObject, type PySyclContextType
]:
    @staticmethod
    cdef SyclContext _create(DPCTLSyclContextRef CRef)
    cdef int _init_context_from__SyclContext(self, _SyclContext other)
    cdef int _init_context_from_one_device(self, SyclDevice device, int props)
    cdef int _init_context_from_devices(self, object devices, int props)
    cdef int _init_context_from_capsule(self, object caps)
    cdef cpp_bool equals(self, SyclContext ctxt)
    cdef DPCTLSyclContextRef get_context_ref(self)
