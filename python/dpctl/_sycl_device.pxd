# cython: language_level=3
"""SyclDevice, for cimport and for C++."""

from libcpp cimport bool as cpp_bool

from ._backend cimport (
    DPCTLSyclDeviceRef,
    DPCTLSyclDeviceSelectorRef,
    _partition_affinity_domain_type,
)


cdef public api class _SyclDevice [object Py_SyclDeviceObject, type Py_SyclDeviceType]:
    cdef DPCTLSyclDeviceRef _device_ref
    cdef const char *_vendor
    cdef const char *_name
    cdef const char *_driver_version
    cdef size_t *_max_work_item_sizes


cdef public api class SyclDevice(_SyclDevice) [object PySyclDeviceObject, type PySyclDeviceType]:
    @staticmethod
    cdef SyclDevice _create(DPCTLSyclDeviceRef dref)
    cdef int _init_from__SyclDevice(self, _SyclDevice other)
    cdef int _init_from_selector(self, DPCTLSyclDeviceSelectorRef DSRef)
    cdef DPCTLSyclDeviceRef get_device_ref(self)
    cdef list create_sub_devices_equally(self, size_t count)
    cdef list create_sub_devices_by_counts(self, object counts)
    cdef list create_sub_devices_by_affinity(self, _partition_affinity_domain_type domain)
    cdef cpp_bool equals(self, SyclDevice q)
    cdef int get_device_type_ordinal(self)
    cdef int get_overall_ordinal(self)
    cdef int get_backend_ordinal(self)
    cdef int get_backend_and_device_type_ordinal(self)
