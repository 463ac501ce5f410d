// What a nest means, in plain loops over the work-items of one group after the other. Of int64 arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "fuse/schedule.hpp"

namespace weft::fuse::test {

/// Runs a kernel as its nest says, with what it stores going to `stored` by address. All lanes of a group do a node
/// before any does the next, so that barriers mean nothing.
class Interpreter {
public:
  Interpreter(const Program &program, const Schedule &schedule) : p_(program), s_(schedule), nest_(schedule.nest) {}

  std::map<const std::byte *, std::int64_t> stored;
  std::map<std::int64_t, std::int64_t> partials; ///< By place; an index of argmax or argmin in `indices`.
  std::map<std::int64_t, std::int64_t> indices;

  void run() {
    const auto &local = s_.range.is_range() ? std::array<std::size_t, 3>{1, 1, 1} : s_.range.local;
    for (std::size_t z = 0; z < s_.range.global[2] / local[2]; ++z)
      for (std::size_t y = 0; y < s_.range.global[1] / local[1]; ++y)
        for (std::size_t x = 0; x < s_.range.global[0] / local[0]; ++x)
          run_group({x, y, z}, local);
  }

private:
  struct Place {
    std::int64_t origin = 0, within = 0, end = 0;
    std::int64_t at() const { return origin + within; }
  };
  struct Accumulator {
    std::int64_t value = 0, index = std::numeric_limits<std::int64_t>::max();
  };
  struct Lane {
    std::array<std::size_t, 3> group{}, local{};
    std::array<Place, Nest::most_axes> places;
    std::array<std::array<std::int64_t, 3>, 2> left{}; ///< Of ids of groups or items, and of lanes.
    std::array<std::array<bool, 3>, 2> is_left{};
    std::array<std::int64_t, max_dims> index{};
    std::int64_t slot = 0, block = 0;
    std::size_t number = 0;
    std::map<std::uint16_t, std::int64_t> taken, folded;
  };
  using Lanes = std::vector<Lane>;

  void run_group(std::array<std::size_t, 3> group, const std::array<std::size_t, 3> &local) {
    Lanes lanes;
    accumulators_.clear();
    tile_.clear();
    for (std::size_t z = 0; z < local[2]; ++z)
      for (std::size_t y = 0; y < local[1]; ++y)
        for (std::size_t x = 0; x < local[0]; ++x) {
          Lane lane;
          lane.group = group;
          lane.local = {x, y, z};
          lane.number = lanes.size();
          for (std::size_t axis = 0; axis < Nest::most_axes; ++axis)
            lane.places[axis].end = extent(axis);
          lanes.push_back(lane);
        }
    nodes(0, nest_.count, lanes);
  }

  std::int64_t extent(std::size_t axis) const { return static_cast<std::int64_t>(extent_of(p_, nest_.axes[axis])); }

  const FoldOrder &order() const { return p_.folds[static_cast<std::size_t>(p_.root_fold)].order; }

  std::int64_t step(const Node &node) const {
    switch (node.amount) {
    case Amount::known:
      return node.piece;
    case Amount::range:
      return static_cast<std::int64_t>(s_.range.global[node.id]);
    case Amount::rows:
      return order().rows;
    case Amount::chunk:
      return order().chunk;
    case Amount::tile:
      return static_cast<std::int64_t>(s_.tile_columns);
    }
    return 1;
  }

  void nodes(std::size_t first, std::size_t end, Lanes &lanes) {
    for (std::size_t n = first; n < end; n += nest_.nodes[n].below + 1u)
      node(n, lanes);
  }

  void body(std::size_t n, Lanes lanes) {
    if (!lanes.empty())
      nodes(n + 1, n + 1 + nest_.nodes[n].below, lanes);
  }

