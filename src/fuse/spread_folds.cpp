// Folds as loops over blocks, turns and lanes: of a block, of a group's chunks, and of rows with several folds.
#include <algorithm>

#include "fuse/kept_steps.hpp"
#include "fuse/runs.hpp"
#include "fuse/scheduler.hpp"
#include "support/round.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t most_ways = 4;
constexpr std::ptrdiff_t light_body = 12;      ///< Steps after which the loads of a whole chunk may be under way.
constexpr std::size_t most_kept_bytes = 40000; ///< Of a row: every device has that much local memory for a group.
constexpr std::uint8_t outer = Nest::outer_axis, inner = Nest::inner_axis;

Node of_fold(NodeKind kind, std::size_t fold) {
  return {.kind = kind, .axis = static_cast<std::uint8_t>(fold)};
}

bool adds_inexactly(const Fold &fold) {
  return ops::info(fold.kind).combine == ops::Op::add && ops::is_inexact(fold.loop.accumulate);
}

/// Accumulators that a lane fills in turn, so that one does not wait for another. As part of the order of a fold it
/// depends on the fold alone.
std::uint32_t ways_of(const Fold &fold) {
  if (fold.joins_partials || fold.order.outer * fold.order.inner <= std::ptrdiff_t{turns_in_one_way} * fold.order.lanes)
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

/// Whether it adds integers of at most 16 bits up in more.
bool adds_small(const Program &program, const Fold &fold) {
  const Step &added = program.steps[program.steps[fold.step].inputs[0]];
  return ops::info(fold.kind).combine == ops::Op::add && !ops::is_inexact(fold.loop.accumulate) &&
         item_size(fold.loop.accumulate) == 8 && added.code == Code::convert &&
         !ops::is_inexact(program.steps[added.inputs[0]].dtype) && item_size(program.steps[added.inputs[0]].dtype) <= 2;
}

/// The elements of a block, each lane's in its order: long chains of additions would lose digits, and an index within a
/// short run fits as many lanes as the element.
void fill_by_lanes(NestWriter &writer, const Program &program, std::size_t f, std::uint32_t private_dims) {
  const Fold &fold = program.folds[f];
  const std::uint32_t count = fold.order.lanes, ways = ways_of(fold);
  const bool alone = !fold.joins_partials && private_dims == 0;
  const bool numbered = alone && ops::info(fold.kind).keeps_index, narrow = alone && adds_small(program, fold);
  Node start = of_fold(NodeKind::start, f);
  start.dims = private_dims;
  start.count = numbered || narrow ? 1 : ways;
  writer.add(start);
  const std::size_t outside = writer.depth();
  if (fold.order.outer > 1 && !fold.over_row)
    writer.open(elements(outer));
  const auto in_ways = [&](bool straight) {
    writer.open(split(inner, ways * count));
    Node ways_at_once = split(inner, count, straight ? Rest::peeled : Rest::clipped);
    ways_at_once.slots = true;
    writer.open(together(ways_at_once, ways));
  };
  if (numbered || narrow) {
    const auto turns = static_cast<std::uint32_t>(numbered ? turns_of_run(fold.loop.accumulate) : turns_of_sums);
    writer.open(split(inner, turns * count, Rest::clipped));
    writer.open({.kind = NodeKind::run, .id = numbered ? of_numbers : of_sums, .piece = count, .count = ways});
    in_ways(true);
  } else if (adds_inexactly(fold)) {
    writer.open(split(inner, turns_of_run_of_sums * count, Rest::clipped));
    writer.open(NodeKind::run);
    writer.open(split(inner, count));
  } else if (ways > 1) {
    in_ways(stays_short(program));
  } else {
    writer.open(split(inner, count));
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
  constexpr auto vector = static_cast<std::uint32_t>(group_vector), turns = static_cast<std::uint32_t>(group_turns);
  const std::uint32_t turn = order.lanes * vector;
  const Node chunks = split(inner, turn * turns, light ? Rest::guarded : Rest::checked);
  writer.open(bound(chunks, shares_chunks ? Bind::cyclic : Bind::serial, 1));
  writer.open(bound(split(inner, turn), light ? Bind::together : Bind::serial, 0, turns));
  writer.open(bound(split(inner, vector), Bind::lanes, 0, order.lanes));
  writer.open({.kind = NodeKind::whole, .dims = 1u << inner});
  writer.open(together(elements(inner), vector));
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
    writer.open(elements(outer));
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
    writer.open(bound(elements(1), Bind::groups, 1));
  if (order.chunks > 1)
    writer.open(bound(split(inner, Amount::chunk), Bind::groups, 0));
  if (order.outer > 1 && order.blocks() != 1)
    writer.open(bound(split(outer, Amount::rows), Bind::groups, 0));
}

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

} // namespace

std::size_t Scheduler::accumulator_bytes() const {
  return item_size(root().loop.accumulate) + (ops::info(root().kind).keeps_index ? sizeof(std::int64_t) : 0);
}

std::uint32_t Scheduler::private_loops() const {
  const auto fitting = static_cast<std::ptrdiff_t>(std::min<std::size_t>(
      traits_.private_bytes / accumulator_bytes(), static_cast<std::size_t>(traits_.most_private)));
  std::uint32_t loops = 0;
  std::ptrdiff_t count = 1;
  for (std::size_t d = output_dims(program_); d-- > 0;) {
    count *= program_.dims[d].extent;
    if (count > fitting)
      break;
    loops |= 1u << d;
  }
  const std::uint32_t folded = program_.dims_of_fold(static_cast<std::size_t>(program_.root_fold));
  return loops != 0 && profits_from_private(program_, folded, loops) ? loops : 0;
}

void Scheduler::push_results(DimList &axis) const {
  for (std::size_t d = output_dims(program_); d-- > 0;)
    if (((schedule_.private_dims | program_.row) >> d & 1) == 0)
      axis.push(d);
}

void Scheduler::set_folded_axes() {
  const auto fold = static_cast<std::size_t>(program_.root_fold);
  if (root().order.outer > 1)
    schedule_.nest.axes[outer] = axis_of(program_.dims_of(outer_segment(fold)));
  schedule_.nest.axes[inner] = axis_of(program_.dims_of(inner_segment(fold)));
}

/// Lanes of a group take the elements of a block by turns.
void Scheduler::spread_lanes() {
  const auto fold = static_cast<std::size_t>(program_.root_fold);
  const FoldOrder &order = root().order;
  const bool single = order.blocks() == 1, stops = root().decided_early();
  if (!single && !ops::info(root().kind).keeps_index)
    schedule_.private_dims = private_loops();
  DimList &results = schedule_.nest.axes[1];
  push_results(results);
  const bool is_decided = stops && schedule_.private_dims == 0;
  const std::size_t lanes = is_decided ? traits_.folds.lanes(program_.widest_leaf()) : order.lanes;
  schedule_.range.dims = results.count == 0 ? 1 : 2;
  schedule_.range.global = {lanes * static_cast<std::size_t>(order.blocks()), extent_of(results), 1};
  schedule_.range.local = {lanes, 1, 1};
  set_folded_axes();
  if (is_decided)
    return write_decided();
  if (single || order.partial_lanes == 1) // the lanes join
    schedule_.local_bytes =
        static_cast<std::uint32_t>(lanes * (item_size(root().loop.accumulate) + sizeof(std::int64_t)));
  NestWriter writer(schedule_.nest);
  open_blocks(writer, schedule_.nest, order);
  fill_by_lanes(writer, program_, fold, schedule_.private_dims);
  if (!single)
    return writer.add({.kind = NodeKind::partial, .id = 0});
  writer.add(NodeKind::meet);
  store_result(writer);
}

/// The same of booleans, until the result is decided. Groups of several blocks tell each other.
void Scheduler::write_decided() {
  constexpr std::uint32_t bundle = 4;        // turns of an iteration
  constexpr std::uint32_t first_stretch = 8; // turns before the group asks first
  const Fold &fold = root();
  const auto number = static_cast<std::size_t>(program_.root_fold);
  const bool finds_place = ops::info(fold.kind).keeps_index;
  const auto width = static_cast<std::uint32_t>(schedule_.range.local[0]);
  NestWriter writer(schedule_.nest);
  open_blocks(writer, schedule_.nest, fold.order);
  writer.add(of_fold(NodeKind::start, number));
  if (fold.order.blocks() != 1)
    writer.open(NodeKind::tell);
  const std::size_t block = writer.depth();
  if (fold.order.outer > 1)
    writer.open(elements(outer));
  writer.open(NodeKind::unless);
  const std::size_t row = writer.depth();
  const std::size_t bytes = first_stretch * width * program_.widest_leaf();
  writer.open({.kind = NodeKind::until,
               .axis = inner,
               .rest = finds_place ? Rest::checked : Rest::peeled,
               .piece = finds_place ? 1 : most_stretches(bytes),
               .count = finds_place ? 1 : first_stretch / bundle});
  writer.open(split(inner, bundle * width));
  writer.open(together(split(inner, width, stays_short(program_) ? Rest::peeled : Rest::clipped), bundle));
  writer.open(fuse::lanes(inner, width));
  writer.add(of_fold(NodeKind::look, number));
  writer.close(row);
  if (finds_place) {
    writer.open({.kind = NodeKind::scan, .axis = inner, .piece = bundle * width});
    writer.open(split(inner, width));
    writer.open(fuse::lanes(inner, width));
    writer.add(of_fold(NodeKind::look, number));
  }
  writer.close(block);
  store_result(writer);
}

/// How many times as long as the first a stretch may be that stays in the first cache: a group may go over it several
/// times, for some lanes each.
std::uint32_t Scheduler::most_stretches(std::size_t bytes) const {
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, traits_.stretch_bytes / bytes));
}

