// SPIR-V for OpenCL devices.
#pragma once

#include "codegen/finalizer.hpp"

namespace weft::codegen::spirv {

/// Modules are of SPIR-V 1.3. Kernels that use sub-groups ask for those of `sub_group_size` work-items, unless it is 0.
class SpirvFinalizer final : public Finalizer {
public:
  explicit SpirvFinalizer(unsigned sub_group_size) : sub_group_size_(sub_group_size) {}

  std::string target() const override;
  Binary finalize(const KernelModule &, std::string_view kernel, const Specialization &) const override;

private:
  unsigned sub_group_size_;
};

} // namespace weft::codegen::spirv
