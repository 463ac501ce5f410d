// Forms and launches for GPUs: few work-items with several elements each for much data, loads of 16 bytes, folds that
// fill every multiprocessor.
#include <algorithm>
#include <bit>

#include "fuse/nests.hpp"

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
constexpr std::uint32_t loads_of_rows = 8; // under way, of staged rows

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

/// Work-items of `rows` times `each` elements: neighbours, or a launch apart.
void write_several(Schedule &schedule, std::uint32_t rows, std::uint32_t each, bool apart) {
  const auto items = [](std::uint8_t axis, std::uint32_t piece, bool last) {
    return Node{.kind = NodeKind::loop, .bind = Bind::items, .axis = axis, .id = axis, .last = last, .piece = piece};
  };
  const auto together = [](std::uint8_t axis, std::uint32_t count, bool apart) {
    return Node{.kind = NodeKind::loop,
                .bind = Bind::together,
                .axis = axis,
                .last = true,
                .amount = apart ? Amount::range : Amount::known,
                .count = count};
  };
  NestWriter writer(schedule.nest);
  for (std::uint8_t axis = 2; axis > 0; --axis)
    if (schedule.nest.axes[axis].count != 0)
      writer.open(axis == 1 && rows > 1 ? items(1, rows, false) : items(axis, 1, true));
  writer.open(items(0, apart ? 1 : each, false));
  writer.open({.kind = NodeKind::whole, .dims = rows > 1 ? 0b11u : 0b01u});
  if (rows > 1)
    writer.open(together(1, rows, false));
  writer.open(together(0, each, apart));
  writer.add(NodeKind::store);
}

/// Fewer work-items with several elements each, as long as those still fill the device. False where they would not.
bool take_several(const Program &program, Schedule &schedule) {
  const std::uint32_t inside = sequential_dims(program);
  if (schedule.nest.axes[0].count != 1 || schedule.range.size() < worth_several ||
      program.extent_of(inside) > most_unrolled || output_dims(program) == 0)
    return false;
  const std::size_t dim = schedule.nest.axes[0].dims[0];
  const auto extent = static_cast<std::size_t>(program.dims[dim].extent);
  const std::uint8_t width = neighbours_along(program, dim);
  if (width == 1 && (inside != 0 || extent < loads_under_way * elements_of_group))
    return false;
  const std::uint8_t each = width == 1 ? loads_under_way : width;
  schedule.range.global[0] = (extent + each - 1) / each;
  std::uint32_t rows = 1;
  if (width > 1) {
    schedule.vectors = vectors_along(program, dim, width);
    if (schedule.nest.axes[1].count == 1 && shares_rows(program, schedule.nest.axes[1].dims[0], dim))
      rows = rows_at_once;
    schedule.range.global[1] = (schedule.range.global[1] + rows - 1) / rows;
  }
  write_several(schedule, rows, each, width == 1);
  return true;
}

/// Operands whose rows lie apart for neighbouring work-items.
std::uint64_t rows_apart(const Program &program, std::size_t row_dim, std::size_t dim) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min(program.leaves.size(), Vectors::most); ++i)
    if (lies_along(program.leaves[i], dim) && program.leaves[i].stride(row_dim) > 1)
      bits |= std::uint64_t(1) << i;
  return bits;
}

/// A work-item folds a row of axis 0 along axis 3. `columns` of the group's rows are in local memory at a time.
void write_staged_rows(Schedule &schedule, std::uint32_t columns) {
  constexpr std::uint8_t row = 0, column = 3;
  constexpr std::uint32_t rows = elements_of_group;
  const auto lanes = [](std::uint8_t axis, std::uint32_t count) {
    return Node{.kind = NodeKind::loop, .bind = Bind::lanes, .axis = axis, .id = 0, .last = true, .count = count};
  };
  const std::uint32_t apart = rows / columns, together = std::min(loads_of_rows, columns);
  NestWriter writer(schedule.nest);
  for (std::uint8_t axis = 2; axis > 0; --axis)
    if (schedule.nest.axes[axis].count != 0)
      writer.open({.kind = NodeKind::loop, .bind = Bind::groups, .axis = axis, .id = axis, .last = true});
  writer.open({.kind = NodeKind::loop, .bind = Bind::groups, .axis = row, .id = 0, .piece = rows});
  writer.add(NodeKind::start);
  const std::size_t group = writer.depth();
  writer.open({.kind = NodeKind::loop, .bind = Bind::serial, .axis = column, .rest = Rest::clipped, .piece = columns});
  writer.open({.kind = NodeKind::tile, .axis = row, .id = column, .piece = rows, .count = columns});
  const std::size_t tile = writer.depth();
  writer.open({.kind = NodeKind::whole, .dims = 1u << row | 1u << column});
  writer.open({.kind = NodeKind::loop, .bind = Bind::serial, .axis = row, .piece = apart * together});
  writer.open({.kind = NodeKind::loop, .bind = Bind::together, .axis = row, .piece = apart, .count = together});
  writer.open(lanes(column, columns));
  writer.open(lanes(row, apart));
  writer.add(NodeKind::stage);
  writer.close(tile);
  writer.add(NodeKind::barrier);
  writer.open(lanes(row, rows));
  writer.open({.kind = NodeKind::loop, .bind = Bind::serial, .axis = column, .last = true});
  writer.add(NodeKind::take);
  writer.add(NodeKind::fold);
  writer.close(tile);
  writer.add(NodeKind::barrier);
  writer.close(group);
  writer.open(lanes(row, rows));
  writer.add(NodeKind::result);
  writer.add(NodeKind::store);
}

