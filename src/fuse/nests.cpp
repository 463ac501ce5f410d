// Folds as loops over blocks, turns and lanes.
#include "fuse/nests.hpp"

#include <algorithm>

#include "fuse/kept_steps.hpp"
#include "fuse/runs.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t run_length = 32; ///< Turns that are added up on their own.
constexpr std::uint32_t most_ways = 4;
constexpr std::size_t light_steps = 12;   ///< A body that may stand in the kernel several times.
constexpr std::ptrdiff_t light_body = 12; ///< Steps after which the loads of a whole chunk may be under way.
constexpr std::uint8_t outer = Nest::outer_axis, inner = Nest::inner_axis;

Node groups(std::uint8_t axis, std::uint8_t id) {
  return {.kind = NodeKind::loop, .bind = Bind::groups, .axis = axis, .id = id, .last = true};
}

Node blocks(std::uint8_t axis, std::uint8_t id, Amount amount) {
  return {.kind = NodeKind::loop, .bind = Bind::groups, .axis = axis, .id = id, .amount = amount};
}

Node lanes(std::uint8_t axis, std::uint32_t count) {
  return {.kind = NodeKind::loop, .bind = Bind::lanes, .axis = axis, .last = true, .count = count};
}

Node serial(std::uint8_t axis, std::uint32_t piece, Rest rest = Rest::peeled) {
  return {.kind = NodeKind::loop, .bind = Bind::serial, .axis = axis, .rest = rest, .piece = piece};
}

Node one_by_one(std::uint8_t axis) {
  return {.kind = NodeKind::loop, .bind = Bind::serial, .axis = axis, .last = true};
}

Node of_fold(NodeKind kind, std::size_t fold) {
  return {.kind = kind, .axis = static_cast<std::uint8_t>(fold)};
}

DimList list_of(const Program &program, std::uint32_t dims) {
  DimList list;
  for (std::size_t d = program.dims.size(); d-- > 0;)
    if (dims >> d & 1)
      list.push(d);
  return list;
}

bool adds_inexactly(const Fold &fold) {
  const ops::Kind kind = kind_of(fold.loop.accumulate);
  return ops::info(fold.kind).combine == ops::Op::add && (kind == ops::Kind::floating || kind == ops::Kind::complex);
}

/// Accumulators that a lane fills in turn, so that one does not wait for another. As part of the order of a fold it
/// depends on the fold alone.
std::uint32_t ways_of(const Fold &fold) {
  if (fold.joins_partials)
    return 1;
  switch (ops::info(fold.kind).combine) {
  case ops::Op::add:
    return adds_inexactly(fold) ? 1 : most_ways;
  case ops::Op::multiply:
  case ops::Op::maximum:
  case ops::Op::minimum:
  case ops::Op::logical_or:
  case ops::Op::logical_and:
  case ops::Op::argmax_replaces:
  case ops::Op::argmin_replaces:
    return most_ways;
  default:
    return 1;
  }
}

/// The elements of a block, each lane's in its order: long chains of additions would lose digits, and an index within a
/// short run fits as many lanes as the element.
void fill_by_lanes(NestWriter &writer, const Program &program, std::size_t f, std::uint32_t private_dims) {
  const Fold &fold = program.folds[f];
  const std::uint32_t count = fold.order.lanes, ways = ways_of(fold);
  const bool numbered = ops::info(fold.kind).keeps_index && !fold.joins_partials && private_dims == 0;
  Node start = of_fold(NodeKind::start, f);
  start.dims = private_dims;
  start.count = numbered ? 1 : ways;
  writer.add(start);
  const std::size_t outside = writer.depth();
  if (fold.order.outer > 1 && !fold.over_row)
    writer.open(one_by_one(outer));
  const auto in_ways = [&](bool straight) {
    writer.open(serial(inner, ways * count));
    writer.open({.kind = NodeKind::loop,
                 .bind = Bind::together,
                 .axis = inner,
                 .slots = true,
                 .rest = straight ? Rest::peeled : Rest::clipped,
                 .piece = count,
                 .count = ways});
  };
  if (numbered) {
    const auto turns = static_cast<std::uint32_t>(turns_of_run(fold.loop.accumulate));
    writer.open(serial(inner, turns * count, Rest::clipped));
    writer.open({.kind = NodeKind::run, .id = 1, .piece = count, .count = ways});
    in_ways(true);
  } else if (adds_inexactly(fold)) {
    writer.open(serial(inner, run_length * count, Rest::clipped));
    writer.open(NodeKind::run);
    writer.open(serial(inner, count));
  } else if (ways > 1) {
    in_ways(program.steps.size() <= light_steps);
  } else {
    writer.open(serial(inner, count));
  }
  writer.open(lanes(inner, count));
  writer.add(of_fold(NodeKind::fold, f));
  writer.close(outside);
  if (start.count > 1)
    writer.add(NodeKind::join);
}

