// Chooses form and launch. Never touches the order of a fold: that is FoldOrder's alone.
#include "fuse/schedule.hpp"

#include <algorithm>
#include <optional>

#include "fuse/kept_steps.hpp"
#include "fuse/nests.hpp"
#include "support/error.hpp"

namespace weft::fuse {

namespace {

constexpr std::ptrdiff_t most_private = 64; // accumulators of a work-item, and what a finalizer bakes
constexpr std::ptrdiff_t few_turns = 8;     // of a loop that are worth a kernel for each number of them
constexpr std::size_t column_bytes = 16384; // accumulators of a tile stay in the first cache
constexpr std::ptrdiff_t cache_line = 64, beyond_caches = 32 << 20;
constexpr std::size_t most_column_tiles = 128;
constexpr std::ptrdiff_t least_tile = 16;
constexpr std::size_t most_leaves = 64, most_staged = 3;
constexpr std::size_t few_tiles = 8, few_groups = 16;
constexpr std::size_t most_kept_bytes = 40000; // of a row: every device has that much local memory for a group

/// True if some value is read again for every one of the private results, or those lie side by side in memory.
bool profits_from_private(const Program &program, std::uint32_t folded, std::uint32_t candidates) {
  for (const Step &step : program.steps) {
    if (step.code != Code::load || (step.dims & folded) == 0)
      continue;
    if ((step.dims & candidates) == 0)
      return true;
    const Leaf &leaf = program.leaves[step.ref];
    for (std::size_t d = 0; d < program.dims.size(); ++d)
      if ((candidates >> d & 1) && leaf.stride(d) == 1)
        return true;
  }
  return false;
}

std::uint32_t private_candidates(const Program &program, std::ptrdiff_t most) {
  std::uint32_t bits = 0;
  std::ptrdiff_t count = 1;
  for (std::size_t d = output_dims(program); d-- > 0;) {
    count *= program.dims[d].extent;
    if (count > most)
      break;
    bits |= 1u << d;
  }
  return bits;
}

/// Of a fold of booleans, whose order does not matter: two of the widest vectors of what it reads.
std::size_t decided_lanes(const Program &program) {
  return cpu_limits.lanes(program.widest_leaf());
}

void spread_lanes(const Program &program, Schedule &schedule) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  const bool single = fold.order.blocks() == 1;
  if (!single && !ops::info(fold.kind).keeps_index)
    schedule.private_dims = private_loops(program, most_private);
  DimList &kept = schedule.nest.axes[1];
  for (std::size_t d = output_dims(program); d-- > 0;)
    if ((schedule.private_dims >> d & 1) == 0)
      kept.push(d);
  schedule.stops = fold.decided_early() && schedule.private_dims == 0;
  const std::size_t lanes = schedule.stops ? decided_lanes(program) : fold.order.lanes;
  schedule.range.dims = kept.count == 0 ? 1 : 2;
  schedule.range.global = {lanes * static_cast<std::size_t>(fold.order.blocks()), extent_of(program, kept), 1};
  schedule.range.local = {lanes, 1, 1};
  if (!schedule.stops && (single || fold.order.partial_lanes == 1)) // the lanes join
    schedule.local_bytes = static_cast<std::uint32_t>(lanes * (item_size(fold.loop.accumulate) + sizeof(std::int64_t)));
  schedule.tells = schedule.stops && !single;
  schedule.partials = !schedule.stops && !single;
  if (schedule.stops)
    write_decided(program, schedule);
  else
    write_lanes(program, schedule);
}

/// As wide as the accumulators allow while there are groups for all threads.
std::size_t tile_columns(std::size_t columns, std::size_t lanes, std::size_t most_tiles, std::size_t other_groups) {
  std::size_t tiles = most_tiles;
  while (tiles > few_tiles && (columns + tiles * lanes - 1) / (tiles * lanes) * other_groups < few_groups)
    tiles /= 2;
  return tiles * lanes;
}

void spread_columns(const Program &program, Schedule &schedule) {
  const Fold &fold = program.folds[static_cast<std::size_t>(program.root_fold)];
  schedule.partials = fold.order.blocks() != 1;
  schedule.stops = fold.decided_early();
  const std::size_t outputs = output_dims(program);
  WEFT_CHECK(outputs > 0, "fuse: columns without an output loop");
  schedule.column_dim = static_cast<std::uint8_t>(outputs - 1);
  const std::size_t columns = static_cast<std::size_t>(program.dims[schedule.column_dim].extent);
  const std::size_t lanes = schedule.stops ? decided_lanes(program) : cpu_limits.lanes(item_size(fold.loop.accumulate));
  const std::size_t row_blocks = static_cast<std::size_t>(fold.order.blocks());
  const std::size_t accumulator =
      item_size(fold.loop.accumulate) + (ops::info(fold.kind).keeps_index ? sizeof(std::int64_t) : 0);
  const std::size_t most_tiles = std::min(most_column_tiles, column_bytes / (lanes * accumulator));
  schedule.column_tiles = static_cast<std::uint8_t>(most_tiles);
  for (std::size_t d = outputs - 1; d-- > 0;)
    schedule.nest.axes[1].push(d);
  schedule.tile_columns =
      tile_columns(columns, lanes, most_tiles, extent_of(program, schedule.nest.axes[1]) * row_blocks);
  const std::size_t tiles = (columns + schedule.tile_columns - 1) / schedule.tile_columns;
  schedule.range.global[0] = tiles * lanes * extent_of(program, schedule.nest.axes[1]) * row_blocks;
  schedule.range.local = {lanes, 1, 1};
  write_columns(program, schedule);
}

/// True if the elements of a fold lie side by side: vectors across work-items then take whole records.
bool folds_records(const Program &program, std::uint32_t dims) {
  for (const Leaf &leaf : program.leaves)
    for (std::size_t d = 0; d < program.dims.size(); ++d)
      if ((dims >> d & 1) && leaf.stride(d) == 1)
        return true;
  return false;
}

/// Shape classes: a loop of few turns is unrolled, and so are loops over private results with what they read again and
/// again, which are to be registers, loops over records, and whatever a GPU unrolls. Any other extent is an argument,
/// so that a new shape needs no new kernel.
std::uint32_t baked_dims(const Program &program, const Schedule &schedule) {
  std::uint32_t bits = program.extent_of(schedule.private_dims) <= most_private ? schedule.private_dims : 0;
  for (std::size_t f = 0; f < program.folds.size(); ++f) {
    if (static_cast<int>(f) == program.root_fold || program.folds[f].joins_partials ||
        (program.folds[f].over_row && program.root_fold != no_fold))
      continue;
    const std::uint32_t dims = program.dims_of_fold(f);
    const bool many = schedule.private_dims != 0 || schedule.unrolls || folds_records(program, dims);
    if (program.extent_of(dims) <= (many ? most_private : few_turns))
      bits |= dims;
  }
  return bits;
}

/// The loop along which some operand lies side by side while the output's fastest loop jumps in it, if both are long.
std::optional<std::size_t> crosswise_dim(const Program &program, std::size_t fastest) {
  for (const Leaf &leaf : program.leaves)
    for (std::size_t d = 0; d < fastest; ++d)
      if (!leaf.position && leaf.stride(d) == 1 && leaf.stride(fastest) > 1 && program.dims[d].extent >= least_tile &&
          program.dims[fastest].extent >= least_tile)
        return d;
  return std::nullopt;
}

bool is_read(const Program &program, const Leaf &memory) {
  return std::any_of(program.leaves.begin(), program.leaves.end(), [&](const Leaf &leaf) {
    return !leaf.position && leaf.base == memory.base && leaf.planned == memory.planned;
  });
}

/// Results that no cache would hold until they are read. Vectors of them have to begin at multiples of a cache line.
bool streams(const Program &program, const Schedule &schedule) {
  if (schedule.nest.axes[0].count != 1)
    return false;
  const std::size_t fastest = schedule.nest.axes[0].dims[0];
  return std::all_of(program.outputs.begin(), program.outputs.end(), [&](const Output &output) {
    const Leaf &target = output.target;
    const auto size = static_cast<std::ptrdiff_t>(item_size(target.dtype));
    std::ptrdiff_t bytes = size;
    bool aligned = (reinterpret_cast<std::uintptr_t>(target.base) + target.offset * size) % cache_line == 0;
    for (std::size_t d = 0; d < program.dims.size(); ++d) {
      if (program.dims[d].segment != 0)
        continue;
      bytes *= program.dims[d].extent;
      aligned &= d == fastest ? target.stride(d) == 1 : target.stride(d) * size % cache_line == 0;
    }
    return bytes >= beyond_caches && aligned && target.reversed == 0 && !is_read(program, target);
  });
}

/// Rows of a few elements, some operands the same for all of them: a work-item each, whose vectors take whole rows.
std::uint32_t short_rows(const Program &program) {
  const std::size_t outputs = output_dims(program);
  if (outputs < 2 || program.dims[outputs - 1].extent > few_turns)
    return 0;
  const bool in_rows = std::all_of(program.outputs.begin(), program.outputs.end(), [&](const Output &output) {
    return output.target.stride(outputs - 1) == 1 && output.target.reversed == 0;
  });
  return in_rows ? 1u << (outputs - 1) : 0;
}

/// As many items as elements, which vectors take in rows.
Tile tile_of(std::size_t largest) {
  const std::size_t size = largest <= 2 ? 64 : largest <= 8 ? 32 : 16;
  return {size, size};
}

Schedule schedule_cpu(const Program &program) {
  Schedule result;
  if (program.row != 0 && program.root_fold == no_fold) {
    result.private_dims = program.row & program.dims_of(0);
    spread_elementwise(program, result);
    write_elementwise(result);
  } else if (program.row != 0) {
    spread_rows(program, result, false);
  } else if (program.root_fold == no_fold) {
    if (!spread_transposing(program, result, tile_of)) {
      result.private_dims = short_rows(program);
      spread_elementwise(program, result, few_turns + 1); // a vector of which some lanes rest costs less than dividing
      write_elementwise(result);
    }
    result.streams = streams(program, result);
  } else if (program.folds[static_cast<std::size_t>(program.root_fold)].order.mode == FoldMode::lanes)
    spread_lanes(program, result);
  else
    spread_columns(program, result);
  return result;
}

} // namespace