/// Memory is read in pieces of what neighbouring work-items want, and those of rows apart would use a piece of each.
/// False where it is not.
bool stage_rows(const Program &program, Schedule &schedule) {
  const std::uint32_t folded = sequential_dims(program);
  if (program.folds.size() != 1 || !std::has_single_bit(folded) || schedule.nest.axes[0].count != 1 ||
      program.extent_of(folded) < least_staged || schedule.range.global[0] < elements_of_group ||
      std::max(schedule.range.global[1], schedule.range.global[2]) > most_groups_across)
    return false;
  const std::uint64_t staged =
      rows_apart(program, schedule.nest.axes[0].dims[0], static_cast<std::size_t>(std::countr_zero(folded)));
  std::size_t largest = 1;
  for (std::size_t i = 0; i < program.leaves.size(); ++i)
    if (i < Vectors::most && (staged >> i & 1))
      largest = std::max<std::size_t>(largest, item_size(program.leaves[i].dtype));
  if (largest < least_staged_size || std::popcount(staged) > most_staged)
    return false;
  schedule.staged = staged;
  const auto columns = static_cast<std::uint32_t>(std::min<std::size_t>(least_staged, 128 / largest));
  for (const Step &step : program.steps)
    if (step.code == Code::load && (staged >> step.ref & 1))
      schedule.local_bytes += staged_bytes(elements_of_group, columns, step.dtype);
  schedule.range.global[0] = (schedule.range.global[0] + elements_of_group - 1) / elements_of_group * elements_of_group;
  schedule.range.local = {elements_of_group, 1, 1};
  schedule.nest.axes[3].push(static_cast<std::size_t>(std::countr_zero(folded)));
  write_staged_rows(schedule, columns);
  return true;
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
  schedule.partials = !single;
  if (!single)
    schedule.private_dims =
        private_loops(program, std::min(most_private, static_cast<std::ptrdiff_t>(private_bytes / accumulator)));
  for (std::size_t d = output_dims(program); d-- > 0;)
    if ((schedule.private_dims >> d & 1) == 0)
      schedule.nest.axes[0].push(d);
  const std::uint32_t inner = program.dims_of(inner_segment(root));
  if (std::has_single_bit(inner))
    schedule.vectors = vectors_along(program, static_cast<std::size_t>(std::countr_zero(inner)), group_vector);
  const std::size_t lanes = fold.order.lanes;
  schedule.range.dims = single ? 1 : 2;
  schedule.range.global = {lanes * extent_of(program, schedule.nest.axes[0]),
                           static_cast<std::size_t>(fold.order.blocks()), 1};
  schedule.range.local = {lanes, 1, 1};
  schedule.local_bytes = static_cast<std::uint32_t>(
      lanes * accumulator * static_cast<std::size_t>(accumulators_for(program.extent_of(schedule.private_dims))));
  write_groups(program, schedule);
}

void spread_columns(const Program &program, Schedule &schedule) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  schedule.partials = fold.order.blocks() != 1;
  const std::size_t outputs = output_dims(program);
  schedule.column_dim = static_cast<std::uint8_t>(outputs - 1);
  for (std::size_t d = outputs - 1; d-- > 0;)
    schedule.nest.axes[1].push(d);
  const auto columns = static_cast<std::size_t>(program.dims[schedule.column_dim].extent);
  const std::size_t lanes = fold.order.lanes;
  schedule.range.global[0] = (columns + lanes - 1) / lanes * lanes * extent_of(program, schedule.nest.axes[1]) *
                             static_cast<std::size_t>(fold.order.blocks());
  schedule.range.local = {lanes, 1, 1};
  write_columns(program, schedule);
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
    if (take_several(program, result) || stage_rows(program, result))
      return result;
    write_elementwise(result);
    read_rows(program, result);
  } else if (program.folds[static_cast<std::size_t>(program.root_fold)].order.mode == FoldMode::groups) {
    spread_groups(program, result);
  } else {
    spread_columns(program, result);
  }
  return result;
}

} // namespace weft::fuse
