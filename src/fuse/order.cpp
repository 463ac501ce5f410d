// Which elements a lane adds up, and in which order.
#include "fuse/order.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "support/round.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t most_decided_early = 64; // where all that come after a decided one are only passed by
constexpr std::ptrdiff_t few_elements = 32, many_results = 1024;
constexpr std::ptrdiff_t few_results = 64, much = 1 << 17;
constexpr std::ptrdiff_t least_columns = 32, fewest_columns = 16, columns_with_index = 8;
constexpr std::ptrdiff_t long_row = 256;
constexpr int dear = 8; // to join lanes by such an operation

void cut_into_blocks(FoldOrder &order, std::ptrdiff_t block_elements, std::ptrdiff_t most) noexcept {
  const std::ptrdiff_t limit = std::max<std::ptrdiff_t>(1, most / order.results);
  const std::ptrdiff_t wanted = std::clamp<std::ptrdiff_t>(order.outer * order.inner / block_elements, 1, limit);
  order.chunk = order.inner;
  if (wanted <= order.outer) {
    order.rows = ceil_div(order.outer, wanted);
    order.row_blocks = ceil_div(order.outer, order.rows);
    return;
  }
  const std::ptrdiff_t step = order.lanes * 8;
  order.row_blocks = order.outer;
  order.chunk = round_up(ceil_div(order.inner, ceil_div(wanted, order.outer)), step);
  order.chunks = ceil_div(order.inner, order.chunk);
}

/// Elements of a block of a fold that spreads: where much is folded into few results, all of which a work-item may
/// keep, there are blocks for many threads.
std::ptrdiff_t block_elements(const FoldOrder &order, const FoldTraits &traits, std::ptrdiff_t most) noexcept {
  const std::ptrdiff_t folded = order.outer * order.inner;
  if (order.results > few_results || folded * order.results < much)
    return most;
  const std::ptrdiff_t blocks = std::min(traits.spread_blocks, traits.most_spread_blocks / order.results);
  return std::clamp(folded / blocks, traits.least_block, most);
}

/// The fastest axes become one inner loop: until it is long, and as long as they lie dense or are too short for lanes.
void split_axes(FoldPlan &plan, const Layout &view, const FoldTraits &traits) noexcept {
  plan.outer_count = plan.count;
  plan.order.inner = 1;
  while (plan.outer_count > 0 && plan.order.inner < long_row) {
    const std::size_t axis = plan.axes[plan.outer_count - 1];
    if (plan.outer_count < plan.count && plan.order.inner >= traits.most_lanes) {
      const std::size_t faster = plan.axes[plan.outer_count];
      if (view.strides()[axis] != view.strides()[faster] * view.shape()[faster])
        break;
    }
    plan.order.inner *= view.shape()[axis];
    --plan.outer_count;
  }
}

/// Slowest first; axes that all read the same element count as slowest.
void sort_axes(FoldPlan &plan, const Layout &view) noexcept {
  const auto slower = [&](std::uint8_t a, std::uint8_t b) {
    const std::ptrdiff_t sa = std::abs(view.strides()[a]), sb = std::abs(view.strides()[b]);
    return sa != sb && sb != 0 && (sa == 0 || sa > sb);
  };
  sort_few(plan.axes.begin(), plan.axes.begin() + plan.count, slower);
}

/// Results that lie side by side inside of the fastest folded axis.
std::ptrdiff_t columns_of(const Layout &view, std::uint32_t axes, std::ptrdiff_t fastest_folded) noexcept {
  std::ptrdiff_t columns = 1;
  for (std::size_t axis = 0; axis < view.ndim(); ++axis) {
    const std::ptrdiff_t stride = std::abs(view.strides()[axis]);
    if ((axes >> axis & 1) == 0 && stride != 0 && stride < fastest_folded)
      columns *= view.shape()[axis];
  }
  return columns;
}

/// Whether there are enough of them for lanes that have a column each.
bool suffice(std::ptrdiff_t columns, std::size_t lane_bytes, bool keeps_index, const FoldTraits &traits) noexcept {
  if (columns >= least_columns || traits.groups)
    return columns >= least_columns;
  if (keeps_index) // lanes along a column would not fold several at once
    return columns >= columns_with_index;
  if (columns < fewest_columns)
    return false;
  return 4 * columns >= 3 * round_up(columns, lanes_on_columns(columns, lane_bytes, traits));
}

/// Folded elements that lie side by side.
std::ptrdiff_t dense_run(const FoldPlan &plan, const Layout &view) noexcept {
  std::ptrdiff_t run = 1;
  for (std::size_t i = plan.count; i-- > 0 && std::abs(view.strides()[plan.axes[i]]) == run;)
    run *= view.shape()[plan.axes[i]];
  return run;
}

/// What one work-item folds where there are many results.
std::ptrdiff_t short_fold(ops::Reduction kind, Dtype accumulate, std::ptrdiff_t run, const ShortFolds &most) noexcept {
  const ops::ReductionInfo &info = ops::info(kind);
  if (run <= few_elements || ops::info(info.combine).cost >= dear)
    return most.dear;
  const bool in_vectors = !ops::is_inexact(accumulate) || accumulate == Dtype::f32 || accumulate == Dtype::f64;
  return info.keeps_index || (finds_extreme(kind) && !in_vectors) ? most.compared : most.other;
}

