// Platforms, and what lsplatform prints of them.
#include <iostream>

#include <fmt/format.h>

#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "capi/references.hpp"
#include "dpctl/syclinterface/dpctl_sycl_platform_interface.h"
#include "dpctl/syclinterface/dpctl_sycl_platform_manager.h"
#include "runtime/platform.hpp"
#include "sycl/bridge.hpp"

using namespace weft::capi;
namespace info = sycl::info::platform;

namespace {

template <class Descriptor> const char *ask_text(const char *function, DPCTLSyclPlatformRef platform) {
  return guarded<const char *>(function, nullptr,
                               [&] { return give_text(checked<sycl::platform>(platform).get_info<Descriptor>()); });
}

std::string backend_name(sycl::backend backend) {
  switch (backend) {
  case sycl::backend::opencl:
    return "opencl";
  case sycl::backend::ext_oneapi_cuda:
    return "cuda";
  case sycl::backend::ext_oneapi_level_zero:
    return "level_zero";
  case sycl::backend::ext_oneapi_hip:
    return "hip";
  default:
    return "unknown";
  }
}

std::string describe(const sycl::platform &platform, size_t verbosity) {
  const auto name = platform.get_info<info::name>();
  const auto version = platform.get_info<info::version>();
  if (verbosity == 0)
    return fmt::format("{} {}\n", name, version);
  const auto devices = platform.get_devices();
  std::string text = fmt::format("    Name        {}\n    Version     {}\n    Vendor      {}\n    Backend     {}\n"
                                 "    Num Devices {}\n",
                                 name, version, platform.get_info<info::vendor>(), backend_name(platform.get_backend()),
                                 devices.size());
  if (verbosity > 1)
    for (size_t i = 0; i < devices.size(); ++i)
      text += fmt::format("      # {}\n        Name                {}\n        Version             {}\n"
                          "        Filter string       {}\n",
                          i, devices[i].get_info<sycl::info::device::name>(),
                          devices[i].get_info<sycl::info::device::driver_version>(),
                          weft::runtime::filter_string(*weft::sycl_api::device_of(devices[i])));
  return text;
}

} // namespace

extern "C" {

bool DPCTLPlatform_AreEq(const DPCTLSyclPlatformRef PRef1, const DPCTLSyclPlatformRef PRef2) {
  return guarded(__func__, false, [&] { return checked<sycl::platform>(PRef1) == checked<sycl::platform>(PRef2); });
}

DPCTLSyclPlatformRef DPCTLPlatform_Copy(const DPCTLSyclPlatformRef PRef) {
  return guarded<DPCTLSyclPlatformRef>(__func__, nullptr, [&] { return give(checked<sycl::platform>(PRef)); });
}

DPCTLSyclPlatformRef DPCTLPlatform_Create(void) {
  return guarded<DPCTLSyclPlatformRef>(__func__, nullptr, [] { return give(sycl::platform()); });
}

DPCTLSyclPlatformRef DPCTLPlatform_CreateFromSelector(const DPCTLSyclDeviceSelectorRef DSRef) {
  return guarded<DPCTLSyclPlatformRef>(__func__, nullptr, [&] { return give(select_device(DSRef).get_platform()); });
}

void DPCTLPlatform_Delete(DPCTLSyclPlatformRef PRef) {
  delete unwrap<sycl::platform>(PRef);
}

DPCTLSyclBackendType DPCTLPlatform_GetBackend(const DPCTLSyclPlatformRef PRef) {
  return guarded(__func__, DPCTL_UNKNOWN_BACKEND,
                 [&] { return backend_type(checked<sycl::platform>(PRef).get_backend()); });
}

const char *DPCTLPlatform_GetName(const DPCTLSyclPlatformRef PRef) {
  return ask_text<info::name>(__func__, PRef);
}

const char *DPCTLPlatform_GetVendor(const DPCTLSyclPlatformRef PRef) {
  return ask_text<info::vendor>(__func__, PRef);
}

const char *DPCTLPlatform_GetVersion(const DPCTLSyclPlatformRef PRef) {
  return ask_text<info::version>(__func__, PRef);
}

DPCTLPlatformVectorRef DPCTLPlatform_GetPlatforms(void) {
  return guarded<DPCTLPlatformVectorRef>(__func__, nullptr,
                                         [] { return give_vector(sycl::platform::get_platforms()); });
}

DPCTLSyclContextRef DPCTLPlatform_GetDefaultContext(const DPCTLSyclPlatformRef PRef) {
  return guarded<DPCTLSyclContextRef>(
      __func__, nullptr, [&] { return give(checked<sycl::platform>(PRef).ext_oneapi_get_default_context()); });
}

size_t DPCTLPlatform_Hash(const DPCTLSyclPlatformRef PRef) {
  return guarded<size_t>(__func__, 0, [&] { return std::hash<sycl::platform>()(checked<sycl::platform>(PRef)); });
}

DPCTLDeviceVectorRef DPCTLPlatform_GetDevices(const DPCTLSyclPlatformRef PRef, DPCTLSyclDeviceType DTy) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [&] {
    std::vector<sycl::device> chosen;
    for (const sycl::device &device : checked<sycl::platform>(PRef).get_devices())
      if ((device_type(device.get_info<sycl::info::device::device_type>()) & DTy) != 0)
        chosen.push_back(device);
    return give_vector(chosen);
  });
}

// Neither of Weft's backends has composite devices.
DPCTLDeviceVectorRef DPCTLPlatform_GetCompositeDevices(const DPCTLSyclPlatformRef) {
  return guarded<DPCTLDeviceVectorRef>(__func__, nullptr, [] { return give_vector(std::vector<sycl::device>()); });
}

const char *DPCTLPlatformMgr_GetInfo(const DPCTLSyclPlatformRef PRef, size_t verbosity) {
  return guarded<const char *>(__func__, nullptr,
                               [&] { return give_text(describe(checked<sycl::platform>(PRef), verbosity)); });
}

void DPCTLPlatformMgr_PrintInfo(const DPCTLSyclPlatformRef PRef, size_t verbosity) {
  guarded_do(__func__, [&] { std::cout << describe(checked<sycl::platform>(PRef), verbosity) << std::flush; });
}
}
