# distutils: language = c++
# cython: language_level=3
"""USM allocations that copy, pickle, and lend their bytes to whoever asks."""

import numbers

from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from cython.operator cimport dereference
from libc.stdint cimport uint8_t, uintptr_t
from libcpp.memory cimport shared_ptr

from .._backend cimport *
from .._sycl_context cimport SyclContext
from .._sycl_device cimport SyclDevice
from .._sycl_device_factory cimport _cached_default_device
from .._sycl_event cimport SyclEvent
from .._sycl_queue cimport SyclQueue
from .._sycl_queue_manager cimport get_device_cached_queue
from ..enum_types import backend_type
from ._usm_interface import parse as _parse_interface

__all__ = [
    "MemoryUSMDevice",
    "MemoryUSMHost",
    "MemoryUSMShared",
    "USMAllocationError",
    "as_usm_memory",
]


cdef extern from "_errors.hpp" namespace "weft::python":
    void raise_error()


cdef extern from "_owner.hpp" namespace "weft::python":
    shared_ptr[void] own(object) except +raise_error


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    shared_ptr[void] allocate(
        size_t, size_t, _usm_type, DPCTLSyclQueueRef
    ) except +raise_error nogil
    DPCTLSyclEventRef copy(
        DPCTLSyclQueueRef, void *, const void *, size_t, const DPCTLSyclEventRef *, size_t
    ) except +raise_error nogil
    DPCTLSyclEventRef copy_after(
        DPCTLSyclQueueRef, void *, const void *, size_t, DPCTLSyclQueueRef
    ) except +raise_error nogil
    shared_ptr[void] own_allocation(DPCTLSyclUSMRef, DPCTLSyclQueueRef) except +raise_error
    shared_ptr[void] lent(shared_ptr[void], DPCTLSyclQueueRef) except +raise_error
    size_t room_from(const void *) except +raise_error
    uintptr_t native_stream(DPCTLSyclQueueRef) except +raise_error nogil
    DPCTLSyclEventRef fill(
        DPCTLSyclQueueRef, void *, uint8_t, size_t
    ) except +raise_error nogil


class USMAllocationError(Exception):
    """Memory could not be allocated."""


cdef dict _kinds = {b"device": _USM_DEVICE, b"shared": _USM_SHARED, b"host": _USM_HOST}


cdef DPCTLSyclQueueRef _queue_in(DPCTLSyclUSMRef ptr, DPCTLSyclContextRef ctx) except *:
    """A new reference to the cached queue of a context and of the device that ``ptr`` lives on; null if unknown."""
    if DPCTLUSM_GetPointerType(ptr, ctx) == _USM_UNKNOWN:
        return NULL
    device = SyclDevice._create(DPCTLUSM_GetPointerDevice(ptr, ctx))
    context = SyclContext._create(DPCTLContext_Copy(ctx))
    cdef SyclQueue queue = get_device_cached_queue((context, device))
    return DPCTLQueue_Copy(queue.get_queue_ref())


cdef DPCTLSyclQueueRef _queue_if_bound(DPCTLSyclUSMRef ptr, DPCTLSyclQueueRef queue) except *:
    """A new reference to ``queue`` if ``ptr`` belongs to its context, else null."""
    cdef DPCTLSyclContextRef ctx = DPCTLQueue_GetContext(queue)
    cdef bint bound = DPCTLUSM_GetPointerType(ptr, ctx) != _USM_UNKNOWN
    DPCTLContext_Delete(ctx)
    return DPCTLQueue_Copy(queue) if bound else NULL


cdef DPCTLSyclQueueRef get_queue_ref_from_ptr_and_syclobj(
    DPCTLSyclUSMRef ptr, object syclobj
) except *:
    """A new reference to a queue for memory described by ``__sycl_usm_array_interface__``; null if it has none."""
    if isinstance(syclobj, SyclQueue):
        return _queue_if_bound(ptr, (<SyclQueue>syclobj).get_queue_ref())
    if isinstance(syclobj, SyclContext):
        return _queue_in(ptr, (<SyclContext>syclobj).get_context_ref())
    if isinstance(syclobj, str):
        return get_queue_ref_from_ptr_and_syclobj(ptr, SyclQueue(syclobj))
    if PyCapsule_IsValid(syclobj, "SyclQueueRef"):
        return _queue_if_bound(
            ptr, <DPCTLSyclQueueRef>PyCapsule_GetPointer(syclobj, "SyclQueueRef")
        )
    if PyCapsule_IsValid(syclobj, "SyclContextRef"):
        return _queue_in(ptr, <DPCTLSyclContextRef>PyCapsule_GetPointer(syclobj, "SyclContextRef"))
    if hasattr(syclobj, "_get_capsule"):
        return get_queue_ref_from_ptr_and_syclobj(ptr, syclobj._get_capsule())
    return NULL


