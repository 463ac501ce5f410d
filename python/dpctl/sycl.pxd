# cython: language_level=3
"""SYCL's classes, and the way from references of the C API to them and back; for Cython compiled as SYCL C++."""

from . cimport _backend as dpctl_backend


cdef extern from "sycl/sycl.hpp" namespace "sycl":
    cdef cppclass queue "sycl::queue":
        void wait() nogil

    cdef cppclass device "sycl::device":
        pass

    cdef cppclass context "sycl::context":
        pass

    cdef cppclass event "sycl::event":
        void wait() nogil

    cdef cppclass kernel "sycl::kernel":
        pass

    cdef cppclass executable_kernel_bundle \
            "sycl::kernel_bundle<sycl::bundle_state::executable>":
        pass


cdef extern from "syclinterface/dpctl_sycl_extension_interface.h":
    cdef struct RawWorkGroupMemoryTy
    ctypedef RawWorkGroupMemoryTy RawWorkGroupMemory


cdef extern from "syclinterface/dpctl_sycl_type_casters.hpp" namespace "dpctl::syclinterface":
    dpctl_backend.DPCTLSyclQueueRef wrap_queue "dpctl::syclinterface::wrap<sycl::queue>" (const queue *)
    queue *unwrap_queue "dpctl::syclinterface::unwrap<sycl::queue>" (dpctl_backend.DPCTLSyclQueueRef)
    dpctl_backend.DPCTLSyclDeviceRef wrap_device "dpctl::syclinterface::wrap<sycl::device>" (const device *)
    device *unwrap_device "dpctl::syclinterface::unwrap<sycl::device>" (dpctl_backend.DPCTLSyclDeviceRef)
    dpctl_backend.DPCTLSyclContextRef wrap_context "dpctl::syclinterface::wrap<sycl::context>" (const context *)
    context *unwrap_context "dpctl::syclinterface::unwrap<sycl::context>" (dpctl_backend.DPCTLSyclContextRef)
    dpctl_backend.DPCTLSyclEventRef wrap_event "dpctl::syclinterface::wrap<sycl::event>" (const event *)
    event *unwrap_event "dpctl::syclinterface::unwrap<sycl::event>" (dpctl_backend.DPCTLSyclEventRef)
    dpctl_backend.DPCTLSyclWorkGroupMemoryRef wrap_work_group_memory \
        "dpctl::syclinterface::wrap<RawWorkGroupMemory>" (const RawWorkGroupMemory *)
    RawWorkGroupMemory *unwrap_work_group_memory \
        "dpctl::syclinterface::unwrap<RawWorkGroupMemory>" (dpctl_backend.DPCTLSyclWorkGroupMemoryRef)
