// Kernels for NVIDIA GPUs, as PTX.
#pragma once

#include <string>

#include "codegen/finalizer.hpp"

namespace weft::codegen::nvptx {

/// PTX for one architecture. Math comes from NVIDIA's libdevice where there is one (WEFT_LIBDEVICE, else in CUDA_HOME,
/// CUDA_PATH or /usr/local/cuda), else from Weft's own.
class NvptxFinalizer final : public Finalizer {
public:
  NvptxFinalizer(unsigned arch, unsigned ptx_version);

  std::string target() const override;
  Binary finalize(const KernelModule &, std::string_view kernel, const Specialization &) const override;

private:
  std::string cpu_;       ///< "sm_90"
  std::string features_;  ///< "+ptx88"
  std::string libdevice_; ///< Path of libdevice's bitcode, or empty.
};

} // namespace weft::codegen::nvptx
