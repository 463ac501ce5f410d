// Adds up what loops contribute to a place.
#include "fuse/places.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "support/error.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t most_in_byte = 128;

constexpr bool is_there(Value value) {
  return value.type != Type::none;
}

} // namespace

Value Places::sum(Value a, Value b) {
  return !is_there(a) ? b : !is_there(b) ? a : v_.add(a, b);
}

Value Places::or_zero(Value value) {
  return is_there(value) ? value : v_.constant(0);
}

Value Places::position(std::size_t axis) {
  return or_zero(sum(state_.places[axis].origin, state_.places[axis].within));
}

Value Places::within(std::size_t axis) {
  return or_zero(state_.places[axis].within);
}

Value Places::extent(std::size_t axis) {
  Value product{};
  for (std::size_t i = nest_.axes[axis].count; i-- > 0;) {
    const Value extent = v_.extent(nest_.axes[axis].dims[i]);
    product = is_there(product) ? v_.multiply(product, extent) : extent;
  }
  return is_there(product) ? product : v_.constant(1);
}

Value Places::end(std::size_t axis) {
  return is_there(state_.places[axis].end) ? state_.places[axis].end : extent(axis);
}

Value Places::left(std::size_t axis) {
  const Place &place = state_.places[axis];
  const Value here = sum(place.origin, place.within);
  const Value left = is_there(here) ? b_.index(IndexOp::sub, end(axis), here) : end(axis);
  return place.piece == Piece::guarded ? b_.index(IndexOp::min, left, v_.constant(place.size)) : left;
}

Value Places::is_inside(std::size_t axis) {
  return b_.compare(Compare::lt, position(axis), end(axis));
}

Value Places::turns(const Node &node, Value elements) {
  return b_.index(IndexOp::div, v_.add(elements, v_.constant(node.piece - 1)), v_.constant(node.piece));
}

Value Places::step(const Node &node, Value turn) {
  switch (node.amount) {
  case Amount::range:
    return v_.multiply(turn, v_.field(FieldKind::range, node.id));
  case Amount::rows:
    return v_.multiply(turn, v_.field(FieldKind::rows));
  case Amount::chunk:
    return v_.multiply(turn, v_.field(FieldKind::chunk));
  case Amount::tile:
    return v_.multiply(turn, v_.field(FieldKind::tile_columns));
  case Amount::known:
    break;
  }
  return node.piece == 1 ? turn : v_.multiply(turn, v_.constant(node.piece));
}

Value Places::digit(std::size_t n) {
  const Node &node = nest_.nodes[n];
  const bool of_lanes = node.bind == Bind::lanes;
  Value &left = ids_[of_lanes][node.id];
  const Value id = is_there(left)             ? left
                   : of_lanes                 ? b_.local_id(node.id)
                   : node.bind == Bind::items ? b_.global_id(node.id)
                                              : b_.group_id(node.id);
  const auto shares = [&](const Node &other) {
    return other.kind == NodeKind::loop && other.id == node.id && other.bind != Bind::serial &&
           other.bind != Bind::together && (other.bind == Bind::lanes) == of_lanes;
  };
  const auto below = std::span(nest_.nodes).subspan(n + 1, node.below);
  const auto other = std::ranges::find_if(below, shares);
  if (other == below.end()) {
    left = {};
    return id;
  }
  const auto count = [&] {
    if (of_lanes)
      return v_.constant(node.count);
    if (node.amount == Amount::chunk || other->bind == Bind::cyclic)
      return v_.field(FieldKind::chunks);
    if (node.amount == Amount::rows)
      return v_.field(FieldKind::blocks);
    if (node.amount == Amount::tile) {
      const Value tile = v_.field(FieldKind::tile_columns);
      const Value before = b_.index(IndexOp::sub, tile, v_.constant(1));
      return b_.index(IndexOp::div, v_.add(this->left(node.axis), before), tile);
    }
    return turns(node, this->left(node.axis));
  }();
  const Value fast = b_.index(IndexOp::rem, id, count), slow = b_.index(IndexOp::div, id, count);
  const bool takes_slow = other->bind == Bind::cyclic; // what takes every so many-th piece stands inside, and is faster
  left = takes_slow ? fast : slow;
  return takes_slow ? slow : fast;
}

Value Places::block() {
  return is_there(block_) ? block_ : v_.constant(0);
}

void Places::spread(std::size_t n) {
  const Node &node = nest_.nodes[n];
  const Value turn = digit(n);
  if (node.amount == Amount::rows)
    block_ = turn;
  Place &place = state_.places[node.axis];
  const Value before = node.last ? Value{} : end(node.axis);
  place.within = sum(place.within, step(node, turn));
  place.size = node.piece;
  const bool clips = std::ranges::none_of(std::span(nest_.nodes).subspan(n + 1, node.below), [&](const Node &other) {
    return other.kind == NodeKind::loop && other.axis == node.axis && other.amount == Amount::range;
  });
  if (node.last)
    place.piece = Piece::full;
  else if (clips)
    place.end = b_.index(IndexOp::min, v_.add(position(node.axis), step(node, v_.constant(1))), before);
  else
    place.end = before;
  arrive(node);
}

