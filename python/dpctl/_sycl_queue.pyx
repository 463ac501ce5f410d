# distutils: language = c++
# cython: language_level=3
"""A queue: where work is submitted."""

import operator

from ._sycl_device import SyclDeviceCreationError

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport (
    PyCapsule_GetPointer,
    PyCapsule_IsValid,
    PyCapsule_New,
    PyCapsule_SetName,
)
from libcpp.string cimport string
from libcpp.vector cimport vector

from ._backend cimport *
from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice
from ._sycl_event cimport SyclEvent
from .memory._memory cimport _Memory
from .program._program cimport SyclKernel

__all__ = [
    "LocalAccessor",
    "RawKernelArg",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclQueue",
    "SyclQueueCreationError",
    "WorkGroupMemory",
    "kernel_arg_type",
]


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "_keep_alive.hpp" namespace "weft::python":
    DPCTLSyclEventRef keep_alive(
        DPCTLSyclQueueRef, object, const DPCTLSyclEventRef *, size_t
    ) except +raise_error


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    string take_last_error()
    void keep_callers_free()
    void exit_without_other_threads() noexcept
    bint wait_for(DPCTLSyclQueueRef, int milliseconds) except +raise_error nogil
    DPCTLSyclEventRef copy(
        DPCTLSyclQueueRef, void *, const void *, size_t, const DPCTLSyclEventRef *, size_t
    ) except +raise_error nogil


cdef extern from "Python.h":
    int Py_AtExit(void (*function)() noexcept)


cdef extern from "capi/programs.hpp" namespace "weft::capi":
    DPCTLSyclEventRef submit_kernel(
        DPCTLSyclKernelRef, DPCTLSyclQueueRef, void **, const _arg_data_type *, size_t,
        const size_t *, const size_t *, size_t, const DPCTLSyclEventRef *, size_t
    ) except +raise_error nogil


keep_callers_free()
Py_AtExit(exit_without_other_threads)

include "_kernel_args.pxi"


cdef class SyclKernelSubmitError(Exception):
    """A kernel could not be submitted."""


cdef class SyclKernelInvalidRangeError(Exception):
    """A kernel's range is not one."""


cdef class SyclQueueCreationError(Exception):
    """No queue could be made of what was given."""


cdef dict _properties = {
    "default": _DEFAULT_PROPERTY,
    "in_order": _IN_ORDER,
    "enable_profiling": _ENABLE_PROFILING,
}


cdef int _parse_properties(given) except -1:
    """The C API's flags for what the keyword `property` says."""
    cdef int flags = _DEFAULT_PROPERTY
    if isinstance(given, (str, list, tuple)):
        for name in (given,) if isinstance(given, str) else given:
            if isinstance(name, int):
                flags |= <int>name & (_IN_ORDER | _ENABLE_PROFILING)
                continue
            if not isinstance(name, str) or name not in _properties:
                raise ValueError(
                    f"queue property '{given}' is not understood, "
                    "expecting 'in_order', 'enable_profiling', or 'default'"
                )
            flags |= <int>_properties[name]
        return flags
    if isinstance(given, int):
        return given & (_IN_ORDER | _ENABLE_PROFILING)
    raise ValueError(f"queue property '{given}' is not understood.")


cdef void _capsule_deleter(object capsule) noexcept:
    if PyCapsule_IsValid(capsule, "SyclQueueRef"):
        DPCTLQueue_Delete(<DPCTLSyclQueueRef>PyCapsule_GetPointer(capsule, "SyclQueueRef"))


cdef vector[DPCTLSyclEventRef] _refs_of(events, message) except *:
    """References of a sequence of SyclEvent (or of None)."""
    cdef vector[DPCTLSyclEventRef] refs
    if events is None:
        return refs
    try:
        for event in events:
            if not isinstance(event, SyclEvent):
                raise TypeError(message)
            refs.push_back((<SyclEvent>event).get_event_ref())
    except TypeError as error:
        raise TypeError(message) from error
    return refs


include "_copied_bytes.pxi"


def _require_natural(sizes):
    for size in sizes or ():
        if operator.index(size) < 0:
            raise OverflowError(f"Range {sizes} has a negative extent")


