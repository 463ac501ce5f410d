# distutils: language = c++
# cython: language_level=3
"""A device: what it is, what it can do, and how it splits into sub-devices."""

import collections.abc
import functools
import warnings

from .enum_types import backend_type, device_type, global_mem_cache_type

from libcpp.string cimport string
from libcpp.vector cimport vector

from ._backend cimport *
from ._sycl_platform cimport SyclPlatform


cdef extern from "capi/throwing.hpp" namespace "weft::capi":
    string take_last_error()


__all__ = ["SyclDevice", "SyclDeviceCreationError", "SyclSubDeviceCreationError"]


cdef class SyclDeviceCreationError(Exception):
    """No device fits what was asked for."""


cdef class SyclSubDeviceCreationError(Exception):
    """The device cannot be partitioned as asked."""


cdef dict _affinity_domains = {
    "not_applicable": _not_applicable,
    "numa": _numa,
    "L4_cache": _L4_cache,
    "L3_cache": _L3_cache,
    "L2_cache": _L2_cache,
    "L1_cache": _L1_cache,
    "next_partitionable": _next_partitionable,
}


cdef list _devices_of(DPCTLDeviceVectorRef vector):
    """The devices of a vector, which is deleted."""
    cdef size_t i
    devices = [
        SyclDevice._create(DPCTLDeviceVector_GetAt(vector, i))
        for i in range(DPCTLDeviceVector_Size(vector))
    ]
    DPCTLDeviceVector_Delete(vector)
    return devices


cdef str _text_of(const char *owned):
    """The text of a C string, which is deleted; empty if null."""
    if owned is NULL:
        return ""
    try:
        return owned.decode("utf-8")
    finally:
        DPCTLCString_Delete(owned)


cdef object _backend_enum(_backend_type backend):
    if backend == _OPENCL:
        return backend_type.opencl
    if backend == _CUDA:
        return backend_type.cuda
    if backend == _LEVEL_ZERO:
        return backend_type.level_zero
    if backend == _HIP:
        return backend_type.hip
    raise ValueError("Unrecognized backend type.")


cdef _check_peer(SyclDevice device, peer):
    if not isinstance(peer, SyclDevice):
        raise TypeError(f"peer device must be a `dpctl.SyclDevice`, got {type(peer)}")


cdef _check_peer_access(SyclDevice device, peer):
    _check_peer(device, peer)
    for one in (device, peer):
        if one.backend == backend_type.opencl:
            raise ValueError(f"Peer access not supported for backend {one.backend.name}")
    if device == peer:
        raise ValueError("Peer access cannot be enabled between a device and itself")
    if not device.can_access_peer(peer):
        raise ValueError(f"Device {device} cannot access memory of peer {peer}")


cdef tuple _work_item_sizes(size_t *sizes, int count):
    """The entries of an array, which is deleted."""
    if sizes is NULL:
        return (0,) * count
    result = tuple([sizes[i] for i in range(count)])
    DPCTLSize_t_Array_Delete(sizes)
    return result


cdef list _partitioned(DPCTLDeviceVectorRef vector, object partition):
    """The sub-devices of a vector, which is deleted."""
    if vector is NULL:
        raise SyclSubDeviceCreationError(
            f"Sub-devices were not created: the device can not be partitioned by {partition!r}."
        )
    return _devices_of(vector)


cdef _check_units(object count, object partition):
    """Raises unless so many compute units, asked for within `partition`, can be counted."""
    if count == 0:
        raise SyclSubDeviceCreationError(
            f"Sub-devices were not created: partition={partition!r} asks for zero compute units."
        )
    if count < 0:
        raise OverflowError(f"partition={partition!r} asks for a negative number of compute units")
    if count > <size_t>-1:
        raise OverflowError(f"partition={partition!r} asks for more compute units than can be counted")


@functools.lru_cache(maxsize=None)
def _cached_filter_string(device):
    """The filter string of a root device, which never changes."""
    cdef SyclDevice dev = <SyclDevice>device
    relative_id = DPCTLDeviceMgr_GetRelativeId(dev._device_ref)
    if relative_id < 0:
        raise ValueError("This SyclDevice is not a root device")
    return f"{device.backend.name}:{device.device_type.name}:{relative_id}"


include "_device_descriptors.pxi"