cdef class _Memory:
    """What the three kinds of USM memory have in common."""

    cdef _cinit_empty(self):
        self._memory_ptr = NULL
        self._opaque_ptr = NULL
        self.nbytes = 0
        self.queue = None
        self.refobj = None

    cdef _cinit_alloc(
        self, Py_ssize_t alignment, Py_ssize_t nbytes, bytes ptr_type, SyclQueue queue
    ):
        if nbytes <= 0:
            raise ValueError("Number of bytes of request allocation must be positive.")
        self._cinit_empty()
        if queue is None:
            queue = get_device_cached_queue(_cached_default_device())
        cdef shared_ptr[void] owner
        cdef _usm_type kind = <_usm_type><int>_kinds[ptr_type]
        cdef size_t wanted_alignment = alignment if alignment > 0 else 0
        with nogil:
            owner = allocate(nbytes, wanted_alignment, kind, queue._queue_ref)
        self._opaque_ptr = new shared_ptr[void](owner)
        self._memory_ptr = <DPCTLSyclUSMRef>owner.get()
        self.nbytes = nbytes
        self.queue = queue

    cdef _cinit_other(self, object other):
        cdef _Memory memory
        cdef DPCTLSyclQueueRef qref
        if isinstance(other, _Memory):
            memory = <_Memory>other
            self._memory_ptr = memory._memory_ptr
            self.nbytes = memory.nbytes
            self.queue = memory.queue
            if memory._opaque_ptr is not NULL:
                self._opaque_ptr = new shared_ptr[void](
                    dereference(<shared_ptr[void] *>memory._opaque_ptr)
                )
                self.refobj = None
            else:
                self.refobj = memory.refobj
            return
        pointer, nbytes, used, syclobj = _parse_interface(other)
        self._memory_ptr = <DPCTLSyclUSMRef><uintptr_t>pointer
        qref = get_queue_ref_from_ptr_and_syclobj(<DPCTLSyclUSMRef><uintptr_t>pointer, syclobj)
        if qref is NULL:
            raise ValueError(
                "__sycl_usm_array_interface__ is malformed: 'data' field is not consistent with "
                f"'syclobj' field, the pointer {hex(pointer)} is not bound to "
                f"SyclContext derived from dict('syclobj': {syclobj})."
            )
        self.queue = SyclQueue._create(qref)
        room = room_from(self._memory_ptr)
        if used and nbytes > room:
            raise ValueError(
                f"__sycl_usm_array_interface__ is malformed: it describes {nbytes} bytes at "
                f"{hex(pointer)}, where {room} are left of the USM allocation."
            )
        self.nbytes = min(nbytes, room)
        self.refobj = other

    def __dealloc__(self):
        self._release()

    cdef void _release(self) noexcept:
        """Lets go of the block, if this object is one of its owners."""
        cdef shared_ptr[void] *owner = <shared_ptr[void] *>self._opaque_ptr
        self._opaque_ptr = NULL
        del owner

    cdef _finish(self, DPCTLSyclEventRef ref, object other):
        """Waits for a copy from or to `other`; after Ctrl-C both live until it is done. Takes the reference."""
        cdef SyclEvent event = SyclEvent._create(ref)
        try:
            event.wait()
        except KeyboardInterrupt:
            self.queue._submit_keep_args_alive((self, other), [event])
            raise

    cdef _getbuffer(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, <void *>self._memory_ptr, self.nbytes, 0, flags)

    cdef DPCTLSyclUSMRef get_data_ptr(self):
        return self._memory_ptr

    cdef void *get_opaque_ptr(self):
        return self._opaque_ptr

    @property
    def nbytes(self):
        """The size in bytes."""
        return self.nbytes

    @property
    def size(self):
        """The size in bytes."""
        return self.nbytes

    @property
    def _pointer(self):
        """The address, as an integer."""
        return <uintptr_t>self._memory_ptr

    @property
    def _context(self):
        """The context it belongs to."""
        return self.queue.get_sycl_context()

    @property
    def _queue(self):
        """The queue it was allocated with."""
        return self.queue

    @property
    def reference_obj(self):
        """The object whose memory this is, or ``None`` if this owns it."""
        return self.refobj

    @property
    def sycl_context(self):
        """The context it belongs to."""
        return self.queue.get_sycl_context()

    @property
    def sycl_device(self):
        """The device it lives on."""
        return self.queue.get_sycl_device()

    @property
    def sycl_queue(self):
        """The queue it was allocated with."""
        return self.queue

    @property
    def __sycl_usm_array_interface__(self):
        """The memory as a one-dimensional array of bytes."""
        return {
            "data": (self._pointer, True),
            "shape": (self.nbytes,),
            "strides": None,
            "typestr": "|u1",
            "version": 1,
            "syclobj": self.queue,
        }

    @property
    def __cuda_array_interface__(self):
        """The memory as bytes, for other libraries on the same GPU; memory on other devices has no such attribute."""
        cdef SyclQueue queue = self.queue
        if queue.get_sycl_device().backend is not backend_type.cuda:
            raise AttributeError(
                f"__cuda_array_interface__: the memory is on {queue.sycl_device.filter_string}, "
                "not on a CUDA device"
            )
        cdef shared_ptr[void] *owner = <shared_ptr[void] *>self._opaque_ptr
        cdef shared_ptr[void] follower
        if owner is not NULL:
            follower = lent(dereference(owner), queue._queue_ref)
            owner.swap(follower)
        cdef uintptr_t stream
        with nogil:
            stream = native_stream(queue._queue_ref)
        return {
            "shape": (self.nbytes,),
            "strides": None,
            "typestr": "|u1",
            "data": (self._pointer, False),
            "version": 3,
            "stream": stream,
        }

    def __repr__(self):
        return (
            f"<SYCL(TM) USM-{self.get_usm_type()} allocation of {self.nbytes} bytes "
            f"at {hex(self._pointer)}>"
        )

    def __len__(self):
        return self.nbytes

    def __sizeof__(self):
        return self.nbytes

    def __bytes__(self):
        return self.tobytes()

    def __reduce__(self):
        return _to_memory, (self.copy_to_host(), self.get_usm_type())

    cdef SyclContext _context_of(self, syclobj):
        if syclobj is None:
            return self.queue.get_sycl_context()
        if isinstance(syclobj, SyclContext):
            return <SyclContext>syclobj
        if isinstance(syclobj, SyclQueue):
            return (<SyclQueue>syclobj).get_sycl_context()
        raise TypeError(
            "syclobj keyword can be either None, or an instance of SyclContext or SyclQueue"
        )

    def get_usm_type(self, syclobj=None):
        """``"device"``, ``"shared"``, ``"host"``, or ``"unknown"`` to the context of ``syclobj``."""
        return _Memory.get_pointer_type(self._memory_ptr, self._context_of(syclobj)).decode()

    def get_usm_type_enum(self, syclobj=None):
        """As :meth:`get_usm_type`, as the C API's number."""
        return <int>_Memory.get_pointer_type_enum(self._memory_ptr, self._context_of(syclobj))

    cpdef copy_to_host(self, object obj=None):
        """Copies the bytes into ``obj``, a contiguous buffer of bytes, or into a new NumPy array; gives it back."""
        if obj is None:
            import numpy

            obj = numpy.empty(self.nbytes, dtype="|u1")
        cdef unsigned char[::1] host = obj
        if host.shape[0] < self.nbytes:
            raise ValueError(
                f"Destination object is too small to accommodate {self.nbytes} bytes"
            )
        cdef DPCTLSyclEventRef event
        with nogil:
            event = copy(
                self.queue._queue_ref, &host[0], <void *>self._memory_ptr, self.nbytes, NULL, 0
            )
        self._finish(event, memoryview(obj))
        return obj

    cpdef copy_from_host(self, object obj):
        """Copies the bytes of ``obj``, a contiguous buffer of bytes, to the start of this memory."""
        if obj is None:
            raise TypeError("copy_from_host: a buffer of bytes is expected, got None")
        cdef const unsigned char[::1] host = obj
        cdef Py_ssize_t count = host.shape[0]
        if count > self.nbytes:
            raise ValueError(
                f"Source object is too large to be accommodated in {self.nbytes} bytes buffer"
            )
        if count == 0:
            return
        cdef DPCTLSyclEventRef event
        with nogil:
            event = copy(
                self.queue._queue_ref, <void *>self._memory_ptr, &host[0], count, NULL, 0
            )
        self._finish(event, memoryview(obj))

    cpdef copy_from_device(self, object sycl_usm_ary):
        """Copies the bytes of other USM memory, of any kind and device, to the start of this memory."""
        if not hasattr(sycl_usm_ary, "__sycl_usm_array_interface__") and not hasattr(
            sycl_usm_ary, "__cuda_array_interface__"
        ):
            raise ValueError("Object does not implement `__sycl_usm_array_interface__` protocol")
        cdef _Memory source = as_usm_memory(sycl_usm_ary)
        if source.nbytes > self.nbytes:
            raise ValueError(
                f"Source object is too large to be accommondated in {self.nbytes} bytes buffer"
            )
        if source.queue.get_sycl_context() != self.queue.get_sycl_context():
            self.copy_from_host(source.copy_to_host())
            return
        cdef DPCTLSyclEventRef event
        with nogil:
            event = copy_after(
                self.queue._queue_ref,
                <void *>self._memory_ptr,
                <const void *>source._memory_ptr,
                source.nbytes,
                source.queue._queue_ref,
            )
        self._finish(event, source)

    cpdef memset(self, unsigned short val=0):
        """Sets every byte to ``val``."""
        cdef uint8_t byte = <uint8_t>val
        cdef DPCTLSyclEventRef event
        with nogil:
            event = fill(self.queue._queue_ref, <void *>self._memory_ptr, byte, self.nbytes)
        self._finish(event, None)

    cpdef bytes tobytes(self):
        """A copy of the bytes."""
        result = PyBytes_FromStringAndSize(NULL, self.nbytes)
        cdef char *address = PyBytes_AS_STRING(result)
        cdef DPCTLSyclEventRef event
        with nogil:
            event = copy(
                self.queue._queue_ref, address, <void *>self._memory_ptr, self.nbytes, NULL, 0
            )
        self._finish(event, result)
        return result

    @staticmethod
    cdef SyclDevice get_pointer_device(DPCTLSyclUSMRef p, SyclContext ctx):
        """The device that a pointer's memory lives on; None if it is not memory of the context."""
        cdef DPCTLSyclDeviceRef device = DPCTLUSM_GetPointerDevice(p, ctx.get_context_ref())
        return None if device is NULL else SyclDevice._create(device)

    @staticmethod
    cdef bytes get_pointer_type(DPCTLSyclUSMRef p, SyclContext ctx):
        cdef _usm_type kind = _Memory.get_pointer_type_enum(p, ctx)
        if kind == _USM_DEVICE:
            return b"device"
        if kind == _USM_SHARED:
            return b"shared"
        if kind == _USM_HOST:
            return b"host"
        return b"unknown"

    @staticmethod
    cdef _usm_type get_pointer_type_enum(DPCTLSyclUSMRef p, SyclContext ctx):
        return DPCTLUSM_GetPointerType(p, ctx.get_context_ref())

    @staticmethod
    cdef object create_from_usm_pointer_size_qref(
        DPCTLSyclUSMRef USMRef,
        Py_ssize_t nbytes,
        DPCTLSyclQueueRef QRef,
        object memory_owner=None,
    ):
        """A memory object over an allocation: ``memory_owner`` keeps it alive, or, if ``None``, the object frees it."""
        cdef DPCTLSyclQueueRef qref = DPCTLQueue_Copy(QRef)
        if qref is NULL:
            raise ValueError("Queue reference is invalid, or the queue could not be copied.")
        if nbytes < 0 or <size_t>nbytes > room_from(USMRef):
            DPCTLQueue_Delete(qref)
            raise ValueError(f"{nbytes} bytes at {hex(<uintptr_t>USMRef)} reach beyond the allocation.")
        cdef SyclQueue queue = SyclQueue._create(qref)
        cdef _usm_type kind = _Memory.get_pointer_type_enum(USMRef, queue.get_sycl_context())
        cdef _Memory memory = _new_of(kind)
        if memory_owner is None:
            memory._opaque_ptr = new shared_ptr[void](own_allocation(USMRef, QRef))
        memory._memory_ptr = USMRef
        memory.nbytes = nbytes
        memory.queue = queue
        memory.refobj = memory_owner
        return memory


