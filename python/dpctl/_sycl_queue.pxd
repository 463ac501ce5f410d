# cython: language_level=3
"""SyclQueue, for cimport and for C++."""

from libcpp cimport bool as cpp_bool

from ._backend cimport (
    DPCTLSyclDeviceRef,
    DPCTLSyclQueueRef,
    DPCTLSyclRawKernelArgRef,
    DPCTLSyclWorkGroupMemoryRef,
    _arg_data_type,
)
from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice
from ._sycl_event cimport SyclEvent
from .program._program cimport SyclKernel


cdef public api class _SyclQueue [object Py_SyclQueueObject, type Py_SyclQueueType]:
    cdef DPCTLSyclQueueRef _queue_ref
    cdef SyclContext _context
    cdef SyclDevice _device


cdef public api class SyclQueue(_SyclQueue) [object PySyclQueueObject, type PySyclQueueType]:
    cdef int _init_queue_default(self, int props)
    cdef int _init_queue_from__SyclQueue(self, _SyclQueue other)
    cdef int _init_queue_from_DPCTLSyclDeviceRef(self, DPCTLSyclDeviceRef dref, int props)
    cdef int _init_queue_from_device(self, SyclDevice dev, int props)
    cdef int _init_queue_from_filter_string(self, const char *filter, int props)
    cdef int _init_queue_from_context_and_device(self, SyclContext ctx, SyclDevice dev, int props)
    cdef int _init_queue_from_capsule(self, object caps)
    cdef int _populate_args(self, list args, void **kargs, _arg_data_type *kargty)
    cdef int _populate_range(self, size_t Range[3], list S, size_t nS)
    @staticmethod
    cdef SyclQueue _create(DPCTLSyclQueueRef qref)
    @staticmethod
    cdef SyclQueue _create_from_context_and_device(SyclContext ctx, SyclDevice dev, int props=*)
    cdef cpp_bool equals(self, SyclQueue q)
    cpdef SyclContext get_sycl_context(self)
    cpdef SyclDevice get_sycl_device(self)
    cdef DPCTLSyclQueueRef get_queue_ref(self)
    cpdef SyclEvent _submit_keep_args_alive(self, object args, list dEvents)
    cpdef SyclEvent submit_async(self, SyclKernel kernel, list args, list gS, list lS=*, list dEvents=*)
    cpdef SyclEvent submit(self, SyclKernel kernel, list args, list gS, list lS=*, list dEvents=*)
    cpdef void wait(self) except *
    cpdef memcpy(self, dest, src, size_t count)
    cpdef SyclEvent memcpy_async(self, dest, src, size_t count, list dEvents=*)
    cpdef prefetch(self, ptr, size_t count=*)
    cpdef mem_advise(self, ptr, size_t count, int mem)
    cpdef SyclEvent submit_barrier(self, dependent_events=*)


cdef public api class _WorkGroupMemory [object Py_WorkGroupMemoryObject, type Py_WorkGroupMemoryType]:
    cdef DPCTLSyclWorkGroupMemoryRef _mem_ref


cdef public api class WorkGroupMemory(_WorkGroupMemory) [object PyWorkGroupMemoryObject, type PyWorkGroupMemoryType]:
    pass


cdef public api class _RawKernelArg [object Py_RawKernelArgObject, type Py_RawKernelArgType]:
    cdef DPCTLSyclRawKernelArgRef _arg_ref


cdef public api class RawKernelArg(_RawKernelArg) [object PyRawKernelArgObject, type PyRawKernelArgType]:
    pass
