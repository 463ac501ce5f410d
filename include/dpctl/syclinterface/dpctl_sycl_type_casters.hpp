// Between the opaque references of the C API and the sycl:: objects that they point to.
#pragma once

#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

#include "dpctl_device_selection.hpp"
#include "dpctl_sycl_extension_interface.h"
#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

namespace dpctl::syclinterface {

// wrap<T>(const T *) and unwrap<T>(reference): the same pointer under its other name; nothing is copied or owned.
#define DEFINE_SIMPLE_CONVERSION_FUNCTIONS(ty, ref)                                                                    \
  template <class T, std::enable_if_t<std::is_same_v<T, ty>, bool> = true> ty *unwrap(ref reference) {                 \
    return reinterpret_cast<ty *>(reference);                                                                          \
  }                                                                                                                    \
  template <class T, std::enable_if_t<std::is_same_v<T, ty>, bool> = true> ref wrap(const ty *object) {                \
    return reinterpret_cast<ref>(const_cast<ty *>(object));                                                            \
  }

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(dpctl_device_selector, DPCTLSyclDeviceSelectorRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::device, DPCTLSyclDeviceRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::context, DPCTLSyclContextRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::queue, DPCTLSyclQueueRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(void, DPCTLSyclUSMRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::platform, DPCTLSyclPlatformRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::event, DPCTLSyclEventRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::kernel, DPCTLSyclKernelRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(sycl::kernel_bundle<sycl::bundle_state::executable>, DPCTLSyclKernelBundleRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(RawWorkGroupMemory, DPCTLSyclWorkGroupMemoryRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(std::vector<unsigned char>, DPCTLSyclRawKernelArgRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(std::vector<DPCTLSyclDeviceRef>, DPCTLDeviceVectorRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(std::vector<DPCTLSyclPlatformRef>, DPCTLPlatformVectorRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(std::vector<DPCTLSyclEventRef>, DPCTLEventVectorRef)

} // namespace dpctl::syclinterface
