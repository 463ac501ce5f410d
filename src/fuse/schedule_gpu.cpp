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
constexpr std::ptrdiff_t least_staged = 32; // elements of a row; shorter ones share what memory gives at a time
constexpr std::size_t least_staged_size = 4;
constexpr int most_staged = 3;
constexpr std::size_t most_groups_across = 65535; // hardware's limit beyond the first dimension
constexpr std::size_t transposing_items = 256;

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
  if (!lies_along(leaf, dim) || (leaf.reversed >> dim & 1) || !is_aligned(leaf) || leaf.index_stride % width != 0)
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

/// Operands whose rows lie apart for neighbouring work-items.
std::uint64_t rows_apart(const Program &program, std::size_t row_dim, std::size_t dim) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min(program.leaves.size(), Vectors::most); ++i)
    if (lies_along(program.leaves[i], dim) && program.leaves[i].stride(row_dim) > 1)
      bits |= std::uint64_t(1) << i;
  return bits;
}

/// Memory is read in pieces of what neighbouring work-items want, and those of rows apart would use a piece of each.
void stage_rows(const Program &program, Schedule &schedule) {
  const std::uint32_t folded = sequential_dims(program);
  if (program.folds.size() != 1 || !std::has_single_bit(folded) || schedule.ids[0].count != 1 ||
      program.extent_of(folded) < least_staged || schedule.range.global[0] < elements_of_group ||
      std::max(schedule.range.global[1], schedule.range.global[2]) > most_groups_across)
    return;
  const std::uint64_t staged =
      rows_apart(program, schedule.ids[0].dims[0], static_cast<std::size_t>(std::countr_zero(folded)));
  std::size_t largest = 1;
  for (std::size_t i = 0; i < program.leaves.size(); ++i)
    if (i < Vectors::most && (staged >> i & 1))
      largest = std::max<std::size_t>(largest, item_size(program.leaves[i].dtype));
  if (largest < least_staged_size || std::popcount(staged) > most_staged)
    return;
  schedule.form = Form::rows;
  schedule.staged = staged;
  schedule.staged_columns = static_cast<std::uint8_t>(std::min<std::size_t>(least_staged, 128 / largest));
  for (const Step &step : program.steps)
    if (step.code == Code::load && (staged >> step.ref & 1))
      schedule.local_bytes += staged_bytes(elements_of_group, schedule.staged_columns, step.dtype);
  schedule.range.global[0] = (schedule.range.global[0] + elements_of_group - 1) / elements_of_group * elements_of_group;
  schedule.range.local = {elements_of_group, 1, 1};
}

/// Rows of small elements are read 16 bytes at a time where they allow it: one element would be a small piece of what
/// memory gives.
void read_rows(const Program &program, Schedule &schedule) {
  const std::uint32_t folded = sequential_dims(program);
  if (folded == 0 || schedule.vectors.width != 1)
    return;
  const auto dim = static_cast<std::size_t>(std::bit_width(folded) - 1);
  std::size_t largest = 0;
  for (const Leaf &leaf : program.leaves)
    if (lies_along(leaf, dim))
      largest = std::max<std::size_t>(largest, item_size(leaf.dtype));
  if (largest != 0 && largest < least_staged_size)
    schedule.vectors = vectors_along(program, dim, static_cast<std::uint8_t>(Vectors::bytes / largest));
}

/// Rows of a tile are whole pieces of what memory gives at a time, and few items with several loads under way each keep
/// it busy; small arrays want more groups instead.
Tile tile_for(const Program &program, std::size_t largest) {
  const std::size_t size =
      largest <= 4 && static_cast<std::size_t>(program.extent_of(program.dims_of(0))) >= worth_several ? 64 : 32;
  return {size, transposing_items / size, most_groups_across};
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
  if (program.row != 0) {
    spread_rows(program, result, true);
    if (std::has_single_bit(program.row))
      result.vectors = vectors_along(program, static_cast<std::size_t>(std::countr_zero(program.row)), group_vector);
  } else if (program.root_fold == no_fold) {
    if (spread_transposing(program, result, [&](std::size_t largest) { return tile_for(program, largest); }))
      return result;
    spread_elementwise(program, result);
    take_several(program, result);
    if (result.form == Form::elementwise) {
      stage_rows(program, result);
      read_rows(program, result);
    }
  } else if (program.folds[static_cast<std::size_t>(program.root_fold)].order.mode == FoldMode::groups) {
    spread_groups(program, result);
  } else {
    spread_columns(program, result);
  }
  return result;
}

} // namespace weft::fuse
