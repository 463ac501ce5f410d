// How the CPU backend calls what the CPU finalizer made.
#pragma once

#include <cstdint>

namespace weft::codegen::cpu {

/// Dimension 0 varies fastest.
struct LaunchInfo {
  std::uint64_t global[3];
  std::uint64_t local[3];  ///< nd-range kernels: work-group size; range kernels: Binary::unit
  std::uint64_t groups[3]; ///< ceil(global / local)
  std::uint64_t offset[3];
  std::uint64_t local_stride; ///< from one group's local memory to the next, where Binary::local_copies is not 1
};

/// Runs units [first, last): blocks of Binary::unit work-groups of an nd-range kernel (mostly single ones), blocks of
/// Binary::unit work-items of a range kernel, numbered linearly with dimension 0 fastest. `local` is the group's local
/// memory (Binary::static_local, then the launch's bytes; Binary::local_copies of that), `context` has context_fixed +
/// context_per_item * group size bytes; both are 64-byte aligned and private to the thread.
using Entry = void (*)(const void *args, const LaunchInfo *, std::uint64_t first, std::uint64_t last, void *local,
                       void *context);

/// The entry of a kernel whose work-items wait for each other, so that each needs a stack; its units are single items.
inline constexpr const char *entry_by_turns = "weft_kernel_by_turns";

/// What such code calls to let the others go on: void().
inline constexpr const char *yield_name = "__weft_cpu_yield";

} // namespace weft::codegen::cpu
