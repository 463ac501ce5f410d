// Lanes run across columns, a work-item walks down a block of rows.
#include <algorithm>

#include "fuse/scheduler.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::fuse {

namespace {

constexpr std::size_t most_tiles_of_group = 128, few_tiles = 8, least_lanes = 8;
constexpr std::uint8_t outer = Nest::outer_axis;
constexpr auto bundle = static_cast<std::uint32_t>(column_bundle);

bool compares_complex(const Fold &fold) noexcept {
  return finds_extreme(fold.kind) && ops::kind_of(fold.loop.accumulate) == ops::Kind::complex;
}

} // namespace

/// As wide as the accumulators allow while there are groups for all threads.
std::size_t Scheduler::columns_of_group(std::size_t columns, std::size_t lanes, std::size_t most_tiles) const {
  const std::size_t other_groups = extent_of(schedule_.nest.axes[1]) * static_cast<std::size_t>(root().order.blocks());
  std::size_t tiles = most_tiles;
  while (tiles > few_tiles && ceil_div(columns, tiles * lanes) * other_groups < traits_.column_groups)
    tiles /= 2;
  return tiles * lanes;
}

void Scheduler::spread_columns() {
  const Fold &fold = root();
  const std::size_t outputs = output_dims(program_);
  WEFT_CHECK(outputs > 0, "fuse: columns without an output loop");
  DimList &others = schedule_.nest.axes[1];
  for (std::size_t d = outputs - 1; d-- > 0;)
    others.push(d);
  schedule_.nest.axes[0].push(outputs - 1);
  const auto columns = static_cast<std::size_t>(program_.dims[outputs - 1].extent);
  std::size_t lanes = fold.order.lanes, most_tiles = 1, taken = lanes;
  if (traits_.column_bytes != 0) {
    const std::size_t bytes = fold.decided_early() ? program_.widest_leaf() : item_size(fold.loop.accumulate);
    lanes = lanes_on_columns(program_.dims[outputs - 1].extent, bytes, traits_.folds);
    if (stays_short(program_) && !compares_complex(fold))
      lanes = std::min(lanes, std::max(least_lanes, traits_.column_lanes / program_.widest_leaf()));
    most_tiles = std::min(most_tiles_of_group, traits_.column_bytes / (lanes * accumulator_bytes()));
    taken = schedule_.tile_columns = columns_of_group(columns, lanes, most_tiles);
  }
  schedule_.range.global[0] =
      ceil_div(columns, taken) * lanes * extent_of(others) * static_cast<std::size_t>(fold.order.blocks());
  schedule_.range.local = {lanes, 1, 1};
  schedule_.nest.axes[outer] = axis_of(program_.dims_of(outer_segment(static_cast<std::size_t>(program_.root_fold))));
  write_columns(static_cast<std::uint32_t>(most_tiles));
}

void Scheduler::write_columns(std::uint32_t tiles) {
  const Fold &fold = root();
  const auto number = static_cast<std::uint8_t>(program_.root_fold);
  const bool single = fold.order.blocks() == 1, stops = fold.decided_early() && traits_.column_bytes != 0;
  const bool finds_place = ops::info(fold.kind).keeps_index;
  const bool light = stays_short(program_);
  const auto width = static_cast<std::uint32_t>(schedule_.range.local[0]);
  NestWriter writer(schedule_.nest);
  Node tile = split(0, schedule_.tile_columns != 0 ? Amount::tile : Amount::known);
  tile.piece = width * tiles;
  writer.open(bound(tile, Bind::groups, 0));
  if (!single)
    writer.open(bound(split(outer, Amount::rows), Bind::groups, 0));
  if (schedule_.nest.axes[1].count != 0)
    writer.open(bound(elements(1), Bind::groups, 0));
  writer.add({.kind = NodeKind::start, .axis = number, .slots = true, .count = tiles});
  const bool one_each = schedule_.tile_columns == 0; // a lane stays at its column
  if (one_each) {
    Node lane = lanes(0, width);
    lane.rest = Rest::checked;
    writer.open(lane);
  }
  const std::size_t block = writer.depth();
  const auto over_columns = [&](Rest rest = Rest::peeled) {
    if (one_each)
      return;
    Node slots = split(0, width, Rest::shifted), lane = lanes(0, width);
    slots.slots = true;
    lane.rest = rest;
    writer.open(slots);
    writer.open(lane);
  };
  over_columns();
  writer.add(NodeKind::clear);
  writer.close(block);
  if (stops)
    writer.open({.kind = NodeKind::until,
                 .axis = outer,
                 .piece = most_stretches(bundle * width * program_.widest_leaf()),
                 .count = light ? 1 : bundle});
  const std::size_t rows_begin = writer.depth();
  if (light) {
    writer.open(split(outer, bundle));
    over_columns();
    writer.open(NodeKind::hold);
    writer.open(bound(elements(outer), finds_place ? Bind::serial : Bind::together, 0, bundle));
  } else {
    writer.open(elements(outer));
    over_columns();
  }
  writer.add({.kind = light && stops && !finds_place ? NodeKind::look : NodeKind::fold, .axis = number});
  writer.close(rows_begin);
  if (stops) {
    over_columns();
    writer.add(NodeKind::vote);
  }
  writer.close(block);
  over_columns(Rest::checked); // what is stored may be read for it, too
  if (!single)
    return writer.add(NodeKind::partial);
  writer.add(NodeKind::result);
  writer.add(NodeKind::store);
}

} // namespace weft::fuse
