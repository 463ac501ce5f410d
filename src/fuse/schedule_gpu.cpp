// Forms and launches for GPUs: few work-items with several elements each for much data, loads of 16 bytes, folds that
// fill every multiprocessor.
#include <algorithm>
#include <bit>

#include "fuse/schedule.hpp"

namespace weft::fuse {

namespace {

constexpr std::size_t worth_several = std::size_t(1) << 20; // elements that fill a GPU several times over
constexpr std::size_t most_neighbours = 8;
constexpr std::uint8_t loads_under_way = 4, rows_at_once = 4;
constexpr std::ptrdiff_t most_private = 32;
constexpr std::size_t private_bytes = 256; // accumulators that leave registers for the rest
constexpr std::size_t elements_of_group = 128;

bool is_aligned(const Leaf &leaf) noexcept {
  const auto address =
      reinterpret_cast<std::uintptr_t>(leaf.base) + static_cast<std::uintptr_t>(leaf.offset) * item_size(leaf.dtype);
  return !leaf.position && address % Vectors::bytes == 0;
}

bool lies_along(const Leaf &leaf, std::size_t dim) noexcept {
  return !leaf.position && leaf.stride(dim) == 1;
}

/// Aligned, and so it stays at every `width`-th element along `dim` wherever the other loops stand.
bool rides(const Leaf &leaf, std::size_t dim, std::ptrdiff_t width) noexcept {
  if (!lies_along(leaf, dim) || (leaf.reversed >> dim & 1) || !is_aligned(leaf))
    return false;
  for (std::size_t d = 0; d < leaf.strides.size(); ++d)
    if (d != dim && leaf.stride(d) % width != 0)
      return false;
  return true;
}

Vectors vectors_along(const Program &program, std::size_t dim, std::uint8_t width) {
  Vectors vectors{.width = width, .dim = static_cast<std::uint8_t>(dim)};
  for (std::size_t i = 0; i < std::min(program.leaves.size(), Vectors::most); ++i) {
    const Leaf &leaf = program.leaves[i];
    vectors.aligned |= std::uint64_t(leaf.stride(dim) != 0 && is_aligned(leaf)) << i;
    vectors.riding |= std::uint64_t(rides(leaf, dim, width)) << i;
  }
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    vectors.aligned_outputs |= std::uint32_t(rides(program.outputs[i].target, dim, width)) << i;
  return vectors;
}

/// How many neighbours along `dim` are 16 bytes of the largest elements that lie side by side there; 1 if some of them
/// cannot be reached 16 bytes at a time.
std::uint8_t neighbours_along(const Program &program, std::size_t dim) {
  std::size_t largest = 1, items = 0;
  const auto see = [&](const Leaf &leaf) {
    if (lies_along(leaf, dim)) {
      largest = std::max<std::size_t>(largest, item_size(leaf.dtype));
      ++items;
    }
  };
  std::ranges::for_each(program.leaves, see);
  for (const Output &output : program.outputs)
    see(output.target);
  const std::size_t width = std::min(Vectors::bytes / largest, most_neighbours);
  const auto fits = [&](const Leaf &leaf) {
    return !lies_along(leaf, dim) || rides(leaf, dim, static_cast<std::ptrdiff_t>(width));
  };
  const bool all = items != 0 && program.leaves.size() <= Vectors::most && std::ranges::all_of(program.leaves, fits) &&
                   std::ranges::all_of(program.outputs, [&](const Output &o) { return fits(o.target); });
  return all ? static_cast<std::uint8_t>(width) : 1;
}

/// Some load is the same for all rows.
bool shares_rows(const Program &program, std::size_t row_dim, std::size_t dim) {
  return std::ranges::any_of(program.steps, [&](const Step &step) {
    return step.code == Code::load && (step.dims >> dim & 1) && (step.dims >> row_dim & 1) == 0;
  });
}

/// Fewer work-items with several elements each, as long as those still fill the device.
void take_several(const Program &program, Schedule &schedule) {
  const std::uint32_t inside = sequential_dims(program);
  if (schedule.ids[0].count != 1 || schedule.range.size() < worth_several ||
      program.extent_of(inside) > most_unrolled || output_dims(program) == 0)
    return;
  const std::size_t dim = schedule.ids[0].dims[0];
  const auto extent = static_cast<std::size_t>(program.dims[dim].extent);
  const std::uint8_t width = neighbours_along(program, dim);
  if (width == 1 && (inside != 0 || extent < loads_under_way * elements_of_group))
    return;
  schedule.form = Form::tiles;
  schedule.per_item = width == 1 ? loads_under_way : width;
  schedule.range.global[0] = (extent + schedule.per_item - 1) / schedule.per_item;
  if (width == 1)
    return;
  schedule.vectors = vectors_along(program, dim, width);
  if (schedule.ids[1].count != 1 || !shares_rows(program, schedule.ids[1].dims[0], dim))
    return;
  schedule.rows = rows_at_once;
  schedule.range.global[1] = (schedule.range.global[1] + rows_at_once - 1) / rows_at_once;
}

void spread_groups(const Program &program, Schedule &schedule) {
  const std::size_t root = static_cast<std::size_t>(program.root_fold);
  const Fold &fold = program.folds[root];
  const bool single = fold.order.blocks() == 1;
  const std::size_t accumulator =
      item_size(fold.loop.accumulate) + (ops::info(fold.kind).keeps_index ? sizeof(std::int64_t) : 0);
  schedule.form = single ? Form::groups_single : Form::groups_partial;
  if (!single)
    schedule.private_dims =
        private_loops(program, std::min(most_private, static_cast<std::ptrdiff_t>(private_bytes / accumulator)));
  for (std::size_t d = output_dims(program); d-- > 0;)
    if ((schedule.private_dims >> d & 1) == 0)
      schedule.ids[0].push(d);
  const std::uint32_t inner = program.dims_of(inner_segment(root));
  if (std::has_single_bit(inner))
    schedule.vectors = vectors_along(program, static_cast<std::size_t>(std::countr_zero(inner)), group_vector);
  const std::size_t lanes = fold.order.lanes;
  schedule.range.dims = single ? 1 : 2;
  schedule.range.global = {lanes * extent_of(program, schedule.ids[0]), static_cast<std::size_t>(fold.order.blocks()),
                           1};
  schedule.range.local = {lanes, 1, 1};
  schedule.local_bytes = static_cast<std::uint32_t>(
      lanes * accumulator * static_cast<std::size_t>(accumulators_for(program.extent_of(schedule.private_dims))));
}

void spread_columns(const Program &program, Schedule &schedule) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  schedule.form = fold.order.blocks() == 1 ? Form::columns_single : Form::columns_partial;
  const std::size_t outputs = output_dims(program);
  schedule.column_dim = static_cast<std::uint8_t>(outputs - 1);
  for (std::size_t d = outputs - 1; d-- > 0;)
    schedule.ids[1].push(d);
  const auto columns = static_cast<std::size_t>(program.dims[schedule.column_dim].extent);
  const std::size_t lanes = fold.order.lanes;
  schedule.range.global[0] = (columns + lanes - 1) / lanes * lanes * extent_of(program, schedule.ids[1]) *
                             static_cast<std::size_t>(fold.order.blocks());
  schedule.range.local = {lanes, 1, 1};
}

} // namespace

Schedule schedule_gpu(const Program &program) {
  Schedule result;
  result.unrolls = true;
  if (program.root_fold == no_fold) {
    spread_elementwise(program, result);
    take_several(program, result);
  } else if (program.folds[static_cast<std::size_t>(program.root_fold)].order.mode == FoldMode::groups) {
    spread_groups(program, result);
  } else {
    spread_columns(program, result);
  }
  return result;
}

} // namespace weft::fuse