cdef object _no_memory = object()


cdef _Memory _new_of(_usm_type kind):
    """An empty memory object of the class for a kind."""
    if kind == _USM_DEVICE:
        return MemoryUSMDevice.__new__(MemoryUSMDevice, _no_memory)
    if kind == _USM_SHARED:
        return MemoryUSMShared.__new__(MemoryUSMShared, _no_memory)
    if kind == _USM_HOST:
        return MemoryUSMHost.__new__(MemoryUSMHost, _no_memory)
    raise ValueError("The pointer is not USM memory of the queue's context.")


cdef _construct(
    _Memory self, other, bytes kind, Py_ssize_t alignment, SyclQueue queue, bint with_copy
):
    """What the constructors of the three kinds do."""
    cdef _Memory source
    if other is _no_memory:
        self._cinit_empty()
        return
    if isinstance(other, numbers.Integral):
        self._cinit_alloc(alignment, <Py_ssize_t>other, kind, queue)
        return
    self._cinit_other(other)
    name = kind.decode()
    actual = self.get_usm_type()
    if actual == name:
        return
    if not with_copy or actual == "unknown":
        raise ValueError(
            f"USM pointer in the argument {other} is not a USM {name} pointer. "
            "Zero-copy operation is not possible with copy=False. Either use copy=True, "
            f"or use a constructor appropriate for type '{actual}'"
        )
    source = as_usm_memory(other)
    self._release()
    self._cinit_alloc(
        alignment, source.nbytes, kind, source.queue if queue is None else queue
    )
    self.copy_from_device(source)


