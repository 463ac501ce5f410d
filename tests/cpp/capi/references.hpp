// References of the C API that delete themselves, for tests.
#pragma once

#include <cstddef>
#include <memory>

#include "dpctl_sycl_interface.h"

namespace weft::capi_test {

template <class Ref, void (*Delete)(Ref)> struct Deleter {
  using pointer = Ref;
  void operator()(Ref reference) const { Delete(reference); }
};

template <class Ref, void (*Delete)(Ref)> using Owned = std::unique_ptr<void, Deleter<Ref, Delete>>;

using Device = Owned<DPCTLSyclDeviceRef, DPCTLDevice_Delete>;
using Context = Owned<DPCTLSyclContextRef, DPCTLContext_Delete>;
using Queue = Owned<DPCTLSyclQueueRef, DPCTLQueue_Delete>;
using Event = Owned<DPCTLSyclEventRef, DPCTLEvent_Delete>;
using Bundle = Owned<DPCTLSyclKernelBundleRef, DPCTLKernelBundle_Delete>;
using Kernel = Owned<DPCTLSyclKernelRef, DPCTLKernel_Delete>;
using Platform = Owned<DPCTLSyclPlatformRef, DPCTLPlatform_Delete>;
using Selector = Owned<DPCTLSyclDeviceSelectorRef, DPCTLDeviceSelector_Delete>;
using Devices = Owned<DPCTLDeviceVectorRef, DPCTLDeviceVector_Delete>;
using Events = Owned<DPCTLEventVectorRef, DPCTLEventVector_Delete>;
using Platforms = Owned<DPCTLPlatformVectorRef, DPCTLPlatformVector_Delete>;
using Sizes = std::unique_ptr<std::size_t[], decltype([](std::size_t *sizes) { DPCTLSize_t_Array_Delete(sizes); })>;
using Text = Owned<const char *, DPCTLCString_Delete>;

inline Device cpu() {
  const Selector selector(DPCTLCPUSelector_Create());
  return Device(DPCTLDevice_CreateFromSelector(selector.get()));
}

inline Queue cpu_queue(int properties = DPCTL_DEFAULT_PROPERTY) {
  return Queue(DPCTLQueue_CreateForDevice(cpu().get(), nullptr, properties));
}

/// OpenCL C for the device of a queue.
inline Bundle bundle_from_source(const Queue &queue, const char *source) {
  const Context context(DPCTLQueue_GetContext(queue.get()));
  const Device device(DPCTLQueue_GetDevice(queue.get()));
  return Bundle(DPCTLKernelBundle_CreateFromOCLSource(context.get(), device.get(), source, nullptr));
}

} // namespace weft::capi_test
