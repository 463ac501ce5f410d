# distutils: language = c++
# cython: language_level=3
"""A platform: the devices that one driver offers."""

import warnings

from .enum_types import backend_type, device_type as device_type_t

from ._backend cimport *
from ._sycl_context cimport SyclContext
from ._sycl_device cimport SyclDevice

__all__ = ["SyclPlatform", "get_platforms", "lsplatform"]

cdef dict _device_types = {
    "all": _ALL_DEVICES,
    "accelerator": _ACCELERATOR,
    "automatic": _AUTOMATIC,
    "cpu": _CPU,
    "custom": _CUSTOM,
    "gpu": _GPU,
}


cdef str _description(DPCTLSyclPlatformRef platform, verbosity):
    """What lsplatform prints about one platform."""
    cdef size_t level = 0
    if isinstance(verbosity, int) and 0 <= verbosity <= 2:
        level = verbosity
    else:
        warnings.warn(
            "Illegal verbosity level. Accepted values are 0, 1, or 2. "
            "Using the default verbosity level of 0.",
            stacklevel=2,
        )
    cdef const char *text = DPCTLPlatformMgr_GetInfo(platform, level)
    if text is NULL:
        raise RuntimeError("The platform could not be described.")
    try:
        return text.decode("utf-8")
    finally:
        DPCTLCString_Delete(text)


cdef list _devices_of(DPCTLDeviceVectorRef vector):
    if vector is NULL:
        raise ValueError("Internal error: NULL device vector encountered")
    cdef size_t i
    devices = [
        SyclDevice._create(DPCTLDeviceVector_GetAt(vector, i))
        for i in range(DPCTLDeviceVector_Size(vector))
    ]
    DPCTLDeviceVector_Delete(vector)
    return devices


cdef class _SyclPlatform:
    """Holds the reference to a ``sycl::platform`` and what was asked of it before."""

    def __dealloc__(self):
        DPCTLPlatform_Delete(self._platform_ref)
        DPCTLCString_Delete(self._name)
        DPCTLCString_Delete(self._vendor)
        DPCTLCString_Delete(self._version)


