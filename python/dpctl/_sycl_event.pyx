# distutils: language = c++
# cython: language_level=3
"""An event: a task's place in line, to be waited for."""

import collections.abc

from .enum_types import backend_type, event_status_type

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport (
    PyCapsule_GetPointer,
    PyCapsule_IsValid,
    PyCapsule_New,
    PyCapsule_SetName,
)
from libc.stdint cimport uint64_t

from ._backend cimport *

__all__ = ["SyclEvent"]


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    bint wait_for(DPCTLSyclEventRef, int milliseconds) except +raise_error nogil


cdef dict _statuses = {
    <int>_UNKNOWN_STATUS: event_status_type.unknown_status,
    <int>_SUBMITTED: event_status_type.submitted,
    <int>_RUNNING: event_status_type.running,
    <int>_COMPLETE: event_status_type.complete,
}


cdef void _capsule_deleter(object capsule) noexcept:
    if PyCapsule_IsValid(capsule, "SyclEventRef"):
        DPCTLEvent_Delete(<DPCTLSyclEventRef>PyCapsule_GetPointer(capsule, "SyclEventRef"))


cdef object _no_reference = object()


cdef class _SyclEvent:
    """Holds the reference to a ``sycl::event``."""

    def __dealloc__(self):
        DPCTLEvent_Delete(self._event_ref)


cdef class SyclEvent(_SyclEvent):
    """SyclEvent(arg=None)

    An event: ``sycl::event``. Without argument it is complete.

    Args:
        arg (optional): a capsule named ``"SyclEventRef"``.

    Raises:
        TypeError: ``arg`` is something else.
    """

    @staticmethod
    cdef SyclEvent _create(DPCTLSyclEventRef eref):
        """Takes ownership of the reference."""
        if eref is NULL:
            raise ValueError("The reference to a event is null.")
        cdef SyclEvent event = SyclEvent.__new__(SyclEvent, _no_reference)
        event._event_ref = eref
        return event

    cdef int _init_event_default(self):
        self._event_ref = DPCTLEvent_Create()
        return -1 if self._event_ref is NULL else 0

    cdef int _init_event_from__SyclEvent(self, _SyclEvent other):
        self._event_ref = DPCTLEvent_Copy(other._event_ref)
        return -1 if self._event_ref is NULL else 0

    cdef int _init_event_from_capsule(self, object caps):
        """Takes the reference out of the capsule."""
        self._event_ref = <DPCTLSyclEventRef>PyCapsule_GetPointer(caps, "SyclEventRef")
        PyCapsule_SetName(caps, "used_SyclEventRef")
        return 0

    def __cinit__(self, arg=None):
        if arg is _no_reference:
            return
        if arg is None:
            failed = self._init_event_default()
        elif type(arg) is _SyclEvent:
            failed = self._init_event_from__SyclEvent(<_SyclEvent>arg)
        elif PyCapsule_IsValid(arg, "SyclEventRef"):
            failed = self._init_event_from_capsule(arg)
        else:
            raise TypeError("Invalid argument.")
        if failed:
            raise ValueError("Event failed to be created.")

    cdef DPCTLSyclEventRef get_event_ref(self):
        return self._event_ref

    @staticmethod
    cdef void _wait(SyclEvent event) except *:
        """Waits without the GIL and throws the work's error; Ctrl-C ends the wait, not the work."""
        cdef bint done = False
        while not done:
            with nogil:
                done = wait_for(event._event_ref, 50)
            PyErr_CheckSignals()

    @staticmethod
    def wait_for(event):
        """Waits for an event, or for each of a sequence of events."""
        if isinstance(event, SyclEvent):
            SyclEvent._wait(<SyclEvent>event)
            return
        if not isinstance(event, collections.abc.Sequence) or not all(
            isinstance(one, SyclEvent) for one in event
        ):
            raise TypeError(
                "The passed argument is not a SyclEvent type or a sequence of such objects"
            )
        for one in event:
            SyclEvent._wait(<SyclEvent>one)

    cpdef void wait(self) except *:
        """Waits until the work is done, and raises its error if it failed."""
        SyclEvent._wait(self)

    def addressof_ref(self):
        """The address of the ``sycl::event``, as an integer."""
        return <size_t>self._event_ref

    def _get_capsule(self):
        """A capsule named ``"SyclEventRef"`` with a copy of the reference."""
        cdef DPCTLSyclEventRef copy = DPCTLEvent_Copy(self._event_ref)
        if copy is NULL:
            raise ValueError("SyclEvent copy failed.")
        return PyCapsule_New(<void *>copy, "SyclEventRef", &_capsule_deleter)

    @property
    def execution_status(self):
        """The :class:`dpctl.event_status_type` of the work."""
        return _statuses[<int>DPCTLEvent_GetCommandExecutionStatus(self._event_ref)]

    @property
    def backend(self):
        """The :class:`dpctl.backend_type` it comes from."""
        cdef _backend_type backend = DPCTLEvent_GetBackend(self._event_ref)
        if backend == _OPENCL:
            return backend_type.opencl
        if backend == _CUDA:
            return backend_type.cuda
        if backend == _LEVEL_ZERO:
            return backend_type.level_zero
        if backend == _HIP:
            return backend_type.hip
        raise ValueError("Unrecognized backend type.")

    def get_wait_list(self):
        """The events that this one's work waited for when it was submitted."""
        cdef size_t i
        cdef DPCTLEventVectorRef events = DPCTLEvent_GetWaitList(self._event_ref)
        if events is NULL:
            raise ValueError("Internal error: NULL event vector encountered")
        found = [
            SyclEvent._create(DPCTLEventVector_GetAt(events, i))
            for i in range(DPCTLEventVector_Size(events))
        ]
        DPCTLEventVector_Delete(events)
        return found

    @property
    def profiling_info_submit(self):
        """When the work was submitted, in ns; waits for it. 0 unless the queue profiles."""
        SyclEvent._wait(self)
        return <uint64_t>DPCTLEvent_GetProfilingInfoSubmit(self._event_ref)

    @property
    def profiling_info_start(self):
        """When the work started, in ns; waits for it. 0 unless the queue profiles."""
        SyclEvent._wait(self)
        return <uint64_t>DPCTLEvent_GetProfilingInfoStart(self._event_ref)

    @property
    def profiling_info_end(self):
        """When the work ended, in ns; waits for it. 0 unless the queue profiles."""
        SyclEvent._wait(self)
        return <uint64_t>DPCTLEvent_GetProfilingInfoEnd(self._event_ref)


cdef api DPCTLSyclEventRef SyclEvent_GetEventRef(SyclEvent ev):
    """The event's reference; it stays the event's."""
    return ev.get_event_ref()


cdef api SyclEvent SyclEvent_Make(DPCTLSyclEventRef eref):
    """A new SyclEvent over a copy of the reference."""
    return SyclEvent._create(DPCTLEvent_Copy(eref))
