// Operands that go through local memory: those that lie crosswise to the outputs, and rows apart that neighbours fold.
#include <algorithm>
#include <bit>
#include <optional>

#include "fuse/scheduler.hpp"
#include "support/round.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t least_tile = 16;
constexpr std::size_t most_tile = 64, most_staged = 3;
constexpr std::size_t least_staged = 4; // bytes of an element

/// The loop along which some operand lies side by side while the output's fastest loop jumps in it, if both are long.
std::optional<std::size_t> crosswise_dim(const Program &program, std::size_t fastest) {
  for (const Leaf &leaf : program.leaves)
    for (std::size_t d = 0; d < fastest; ++d)
      if (!leaf.position && leaf.stride(d) == 1 && leaf.stride(fastest) > 1 && program.dims[d].extent >= least_tile &&
          program.dims[fastest].extent >= least_tile)
        return d;
  return std::nullopt;
}

/// Operands that lie along a loop and jump in another.
std::uint64_t apart(const Program &program, std::size_t jumping, std::size_t along) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min(program.leaves.size(), Vectors::most); ++i) {
    const Leaf &leaf = program.leaves[i];
    if (!leaf.position && leaf.stride(along) == 1 && leaf.stride(jumping) > 1)
      bits |= std::uint64_t(1) << i;
  }
  return bits;
}

std::size_t largest_of(const Program &program, std::uint64_t leaves) {
  std::size_t largest = 1;
  for (; leaves != 0; leaves &= leaves - 1)
    largest = std::max<std::size_t>(
        largest, item_size(program.leaves[static_cast<std::size_t>(std::countr_zero(leaves))].dtype));
  return largest;
}

std::uint64_t first_of(std::uint64_t leaves, std::size_t most) {
  std::uint64_t taken = 0;
  for (; leaves != 0 && most > 0; leaves &= leaves - 1, --most)
    taken |= leaves & ~(leaves - 1);
  return taken;
}

} // namespace

/// Rows of a tile are whole pieces of what memory gives at a time; small arrays want more groups instead.
std::size_t Scheduler::tile_size(std::size_t largest) const {
  std::size_t size = most_tile;
  while (size * size * largest > traits_.tile_bytes)
    size /= 2;
  const bool small = static_cast<std::size_t>(program_.extent_of(program_.dims_of(0))) < traits_.fills;
  return small ? std::min(size, most_tile / 2) : size;
}

/// Of a tile the part that an item sees to: so many rows of it together, of which `along` is the axis that neighbouring
/// items run along.
void Scheduler::open_rows_of_tile(NestWriter &writer, std::uint8_t along, std::size_t most_together) const {
  const auto size = static_cast<std::uint32_t>(schedule_.range.local[0]);
  const auto rows = static_cast<std::uint32_t>(schedule_.range.local[1]);
  const std::uint32_t turns = size / rows, at_once = std::min(turns, static_cast<std::uint32_t>(most_together));
  const std::uint8_t across = 1 - along;
  if (turns > at_once)
    writer.open(split(across, rows * at_once));
  if (turns > 1)
    writer.open(together(split(across, rows), at_once));
  writer.open(lanes(across, rows, 1));
  writer.open(lanes(along, size, 0));
}

/// Axis 0 is the one that outputs lie along, axis 1 that of the staged operands.
void Scheduler::write_tiles() {
  const auto size = static_cast<std::uint32_t>(schedule_.range.local[0]);
  NestWriter writer(schedule_.nest);
  if (schedule_.nest.axes[2].count != 0)
    writer.open(bound(elements(2), Bind::groups, 2));
  for (std::uint8_t axis = 0; axis < 2; ++axis)
    writer.open(bound(split(axis, size), Bind::groups, axis));
  writer.open({.kind = NodeKind::tile, .axis = 0, .id = 1, .piece = size, .count = size});
  writer.open({.kind = NodeKind::whole, .dims = 0b11});
  const std::size_t outside = writer.depth();
  open_rows_of_tile(writer, 1, traits_.staged_loads);
  writer.add(NodeKind::stage);
  writer.close(outside);
  writer.add(NodeKind::barrier);
  open_rows_of_tile(writer, 0, traits_.staged_results);
  writer.add(NodeKind::take);
  writer.add(NodeKind::store);
}

