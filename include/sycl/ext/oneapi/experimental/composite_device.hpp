// Devices that are made of others (sycl_ext_oneapi_composite_device): there are none.
#pragma once

#include <vector>

#include <sycl/device.hpp>

#define SYCL_EXT_ONEAPI_COMPOSITE_DEVICE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

inline std::vector<device> get_composite_devices() {
  return {};
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
