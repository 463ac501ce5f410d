# distutils: language = c++
# cython: language_level=3
"""Uses dpctl from Cython: cimported classes, the C API, and sycl:: objects behind its references."""

cimport dpctl as c_dpctl
cimport dpctl.memory as c_memory
cimport dpctl.sycl as c_sycl
from dpctl.tensor._dlpack cimport device_CPU, from_dlpack_capsule, to_dlpack_capsule
from dpctl.tensor._usmarray cimport usm_ndarray
from dpctl._backend cimport DPCTLQueue_Copy, DPCTLQueue_IsInOrder, DPCTLSyclQueueRef


cdef extern from "syclinterface/dpctl_sycl_type_casters.hpp":
    """
    #include <sycl/sycl.hpp>
    static unsigned units_of(DPCTLSyclQueueRef queue) {
      return dpctl::syclinterface::unwrap<sycl::queue>(queue)
          ->get_device().get_info<sycl::info::device::max_compute_units>();
    }
    """
    unsigned units_of(DPCTLSyclQueueRef queue)


def queue_facts(c_dpctl.SyclQueue queue):
    cdef DPCTLSyclQueueRef ref = queue.get_queue_ref()
    return DPCTLQueue_IsInOrder(ref), units_of(ref)


def wait_in_cpp(c_dpctl.SyclQueue queue):
    cdef c_sycl.queue *cpp_queue = c_sycl.unwrap_queue(queue.get_queue_ref())
    with nogil:
        cpp_queue.wait()
    return c_sycl.wrap_queue(cpp_queue) is queue.get_queue_ref()


def same_queue(c_dpctl.SyclQueue queue):
    return c_dpctl.SyclQueue._create(DPCTLQueue_Copy(queue.get_queue_ref()))


def memory_facts(c_memory._Memory memory):
    return <size_t>memory.get_data_ptr(), memory.nbytes, memory.get_opaque_ptr() is not NULL


def default_device():
    return c_dpctl.select_default_device()


def through_dlpack(usm_ndarray x):
    return device_CPU, from_dlpack_capsule(to_dlpack_capsule(x))
