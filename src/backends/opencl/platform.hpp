// The OpenCL implementations that the ICD loader shows, one platform each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/opencl/device.hpp"
#include "backends/opencl/driver.hpp"
#include "runtime/platform.hpp"

namespace weft::opencl {

/// Devices that take SPIR-V and have unified shared memory; others are left out and named by --doctor. They are looked
/// for where WEFT_OPENCL=gpu asks for them, CPUs where WEFT_OPENCL=all does: Weft's own CPU device serves the same
/// cores.
class OpenclPlatform final : public runtime::Platform {
public:
  explicit OpenclPlatform(cl_platform_id);

  std::string name() const override { return name_; }
  std::string vendor() const override { return vendor_; }
  std::string version() const override { return version_; }
  const runtime::Backend &backend() const noexcept override { return this_backend; }

  const MemoryFunctions &memory() const noexcept { return memory_; }

  /// Those with usable devices.
  static std::vector<std::shared_ptr<runtime::Platform>> discover();

private:
  static std::vector<std::shared_ptr<runtime::Platform>> find_usable();
  void find_devices();
  std::string why_left_out(cl_device_id) const; ///< Empty for a device that can be used.

  cl_platform_id handle_;
  std::string name_, vendor_, version_;
  MemoryFunctions memory_;
};

} // namespace weft::opencl