std::size_t output_dims(const Program &program) noexcept {
  return static_cast<std::size_t>(
      std::count_if(program.dims.begin(), program.dims.end(), [](const Dim &d) { return d.segment == 0; }));
}

std::size_t extent_of(const Program &program, const DimList &list) noexcept {
  std::size_t extent = 1;
  for (std::size_t i = 0; i < list.count; ++i)
    extent *= static_cast<std::size_t>(program.dims[list.dims[i]].extent);
  return extent;
}

namespace {

/// Of a tile the part that an item sees to: so many rows of it together, of which `along` is the axis that neighbouring
/// items run along.
void open_rows_of_tile(NestWriter &writer, const Tile &tile, std::uint8_t along, std::uint32_t most_together) {
  const auto size = static_cast<std::uint32_t>(tile.size), rows = static_cast<std::uint32_t>(tile.rows);
  const std::uint32_t turns = size / rows, together = std::min(turns, most_together);
  const std::uint8_t across = 1 - along;
  if (turns > together)
    writer.open({.kind = NodeKind::loop, .bind = Bind::serial, .axis = across, .piece = rows * together});
  if (turns > 1)
    writer.open({.kind = NodeKind::loop, .bind = Bind::together, .axis = across, .piece = rows, .count = together});
  writer.open({.kind = NodeKind::loop, .bind = Bind::lanes, .axis = across, .id = 1, .last = true, .count = rows});
  writer.open({.kind = NodeKind::loop, .bind = Bind::lanes, .axis = along, .id = 0, .last = true, .count = size});
}

/// Axis 0 is the one that outputs lie along, axis 1 that of the staged operands.
void write_transposing(Nest &nest, const Tile &tile) {
  constexpr std::uint32_t loads_under_way = 8, results_under_way = 4;
  const auto size = static_cast<std::uint32_t>(tile.size);
  NestWriter writer(nest);
  if (nest.axes[2].count != 0)
    writer.open({.kind = NodeKind::loop, .bind = Bind::groups, .axis = 2, .id = 2, .last = true});
  for (std::uint8_t axis = 0; axis < 2; ++axis)
    writer.open({.kind = NodeKind::loop, .bind = Bind::groups, .axis = axis, .id = axis, .piece = size});
  writer.open({.kind = NodeKind::tile, .axis = 0, .id = 1, .piece = size, .count = size});
  writer.open({.kind = NodeKind::whole, .dims = 0b11});
  const std::size_t outside = writer.depth();
  open_rows_of_tile(writer, tile, 1, loads_under_way);
  writer.add(NodeKind::stage);
  writer.close(outside);
  writer.add(NodeKind::barrier);
  open_rows_of_tile(writer, tile, 0, results_under_way);
  writer.add(NodeKind::take);
  writer.add(NodeKind::store);
}

} // namespace

