// Finishes the kernels of a module for machines that are known only by their kind.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::embed {

/// What code is finished for.
struct Machines {
  std::vector<std::string> cpu_levels; ///< codegen::cpu_levels, by name
  std::vector<unsigned> gpus;          ///< architectures, as in 90 for sm_90
  bool any() const { return !cpu_levels.empty() || !gpus.empty(); }
};

/// codegen::FinishedCode with all that first launches are likely to ask for, of the kernels that need no other module.
/// Says on standard error which kernels a machine cannot run.
codegen::Bytes finish(const codegen::KernelModule &, const Machines &);

} // namespace weft::embed
