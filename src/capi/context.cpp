// Contexts.
#include "capi/asynchronous.hpp"
#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_context_interface.h"

using namespace weft::capi;

extern "C" {

DPCTLSyclContextRef DPCTLContext_Create(const DPCTLSyclDeviceRef DRef, error_handler_callback *handler, int) {
  return guarded<DPCTLSyclContextRef>(
      __func__, nullptr, [&] { return give(sycl::context(checked<sycl::device>(DRef), handler_of(handler))); });
}

DPCTLSyclContextRef DPCTLContext_CreateFromDevices(const DPCTLDeviceVectorRef DVRef, error_handler_callback *handler,
                                                   int) {
  return guarded<DPCTLSyclContextRef>(__func__, nullptr, [&] {
    std::vector<sycl::device> devices;
    for (const auto reference : checked<std::vector<DPCTLSyclDeviceRef>>(DVRef))
      devices.push_back(*unwrap<sycl::device>(reference));
    return give(sycl::context(devices, handler_of(handler)));
  });
}

bool DPCTLContext_AreEq(const DPCTLSyclContextRef CtxRef1, const DPCTLSyclContextRef CtxRef2) {
  return guarded(__func__, false, [&] { return checked<sycl::context>(CtxRef1) == checked<sycl::context>(CtxRef2); });
}

DPCTLSyclContextRef DPCTLContext_Copy(const DPCTLSyclContextRef CRef) {
  return guarded<DPCTLSyclContextRef>(__func__, nullptr, [&] { return give(checked<sycl::context>(CRef)); });
}

size_t DPCTLContext_DeviceCount(const DPCTLSyclContextRef CRef) {
  return guarded<size_t>(__func__, 0, [&] { return checked<sycl::context>(CRef).get_devices().size(); });
}

DPCTLDeviceVectorRef DPCTLContext_GetDevices(const DPCTLSyclContextRef CRef) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr,
                                       [&] { return give_vector(checked<sycl::context>(CRef).get_devices()); });
}

DPCTLSyclBackendType DPCTLContext_GetBackend(const DPCTLSyclContextRef CtxRef) {
  return guarded(__func__, DPCTL_UNKNOWN_BACKEND,
                 [&] { return backend_type(checked<sycl::context>(CtxRef).get_backend()); });
}

void DPCTLContext_Delete(DPCTLSyclContextRef CtxRef) {
  delete unwrap<sycl::context>(CtxRef);
}

size_t DPCTLContext_Hash(DPCTLSyclContextRef CtxRef) {
  return guarded<size_t>(__func__, 0, [&] { return std::hash<sycl::context>()(checked<sycl::context>(CtxRef)); });
}
}
