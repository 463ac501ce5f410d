// How the CPU backend calls what the CPU finalizer made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::codegen::cpu {

/// What a launch must know of a kernel's code: Binary::launched_by of this target.
struct Layout {
  /// Work-items (nd-range: groups) that one unit of work covers, per dimension.
  std::array<std::uint32_t, 3> unit{1, 1, 1};
  std::uint32_t context_fixed = 0;     ///< scratch bytes per running group
  std::uint32_t context_per_item = 0;  ///< further scratch bytes per work-item of the group
  std::uint32_t static_local = 0;      ///< bytes of local memory beyond what the launch asks for
  std::uint32_t local_copies = 1;      ///< groups that run at the same time, each with its local memory
  std::uint32_t asks_memory_kinds = 0; ///< 1: calls memory_kind_name
};

/// So many bytes before local memory and behind it are no one's: kernels load and store whole vectors.
inline constexpr std::size_t local_margin = 256;

/// Dimension 0 varies fastest.
struct LaunchInfo {
  std::uint64_t global[3];
  std::uint64_t local[3];  ///< nd-range kernels: work-group size; range kernels: Layout::unit
  std::uint64_t groups[3]; ///< ceil(global / local)
  std::uint64_t offset[3];
  std::uint64_t local_stride; ///< from one group's local memory to the next, where Layout::local_copies is not 1
};

/// Runs units [first, last): blocks of Layout::unit work-groups of an nd-range kernel (mostly single ones), blocks of
/// Layout::unit work-items of a range kernel, numbered linearly with dimension 0 fastest. `local` is the group's local
/// memory (Layout::static_local, then the launch's bytes; Layout::local_copies of that), `context` has context_fixed +
/// context_per_item * group size bytes; both are 64-byte aligned and private to the thread; local memory has
/// `local_margin` on both sides.
using Entry = void (*)(const void *args, const LaunchInfo *, std::uint64_t first, std::uint64_t last, void *local,
                       void *context);

/// The entry of a kernel whose work-items wait for each other: its units are single items, or groups of an nd-range,
/// which need a stack and memory each.
inline constexpr const char *entry_by_turns = "weft_kernel_by_turns";

/// What such code calls to let the others go on: void().
inline constexpr const char *yield_name = "__weft_cpu_yield";

/// What code calls to learn what a pointer of a work-item's points to: MemoryKind(const void *).
inline constexpr const char *memory_kind_name = "__weft_memory_kind";
enum class MemoryKind : unsigned { global, local, own };

/// What code of entry_by_turns calls to run the items of a group: void(u64 count, void (*item)(void *context, u64 n),
/// void *context).
inline constexpr const char *share_name = "__weft_cpu_share_turns";

} // namespace weft::codegen::cpu
