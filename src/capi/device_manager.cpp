// The devices there are, by backend and type.
#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_device_manager.h"
#include "runtime/platform.hpp"
#include "sycl/bridge.hpp"

using namespace weft::capi;
using weft::sycl_api::device_of;

namespace {

/// An identifier is a backend's flag and a type's, or-ed; one without backend or without type means all of them.
std::vector<sycl::device> devices_of(int identifier) {
  const int backends = identifier & DPCTL_ALL_BACKENDS ? identifier & DPCTL_ALL_BACKENDS : int{DPCTL_ALL_BACKENDS};
  const int types = identifier & DPCTL_ALL ? identifier & DPCTL_ALL : int{DPCTL_ALL};
  std::vector<sycl::device> chosen;
  for (const sycl::device &device : sycl::device::get_devices())
    if ((backend_type(device.get_backend()) & backends) != 0 &&
        (device_type(device.get_info<sycl::info::device::device_type>()) & types) != 0)
      chosen.push_back(device);
  return chosen;
}

std::string describe(const sycl::device &device) {
  const auto &root = device_of(device);
  return fmt::format("    Name            {}\n    Driver version  {}\n    Vendor          {}\n    Filter string   {}\n",
                     device.get_info<sycl::info::device::name>(), device.get_info<sycl::info::device::driver_version>(),
                     device.get_info<sycl::info::device::vendor>(),
                     root->parent() ? "(a sub-device has none)" : weft::runtime::filter_string(*root));
}

} // namespace

extern "C" {

DPCTLDeviceVectorRef DPCTLDeviceMgr_GetDevices(int device_identifier) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] { return give_vector(devices_of(device_identifier)); });
}

size_t DPCTLDeviceMgr_GetNumDevices(int device_identifier) {
  return guarded<size_t>(__func__, 0, [&] { return devices_of(device_identifier).size(); });
}

int DPCTLDeviceMgr_GetPositionInDevices(DPCTLSyclDeviceRef DRef, int device_identifier) {
  return guarded(__func__, -1, [&] {
    const auto devices = devices_of(device_identifier);
    const auto found = std::find(devices.begin(), devices.end(), checked<sycl::device>(DRef));
    return found == devices.end() ? -1 : static_cast<int>(found - devices.begin());
  });
}

int64_t DPCTLDeviceMgr_GetRelativeId(const DPCTLSyclDeviceRef DRef) {
  return guarded<int64_t>(__func__, -1,
                          [&] { return weft::runtime::relative_id(*device_of(checked<sycl::device>(DRef))); });
}

DPCTLSyclContextRef DPCTLDeviceMgr_GetCachedContext(const DPCTLSyclDeviceRef DRef) {
  return guarded<DPCTLSyclContextRef>(__func__, nullptr, [&]() -> DPCTLSyclContextRef {
    const auto &device = checked<sycl::device>(DRef);
    if (device_of(device)->parent())
      return nullptr;
    return give(device.get_platform().ext_oneapi_get_default_context());
  });
}

const char *DPCTLDeviceMgr_GetDeviceInfoStr(const DPCTLSyclDeviceRef DRef) {
  return guarded<const char *>(__func__, nullptr, [&] { return give_text(describe(checked<sycl::device>(DRef))); });
}

void DPCTLDeviceMgr_PrintDeviceInfo(const DPCTLSyclDeviceRef DRef) {
  guarded_do(__func__, [&] { std::cout << describe(checked<sycl::device>(DRef)) << std::flush; });
}

// Neither of Weft's backends has composite devices.
DPCTLDeviceVectorRef DPCTLDeviceMgr_GetCompositeDevices() {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [] { return give_vector(std::vector<sycl::device>()); });
}
}