  void node(std::size_t n, Lanes &lanes) {
    const Node &node = nest_.nodes[n];
    switch (node.kind) {
    case NodeKind::loop:
      return loop(n, lanes);
    case NodeKind::first:
      return body(n, {lanes.begin(), lanes.begin() + (lanes.front().number == 0)});
    case NodeKind::whole:
    case NodeKind::hold:
      return body(n, lanes);
    case NodeKind::run:
      body(n, lanes);
      return node.id != 0 ? join(lanes) : void();
    case NodeKind::each:
      return over(node.dims, lanes, [&](Lanes &each) { body(n, each); });
    case NodeKind::tile:
      return tile(n, lanes);
    case NodeKind::stage:
      return each_staged(lanes, [&](Lane &lane, std::uint16_t step, std::int64_t place) {
        tile_[{step, place}] = load(p_.leaves[p_.steps[step].ref], lane);
      });
    case NodeKind::take:
      return each_staged(lanes, [&](Lane &lane, std::uint16_t step, std::int64_t place) {
        lane.taken[step] = tile_.at({step, place});
      });
    case NodeKind::barrier:
    case NodeKind::clear:
      return;
    case NodeKind::start:
      accumulators_.clear();
      fold_ = node.axis;
      private_ = node.dims;
      return;
    case NodeKind::fold:
      return over(private_, lanes, [&](Lanes &each) { fold(each); });
    case NodeKind::join:
      return join(lanes);
    case NodeKind::meet:
      return meet(lanes);
    case NodeKind::result:
      for (Lane &lane : lanes)
        lane.folded[p_.folds[fold_].step] = result_of(accumulator(lane));
      return;
    case NodeKind::partial:
      return over(private_, lanes, [&](Lanes &each) { store_partial(node, each); });
    case NodeKind::store:
      for (Lane &lane : lanes)
        for (std::size_t i = 0; i < p_.outputs.size(); ++i)
          if (node.stores(i))
            stored[address(p_.outputs[i].target, lane)] = value(p_.outputs[i].step, lane);
      return;
    case NodeKind::look:
    case NodeKind::unless:
    case NodeKind::until:
    case NodeKind::vote:
    case NodeKind::scan:
    case NodeKind::tell:
      ADD_FAILURE() << "folds of booleans are not of these programs";
    }
  }

  // Loops.
  void loop(std::size_t n, const Lanes &lanes) {
    const Node &node = nest_.nodes[n];
    if (node.bind == Bind::serial || node.bind == Bind::together || node.bind == Bind::cyclic)
      return in_turn(n, lanes);
    Lanes inside;
    for (Lane lane : lanes) {
      const std::int64_t turn = digit(n, lane);
      if (node.amount == Amount::rows)
        lane.block = turn;
      if (move(node, lane, turn))
        inside.push_back(lane);
    }
    body(n, inside);
  }

  void in_turn(std::size_t n, Lanes lanes) {
    const Node &node = nest_.nodes[n];
    std::vector<std::int64_t> firsts;
    for (Lane &lane : lanes)
      firsts.push_back(node.bind == Bind::cyclic ? digit(n, lane) : 0);
    const std::int64_t by = node.bind == Bind::cyclic ? order().chunks : 1;
    for (std::int64_t k = 0;; ++k) {
      Lanes inside;
      bool any = false;
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        Lane lane = lanes[i];
        const std::int64_t turn = firsts[i] + k * by;
        if (lane.places[node.axis].at() + turn * step(node) >= lane.places[node.axis].end ||
            (node.amount == Amount::range && turn >= node.count))
          continue;
        any = true;
        if (node.slots)
          lane.slot = turn;
        if (move(node, lane, turn))
          inside.push_back(lane);
      }
      if (!any)
        return;
      body(n, inside);
    }
  }

  /// False where there is no element.
  bool move(const Node &node, Lane &lane, std::int64_t turn) {
    Place &place = lane.places[node.axis];
    place.within += turn * step(node);
    if (place.at() >= place.end)
      return false;
    if (!node.last) {
      if (!is_apart_below(node))
        place.end = std::min(place.end, place.at() + step(node));
      return true;
    }
    std::int64_t rest = place.at();
    const DimList &dims = nest_.axes[node.axis];
    for (std::size_t i = 0; i < dims.count; ++i) {
      const std::int64_t extent = p_.dims[dims.dims[i]].extent;
      lane.index[dims.dims[i]] = i + 1 == dims.count ? rest : rest % extent;
      rest /= extent;
    }
    return true;
  }

  bool is_apart_below(const Node &node) const {
    return std::any_of(&node, nest_.nodes.data() + nest_.count, [&](const Node &other) {
      return other.kind == NodeKind::loop && other.axis == node.axis && other.amount == Amount::range;
    });
  }