/// Pieces of neighbours by turns: what a light body needs of a whole chunk is loaded at once, else what neighbours
/// need.
void take_chunks(NestWriter &writer, const FoldOrder &order, bool light, bool shares_chunks) {
  const std::uint32_t turn = order.lanes * group_vector;
  writer.open({.kind = NodeKind::loop,
               .bind = shares_chunks ? Bind::cyclic : Bind::serial,
               .axis = inner,
               .id = 1,
               .rest = light ? Rest::guarded : Rest::checked,
               .piece = turn * static_cast<std::uint32_t>(group_turns)});
  writer.open({.kind = NodeKind::loop,
               .bind = light ? Bind::together : Bind::serial,
               .axis = inner,
               .piece = turn,
               .count = static_cast<std::uint32_t>(group_turns)});
  writer.open({.kind = NodeKind::loop,
               .bind = Bind::lanes,
               .axis = inner,
               .piece = static_cast<std::uint32_t>(group_vector),
               .count = order.lanes});
  writer.open({.kind = NodeKind::whole, .dims = 1u << inner});
  writer.open({.kind = NodeKind::loop,
               .bind = Bind::together,
               .axis = inner,
               .last = true,
               .count = static_cast<std::uint32_t>(group_vector)});
}

/// How many times as long as the first a stretch may be that stays in the first cache: a group may go over it several
/// times, for some lanes each.
std::uint32_t most_stretches(std::size_t bytes) {
  constexpr std::size_t cached_bytes = 32768;
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, cached_bytes / bytes));
}

bool is_light(const Program &program, std::uint32_t private_dims, std::span<const std::uint16_t> roots) {
  return private_dims == 0 && sequential_dims(program) == 0 &&
         std::ranges::count(needed_by(program, roots), true) <= light_body;
}

bool folds_light(const Program &program, std::size_t f, std::uint32_t private_dims) {
  return is_light(program, private_dims, std::array{program.steps[program.folds[f].step].inputs[0]});
}

void fill_by_groups(NestWriter &writer, const Program &program, std::size_t f, std::uint32_t private_dims) {
  const Fold &fold = program.folds[f];
  Node start = of_fold(NodeKind::start, f);
  start.dims = private_dims;
  writer.add(start);
  const std::size_t outside = writer.depth();
  if (fold.order.outer > 1 && !fold.over_row)
    writer.open(one_by_one(outer));
  take_chunks(writer, fold.order, folds_light(program, f, private_dims), fold.order.chunks > 1);
  writer.add(of_fold(NodeKind::fold, f));
  writer.close(outside);
  writer.add(NodeKind::meet);
}

void store_result(NestWriter &writer) {
  writer.open(NodeKind::first);
  writer.add(NodeKind::result);
  writer.add(NodeKind::store);
}

/// Groups for each result and each block that lanes see to.
void open_blocks(NestWriter &writer, const Nest &nest, const FoldOrder &order) {
  if (nest.axes[1].count != 0)
    writer.open(groups(1, 1));
  if (order.chunks > 1)
    writer.open(blocks(inner, 0, Amount::chunk));
  if (order.outer > 1 && order.blocks() != 1)
    writer.open(blocks(outer, 0, Amount::rows));
}

void set_axes(const Program &program, Nest &nest) {
  const auto root = static_cast<std::size_t>(program.root_fold);
  if (program.folds[root].order.outer > 1)
    nest.axes[outer] = list_of(program, program.dims_of(outer_segment(root)));
  nest.axes[inner] = list_of(program, program.dims_of(inner_segment(root)));
}

} // namespace

void write_lanes(const Program &program, Schedule &schedule) {
  const auto root = static_cast<std::size_t>(program.root_fold);
  const FoldOrder &order = program.folds[root].order;
  const bool single = order.blocks() == 1;
  set_axes(program, schedule.nest);
  NestWriter writer(schedule.nest);
  open_blocks(writer, schedule.nest, order);
  fill_by_lanes(writer, program, root, schedule.private_dims);
  if (!single)
    return writer.add({.kind = NodeKind::partial, .id = 0});
  writer.add(NodeKind::meet);
  store_result(writer);
}

void write_decided(const Program &program, Schedule &schedule) {
  constexpr std::uint32_t bundle = 4;        // turns of an iteration
  constexpr std::uint32_t first_stretch = 8; // turns before the group asks first
  const auto root = static_cast<std::size_t>(program.root_fold);
  const Fold &fold = program.folds[root];
  const bool finds_place = ops::info(fold.kind).keeps_index;
  const auto width = static_cast<std::uint32_t>(schedule.range.local[0]);
  set_axes(program, schedule.nest);
  NestWriter writer(schedule.nest);
  open_blocks(writer, schedule.nest, fold.order);
  writer.add(of_fold(NodeKind::start, root));
  if (schedule.tells)
    writer.open(NodeKind::tell);
  const std::size_t block = writer.depth();
  if (fold.order.outer > 1)
    writer.open(one_by_one(outer));
  writer.open(NodeKind::unless);
  const std::size_t row = writer.depth();
  const std::size_t bytes = first_stretch * width * program.widest_leaf();
  writer.open({.kind = NodeKind::until,
               .axis = inner,
               .rest = finds_place ? Rest::checked : Rest::peeled,
               .piece = finds_place ? 1 : most_stretches(bytes),
               .count = finds_place ? 1 : first_stretch / bundle});
  writer.open(serial(inner, bundle * width));
  writer.open({.kind = NodeKind::loop,
               .bind = Bind::together,
               .axis = inner,
               .rest = program.steps.size() <= light_steps ? Rest::peeled : Rest::clipped,
               .piece = width,
               .count = bundle});
  writer.open(lanes(inner, width));
  writer.add(of_fold(NodeKind::look, root));
  writer.close(row);
  if (finds_place) {
    writer.open({.kind = NodeKind::scan, .axis = inner, .piece = bundle * width});
    writer.open(serial(inner, width));
    writer.open(lanes(inner, width));
    writer.add(of_fold(NodeKind::look, root));
  }
  writer.close(block);
  store_result(writer);
}

