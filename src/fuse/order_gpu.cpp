// Which elements the lanes of a GPU's work-groups fold, and in which order.
#include <algorithm>
#include <bit>

#include "fuse/order.hpp"
#include "support/round.hpp"

namespace weft::fuse {

namespace {

std::uint32_t lanes_for(std::ptrdiff_t inner, const FoldTraits &traits) noexcept {
  const std::ptrdiff_t twice_each = ceil_div(std::max<std::ptrdiff_t>(inner, 1), 2 * group_vector);
  const auto lanes = static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(twice_each)));
  return static_cast<std::uint32_t>(std::clamp(lanes, traits.least_lanes, traits.most_lanes));
}

/// Lanes that columns side by side keep busy.
std::uint32_t column_lanes(std::ptrdiff_t columns, const FoldTraits &traits) noexcept {
  return static_cast<std::uint32_t>(
      std::clamp(static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(columns))), traits.least_lanes,
                 traits.most_lanes));
}

} // namespace

void cut_columns(FoldOrder &order, const FoldTraits &traits, std::ptrdiff_t columns) noexcept {
  order.lanes = column_lanes(columns, traits);
  const std::ptrdiff_t across = ceil_div(columns, order.lanes) * (order.results / columns);
  const std::ptrdiff_t blocks =
      std::clamp<std::ptrdiff_t>(traits.most_blocks / across, 1, ceil_div(order.outer, traits.least_rows));
  order.rows = round_up(ceil_div(order.outer, blocks), column_bundle);
  order.row_blocks = ceil_div(order.outer, order.rows);
}

void cut_into_groups(FoldOrder &order, const FoldTraits &traits, bool one_block) noexcept {
  order.mode = FoldMode::groups;
  order.lanes = lanes_for(order.inner, traits);
  order.chunk = order.lanes * group_vector * group_turns;
  order.rows = order.outer;
  const std::ptrdiff_t chunks = ceil_div(order.inner, order.chunk);
  if (one_block || order.outer * chunks <= traits.one_block)
    return;
  const std::ptrdiff_t most = std::max<std::ptrdiff_t>(1, traits.most_blocks / order.results);
  if (most <= order.outer) {
    order.rows = ceil_div(order.outer, most);
    order.row_blocks = ceil_div(order.outer, order.rows);
    return;
  }
  order.rows = 1;
  order.row_blocks = order.outer;
  const std::ptrdiff_t each = ceil_div(chunks, most / order.outer);
  order.chunks = ceil_div(chunks, each);
}

} // namespace weft::fuse
