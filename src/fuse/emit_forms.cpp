// Blocks, turns, and stretches after which lanes ask each other.
#include "fuse/emit_forms.hpp"

#include <algorithm>

namespace weft::fuse {

Value Emission::any_lane(Value condition) {
  return builder.convert(builder.group_reduce("or", builder.convert(condition, Type::i32)), Type::boolean);
}

void Emission::over_rows(Value block, const std::function<void(Value, Value)> &body) {
  const FoldOrder &order = fold().order;
  const bool several = order.chunks > 1;
  const Value none = values.constant(0);
  if (order.outer == 1)
    return values.scope([&] { body(none, several ? block : none); });
  const Value row_block = several ? builder.index(IndexOp::div, block, values.field(FieldKind::chunks)) : block;
  const Value chunk = several ? builder.index(IndexOp::rem, block, values.field(FieldKind::chunks)) : none;
  const Value rows = values.field(FieldKind::rows);
  const Value first = values.multiply(row_block, rows);
  const Value last = builder.index(IndexOp::min, values.add(first, rows), values.field(FieldKind::outer));
  builder.loop(first, last, values.constant(1), [&](Value row) {
    values.scope([&] {
      values.bind_dims(outer_dims(), row);
      body(row, chunk);
    });
  });
}

Turns Emission::turns(Value lane, Value row, Value chunk) {
  const FoldOrder &order = fold().order;
  const Value inner = values.field(FieldKind::inner);
  const bool one = order.chunks == 1;
  const Value begin = one ? values.constant(0) : values.multiply(chunk, values.field(FieldKind::chunk));
  const Value end = one ? inner : builder.index(IndexOp::min, values.add(begin, values.field(FieldKind::chunk)), inner);
  const Value count = builder.index(IndexOp::sub, end, begin);
  const Value all =
      builder.index(IndexOp::div, values.add(count, builder.index(IndexOp::sub, lanes(), values.constant(1))), lanes());
  return {row, begin, end, lane, builder.index(IndexOp::div, count, lanes()), all};
}

Value Emission::position(const Turns &turns, Value turn) {
  return values.add(values.add(turns.begin, turns.lane), values.multiply(turn, lanes()));
}

Value Emission::position_in_fold(Value row, Value position) {
  if (fold().order.outer == 1)
    return position;
  return values.add(values.multiply(row, values.field(FieldKind::inner)), position);
}

void Emission::rest_of_turns(const Turns &turns, Value first, Value last, const std::function<void(Value)> &body) {
  const Value whole = builder.index(IndexOp::min, last, turns.whole);
  builder.loop(first, whole, values.constant(1), body);
  builder.if_then(builder.compare(Compare::lt, whole, last), [&] {
    values.scope([&] {
      const Value done = values.add(turns.begin, values.multiply(whole, lanes()));
      const Value left = builder.convert(builder.index(IndexOp::sub, turns.end, done), Type::i8);
      builder.if_then(
          builder.compare(Compare::lt, builder.convert(turns.lane, Type::i8), left), [&] { body(whole); },
          codegen::Guard::rest);
    });
  });
}

void Emission::until_decided(Value end, std::int64_t shortest, std::size_t bytes, Variable decided,
                             const std::function<void(Value, Value)> &body, const std::function<Value()> &vote) {
  const auto most_times = static_cast<std::int64_t>(std::max<std::size_t>(1, cached_bytes / bytes));
  const Variable next = builder.variable(Type::i64);
  builder.set(next, values.constant(0));
  const auto going_on = [&] {
    return builder.logical_and(builder.compare(Compare::lt, builder.get(next), end),
                               builder.logical_not(builder.get(decided)));
  };
  builder.while_loop(going_on, [&] {
    values.scope([&] {
      const Value first = builder.get(next);
      const Value longer = values.add(values.multiply(first, values.constant(4)), values.constant(shortest));
      const Value longest = values.add(first, values.constant(shortest * most_times));
      const Value last = builder.index(IndexOp::min, builder.index(IndexOp::min, longer, longest), end);
      body(first, last);
      builder.set(decided, vote());
      builder.set(next, last);
    });
  });
}

} // namespace weft::fuse
