// The NVIDIA GPUs that the driver shows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cuda/device.hpp"
#include "runtime/platform.hpp"

namespace weft::cuda {

/// GPUs from sm_70 on; older ones are left out and named by --doctor.
class CudaPlatform final : public runtime::Platform {
public:
  std::string name() const override { return "NVIDIA CUDA"; }
  std::string vendor() const override { return "NVIDIA Corporation"; }
  std::string version() const override;
  const runtime::Backend &backend() const noexcept override { return this_backend; }

  /// One platform with the usable GPUs, or none where there is no driver or no GPU.
  static std::vector<std::shared_ptr<runtime::Platform>> discover();

private:
  static std::vector<std::shared_ptr<runtime::Platform>> find_usable();
};

} // namespace weft::cuda