/// Lanes of a GPU's group take neighbours by turns, then meet in local memory.
void Scheduler::spread_groups() {
  const auto fold = static_cast<std::size_t>(program_.root_fold);
  const FoldOrder &order = root().order;
  const bool single = order.blocks() == 1;
  if (!single)
    schedule_.private_dims = private_loops();
  DimList &results = schedule_.nest.axes[0];
  push_results(results);
  if (const std::uint32_t dims = program_.dims_of(inner_segment(fold)); std::has_single_bit(dims))
    schedule_.vectors = vectors_along(static_cast<std::size_t>(std::countr_zero(dims)), group_vector);
  const std::size_t lanes = order.lanes;
  schedule_.range.dims = single ? 1 : 2;
  schedule_.range.global = {lanes * extent_of(results), static_cast<std::size_t>(order.blocks()), 1};
  schedule_.range.local = {lanes, 1, 1};
  const std::size_t accumulators = accumulators_for(program_.extent_of(schedule_.private_dims));
  schedule_.local_bytes = static_cast<std::uint32_t>(lanes * accumulator_bytes() * accumulators);
  set_folded_axes();
  NestWriter writer(schedule_.nest);
  if (results.count != 0)
    writer.open(bound(elements(0), Bind::groups, 0));
  if (order.outer > 1 && !single)
    writer.open(bound(split(outer, Amount::rows), Bind::groups, 1));
  fill_by_groups(writer, program_, fold, schedule_.private_dims);
  if (!single)
    return writer.add({.kind = NodeKind::partial, .id = 1});
  store_result(writer);
}