bool Scheduler::stage_tiles() {
  const std::size_t outputs = output_dims(program_);
  if (outputs < 2 || !program_.folds.empty())
    return false;
  const std::size_t fastest = outputs - 1;
  const auto cross = crosswise_dim(program_, fastest);
  if (!cross)
    return false;
  const std::uint64_t staged = first_of(apart(program_, fastest, *cross), most_staged);
  if (staged == 0)
    return false;
  const std::size_t size = tile_size(largest_of(program_, staged));
  const std::size_t rows = traits_.tile_items == 0 ? size : traits_.tile_items / size;
  DimList others;
  for (std::size_t d = fastest; d-- > 0;)
    if (d != *cross)
      others.push(d);
  const auto tiles = [&](std::size_t dim) {
    return ceil_div(static_cast<std::size_t>(program_.dims[dim].extent), size);
  };
  if (std::max(tiles(*cross), extent_of(others)) > traits_.most_groups)
    return false;
  schedule_.staged = staged;
  for (std::size_t i = 0; i < std::min(program_.leaves.size(), Vectors::most); ++i)
    if (staged >> i & 1)
      schedule_.local_bytes += staged_bytes(size, size, program_.leaves[i].dtype);
  schedule_.nest.axes[0].push(fastest);
  schedule_.nest.axes[1].push(*cross);
  schedule_.nest.axes[2] = others;
  schedule_.range.dims = 3;
  schedule_.range.global = {tiles(fastest) * size, tiles(*cross) * rows, extent_of(others)};
  schedule_.range.local = {size, rows, 1};
  write_tiles();
  return true;
}

/// A work-item folds a row of axis 0 along axis 3. `columns` of the group's rows are in local memory at a time.
void Scheduler::write_staged_rows(std::size_t columns_) {
  constexpr std::uint8_t row = 0, column = 3;
  const auto rows = static_cast<std::uint32_t>(traits_.group), columns = static_cast<std::uint32_t>(columns_);
  const std::uint32_t apart = rows / columns;
  const std::uint32_t at_once = std::min(static_cast<std::uint32_t>(traits_.staged_loads), columns);
  NestWriter writer(schedule_.nest);
  for (std::uint8_t axis = 2; axis > 0; --axis)
    if (schedule_.nest.axes[axis].count != 0)
      writer.open(bound(elements(axis), Bind::groups, axis));
  writer.open(bound(split(row, rows), Bind::groups, 0));
  writer.add(NodeKind::start);
  const std::size_t group = writer.depth();
  writer.open(split(column, columns, Rest::clipped));
  writer.open({.kind = NodeKind::tile, .axis = row, .id = column, .piece = rows, .count = columns});
  const std::size_t tile = writer.depth();
  writer.open({.kind = NodeKind::whole, .dims = 1u << row | 1u << column});
  writer.open(split(row, apart * at_once));
  writer.open(together(split(row, apart), at_once));
  writer.open(lanes(column, columns));
  writer.open(lanes(row, apart));
  writer.add(NodeKind::stage);
  writer.close(tile);
  writer.add(NodeKind::barrier);
  writer.open(lanes(row, rows));
  writer.open(elements(column));
  writer.add(NodeKind::take);
  writer.add(NodeKind::fold);
  writer.close(tile);
  writer.add(NodeKind::barrier);
  writer.close(group);
  writer.open(lanes(row, rows));
  writer.add(NodeKind::result);
  writer.add(NodeKind::store);
}

bool Scheduler::stage_rows() {
  const DimList &rows = schedule_.nest.axes[0];
  const std::uint32_t folded = sequential_dims(program_);
  runtime::NdRange &range = schedule_.range;
  if (program_.folds.size() != 1 || !std::has_single_bit(folded) || rows.count != 1 ||
      static_cast<std::size_t>(program_.extent_of(folded)) < traits_.staged_row || range.global[0] < traits_.group ||
      std::max(range.global[1], range.global[2]) > traits_.most_groups)
    return false;
  const auto column = static_cast<std::size_t>(std::countr_zero(folded));
  const std::uint64_t staged = apart(program_, rows.dims[0], column);
  const std::size_t largest = largest_of(program_, staged);
  if (largest < least_staged || static_cast<std::size_t>(std::popcount(staged)) > most_staged)
    return false;
  schedule_.staged = staged;
  const std::size_t columns = std::min(traits_.staged_row, traits_.staged_bytes / largest);
  for (const Step &step : program_.steps)
    if (step.code == Code::load && (staged >> step.ref & 1))
      schedule_.local_bytes += staged_bytes(traits_.group, columns, step.dtype);
  range.global[0] = round_up(range.global[0], traits_.group);
  range.local = {traits_.group, 1, 1};
  schedule_.nest.axes[3].push(column);
  write_staged_rows(columns);
  return true;
}

} // namespace weft::fuse