cdef class SyclPlatform(_SyclPlatform):
    """SyclPlatform(arg=None)

    A platform: ``sycl::platform``.

    Args:
        arg (optional): a filter string, another platform, or ``None`` for the default device's platform.

    Raises:
        ValueError: no device fits the filter string, or ``arg`` is neither.
    """

    @staticmethod
    cdef SyclPlatform _create(DPCTLSyclPlatformRef pref):
        """Takes ownership of the reference."""
        cdef _SyclPlatform base = _SyclPlatform.__new__(_SyclPlatform)
        base._platform_ref = pref
        return SyclPlatform(base)

    cdef int _init_from__SyclPlatform(self, _SyclPlatform other):
        self._platform_ref = DPCTLPlatform_Copy(other._platform_ref)
        if self._platform_ref is NULL:
            return -1
        self._name = DPCTLPlatform_GetName(self._platform_ref)
        self._vendor = DPCTLPlatform_GetVendor(self._platform_ref)
        self._version = DPCTLPlatform_GetVersion(self._platform_ref)
        return 0

    cdef int _init_from_selector(self, DPCTLSyclDeviceSelectorRef DSRef):
        """Takes ownership of the selector."""
        cdef DPCTLSyclPlatformRef ref
        with nogil:
            ref = DPCTLPlatform_CreateFromSelector(DSRef)
            DPCTLDeviceSelector_Delete(DSRef)
        if ref is NULL:
            return -1
        cdef _SyclPlatform base = _SyclPlatform.__new__(_SyclPlatform)
        base._platform_ref = ref
        return self._init_from__SyclPlatform(base)

    cdef int _init_from_cstring(self, const char *string):
        return self._init_from_selector(DPCTLFilterSelector_Create(string))

    def __cinit__(self, arg=None):
        if arg is None:
            if self._init_from_selector(DPCTLDefaultSelector_Create()):
                raise ValueError("Could not create a SyclPlatform from default selector")
        elif isinstance(arg, str):
            text = arg.encode("utf-8")
            if self._init_from_cstring(text):
                raise ValueError(
                    f"Could not create a SyclPlatform with the selector string '{arg}'"
                )
        elif isinstance(arg, _SyclPlatform):
            if self._init_from__SyclPlatform(arg):
                raise ValueError(f"Could not create a SyclPlatform from {arg!r}")
        else:
            raise ValueError(
                "Invalid argument. Argument should be a str object specifying "
                "a SYCL filter selector string."
            )

    cdef DPCTLSyclPlatformRef get_platform_ref(self):
        return self._platform_ref

    cdef cpp_bool equals(self, SyclPlatform other):
        return DPCTLPlatform_AreEq(self._platform_ref, other._platform_ref)

    def __eq__(self, other):
        return isinstance(other, SyclPlatform) and self.equals(<SyclPlatform>other)

    def __hash__(self):
        return DPCTLPlatform_Hash(self._platform_ref)

    def __repr__(self):
        return (
            f"<dpctl.{self.__name__} [{self.name}, {self.vendor}, {self.version}] "
            f"at {hex(id(self))}>"
        )

    def print_platform_info(self, verbosity=0):
        """Prints the platform's name and version; at 1 also vendor, backend and number of devices; at 2 the devices."""
        print(_description(self._platform_ref, verbosity), end="")

    @property
    def __name__(self):
        return "SyclPlatform"

    @property
    def name(self):
        """The platform's name."""
        return self._name.decode("utf-8")

    @property
    def vendor(self):
        """Who made the driver."""
        return self._vendor.decode("utf-8")

    @property
    def version(self):
        """The version of what the driver implements."""
        return self._version.decode("utf-8")

    @property
    def backend(self):
        """The :class:`dpctl.backend_type` of its devices."""
        cdef _backend_type backend = DPCTLPlatform_GetBackend(self._platform_ref)
        if backend == _OPENCL:
            return backend_type.opencl
        if backend == _CUDA:
            return backend_type.cuda
        if backend == _LEVEL_ZERO:
            return backend_type.level_zero
        if backend == _HIP:
            return backend_type.hip
        raise ValueError("Unrecognized backend type.")

    @property
    def default_context(self):
        """The context over all devices of this platform."""
        cdef DPCTLSyclContextRef context = DPCTLPlatform_GetDefaultContext(self._platform_ref)
        if context is NULL:
            raise RuntimeError("Getting default_context ran into a problem")
        return SyclContext._create(context)

    def get_devices(self, device_type=device_type_t.all):
        """The root devices of this platform, of one type if given."""
        if isinstance(device_type, str):
            name = device_type.strip().lower()
            mask = _device_types.get(name, _UNKNOWN_DEVICE)
        elif isinstance(device_type, device_type_t):
            mask = _device_types[device_type.name]
        else:
            raise TypeError(
                "device type should be specified as a str or an ``enum_types.device_type``."
            )
        return _devices_of(DPCTLPlatform_GetDevices(self._platform_ref, <_device_type><int>mask))

    def get_composite_devices(self):
        """The composite devices of this platform."""
        return _devices_of(DPCTLPlatform_GetCompositeDevices(self._platform_ref))


cdef list _platforms_of(DPCTLPlatformVectorRef vector):
    if vector is NULL:
        return []
    cdef size_t i
    platforms = [
        SyclPlatform._create(DPCTLPlatformVector_GetAt(vector, i))
        for i in range(DPCTLPlatformVector_Size(vector))
    ]
    DPCTLPlatformVector_Delete(vector)
    return platforms


cpdef list get_platforms():
    """get_platforms()

    All platforms there are.
    """
    cdef DPCTLPlatformVectorRef vector
    with nogil:
        vector = DPCTLPlatform_GetPlatforms()
    return _platforms_of(vector)


def lsplatform(verbosity=0):
    """lsplatform(verbosity=0)

    Prints the platforms: names at 0, their properties at 1, their devices too at 2.
    """
    cdef SyclPlatform platform
    for number, platform in enumerate(get_platforms()):
        description = _description(platform._platform_ref, verbosity)
        if verbosity in (1, 2):
            print(f"Platform  {number} ::")
        print(description, end="")