Value Places::to_lane(std::size_t n) {
  const Node &node = nest_.nodes[n];
  const Place before = state_.places[node.axis];
  const Value lane = digit(n);
  Value inside{};
  if (node.last && before.piece == Piece::open && before.fewer_than != 0 && before.fewer_than <= most_in_byte)
    inside = b_.compare(Compare::lt, b_.convert(lane, Type::i8), b_.convert(left(node.axis), Type::i8));
  move(node, lane, before.piece == Piece::open ? Piece::guarded : before.piece);
  if (node.last && before.piece != Piece::full && !is_there(inside))
    inside = is_inside(node.axis);
  if (node.rest == Rest::checked && is_there(before.own))
    inside = b_.compare(Compare::ge, position(node.axis), before.own);
  return inside;
}

void Places::move(const Node &node, Value turn, Piece piece) {
  Place &place = state_.places[node.axis];
  if (node.rest == Rest::shifted) {
    WEFT_CHECK(!is_there(place.origin), "fuse: a shifted loop in a tile");
    const Value last = b_.index(IndexOp::sub, end(node.axis), v_.constant(node.piece));
    place.own = sum(place.within, step(node, turn));
    place.within = b_.index(IndexOp::min, place.own, last);
    place.piece = piece;
    place.size = node.piece;
    return;
  }
  if (node.rest == Rest::clipped && place.piece == Piece::open && node.bind == Bind::serial) {
    const Value next = v_.add(position(node.axis), step(node, v_.add(turn, v_.constant(1))));
    place.end = b_.index(IndexOp::min, next, end(node.axis));
  } else if (piece != Piece::full && !is_there(place.end)) {
    place.end = extent(node.axis);
  }
  place.within = sum(place.within, step(node, turn));
  place.piece = piece;
  place.size = node.piece;
  place.fewer_than = 0;
  if (counted_ != 0 && node.bind != Bind::lanes)
    state_.turn = sum(state_.turn, v_.multiply(turn, v_.constant(node.piece / counted_)));
}

void Places::move_to_rest(const Node &node, Value turn) {
  move(node, turn, node.rest == Rest::guarded ? Piece::guarded : Piece::open);
  if (node.rest != Rest::guarded)
    state_.places[node.axis].fewer_than = node.piece;
}

void Places::narrow(const Node &node, Value first, Value is_rest, Value last) {
  Place &place = state_.places[node.axis];
  const Value piece = v_.constant(node.piece);
  const Value stop = v_.add(position(node.axis), v_.multiply(last, piece));
  place.end = b_.select(is_rest, end(node.axis), stop);
  place.within = sum(place.within, v_.multiply(first, piece));
  place.piece = Piece::open;
  place.fewer_than = 0;
}

void Places::arrive(const Node &node) {
  if (node.last)
    v_.bind_axis(node.axis, position(node.axis));
}

void Places::set_pieces(std::uint32_t axes, Piece piece) {
  for (std::size_t axis = 0; axis < Nest::most_axes; ++axis)
    if (axes >> axis & 1) {
      state_.places[axis].end = end(axis);
      state_.places[axis].piece = piece;
    }
}

Value Places::are_whole(std::size_t n) {
  Value all{};
  for (std::size_t axis = 0; axis < Nest::most_axes; ++axis) {
    if ((nest_.nodes[n].dims >> axis & 1) == 0 || state_.places[axis].piece == Piece::full)
      continue;
    const Value inside = b_.compare(Compare::lt, v_.add(position(axis), farthest(n + 1, axis)), end(axis));
    all = is_there(all) ? b_.logical_and(all, inside) : inside;
  }
  return all;
}

/// How far the first of the branches that begin at a node goes along an axis.
Value Places::farthest(std::size_t n, std::size_t axis) {
  for (; nest_.nodes[n].below != 0; ++n)
    if (const Node &node = nest_.nodes[n]; node.amount == Amount::range && node.axis == axis)
      return v_.multiply(v_.constant(node.count - 1), v_.field(FieldKind::range, node.id));
  return v_.constant(state_.places[axis].size - 1);
}

void Places::begin_tile() {
  for (Place &place : state_.places)
    place.origin = sum(place.origin, std::exchange(place.within, {}));
}

void Places::count_turns(std::uint32_t elements) {
  counted_ = elements;
  state_.turn = elements != 0 ? v_.constant(0) : Value{};
}

} // namespace weft::fuse
