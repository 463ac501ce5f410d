// Finds NVIDIA GPUs.
#include "backends/cuda/platform.hpp"

#include "backends/cuda/device.hpp"
#include "backends/cuda/driver.hpp"
#include "codegen/finished_targets.hpp"
#include "runtime/finished_code.hpp"
#include "support/error.hpp"

namespace weft::cuda {

namespace {
constexpr unsigned oldest_architecture = 70;
} // namespace

std::string CudaPlatform::version() const {
  return fmt::format("CUDA {}.{}", driver().version / 1000, driver().version % 1000 / 10);
}

std::vector<std::shared_ptr<runtime::Platform>> CudaPlatform::discover() {
  try {
    return find_usable();
  } catch (const Error &error) { // a driver that is broken must not take the other devices away
    runtime::remark(fmt::format("NVIDIA GPUs are left out: {}", error.what()));
    return {};
  }
}

std::vector<std::shared_ptr<runtime::Platform>> CudaPlatform::find_usable() {
  std::string why_not;
  const Driver *cuda = find_driver(&why_not);
  if (cuda == nullptr) {
    runtime::remark(why_not);
    return {};
  }
  int count = 0;
  if (const CUresult result = cuda->device_count(&count); result != error_no_device)
    cuda->check(result, "cuDeviceGetCount");
  if (count == 0)
    runtime::remark("the NVIDIA driver shows no GPU; is CUDA_VISIBLE_DEVICES empty?");
  auto platform = std::make_shared<CudaPlatform>();
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice handle = 0;
    cuda->check(cuda->device_get(&handle, ordinal), "cuDeviceGet");
    auto device = std::make_shared<CudaDevice>(platform, handle);
    if (device->architecture() < oldest_architecture)
      runtime::remark(
          fmt::format("{} is sm_{}; Weft supports sm_70 and newer", device->info().name, device->architecture()));
    else
      platform->devices_.push_back(std::move(device));
  }
  if (platform->devices_.empty())
    return {};
  return {platform};
}

namespace {
std::vector<std::string> finished_targets(const runtime::Device &device) {
  const unsigned architecture = static_cast<const CudaDevice &>(device).architecture();
  return {codegen::finished_gpu_target(architecture, true), codegen::finished_gpu_target(architecture, false)};
}

[[maybe_unused]] const bool names_targets = (runtime::register_finished_targets(this_backend, finished_targets), true);

[[maybe_unused]] const bool registered = (runtime::register_backend(this_backend, CudaPlatform::discover), true);
} // namespace

} // namespace weft::cuda
