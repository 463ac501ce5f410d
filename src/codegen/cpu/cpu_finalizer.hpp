// The finalizer for CPUs: this machine's, or all of a level.
#pragma once

#include <memory>

#include "codegen/cpu/target.hpp"
#include "codegen/cpu/vectorize/vectorize.hpp"
#include "codegen/finalizer.hpp"
#include "codegen/finished_targets.hpp"

namespace weft::codegen::cpu {

class CpuFinalizer final : public Finalizer {
public:
  CpuFinalizer(); ///< For the processor that this runs on.
  CpuFinalizer(const CpuLevel &, bool gathers);

  std::string target() const override;
  Binary finalize(const KernelModule &module, std::string_view kernel, const Specialization &spec) const override;

private:
  std::unique_ptr<const HostTarget> own_; ///< of a level
  const HostTarget &host_;
  VectorTuning tuning_;
};

} // namespace weft::codegen::cpu
