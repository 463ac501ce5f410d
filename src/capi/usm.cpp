// USM allocation and pointer queries.
#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_usm_interface.h"

using namespace weft::capi;

namespace {

DPCTLSyclUSMRef allocate(const char *function, size_t alignment, size_t size, DPCTLSyclQueueRef queue,
                         sycl::usm::alloc kind) {
  return guarded<DPCTLSyclUSMRef>(function, nullptr, [&] {
    return wrap<void>(sycl::aligned_alloc(alignment, size, checked<sycl::queue>(queue), kind));
  });
}

} // namespace

extern "C" {

DPCTLSyclUSMRef DPCTLmalloc_shared(size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, 0, size, QRef, sycl::usm::alloc::shared);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_shared(size_t alignment, size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, alignment, size, QRef, sycl::usm::alloc::shared);
}

DPCTLSyclUSMRef DPCTLmalloc_host(size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, 0, size, QRef, sycl::usm::alloc::host);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_host(size_t alignment, size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, alignment, size, QRef, sycl::usm::alloc::host);
}

DPCTLSyclUSMRef DPCTLmalloc_device(size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, 0, size, QRef, sycl::usm::alloc::device);
}

DPCTLSyclUSMRef DPCTLaligned_alloc_device(size_t alignment, size_t size, const DPCTLSyclQueueRef QRef) {
  return allocate(__func__, alignment, size, QRef, sycl::usm::alloc::device);
}

void DPCTLfree_with_queue(DPCTLSyclUSMRef MRef, const DPCTLSyclQueueRef QRef) {
  guarded_do(__func__, [&] { sycl::free(unwrap<void>(MRef), checked<sycl::queue>(QRef)); });
}

void DPCTLfree_with_context(DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef) {
  guarded_do(__func__, [&] { sycl::free(unwrap<void>(MRef), checked<sycl::context>(CRef)); });
}

DPCTLSyclUSMType DPCTLUSM_GetPointerType(const DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef) {
  return guarded(__func__, DPCTL_USM_UNKNOWN, [&] {
    switch (sycl::get_pointer_type(unwrap<void>(MRef), checked<sycl::context>(CRef))) {
    case sycl::usm::alloc::host:
      return DPCTL_USM_HOST;
    case sycl::usm::alloc::device:
      return DPCTL_USM_DEVICE;
    case sycl::usm::alloc::shared:
      return DPCTL_USM_SHARED;
    case sycl::usm::alloc::unknown:
      break;
    }
    return DPCTL_USM_UNKNOWN;
  });
}

DPCTLSyclDeviceRef DPCTLUSM_GetPointerDevice(const DPCTLSyclUSMRef MRef, const DPCTLSyclContextRef CRef) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr, [&] {
    return give(sycl::get_pointer_device(unwrap<void>(MRef), checked<sycl::context>(CRef)));
  });
}
}
