# distutils: language = c++
# cython: language_level=3
"""A context: devices that share allocations and events."""

from ._sycl_device import SyclDeviceCreationError

from cpython.pycapsule cimport (
    PyCapsule_GetPointer,
    PyCapsule_IsValid,
    PyCapsule_New,
    PyCapsule_SetName,
)
from libcpp.vector cimport vector

from ._backend cimport *
from ._sycl_device cimport SyclDevice

__all__ = ["SyclContext", "SyclContextCreationError"]


cdef class SyclContextCreationError(Exception):
    """No context could be made of what was given."""


cdef void _capsule_deleter(object capsule) noexcept:
    if PyCapsule_IsValid(capsule, "SyclContextRef"):
        DPCTLContext_Delete(
            <DPCTLSyclContextRef>PyCapsule_GetPointer(capsule, "SyclContextRef")
        )


cdef class _SyclContext:
    """Holds the reference to a ``sycl::context``."""

    def __dealloc__(self):
        DPCTLContext_Delete(self._ctxt_ref)


cdef class SyclContext(_SyclContext):
    """SyclContext(arg=None)

    A context: ``sycl::context``.

    Args:
        arg (optional): a device, a filter string, a sequence of devices, another context, a capsule named
            ``"SyclContextRef"``, or ``None`` for a context of the default device.

    Raises:
        SyclContextCreationError: the devices do not make a context.
        TypeError: ``arg`` is none of these.
    """

    @staticmethod
    cdef SyclContext _create(DPCTLSyclContextRef CRef):
        """Takes ownership of the reference."""
        if CRef is NULL:
            raise ValueError("The reference to a context is null.")
        cdef _SyclContext base = _SyclContext.__new__(_SyclContext)
        base._ctxt_ref = CRef
        return SyclContext(base)

    cdef int _init_context_from__SyclContext(self, _SyclContext other):
        self._ctxt_ref = DPCTLContext_Copy(other._ctxt_ref)
        return -1 if self._ctxt_ref is NULL else 0

    cdef int _init_context_from_one_device(self, SyclDevice device, int props):
        """A device alone on its platform gets the platform's default context, so that queues made either way share it."""
        self._ctxt_ref = DPCTLDeviceMgr_GetCachedContext(device.get_device_ref())
        if self._ctxt_ref is not NULL and DPCTLContext_DeviceCount(self._ctxt_ref) == 1:
            return 0
        DPCTLContext_Delete(self._ctxt_ref)
        self._ctxt_ref = DPCTLContext_Create(device.get_device_ref(), NULL, props)
        return -1 if self._ctxt_ref is NULL else 0

    cdef int _init_context_from_devices(self, object devices, int props):
        cdef vector[DPCTLSyclDeviceRef] refs
        for device in devices:
            refs.push_back((<SyclDevice>device).get_device_ref())
        cdef DPCTLDeviceVectorRef all_devices = DPCTLDeviceVector_CreateFromArray(
            refs.size(), refs.data()
        )
        self._ctxt_ref = DPCTLContext_CreateFromDevices(all_devices, NULL, props)
        DPCTLDeviceVector_Delete(all_devices)
        return -1 if self._ctxt_ref is NULL else 0

    cdef int _init_context_from_capsule(self, object caps):
        """Takes the reference out of the capsule."""
        cdef DPCTLSyclContextRef ref = <DPCTLSyclContextRef>PyCapsule_GetPointer(
            caps, "SyclContextRef"
        )
        PyCapsule_SetName(caps, "used_SyclContextRef")
        self._ctxt_ref = DPCTLContext_Copy(ref)
        DPCTLContext_Delete(ref)
        return -1 if self._ctxt_ref is NULL else 0

    def __cinit__(self, arg=None):
        cdef int failed = 0
        if isinstance(arg, _SyclContext):
            failed = self._init_context_from__SyclContext(<_SyclContext>arg)
        elif isinstance(arg, SyclDevice):
            failed = self._init_context_from_one_device(<SyclDevice>arg, 0)
        elif isinstance(arg, (list, tuple)):
            if not arg:
                raise TypeError("List of devices to create context from must be non-empty.")
            for device in arg:
                if not isinstance(device, SyclDevice):
                    raise TypeError(
                        "Invalid argument. Argument should be a str object specifying "
                        "a SYCL filter selector string or another SyclDevice."
                    )
            failed = self._init_context_from_devices(arg, 0)
        elif PyCapsule_IsValid(arg, "SyclContextRef"):
            failed = self._init_context_from_capsule(arg)
        else:
            try:
                device = SyclDevice(arg)
            except SyclDeviceCreationError as error:
                raise SyclContextCreationError(
                    "SyclContext failed to be created because SyclDevice could not be created "
                    f"from the argument {arg}"
                ) from error
            failed = self._init_context_from_one_device(<SyclDevice>device, 0)
        if failed:
            raise SyclContextCreationError(f"Context failed to be created from {arg!r}.")

    cdef cpp_bool equals(self, SyclContext ctxt):
        return DPCTLContext_AreEq(self._ctxt_ref, ctxt._ctxt_ref)

    def __eq__(self, other):
        return isinstance(other, SyclContext) and self.equals(<SyclContext>other)

    def __hash__(self):
        return DPCTLContext_Hash(self._ctxt_ref)

    def __repr__(self):
        count = self.device_count
        devices = f" for {count} devices" if count > 1 else ""
        return f"<dpctl.{self.__name__}{devices} at {hex(id(self))}>"

    cdef DPCTLSyclContextRef get_context_ref(self):
        return self._ctxt_ref

    def addressof_ref(self):
        """The address of the ``sycl::context``, as an integer."""
        return <size_t>self._ctxt_ref

    def get_devices(self):
        """The devices of this context."""
        cdef size_t i
        cdef DPCTLDeviceVectorRef devices = DPCTLContext_GetDevices(self._ctxt_ref)
        if devices is NULL:
            raise ValueError("Internal error: NULL device vector encountered")
        found = [
            SyclDevice._create(DPCTLDeviceVector_GetAt(devices, i))
            for i in range(DPCTLDeviceVector_Size(devices))
        ]
        DPCTLDeviceVector_Delete(devices)
        return found

    @property
    def device_count(self):
        """How many devices this context has."""
        return DPCTLContext_DeviceCount(self._ctxt_ref)

    @property
    def __name__(self):
        return "SyclContext"

    def _get_capsule(self):
        """A capsule named ``"SyclContextRef"`` with a copy of the reference."""
        cdef DPCTLSyclContextRef copy = DPCTLContext_Copy(self._ctxt_ref)
        if copy is NULL:
            raise ValueError("SyclContext copy failed.")
        return PyCapsule_New(<void *>copy, "SyclContextRef", &_capsule_deleter)


cdef api DPCTLSyclContextRef SyclContext_GetContextRef(SyclContext ctx):
    """The context's reference; it stays the context's."""
    return ctx.get_context_ref()


cdef api SyclContext SyclContext_Make(DPCTLSyclContextRef cref):
    """A new SyclContext over a copy of the reference."""
    return SyclContext._create(DPCTLContext_Copy(cref))