cdef class MemoryUSMShared(_Memory):
    """MemoryUSMShared(other, alignment=0, queue=None, copy=False)

    USM memory that host and device reach.

    Args:
        other: a number of bytes to allocate, or an object with ``__sycl_usm_array_interface__``
        alignment: a power of two, or 0 for the usual one
        queue: the queue to allocate with; the default device's cached one if not given
        copy: whether memory of another kind is copied, instead of refused
    """

    def __cinit__(self, other, *, Py_ssize_t alignment=0, SyclQueue queue=None, int copy=False):
        _construct(self, other, b"shared", alignment, queue, copy)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        self._getbuffer(buffer, flags)


cdef class MemoryUSMHost(_Memory):
    """MemoryUSMHost(other, alignment=0, queue=None, copy=False)

    USM memory of the host that devices reach.

    Args:
        other: a number of bytes to allocate, or an object with ``__sycl_usm_array_interface__``
        alignment: a power of two, or 0 for the usual one
        queue: the queue to allocate with; the default device's cached one if not given
        copy: whether memory of another kind is copied, instead of refused
    """

    def __cinit__(self, other, *, Py_ssize_t alignment=0, SyclQueue queue=None, int copy=False):
        _construct(self, other, b"host", alignment, queue, copy)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        self._getbuffer(buffer, flags)