bool spread_transposing(const Program &program, Schedule &schedule, const std::function<Tile(std::size_t)> &tile_of) {
  const std::size_t outputs = output_dims(program);
  if (outputs < 2 || !program.folds.empty())
    return false;
  const std::size_t fastest = outputs - 1;
  const auto cross = crosswise_dim(program, fastest);
  if (!cross)
    return false;
  std::uint64_t staged = 0;
  std::size_t largest = 1, count = 0;
  for (std::size_t i = 0; i < program.leaves.size() && i < most_leaves && count < most_staged; ++i) {
    const Leaf &leaf = program.leaves[i];
    if (leaf.position || leaf.stride(*cross) != 1 || leaf.stride(fastest) <= 1)
      continue;
    staged |= std::uint64_t{1} << i;
    largest = std::max<std::size_t>(largest, item_size(leaf.dtype));
    ++count;
  }
  if (count == 0)
    return false;
  const Tile tile = tile_of(largest);
  DimList others;
  for (std::size_t d = fastest; d-- > 0;)
    if (d != *cross)
      others.push(d);
  const auto tiles = [&](std::size_t dim) {
    return (static_cast<std::size_t>(program.dims[dim].extent) + tile.size - 1) / tile.size;
  };
  if (std::max(tiles(*cross), extent_of(program, others)) > tile.most_across)
    return false;
  schedule.staged = staged;
  for (std::size_t i = 0; i < program.leaves.size() && i < most_leaves; ++i)
    if (schedule.staged >> i & 1)
      schedule.local_bytes += staged_bytes(tile.size, tile.size, program.leaves[i].dtype);
  schedule.nest.axes[0].push(fastest);
  schedule.nest.axes[1].push(*cross);
  schedule.nest.axes[2] = others;
  schedule.range.dims = 3;
  schedule.range.global = {tiles(fastest) * tile.size, tiles(*cross) * tile.rows, extent_of(program, others)};
  schedule.range.local = {tile.size, tile.rows, 1};
  write_transposing(schedule.nest, tile);
  return true;
}

