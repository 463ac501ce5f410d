// The order in which a reduction adds up: a function of its kind, shape, axes, layout and dtype alone, so that every
// way of computing it gives the same bits.
#pragma once

#include <array>
#include <cstdint>

#include "fuse/device_traits.hpp"
#include "fuse/layout.hpp"
#include "ops/ops.hpp"

namespace weft::fuse {

using ops::Dtype;

/// Named by letters, as in the recipes of kernels.
enum class FoldMode : char {
  sequential = 's', ///< one work-item folds all elements of a result, in order
  lanes = 'l',      ///< lanes of a block take every lanes-th element; blocks and lanes are joined at the end
  columns = 'c',    ///< neighbouring results lie side by side: a work-item folds a block of rows of one of them
  groups = 'g', ///< lanes of a group take neighbours by turns and meet in its memory; groups take every so many chunks
};

/// A lane of a group takes so many neighbours at a time; so often in a chunk.
inline constexpr std::ptrdiff_t group_vector = 4, group_turns = 4;

/// Turns of lanes: so many of inexact sums are added up on their own, and with no more of them other folds have one
/// accumulator for each lane.
inline constexpr std::uint32_t turns_of_run_of_sums = 32, turns_in_one_way = 8;

/// Rows that a work-item on a column meets at a time.
inline constexpr std::ptrdiff_t column_bundle = 8;

/// `outer` x `inner` elements fold into each of `results`. Blocks cut the outer extent by `rows` and the inner one by
/// `chunk`; with groups, each of the blocks along it takes every `chunks`-th chunk.
struct FoldOrder {
  FoldMode mode = FoldMode::sequential;
  std::ptrdiff_t results = 1, outer = 1, inner = 1;
  std::ptrdiff_t rows = 1, chunk = 1;
  std::ptrdiff_t row_blocks = 1, chunks = 1;
  std::uint32_t lanes = 1;
  std::uint32_t partial_lanes =
      1; ///< Partial results that a block leaves: its lanes', or one where any order gives it.

  std::ptrdiff_t blocks() const noexcept { return row_blocks * chunks; }
  /// Partial results for each result; 1 says that no second pass is needed.
  std::ptrdiff_t partials() const noexcept { return blocks() == 1 ? 1 : blocks() * partial_lanes; }
};

/// The folded axes of `view` (bits), slowest first, and how they fold.
struct FoldPlan {
  std::array<std::uint8_t, max_dims> axes{};
  std::size_t count = 0;
  std::size_t outer_count = 0; ///< The first so many are FoldOrder::outer, the rest inner.
  FoldOrder order;
};

/// Whether it gives the largest or the smallest element: any order does, but for which of two zeros it is.
bool finds_extreme(ops::Reduction) noexcept;

/// Where the fold keeps an index, positions within it count in C order of the axes. `spreads`: there are blocks for
/// many threads where much is folded.
FoldPlan plan_fold(const Layout &view, std::uint32_t axes, Dtype element, Dtype accumulate, ops::Reduction kind,
                   bool spreads, const FoldTraits &traits);

/// For FoldMode::groups: cuts `outer` x `inner` into blocks. Where only one block is wanted, lanes see to all of it.
void cut_into_groups(FoldOrder &order, const FoldTraits &traits, bool one_block) noexcept;

/// For FoldMode::columns on CPUs: neighbouring columns that lanes take at once, at most all; fewer where more of the
/// last ones would be taken twice.
std::uint32_t lanes_on_columns(std::ptrdiff_t columns, std::size_t lane_bytes, const FoldTraits &traits) noexcept;

/// For FoldMode::columns on GPUs, where a lane takes a column: cuts `outer` rows into blocks.
void cut_columns(FoldOrder &order, const FoldTraits &traits, std::ptrdiff_t columns) noexcept;

/// How partial results, `count` for each of `results`, are joined.
FoldOrder order_of_join(std::ptrdiff_t results, std::ptrdiff_t count, FoldMode first_pass,
                        std::size_t accumulator_bytes, const FoldTraits &traits);

} // namespace weft::fuse
