// Meets what decides, and tells other groups.
#include "fuse/deciding.hpp"

#include <algorithm>
#include <cstddef>

#include "fuse/filling.hpp"
#include "fuse/runs.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t most_scanned = 4;       ///< Turns; fits the narrowest type.
constexpr std::int64_t decided_somewhere = -1; ///< Before all elements: no block matters any more.

} // namespace

Hits::Hits(Builder &builder, Values &values, const Program &program, const Fold &fold)
    : b_(builder), v_(values), fold_(fold), type_(integer_of(program.widest_leaf())), met_(b_.variable(type_)) {}

void Hits::reset() {
  b_.set(met_, b_.constant_int(type_, 0));
}

/// Few are counted: as truth, LLVM would join them in vectors of another width.
void Hits::meet(std::span<const Value> hits) {
  Value count = b_.convert(hits.front(), type_);
  for (const Value &hit : hits.subspan(1))
    count = b_.index(IndexOp::add, count, b_.convert(hit, type_));
  b_.set(met_, b_.index(IndexOp::bit_or, b_.get(met_), count));
}

Value Hits::met() {
  return b_.compare(Compare::ne, b_.get(met_), b_.constant_int(type_, 0));
}

Value Hits::any_lane() {
  return fuse::any_lane(b_, met());
}

Value Hits::decides(Value element) {
  return b_.compare(Compare::ne, element, v_.start_of(fold_));
}

Deciding::Deciding(Builder &builder, Values &values, const Program &program, const Fold &fold, std::int64_t lanes)
    : b_(builder), v_(values), fold_(fold), none_(values.constant(no_index)), lanes_(values.constant(lanes)),
      decided_(b_.variable(Type::boolean)), place_(b_.variable(Type::i64)), found_(b_.variable(Type::i8)) {
  b_.set(decided_, b_.constant_int(Type::boolean, 0));
  b_.set(place_, none_);
}

void Deciding::in_stretches(Value end, std::int64_t shortest, std::int64_t most_times,
                            const std::function<void(Value, Value)> &body, const std::function<Value()> &vote) {
  const Variable next = b_.variable(Type::i64);
  b_.set(next, v_.constant(0));
  const auto going_on = [&] {
    return b_.logical_and(b_.compare(Compare::lt, b_.get(next), end), b_.logical_not(decided()));
  };
  b_.while_loop(going_on, [&] {
    v_.scope([&] {
      const Value first = b_.get(next);
      const Value longer = v_.add(v_.multiply(first, v_.constant(4)), v_.constant(shortest));
      const Value longest = v_.add(first, v_.constant(shortest * most_times));
      const Value last = b_.index(IndexOp::min, b_.index(IndexOp::min, longer, longest), end);
      body(first, last);
      set(vote());
      b_.set(next, last);
    });
  });
}

void Deciding::begin_scan() {
  b_.set(found_, b_.constant_int(Type::i8, most_scanned));
}

void Deciding::scan(Value hit, Value turn) {
  const Value beyond = b_.constant_int(Type::i8, most_scanned);
  const Value candidate = b_.select(hit, b_.convert(turn, Type::i8), beyond);
  b_.set(found_, b_.index(IndexOp::min, b_.get(found_), candidate));
}

void Deciding::end_scan(const std::function<Value(Value)> &position) {
  const Value lanes = b_.convert(lanes_, Type::i32), turn = b_.convert(b_.get(found_), Type::i32);
  const Value lane = b_.convert(b_.local_id(0), Type::i32);
  const Value mine = b_.index(IndexOp::add, b_.index(IndexOp::mul, turn, lanes), lane);
  const Value nearest = b_.convert(b_.group_reduce("min", mine), Type::i64);
  const Value hit = b_.compare(Compare::lt, nearest, v_.multiply(v_.constant(most_scanned), lanes_));
  b_.set(place_, b_.select(hit, position(nearest), none_));
  set(hit);
}

Value Deciding::place() {
  return finds_place() ? b_.get(place_) : b_.select(decided(), v_.constant(decided_somewhere), none_);
}

Value Deciding::result(Value place) {
  const Value undecided = b_.compare(Compare::eq, place, none_), start = v_.start_of(fold_);
  return finds_place() ? b_.select(undecided, v_.constant(0), place)
                       : b_.select(undecided, start, b_.logical_not(start));
}

Messages::Messages(Builder &builder, Values &values, const Program &program)
    : b_(builder), v_(values), device_(b_.constant_int(Type::i32, 3)) {
  const Value result = v_.linear(program.dims_of(0));
  first_ = b_.offset(v_.field(FieldKind::decided), v_.multiply(result, v_.constant(sizeof(Telling))));
  arrived_ = b_.offset(first_, v_.constant(offsetof(Telling, arrived)));
}

Value Messages::told() {
  const Value relaxed = b_.constant_int(Type::i32, 0);
  return b_.call("__weft_atomic_load_i64", Type::i64, {first_, relaxed, device_});
}

Value Messages::is_last(Deciding &deciding) {
  const Variable before = b_.variable(Type::i64);
  b_.set(before, v_.constant(0));
  b_.if_then(b_.compare(Compare::eq, b_.local_id(0), v_.constant(0)), [&] {
    b_.if_then(deciding.decided(), [&] { b_.atomic("min", first_, deciding.place()); });
    const Value both = b_.constant_int(Type::i32, 3); // acquires what others told, releases what this one did
    b_.set(before, b_.call("__weft_atomic_fetch_add_i64", Type::i64, {arrived_, v_.constant(1), both, device_}));
  });
  const Value others = b_.group_reduce("or", b_.get(before));
  return b_.compare(Compare::eq, v_.add(others, v_.constant(1)), v_.field(FieldKind::blocks));
}

} // namespace weft::fuse
