// Random kernels over ranges and nd-ranges: barriers, group operations and local memory in uniform control flow, any
// code between them. Results depend neither on the order of work-items nor on how many run at once, only on the size of
// sub-groups.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::test {

inline constexpr unsigned group_table_size = 4096; ///< elements of each input table
inline constexpr unsigned most_items = group_table_size / 4;

/// The kernel's argument block.
struct GroupKernelArgs {
  const void *ints, *longs, *floats;
  void *records; ///< record_bytes per work-item
  void *counts;  ///< int[counters], float[counters]
  std::int32_t uniform;
  std::int32_t trips; ///< small
  std::int64_t bound; ///< at most the number of work-items
  std::uint64_t extent[3];
};

/// What was made, and how it is to be launched.
struct GroupKernel {
  codegen::KernelInfo info;
  std::array<std::uint64_t, 3> global{}, local{}, offset{}; ///< local is 0 in range kernels
  std::uint32_t local_bytes = 0;
  std::int32_t uniform = 0, trips = 0;
  std::int64_t bound = 0;
  bool bake = false; ///< `trips` is known when the kernel is compiled
  bool sub_groups = false;
  unsigned statements = 0;

  std::uint64_t items() const { return global[0] * global[1] * global[2]; }
  codegen::Specialization specialization() const;
};

/// Adds the kernel to a module that has its data layout. `dropped` are numbers of statements to leave out.
GroupKernel random_group_kernel(llvm::Module &module, std::uint64_t seed, const std::set<unsigned> &dropped);

} // namespace weft::test