cdef class SyclDevice(_SyclDevice):
    """SyclDevice(arg=None)

    A device: ``sycl::device``. Devices compare equal if they are the same device.

    Args:
        arg (optional): a filter string such as ``"opencl:cpu:0"``, another device, or ``None`` for the
            default device.

    Raises:
        SyclDeviceCreationError: no device fits the filter string.
        TypeError: ``arg`` is neither.
    """

    @staticmethod
    cdef SyclDevice _create(DPCTLSyclDeviceRef dref):
        """Takes ownership of the reference."""
        if dref is NULL:
            raise ValueError("The reference to a device is null.")
        cdef _SyclDevice base = _SyclDevice.__new__(_SyclDevice)
        base._device_ref = dref
        # The constructor steals what the base holds.
        return SyclDevice(base)

    cdef int _init_from__SyclDevice(self, _SyclDevice other):
        self._device_ref = DPCTLDevice_Copy(other._device_ref)
        if self._device_ref is NULL:
            return -1
        self._name = DPCTLDevice_GetName(self._device_ref)
        self._vendor = DPCTLDevice_GetVendor(self._device_ref)
        self._driver_version = DPCTLDevice_GetDriverVersion(self._device_ref)
        self._max_work_item_sizes = DPCTLDevice_GetMaxWorkItemSizes3d(self._device_ref)
        return 0

    cdef int _init_from_selector(self, DPCTLSyclDeviceSelectorRef DSRef):
        """Takes ownership of the selector; null where making it has failed."""
        cdef DPCTLSyclDeviceRef dref
        if DSRef is NULL:
            return -1
        with nogil:
            dref = DPCTLDevice_CreateFromSelector(DSRef)
            DPCTLDeviceSelector_Delete(DSRef)
        if dref is NULL:
            return -1
        cdef _SyclDevice base = _SyclDevice.__new__(_SyclDevice)
        base._device_ref = dref
        return self._init_from__SyclDevice(base)

    def __cinit__(self, arg=None):
        cdef int failed = 0
        if arg is None:
            failed = self._init_from_selector(DPCTLDefaultSelector_Create())
            if failed:
                raise SyclDeviceCreationError(
                    "Could not create a SyclDevice from default selector: "
                    + take_last_error().decode()
                )
        elif isinstance(arg, str):
            text = arg.encode("utf-8")
            failed = self._init_from_selector(DPCTLFilterSelector_Create(text))
            if failed:
                raise SyclDeviceCreationError(
                    f"Could not create a SyclDevice with the selector string '{arg}': "
                    + take_last_error().decode()
                )
        elif isinstance(arg, _SyclDevice):
            failed = self._init_from__SyclDevice(arg)
            if failed:
                raise SyclDeviceCreationError(
                    f"Could not create a SyclDevice from _SyclDevice instance {arg}"
                )
        else:
            raise TypeError(
                "Invalid argument. Argument should be a str object specifying "
                "a SYCL filter selector string or another SyclDevice."
            )

    cdef DPCTLSyclDeviceRef get_device_ref(self):
        return self._device_ref

    cdef cpp_bool equals(self, SyclDevice other):
        return DPCTLDevice_AreEq(self._device_ref, other._device_ref)

    def __eq__(self, other):
        return isinstance(other, SyclDevice) and self.equals(<SyclDevice>other)

    def __hash__(self):
        return DPCTLDevice_Hash(self._device_ref)

    def __repr__(self):
        return (
            f"<dpctl.{self.__name__} [{self.backend}, {self.device_type},  {self.name}] "
            f"at {hex(id(self))}>"
        )

    def print_device_info(self):
        """Prints the device's name, driver, vendor and filter string."""
        print(_text_of(DPCTLDeviceMgr_GetDeviceInfoStr(self._device_ref)))

    def addressof_ref(self):
        """The address of the ``sycl::device``, as an integer."""
        return <size_t>self._device_ref

    @property
    def __name__(self):
        return "SyclDevice"

    @property
    def name(self):
        """The device's name."""
        return self._name.decode("utf-8")

    @property
    def vendor(self):
        """Who made it."""
        return self._vendor.decode("utf-8")

    @property
    def driver_version(self):
        """The version of its driver."""
        return self._driver_version.decode("utf-8")

    @property
    def backend(self):
        """The :class:`dpctl.backend_type` it comes from."""
        return _backend_enum(DPCTLDevice_GetBackend(self._device_ref))

    @property
    def device_type(self):
        """Its :class:`dpctl.device_type`."""
        cdef _device_type kind = DPCTLDevice_GetDeviceType(self._device_ref)
        if kind == _CPU:
            return device_type.cpu
        if kind == _GPU:
            return device_type.gpu
        if kind == _ACCELERATOR:
            return device_type.accelerator
        if kind == _AUTOMATIC:
            return device_type.automatic
        if kind == _CUSTOM:
            return device_type.custom
        raise ValueError("Unrecognized device type.")

    @property
    def is_accelerator(self):
        """Whether it is neither CPU nor GPU but computes for one."""
        return DPCTLDevice_IsAccelerator(self._device_ref)

    @property
    def is_cpu(self):
        """Whether it is a CPU."""
        return DPCTLDevice_IsCPU(self._device_ref)

    @property
    def is_gpu(self):
        """Whether it is a GPU."""
        return DPCTLDevice_IsGPU(self._device_ref)

    @property
    def sycl_platform(self):
        """The :class:`dpctl.SyclPlatform` it belongs to."""
        return SyclPlatform._create(DPCTLDevice_GetPlatform(self._device_ref))

    @property
    def default_selector_score(self):
        """What the default selector thinks of it; the device with the highest score is the default one."""
        cdef DPCTLSyclDeviceSelectorRef selector = DPCTLDefaultSelector_Create()
        score = DPCTLDeviceSelector_Score(selector, self._device_ref)
        DPCTLDeviceSelector_Delete(selector)
        return score

    cdef list create_sub_devices_equally(self, size_t count):
        return _partitioned(DPCTLDevice_CreateSubDevicesEqually(self._device_ref, count), count)

    cdef list create_sub_devices_by_counts(self, object counts):
        cdef vector[size_t] units
        for count in counts:
            if isinstance(count, float) and count.is_integer():
                count = int(count)
            if not hasattr(type(count), "__index__"):
                raise TypeError(f"an integer is required, got {count!r}")
            _check_units(count, counts)
            units.push_back(count)
        if units.empty():
            raise ValueError("Non-empty object representing list of counts is expected.")
        return _partitioned(
            DPCTLDevice_CreateSubDevicesByCounts(self._device_ref, units.data(), units.size()),
            list(counts),
        )

    cdef list create_sub_devices_by_affinity(self, _partition_affinity_domain_type domain):
        names = [name for name, known in _affinity_domains.items() if known == domain]
        return _partitioned(
            DPCTLDevice_CreateSubDevicesByAffinity(self._device_ref, domain), names[0] if names else domain
        )

    def create_sub_devices(self, **kwargs):
        """create_sub_devices(partition=spec)

        Splits the device.

        Args:
            partition: an integer, for sub-devices of so many compute units each; a sequence of integers, for
                one sub-device of each count; or the name of an affinity domain: ``"numa"``, ``"L4_cache"``,
                ``"L3_cache"``, ``"L2_cache"``, ``"L1_cache"`` or ``"next_partitionable"``.

        Returns:
            list[SyclDevice]

        Raises:
            SyclSubDeviceCreationError: the device cannot be split so.
        """
        if "partition" not in kwargs or len(kwargs) != 1:
            raise TypeError("create_sub_devices(partition=parition_spec) is expected.")
        partition = kwargs["partition"]
        if isinstance(partition, str):
            if partition not in _affinity_domains:
                raise ValueError(f"Partition affinity domain {partition} is not understood.")
            return self.create_sub_devices_by_affinity(_affinity_domains[partition])
        if isinstance(partition, collections.abc.Sized) and isinstance(
            partition, collections.abc.Iterable
        ):
            return self.create_sub_devices_by_counts(partition)
        try:
            count = int(partition)
        except Exception as error:
            raise TypeError(f"Unsupported type of sub-device argument: {type(partition)}") from error
        _check_units(count, partition)
        return self.create_sub_devices_equally(count)

    @property
    def parent_device(self):
        """The device this one was split from, or ``None``."""
        cdef DPCTLSyclDeviceRef parent = DPCTLDevice_GetParentDevice(self._device_ref)
        return None if parent is NULL else SyclDevice._create(parent)

    def get_unpartitioned_parent_device(self):
        """The root device that this one is a part of; itself, if it is one."""
        device = self
        while True:
            parent = device.parent_device
            if parent is None:
                return device
            device = parent

    @property
    def composite_device(self):
        """The composite device this one is a component of, or ``None``."""
        cdef DPCTLSyclDeviceRef composite = DPCTLDevice_GetCompositeDevice(self._device_ref)
        return None if composite is NULL else SyclDevice._create(composite)

    def component_devices(self):
        """The devices a composite device is made of; empty for others."""
        cdef DPCTLDeviceVectorRef components = DPCTLDevice_GetComponentDevices(self._device_ref)
        return [] if components is NULL else _devices_of(components)

    def can_access_peer(self, peer, value="access_supported"):
        """Whether this device can reach memory of ``peer``, or, for ``"atomics_supported"``, use atomics on it."""
        if not isinstance(value, str):
            raise TypeError(f"Expected `value` to be of type str, got {type(value)}")
        if value == "access_supported":
            kind = _access_supported
        elif value == "atomics_supported":
            kind = _atomics_supported
        else:
            raise ValueError(
                f"`value` must be 'access_supported' or 'atomics_supported', got {value}"
            )
        _check_peer(self, peer)
        return DPCTLDevice_CanAccessPeer(self._device_ref, (<SyclDevice>peer)._device_ref, kind)

    def enable_peer_access(self, peer):
        """Lets kernels of this device use memory of ``peer``."""
        _check_peer_access(self, peer)
        DPCTLDevice_EnablePeerAccess(self._device_ref, (<SyclDevice>peer)._device_ref)

    def disable_peer_access(self, peer):
        """Ends what :meth:`enable_peer_access` began."""
        _check_peer_access(self, peer)
        DPCTLDevice_DisablePeerAccess(self._device_ref, (<SyclDevice>peer)._device_ref)

    @property
    def profiling_timer_resolution(self):
        """The step of its profiling timer, in nanoseconds."""
        resolution = DPCTLDevice_GetProfilingTimerResolution(self._device_ref)
        if resolution == 0:
            raise RuntimeError("Failed to get device timer resolution.")
        return resolution

    cdef int get_device_type_ordinal(self):
        return DPCTLDeviceMgr_GetPositionInDevices(
            self._device_ref, _ALL_BACKENDS | DPCTLDevice_GetDeviceType(self._device_ref)
        )

    cdef int get_backend_ordinal(self):
        return DPCTLDeviceMgr_GetPositionInDevices(
            self._device_ref, DPCTLDevice_GetBackend(self._device_ref) | _ALL_DEVICES
        )

    cdef int get_overall_ordinal(self):
        return DPCTLDeviceMgr_GetPositionInDevices(self._device_ref, _ALL_BACKENDS | _ALL_DEVICES)

    cdef int get_backend_and_device_type_ordinal(self):
        return DPCTLDeviceMgr_GetPositionInDevices(
            self._device_ref,
            <int>DPCTLDevice_GetBackend(self._device_ref)
            | <int>DPCTLDevice_GetDeviceType(self._device_ref),
        )

    @property
    def filter_string(self):
        """``"backend:type:number"``, which selects this device; ValueError for a sub-device."""
        return _cached_filter_string(self)

    def get_filter_string(self, include_backend=True, include_device_type=True):
        """A filter string that selects this device, with or without its backend and type.

        Raises:
            ValueError: this is a sub-device.
        """
        cdef int number
        if include_backend and include_device_type:
            number = self.get_backend_and_device_type_ordinal()
        elif include_backend:
            number = self.get_backend_ordinal()
        elif include_device_type:
            number = self.get_device_type_ordinal()
        else:
            number = self.get_overall_ordinal()
        if number < 0:
            raise ValueError("This SyclDevice is not a root device")
        parts = [self.backend.name] if include_backend else []
        if include_device_type:
            parts.append(self.device_type.name)
        return ":".join([*parts, str(number)])

    def get_device_id(self):
        """Its place in :func:`dpctl.get_devices`; that of its root device for a sub-device.

        Raises:
            ValueError: it is not there.
        """
        cdef SyclDevice root = self.get_unpartitioned_parent_device()
        place = root.get_overall_ordinal()
        if place < 0:
            raise ValueError("device could not be found")
        return place


cdef api DPCTLSyclDeviceRef SyclDevice_GetDeviceRef(SyclDevice dev):
    """The device's reference; it stays the device's."""
    return dev.get_device_ref()


cdef api SyclDevice SyclDevice_Make(DPCTLSyclDeviceRef dref):
    """A new SyclDevice over a copy of the reference."""
    return SyclDevice._create(DPCTLDevice_Copy(dref))