cdef class _SyclQueue:
    """Holds the reference to a ``sycl::queue``, its context and its device."""

    def __dealloc__(self):
        DPCTLQueue_Delete(self._queue_ref)


cdef class SyclQueue(_SyclQueue):
    """SyclQueue(*args, **kwargs)

    A queue: ``sycl::queue``.

    Args:
        ctx (SyclContext, optional): its context; the device's platform's default one if not given.
        dev (str, SyclDevice, capsule, optional): its device, or a filter string for one; a capsule named
            ``"SyclQueueRef"`` gives another reference to an existing queue.
        property (str, sequence of str, int, optional): ``"in_order"``, ``"enable_profiling"``, ``"default"``.

    Raises:
        SyclQueueCreationError: no queue could be made.
        TypeError: the arguments are of other types, or too many.
    """

    def __cinit__(self, *args, **kwargs):
        cdef int count = len(args)
        if count > 2:
            raise TypeError(
                "SyclQueue constructor takes 0, 1, or 2 positinal arguments, "
                f"but {count} were given."
            )
        cdef int props = _parse_properties(kwargs.pop("property", 0))
        if kwargs:
            raise TypeError(
                f"Unsupported keyword arguments {kwargs} to SyclQueue constructor encountered."
            )
        cdef int failed = 0
        take_last_error()
        if count == 0:
            failed = self._init_queue_default(props)
        elif count == 1:
            failed = self._init_from_one(args[0], props)
        else:
            ctx, dev = args
            if not isinstance(ctx, SyclContext):
                raise TypeError(
                    "SyclQueue constructor with two positional arguments expected SyclContext "
                    f"as its first argument, but got {type(ctx)}."
                )
            if not isinstance(dev, SyclDevice):
                raise TypeError(
                    "SyclQueue constructor with two positional arguments expected SyclDevice "
                    f"as its second argument, but got {type(dev)}."
                )
            failed = self._init_queue_from_context_and_device(ctx, dev, props)
        if failed:
            if count == 0:
                message = "Default SYCL queue could not be created."
            elif isinstance(args[0], str):
                message = f"Device filter selector string '{args[0]}' is not understood."
            else:
                message = f"SYCL Queue failed to be created from '{args}'."
            raise SyclQueueCreationError(f"{message} {take_last_error().decode()}".rstrip())

    def _init_from_one(self, arg, int props):
        if isinstance(arg, str):
            text = arg.encode("utf-8")
            return self._init_queue_from_filter_string(text, props)
        if type(arg) is _SyclQueue:
            return self._init_queue_from__SyclQueue(<_SyclQueue>arg)
        if isinstance(arg, SyclDevice):
            return self._init_queue_from_device(<SyclDevice>arg, props)
        if PyCapsule_IsValid(arg, "SyclQueueRef"):
            return self._init_queue_from_capsule(arg)
        raise TypeError(
            f"Positional argument {arg} is not a filter string or a SyclDevice"
        )

    cdef int _init_queue_default(self, int props):
        cdef DPCTLSyclDeviceSelectorRef selector = DPCTLDefaultSelector_Create()
        cdef DPCTLSyclDeviceRef dref
        with nogil:
            dref = DPCTLDevice_CreateFromSelector(selector)
            DPCTLDeviceSelector_Delete(selector)
        return self._init_queue_from_DPCTLSyclDeviceRef(dref, props)

    cdef int _init_queue_from__SyclQueue(self, _SyclQueue other):
        self._queue_ref = DPCTLQueue_Copy(other._queue_ref)
        return -1 if self._queue_ref is NULL else 0

    cdef int _init_queue_from_DPCTLSyclDeviceRef(self, DPCTLSyclDeviceRef dref, int props):
        """Takes ownership of the device's reference."""
        if dref is NULL:
            return -1
        self._queue_ref = DPCTLQueue_CreateForDevice(dref, NULL, props)
        DPCTLDevice_Delete(dref)
        return -1 if self._queue_ref is NULL else 0

    cdef int _init_queue_from_device(self, SyclDevice dev, int props):
        self._queue_ref = DPCTLQueue_CreateForDevice(dev.get_device_ref(), NULL, props)
        self._device = dev
        return -1 if self._queue_ref is NULL else 0

    cdef int _init_queue_from_filter_string(self, const char *filter, int props):
        cdef DPCTLSyclDeviceSelectorRef selector = DPCTLFilterSelector_Create(filter)
        cdef DPCTLSyclDeviceRef dref
        with nogil:
            dref = DPCTLDevice_CreateFromSelector(selector)
            DPCTLDeviceSelector_Delete(selector)
        return self._init_queue_from_DPCTLSyclDeviceRef(dref, props)

    cdef int _init_queue_from_context_and_device(self, SyclContext ctx, SyclDevice dev, int props):
        self._queue_ref = DPCTLQueue_Create(
            ctx.get_context_ref(), dev.get_device_ref(), NULL, props
        )
        self._context = ctx
        self._device = dev
        return -1 if self._queue_ref is NULL else 0

    cdef int _init_queue_from_capsule(self, object caps):
        """Takes the reference out of the capsule."""
        self._queue_ref = <DPCTLSyclQueueRef>PyCapsule_GetPointer(caps, "SyclQueueRef")
        PyCapsule_SetName(caps, "used_SyclQueueRef")
        return 0

    cdef int _populate_args(self, list args, void **kargs, _arg_data_type *kargty):
        """What the C API takes for a list of arguments; -1 where one is of a type that no kernel takes."""
        cdef Py_ssize_t i
        for i in range(len(args)):
            if _populate_one(args[i], kargs + i, kargty + i) != 0:
                return -1
        return 0

    cdef int _populate_range(self, size_t Range[3], list S, size_t nS):
        """-1 where the range does not have one to three dimensions."""
        cdef size_t d
        if not 1 <= nS <= 3:
            return -1
        for d in range(3):
            Range[d] = <size_t>S[d] if d < nS else 1
        return 0

    @staticmethod
    cdef SyclQueue _create(DPCTLSyclQueueRef qref):
        """Takes ownership of the reference."""
        if qref is NULL:
            raise SyclQueueCreationError("Queue creation failed.")
        cdef _SyclQueue base = _SyclQueue.__new__(_SyclQueue)
        base._queue_ref = qref
        return SyclQueue(base)

    @staticmethod
    cdef SyclQueue _create_from_context_and_device(SyclContext ctx, SyclDevice dev, int props=0):
        return SyclQueue(ctx, dev, property=props)

    cdef cpp_bool equals(self, SyclQueue other):
        return DPCTLQueue_AreEq(self._queue_ref, other._queue_ref)

    def __eq__(self, other):
        return isinstance(other, SyclQueue) and self.equals(<SyclQueue>other)

    def __hash__(self):
        return DPCTLQueue_Hash(self._queue_ref)

    def __repr__(self):
        properties = []
        if self.is_in_order:
            properties.append("in_order")
        if self.has_enable_profiling:
            properties.append("enable_profiling")
        described = f", property={properties}" if properties else ""
        return f"<dpctl.{self.__name__} at {hex(id(self))}{described}>"

    cdef DPCTLSyclQueueRef get_queue_ref(self):
        return self._queue_ref

    cpdef SyclContext get_sycl_context(self):
        """The queue's context."""
        if self._context is None:
            self._context = SyclContext._create(DPCTLQueue_GetContext(self._queue_ref))
        return self._context

    cpdef SyclDevice get_sycl_device(self):
        """The queue's device."""
        if self._device is None:
            self._device = SyclDevice._create(DPCTLQueue_GetDevice(self._queue_ref))
        return self._device

    def addressof_ref(self):
        """The address of the ``sycl::queue``, as an integer."""
        return <size_t>self._queue_ref

    @property
    def __name__(self):
        return "SyclQueue"

    @property
    def backend(self):
        """The :class:`dpctl.backend_type` of its device."""
        return self.get_sycl_device().backend

    @property
    def sycl_context(self):
        """The queue's context."""
        return self.get_sycl_context()

    @property
    def sycl_device(self):
        """The queue's device."""
        return self.get_sycl_device()

    @property
    def name(self):
        """The name of its device."""
        return self.get_sycl_device().name

    @property
    def driver_version(self):
        """The version of its device's driver."""
        return self.get_sycl_device().driver_version

    def print_device_info(self):
        """Prints the name, driver, vendor and filter string of its device."""
        self.get_sycl_device().print_device_info()

    @property
    def is_in_order(self):
        """Whether its tasks run one after the other."""
        return DPCTLQueue_IsInOrder(self._queue_ref)

    @property
    def has_enable_profiling(self):
        """Whether its events tell when their work ran."""
        return DPCTLQueue_HasEnableProfiling(self._queue_ref)

    def _get_capsule(self):
        """A capsule named ``"SyclQueueRef"`` with a copy of the reference."""
        cdef DPCTLSyclQueueRef copied = DPCTLQueue_Copy(self._queue_ref)
        if copied is NULL:
            raise ValueError("SyclQueue copy failed.")
        return PyCapsule_New(<void *>copied, "SyclQueueRef", &_capsule_deleter)

    cpdef SyclEvent _submit_keep_args_alive(self, object args, list dEvents):
        """Keeps `args` alive until the events are complete; gives the event of letting go."""
        cdef vector[DPCTLSyclEventRef] refs = _refs_of(
            dEvents, "A sequence of dpctl.SyclEvent is expected"
        )
        return SyclEvent._create(keep_alive(self._queue_ref, args, refs.data(), refs.size()))

    cpdef SyclEvent submit_async(self, SyclKernel kernel, list args, list gS, list lS=None, list dEvents=None):
        """submit_async(kernel, args, gS, lS=None, dEvents=None)

        Launches a kernel of a program, once the events are complete.

        Args:
            kernel (dpctl.program.SyclKernel): the kernel.
            args (list): USM memory, ctypes numbers, :class:`LocalAccessor`, :class:`WorkGroupMemory`,
                :class:`RawKernelArg`. USM memory has to live until the kernel is done.
            gS (list of int): the global range, whose last dimension varies fastest.
            lS (list of int, optional): the range of a work-group; the device's choice if not given.
            dEvents (list of SyclEvent, optional): what the kernel waits for.

        Returns:
            SyclEvent: complete when the kernel is.

        Raises:
            TypeError: an argument is of a type that no kernel takes.
            SyclKernelInvalidRangeError: a range does not have one to three dimensions.
            SyclKernelSubmitError: the arguments are not the kernel's, or the device cannot run the range.
        """
        cdef size_t groups[3]
        cdef size_t global_range[3]
        cdef size_t i, n = len(args), dims = len(gS)
        cdef bint has_groups = lS is not None
        cdef vector[voidp] addresses
        cdef vector[_arg_data_type] kinds
        cdef DPCTLSyclEventRef event
        addresses.resize(n)
        kinds.resize(n)
        for i in range(n):
            if _populate_one(args[i], addresses.data() + i, kinds.data() + i) != 0:
                raise TypeError(
                    f"Kernel {kernel.get_function_name()}: argument {i} is of type {type(args[i])}; "
                    "kernels take USM memory, ctypes numbers, LocalAccessor, WorkGroupMemory and RawKernelArg"
                )
        _require_natural(gS)
        _require_natural(lS)
        if has_groups and len(lS) != len(gS):
            raise ValueError(
                f"Local and global ranges need to have same number of dimensions, got {lS} and {gS}."
            )
        if self._populate_range(global_range, gS, dims) != 0:
            raise SyclKernelInvalidRangeError(
                f"Range with {dims} not allowed. Range can only have between one and three dimensions."
            )
        cdef const size_t *chosen = NULL
        if has_groups:
            self._populate_range(groups, lS, dims)
            chosen = groups
        cdef vector[DPCTLSyclEventRef] refs = _refs_of(dEvents, "A sequence of dpctl.SyclEvent is expected")
        cdef DPCTLSyclKernelRef launched = kernel.get_kernel_ref()
        try:
            with nogil:
                event = submit_kernel(
                    launched, self._queue_ref, addresses.data(), kinds.data(), n,
                    global_range, chosen, dims, refs.data(), refs.size(),
                )
        except Exception as error:
            raise SyclKernelSubmitError(f"Kernel submission to Sycl queue failed. {error}") from None
        return SyclEvent._create(event)

    cpdef SyclEvent submit(self, SyclKernel kernel, list args, list gS, list lS=None, list dEvents=None):
        """submit(kernel, args, gS, lS=None, dEvents=None)

        As :meth:`submit_async`, and waits until the kernel is done.
        """
        cdef SyclEvent event = self.submit_async(kernel, args, gS, lS, dEvents)
        try:
            event.wait()
        except KeyboardInterrupt:
            self._submit_keep_args_alive(args, [event])
            raise
        return event

    cpdef void wait(self) except *:
        """Waits until all work of the queue is done, and raises the first error of it; Ctrl-C ends the wait."""
        cdef bint done = False
        while not done:
            with nogil:
                done = wait_for(self._queue_ref, 50)
            PyErr_CheckSignals()

    cpdef SyclEvent memcpy_async(self, dest, src, size_t count, list dEvents=None):
        """Copies ``count`` bytes between USM memory and anything with a buffer, once the events are complete.

        What is copied from and to is kept alive until then.
        """
        cdef _Bytes to = _Bytes(dest, "dst", True)
        cdef _Bytes source = _Bytes(src, "src", False)
        cdef SyclEvent event = _submit_copy(self, to, source, count, dEvents)
        self._submit_keep_args_alive((to, source), [event])
        return event

    cpdef memcpy(self, dest, src, size_t count):
        """Copies ``count`` bytes between USM memory and anything with a buffer, and waits for it."""
        cdef _Bytes to = _Bytes(dest, "dst", True)
        cdef _Bytes source = _Bytes(src, "src", False)
        cdef SyclEvent event = _submit_copy(self, to, source, count, None)
        try:
            event.wait()
        except KeyboardInterrupt:
            self._submit_keep_args_alive((to, source), [event])
            raise

    cpdef prefetch(self, mem, size_t count=0):
        """Moves the first ``count`` bytes (0: all) of USM memory near its device ahead of use."""
        if not isinstance(mem, _Memory):
            raise TypeError("Parameter `mem` should have type _Memory")
        cdef _Memory memory = <_Memory>mem
        if count == 0 or count > <size_t>memory.nbytes:
            count = memory.nbytes
        cdef DPCTLSyclEventRef event = DPCTLQueue_Prefetch(
            self._queue_ref, <const void *>memory.get_data_ptr(), count
        )
        if event is NULL:
            raise RuntimeError("SyclQueue.prefetch encountered an error")
        SyclEvent._create(event).wait()

    cpdef mem_advise(self, mem, size_t count, int advice):
        """Tells the device how ``count`` bytes (0: all) of USM memory will be used, in its own terms; 0 resets it."""
        if not isinstance(mem, _Memory):
            raise TypeError("Parameter `mem` should have type _Memory")
        cdef _Memory memory = <_Memory>mem
        if count == 0 or count > <size_t>memory.nbytes:
            count = memory.nbytes
        cdef DPCTLSyclEventRef event = DPCTLQueue_MemAdvise(
            self._queue_ref, <const void *>memory.get_data_ptr(), count, advice
        )
        if event is NULL:
            raise RuntimeError("SyclQueue.mem_advise operation encountered an error")
        SyclEvent._create(event).wait()

    cpdef SyclEvent submit_barrier(self, dependent_events=None):
        """An event that is complete once the given events are, or once all work submitted before is."""
        cdef vector[DPCTLSyclEventRef] refs = _refs_of(
            dependent_events,
            "dependent_events must either None, or a sequence of :class:`dpctl.SyclEvent` objects",
        )
        cdef DPCTLSyclEventRef event
        with nogil:
            if refs.empty():
                event = DPCTLQueue_SubmitBarrier(self._queue_ref)
            else:
                event = DPCTLQueue_SubmitBarrierForEvents(
                    self._queue_ref, refs.data(), refs.size()
                )
        if event is NULL:
            raise RuntimeError("Barrier submission failed.")
        return SyclEvent._create(event)


cdef api DPCTLSyclQueueRef SyclQueue_GetQueueRef(SyclQueue q):
    """The queue's reference; it stays the queue's."""
    return q.get_queue_ref()


cdef api SyclQueue SyclQueue_Make(DPCTLSyclQueueRef qref):
    """A new SyclQueue over a copy of the reference."""
    return SyclQueue._create(DPCTLQueue_Copy(qref))