  std::int64_t digit(std::size_t n, Lane &lane) const {
    const Node &node = nest_.nodes[n];
    const bool of_lanes = node.bind == Bind::lanes;
    std::int64_t id =
        of_lanes ? static_cast<std::int64_t>(lane.local[node.id]) : static_cast<std::int64_t>(lane.group[node.id]);
    if (lane.is_left[of_lanes][node.id])
      id = lane.left[of_lanes][node.id];
    const Node *shares = nullptr;
    for (std::size_t at = n + 1; at <= n + node.below && shares == nullptr; ++at) {
      const Node &other = nest_.nodes[at];
      if (other.kind == NodeKind::loop && other.id == node.id && other.bind != Bind::serial &&
          other.bind != Bind::together && (other.bind == Bind::lanes) == of_lanes)
        shares = &other;
    }
    lane.is_left[of_lanes][node.id] = shares != nullptr;
    if (shares == nullptr)
      return id;
    const Place &place = lane.places[node.axis];
    const std::int64_t pieces = of_lanes ? node.count : (place.end - place.at() + step(node) - 1) / step(node);
    const std::int64_t count = shares->bind == Bind::cyclic ? order().chunks : pieces;
    lane.left[of_lanes][node.id] = shares->bind == Bind::cyclic ? id % count : id / count;
    return shares->bind == Bind::cyclic ? id / count : id % count;
  }

  /// Loops in the work-item.
  void over(std::uint32_t dims, Lanes lanes, const std::function<void(Lanes &)> &act) {
    if (dims == 0)
      return act(lanes);
    std::size_t dim = 0;
    while ((dims >> dim & 1) == 0)
      ++dim;
    for (std::int64_t i = 0; i < p_.dims[dim].extent; ++i) {
      for (Lane &lane : lanes)
        lane.index[dim] = i;
      over(dims & (dims - 1), lanes, act);
    }
  }

  // Tiles.
  void tile(std::size_t n, Lanes lanes) {
    for (Lane &lane : lanes)
      for (Place &place : lane.places)
        place = {place.at(), 0, place.end};
    tile_node_ = &nest_.nodes[n];
    body(n, lanes);
  }

  void each_staged(Lanes &lanes, const std::function<void(Lane &, std::uint16_t, std::int64_t)> &act) {
    for (Lane &lane : lanes)
      for (std::size_t s = 0; s < p_.steps.size(); ++s)
        if (p_.steps[s].code == Code::load && (s_.staged >> p_.steps[s].ref & 1)) {
          const std::int64_t row = lane.places[tile_node_->axis].within, column = lane.places[tile_node_->id].within;
          EXPECT_LT(row, tile_node_->piece);
          EXPECT_LT(column, tile_node_->count);
          act(lane, static_cast<std::uint16_t>(s), row * tile_node_->count + column);
        }
  }

  // Values.
  std::int64_t element(const Leaf &leaf, const Lane &lane) const {
    std::int64_t at = leaf.offset;
    for (std::size_t d = 0; d < p_.dims.size(); ++d)
      at += leaf.stride(d) * (leaf.reversed >> d & 1 ? p_.dims[d].extent - 1 - lane.index[d] : lane.index[d]);
    return at;
  }

  const std::byte *address(const Leaf &leaf, const Lane &lane) const { return leaf.base + 8 * element(leaf, lane); }

  std::int64_t load(const Leaf &leaf, const Lane &lane) const {
    return *reinterpret_cast<const std::int64_t *>(address(leaf, lane));
  }

  std::int64_t value(std::uint16_t s, Lane &lane) {
    if (const auto found = lane.taken.find(s); found != lane.taken.end())
      return found->second;
    if (const auto found = lane.folded.find(s); found != lane.folded.end())
      return found->second;
    const Step &step = p_.steps[s];
    switch (step.code) {
    case Code::load:
      return load(p_.leaves[step.ref], lane);
    case Code::index:
      return element(p_.leaves[step.ref], lane);
    case Code::number: {
      std::int64_t number = 0;
      std::memcpy(&number, p_.numbers[step.ref].data(), sizeof number);
      return number;
    }
    case Code::call: {
      const std::int64_t a = value(step.inputs[0], lane), b = step.arity > 1 ? value(step.inputs[1], lane) : 0;
      return combine(step.op, a, b);
    }
    case Code::reduce:
      return sequential(step, lane);
    case Code::convert:
    case Code::select:
    case Code::gather:
      break;
    }
    ADD_FAILURE() << "a step that is not of these programs";
    return 0;
  }

