# cython: language_level=3
"""SyclEvent, for cimport and for C++."""

from ._backend cimport DPCTLSyclEventRef


cdef public api class _SyclEvent [object Py_SyclEventObject, type Py_SyclEventType]:
    cdef DPCTLSyclEventRef _event_ref


cdef public api class SyclEvent(_SyclEvent) [object PySyclEventObject, type PySyclEventType]:
    @staticmethod
    cdef SyclEvent _create(DPCTLSyclEventRef event)
    cdef int _init_event_default(self)
    cdef int _init_event_from__SyclEvent(self, _SyclEvent other)
    cdef int _init_event_from_capsule(self, object caps)
    cdef DPCTLSyclEventRef get_event_ref(self)
    @staticmethod
    cdef void _wait(SyclEvent event) except *
    cpdef void wait(self) except *