/// One work-item folds all elements of a result, in order.
bool is_short(std::ptrdiff_t folded, std::ptrdiff_t results, std::ptrdiff_t most) noexcept {
  return folded <= few_elements || (folded <= most && results >= many_results);
}

} // namespace

bool finds_extreme(ops::Reduction kind) noexcept {
  const ops::Op combine = ops::info(kind).combine;
  return combine == ops::Op::maximum || combine == ops::Op::minimum;
}

std::uint32_t lanes_on_columns(std::ptrdiff_t columns, std::size_t lane_bytes, const FoldTraits &traits) noexcept {
  constexpr std::size_t least_bytes = 64;
  const auto lanes = std::min<std::ptrdiff_t>(
      traits.lanes(lane_bytes), std::bit_floor(static_cast<std::size_t>(std::max<std::ptrdiff_t>(columns, 1))));
  const bool halves = static_cast<std::size_t>(lanes) * lane_bytes >= 2 * least_bytes &&
                      8 * round_up(columns, lanes / 2) <= 7 * round_up(columns, lanes);
  return static_cast<std::uint32_t>(halves ? lanes / 2 : lanes);
}

FoldPlan plan_fold(const Layout &view, std::uint32_t axes, Dtype element, Dtype accumulate, ops::Reduction kind,
                   bool spreads, const FoldTraits &traits) {
  const bool logical = ops::info(kind).keeps_index;
  const bool decided_early = accumulate == Dtype::b1; // any order gives the same
  const std::size_t lane_bytes = item_size(decided_early ? element : accumulate);
  FoldPlan plan;
  std::ptrdiff_t folded = 1, results = 1, fastest = 0;
  for (std::size_t axis = 0; axis < view.ndim(); ++axis) {
    const std::ptrdiff_t extent = view.shape()[axis];
    if ((axes >> axis & 1) == 0) {
      results *= extent;
      continue;
    }
    folded *= extent;
    const std::ptrdiff_t stride = std::abs(view.strides()[axis]);
    if (extent > 1 && stride != 0 && (fastest == 0 || stride < fastest))
      fastest = stride;
    if (extent != 1)
      plan.axes[plan.count++] = static_cast<std::uint8_t>(axis);
  }
  if (!logical)
    sort_axes(plan, view);
  FoldOrder &order = plan.order;
  order.results = std::max<std::ptrdiff_t>(results, 1);
  order.inner = folded;
  const std::ptrdiff_t columns = columns_of(view, axes, fastest);
  const bool in_columns = suffice(columns, lane_bytes, logical, traits);
  const std::ptrdiff_t run = dense_run(plan, view);
  const std::ptrdiff_t longest =
      in_columns ? traits.short_columns : short_fold(kind, accumulate, run, traits.short_folds);
  if (is_short(folded, results, longest))
    return plan;
  if (in_columns) {
    order.mode = FoldMode::columns;
    order.outer = folded;
    order.inner = 1;
    plan.outer_count = plan.count;
    if (traits.groups) {
      cut_columns(order, traits, columns);
      return plan;
    }
    const std::ptrdiff_t blocks =
        std::clamp<std::ptrdiff_t>(traits.column_blocks / (results / columns), 1, traits.most_row_blocks);
    const bool wide = columns >= traits.wide_columns && folded < traits.least_wide_rows;
    order.rows = wide ? folded
                      : std::clamp(ceil_div(folded, blocks), traits.least_rows,
                                   std::max(traits.most_rows, ceil_div(folded, traits.most_row_blocks)));
    order.row_blocks = ceil_div(folded, order.rows);
    return plan;
  }
  split_axes(plan, view, traits);
  order.outer = folded / order.inner;
  if (traits.groups) {
    cut_into_groups(order, traits, false);
    return plan;
  }
  order.mode = FoldMode::lanes;
  order.lanes = traits.lanes(lane_bytes);
  order.partial_lanes = logical || decided_early ? 1 : order.lanes;
  const std::ptrdiff_t most =
      std::max(traits.block_elements, traits.block_bytes / static_cast<std::ptrdiff_t>(lane_bytes));
  if (decided_early)
    cut_into_blocks(order, most, most_decided_early);
  else if (spreads || run <= few_elements)
    cut_into_blocks(order, block_elements(order, traits, most), traits.most_blocks);
  else
    cut_into_blocks(order, std::max(most, traits.read_block), traits.most_blocks);
  return plan;
}

FoldOrder order_of_join(std::ptrdiff_t results, std::ptrdiff_t count, FoldMode first_pass,
                        std::size_t accumulator_bytes, const FoldTraits &traits) {
  FoldOrder order;
  order.results = results;
  order.inner = order.chunk = count;
  if (first_pass == FoldMode::lanes) {
    order.mode = FoldMode::lanes;
    order.lanes = traits.lanes(accumulator_bytes);
  } else if (traits.groups && count > few_elements) {
    cut_into_groups(order, traits, true);
  }
  return order;
}

} // namespace weft::fuse