  static std::int64_t combine(ops::Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
    case ops::Op::add:
      return a + b;
    case ops::Op::subtract:
      return a - b;
    case ops::Op::multiply:
      return a * b;
    case ops::Op::maximum:
      return std::max(a, b);
    case ops::Op::minimum:
      return std::min(a, b);
    case ops::Op::negative:
      return -a;
    default:
      ADD_FAILURE() << "an op that is not of these programs";
      return 0;
    }
  }

  // Folds.
  Accumulator start_of(std::size_t fold) const {
    const Number number = ops::start_value(p_.folds[fold].kind, Dtype::i64);
    Accumulator start;
    std::memcpy(&start.value, number.data(), sizeof start.value);
    return start;
  }

  void meet_element(std::size_t f, Accumulator &into, const Accumulator &element) const {
    const Fold &fold = p_.folds[f];
    if (!ops::info(fold.kind).keeps_index) {
      into.value = combine(ops::info(fold.kind).combine, into.value, element.value);
      return;
    }
    const bool none = into.index == Accumulator{}.index;
    const bool better = fold.kind == ops::Reduction::argmax ? element.value > into.value : element.value < into.value;
    if (element.index != Accumulator{}.index &&
        (none || better || (element.value == into.value && element.index < into.index)))
      into = element;
  }

  std::int64_t result_of(const Accumulator &accumulator) const {
    return ops::info(p_.folds[fold_].kind).keeps_index ? accumulator.index : accumulator.value;
  }

  std::int64_t linear(std::uint32_t dims, const Lane &lane) const {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < p_.dims.size(); ++d)
      if (dims >> d & 1)
        at = at * p_.dims[d].extent + lane.index[d];
    return at;
  }

  Accumulator &accumulator(const Lane &lane, std::int64_t slot) {
    const auto key = std::array<std::int64_t, 3>{static_cast<std::int64_t>(lane.number), slot, linear(private_, lane)};
    return accumulators_.try_emplace(key, start_of(fold_)).first->second;
  }
  Accumulator &accumulator(const Lane &lane) { return accumulator(lane, lane.slot); }

  void fold(Lanes &lanes) {
    const Step &reduce = p_.steps[p_.folds[fold_].step];
    for (Lane &lane : lanes) {
      Accumulator element{value(reduce.inputs[0], lane), linear(p_.dims_of_fold(fold_), lane)};
      if (p_.folds[fold_].joins_partials && reduce.arity > 1)
        element.index = value(reduce.inputs[1], lane);
      meet_element(fold_, accumulator(lane), element);
    }
  }

  void join(Lanes &lanes) {
    over(private_, lanes, [&](Lanes &each) {
      for (Lane &lane : each)
        for (std::int64_t slot = 1; slot < 64; ++slot)
          meet_element(fold_, accumulator(lane, 0), std::exchange(accumulator(lane, slot), start_of(fold_)));
    });
  }

  void meet(Lanes &lanes) {
    over(private_, lanes, [&](Lanes &each) {
      Accumulator all = start_of(fold_);
      for (Lane &lane : each)
        meet_element(fold_, all, accumulator(lane));
      for (Lane &lane : each)
        accumulator(lane) = all;
    });
  }

  std::int64_t sequential(const Step &step, const Lane &lane) {
    const std::size_t around = std::exchange(fold_, step.ref);
    Accumulator accumulator = start_of(step.ref);
    const std::uint32_t dims = p_.dims_of_fold(step.ref);
    over(dims, {lane}, [&](Lanes &each) {
      const Accumulator element{value(step.inputs[0], each[0]), linear(dims, each[0])};
      meet_element(step.ref, accumulator, element);
    });
    const std::int64_t result = result_of(accumulator);
    fold_ = around;
    return result;
  }

  void store_partial(const Node &node, Lanes &lanes) {
    const FoldOrder &order = p_.folds[fold_].order;
    const std::uint32_t results = p_.dims_of(0);
    for (Lane &lane : lanes) {
      const std::int64_t result = linear(results, lane);
      const auto block = static_cast<std::int64_t>(lane.group[node.id]);
      std::int64_t place = result * order.blocks() + block;
      if (order.mode == FoldMode::columns)
        place = lane.block * p_.extent_of(results) + result;
      else if (order.mode == FoldMode::lanes && order.partial_lanes != 1)
        place = place * order.lanes + static_cast<std::int64_t>(lane.number);
      Accumulator stored = accumulator(lane);
      if (order.mode == FoldMode::lanes && order.partial_lanes == 1) { // the lanes meet
        stored = start_of(fold_);
        for (Lane &other : lanes)
          meet_element(fold_, stored, accumulator(other));
      }
      partials[place] = stored.value;
      indices[place] = stored.index;
    }
  }

  const Program &p_;
  const Schedule &s_;
  const Nest &nest_;
  const Node *tile_node_ = nullptr;
  std::size_t fold_ = 0;
  std::uint32_t private_ = 0;
  std::map<std::pair<std::uint16_t, std::int64_t>, std::int64_t> tile_;
  std::map<std::array<std::int64_t, 3>, Accumulator> accumulators_;
};

} // namespace weft::fuse::test