void write_elementwise(Schedule &schedule) {
  NestWriter writer(schedule.nest);
  for (std::uint8_t axis = 0; axis < 3; ++axis)
    if (schedule.nest.axes[axis].count != 0)
      writer.open({.kind = NodeKind::loop, .bind = Bind::items, .axis = axis, .id = axis, .last = true});
  if (schedule.private_dims != 0)
    writer.open({.kind = NodeKind::each, .dims = schedule.private_dims});
  writer.add(NodeKind::store);
}

void spread_elementwise(const Program &program, Schedule &schedule, std::size_t short_row) {
  std::size_t left = output_dims(program), id = 0;
  while (left > 0) {
    if (schedule.private_dims >> --left & 1)
      continue;
    schedule.nest.axes[id].push(left);
    const bool last_id = id == 2;
    if (!last_id && !(id == 0 && extent_of(program, schedule.nest.axes[0]) < short_row))
      ++id;
  }
  schedule.range.dims = std::max<int>(1, schedule.nest.axes[2].count != 0   ? 3
                                         : schedule.nest.axes[1].count != 0 ? 2
                                                                            : 1);
  for (std::size_t k = 0; k < 3; ++k)
    schedule.range.global[k] = extent_of(program, schedule.nest.axes[k]);
}

bool lies_as_one(const Program &program, const DimList &list, const Leaf &leaf) noexcept {
  if (list.count < 2 || leaf.stride(list.dims[0]) == 0)
    return false;
  for (std::size_t i = 0; i < list.count; ++i) {
    const std::size_t dim = list.dims[i];
    if (leaf.reversed >> dim & 1)
      return false;
    if (i + 1 < list.count && leaf.stride(list.dims[i + 1]) != leaf.stride(dim) * program.dims[dim].extent)
      return false;
  }
  return true;
}

std::uint32_t private_loops(const Program &program, std::ptrdiff_t most) {
  const std::uint32_t candidates = private_candidates(program, most);
  const std::uint32_t folded = program.dims_of_fold(static_cast<std::size_t>(program.root_fold));
  return candidates != 0 && profits_from_private(program, folded, candidates) ? candidates : 0;
}

void spread_rows(const Program &program, Schedule &schedule, bool gpu) {
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  DimList &rows = schedule.nest.axes[0];
  for (std::size_t d = output_dims(program); d-- > 0;)
    if ((program.row >> d & 1) == 0)
      rows.push(d);
  schedule.range.global[0] = order.lanes * extent_of(program, rows);
  schedule.range.local = {order.lanes, 1, 1};
  schedule.local_bytes = 2 * meeting_bytes(order.lanes);
  const std::size_t each = bytes_per_element(program, kept_steps(program, gpu));
  const std::size_t turn = order.lanes * static_cast<std::size_t>(gpu ? group_vector : 1);
  const std::size_t places = (static_cast<std::size_t>(order.inner) + turn - 1) / turn * turn;
  schedule.keeps_row = each != 0 && each * places <= most_kept_bytes;
  if (schedule.keeps_row)
    schedule.local_bytes += static_cast<std::uint32_t>(each * places);
  write_row(program, schedule);
}

std::uint32_t sequential_dims(const Program &program) {
  std::uint32_t bits = 0;
  for (std::size_t f = 0; f < program.folds.size(); ++f)
    if (static_cast<int>(f) != program.root_fold && !program.folds[f].over_row)
      bits |= program.dims_of_fold(f);
  return bits;
}

Schedule schedule(const Program &program, bool gpu) {
  Schedule result = gpu ? schedule_gpu(program) : schedule_cpu(program);
  result.baked_dims = baked_dims(program, result);
  return result;
}

} // namespace weft::fuse
