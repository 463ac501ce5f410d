// The finalizer for this machine's CPU.
#pragma once

#include "codegen/cpu/target.hpp"
#include "codegen/finalizer.hpp"

namespace weft::codegen::cpu {

class CpuFinalizer final : public Finalizer {
public:
  std::string target() const override;
  Binary finalize(const KernelModule &module, std::string_view kernel, const Specialization &spec) const override;
};

} // namespace weft::codegen::cpu