void write_columns(const Program &program, Schedule &schedule) {
  const auto root = static_cast<std::size_t>(program.root_fold);
  const Fold &fold = program.folds[root];
  const bool single = fold.order.blocks() == 1;
  const bool light = program.steps.size() <= light_steps && (schedule.tile_columns != 0 || schedule.unrolls);
  const auto width = static_cast<std::uint32_t>(schedule.range.local[0]);
  constexpr auto bundle = static_cast<std::uint32_t>(column_bundle);
  schedule.nest.axes[0] = {};
  schedule.nest.axes[0].push(schedule.column_dim);
  schedule.nest.axes[outer] = list_of(program, program.dims_of(outer_segment(root)));
  NestWriter writer(schedule.nest);
  Node tile = blocks(0, 0, schedule.tile_columns != 0 ? Amount::tile : Amount::known);
  tile.piece = width * schedule.column_tiles;
  writer.open(tile);
  if (!single)
    writer.open(blocks(outer, 0, Amount::rows));
  if (schedule.nest.axes[1].count != 0)
    writer.open(groups(1, 0));
  Node start = of_fold(NodeKind::start, root);
  start.count = schedule.column_tiles;
  start.slots = true;
  writer.add(start);
  const std::size_t block = writer.depth();
  const auto over_columns = [&] {
    Node tiles = serial(0, width);
    tiles.slots = true;
    writer.open(tiles);
    writer.open(lanes(0, width));
  };
  over_columns();
  writer.add(NodeKind::clear);
  writer.close(block);
  const bool finds_place = ops::info(fold.kind).keeps_index;
  if (schedule.stops)
    writer.open({.kind = NodeKind::until,
                 .axis = outer,
                 .piece = most_stretches(bundle * width * program.widest_leaf()),
                 .count = light ? 1 : bundle});
  const std::size_t rows_begin = writer.depth();
  if (light) {
    writer.open(serial(outer, bundle));
    over_columns();
    writer.open(NodeKind::hold);
    Node rows = one_by_one(outer);
    rows.bind = finds_place ? Bind::serial : Bind::together;
    rows.count = bundle;
    writer.open(rows);
  } else {
    writer.open(one_by_one(outer));
    over_columns();
  }
  writer.add(of_fold(light && schedule.stops && !finds_place ? NodeKind::look : NodeKind::fold, root));
  writer.close(rows_begin);
  if (schedule.stops) {
    over_columns();
    writer.add(NodeKind::vote);
  }
  writer.close(block);
  over_columns();
  if (!single)
    return writer.add(NodeKind::partial);
  writer.add(NodeKind::result);
  writer.add(NodeKind::store);
}

void write_groups(const Program &program, Schedule &schedule) {
  const auto root = static_cast<std::size_t>(program.root_fold);
  const FoldOrder &order = program.folds[root].order;
  const bool single = order.blocks() == 1;
  set_axes(program, schedule.nest);
  NestWriter writer(schedule.nest);
  if (schedule.nest.axes[0].count != 0)
    writer.open(groups(0, 0));
  if (order.outer > 1 && !single)
    writer.open(blocks(outer, 1, Amount::rows));
  fill_by_groups(writer, program, root, schedule.private_dims);
  if (!single)
    return writer.add({.kind = NodeKind::partial, .id = 1});
  store_result(writer);
}

void write_row(const Program &program, Schedule &schedule) {
  const FoldOrder &order = program.folds[static_cast<std::size_t>(program.root_fold)].order;
  const bool by_groups = order.mode == FoldMode::groups;
  schedule.nest.axes[inner] = list_of(program, program.row);
  NestWriter writer(schedule.nest);
  if (schedule.nest.axes[0].count != 0)
    writer.open(groups(0, 0));
  for (const std::size_t fold : folds_over_row(program)) {
    if (by_groups) {
      fill_by_groups(writer, program, fold, 0);
    } else {
      fill_by_lanes(writer, program, fold, 0);
      writer.add(NodeKind::meet);
    }
    writer.add(NodeKind::result);
  }
  if (!stores_along_row(program)) {
    writer.open(NodeKind::first);
  } else if (by_groups) {
    take_chunks(writer, order, is_light(program, 0, program.output_steps()), false);
  } else {
    writer.open(serial(inner, order.lanes));
    writer.open(lanes(inner, order.lanes));
  }
  writer.add(NodeKind::store);
}

} // namespace weft::fuse