cdef class MemoryUSMDevice(_Memory):
    """MemoryUSMDevice(other, alignment=0, queue=None, copy=False)

    USM memory of a device.

    Args:
        other: a number of bytes to allocate, or an object with ``__sycl_usm_array_interface__``
        alignment: a power of two, or 0 for the usual one
        queue: the queue to allocate with; the default device's cached one if not given
        copy: whether memory of another kind is copied, instead of refused
    """

    def __cinit__(self, other, *, Py_ssize_t alignment=0, SyclQueue queue=None, int copy=False):
        _construct(self, other, b"device", alignment, queue, copy)


_classes = {"device": MemoryUSMDevice, "shared": MemoryUSMShared, "host": MemoryUSMHost}


def _to_memory(host, usm_type):
    """What pickles of memory call."""
    if usm_type not in _classes:
        raise ValueError(
            f"Unrecognized usm_type={usm_type}, expected 'host', 'shared', or 'device'."
        )
    memory = _classes[usm_type](len(host))
    memory.copy_from_host(host)
    return memory


def as_usm_memory(obj):
    """as_usm_memory(obj)

    The memory of an object with ``__sycl_usm_array_interface__`` (or ``__cuda_array_interface__``), as an object of the class
    for its kind; no copy.

    Raises:
        ValueError: ``obj`` has no such interface, or one that is not right.
    """
    cdef _Memory probe = _Memory.__new__(_Memory)
    probe._cinit_other(obj)
    kind = probe.get_usm_type()
    if kind not in _classes:
        raise ValueError(f"Could not create instance of unknown USM type: {kind}")
    return _classes[kind](obj)


cdef object memory_from_owner(
    DPCTLSyclUSMRef pointer, Py_ssize_t nbytes, SyclQueue queue, _usm_type kind, shared_ptr[void] owner
):
    """A memory object over a block that ``owner`` keeps alive."""
    cdef _Memory memory = _new_of(kind)
    memory._memory_ptr = pointer
    memory._opaque_ptr = new shared_ptr[void](owner)
    memory.nbytes = nbytes
    memory.queue = queue
    return memory


cdef shared_ptr[void] owner_of(_Memory memory) except *:
    """What keeps the memory alive: the block's owner, or one that holds a reference to the object that lent it."""
    if memory._opaque_ptr is not NULL:
        return dereference(<shared_ptr[void] *>memory._opaque_ptr)
    return own(memory)


include "_c_api.pxi"