/// A work-group folds its row as often as there are folds, then stores what runs along it.
void Scheduler::spread_rows() {
  const FoldOrder &order = root().order;
  const bool by_groups = order.mode == FoldMode::groups;
  DimList &rows = schedule_.nest.axes[0];
  push_results(rows);
  schedule_.nest.axes[inner] = axis_of(program_.row);
  if (by_groups && std::has_single_bit(program_.row))
    schedule_.vectors = vectors_along(static_cast<std::size_t>(std::countr_zero(program_.row)), group_vector);
  schedule_.range.global[0] = order.lanes * extent_of(rows);
  schedule_.range.local = {order.lanes, 1, 1};
  schedule_.local_bytes = 2 * meeting_bytes(order.lanes);
  const std::size_t each = bytes_per_element(program_, kept_steps(program_));
  const std::size_t turn = order.lanes * static_cast<std::size_t>(by_groups ? group_vector : 1);
  const std::size_t places = round_up(static_cast<std::size_t>(order.inner), turn);
  schedule_.keeps_row = each != 0 && each * places <= most_kept_bytes;
  if (schedule_.keeps_row)
    schedule_.local_bytes += static_cast<std::uint32_t>(each * places);
  write_row();
}

void Scheduler::write_row() {
  const FoldOrder &order = root().order;
  const bool by_groups = order.mode == FoldMode::groups;
  NestWriter writer(schedule_.nest);
  if (schedule_.nest.axes[0].count != 0)
    writer.open(bound(elements(0), Bind::groups, 0));
  for (const std::size_t fold : folds_over_row(program_)) {
    if (by_groups) {
      fill_by_groups(writer, program_, fold, 0);
    } else {
      fill_by_lanes(writer, program_, fold, 0);
      writer.add(NodeKind::meet);
    }
    writer.add(NodeKind::result);
  }
  const std::uint32_t beside = outputs_beside_row(program_);
  Node store{.kind = NodeKind::store};
  if (beside != 0) {
    const std::size_t row = writer.depth();
    writer.open(NodeKind::first);
    writer.add({.kind = NodeKind::store, .dims = beside});
    writer.close(row);
    store.dims = ((1u << program_.outputs.size()) - 1) & ~beside;
  }
  if (!stores_along_row(program_)) {
    writer.open(NodeKind::first);
  } else if (by_groups) {
    take_chunks(writer, order, is_light(program_, 0, program_.output_steps()), false);
  } else {
    writer.open(split(inner, order.lanes));
    writer.open(lanes(inner, order.lanes));
  }
  writer.add(store);
}

} // namespace weft::fuse
