// What several forms of folds have in common.
#include "fuse/emit_forms.hpp"

#include <algorithm>

namespace weft::fuse {

Type integer_of(std::size_t bytes) {
  return bytes == 1 ? Type::i8 : bytes == 2 ? Type::i16 : bytes == 4 ? Type::i32 : Type::i64;
}

Value Emission::any_lane(Value condition) {
  return builder.convert(builder.group_reduce("or", builder.convert(condition, Type::i32)), Type::boolean);
}

void Emission::each_staged(std::size_t columns, const std::function<void(std::uint16_t, Value)> &body) {
  std::uint32_t offset = 0;
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const Step &step = program.steps[s];
    if (step.code != Code::load || (schedule.staged >> step.ref & 1) == 0)
      continue;
    body(static_cast<std::uint16_t>(s), builder.local_memory(offset));
    offset += staged_bytes(schedule.range.local[0], columns, step.dtype);
  }
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

void Emission::over_chunks(Value lane, Value first, bool light,
                           const std::function<void(std::span<const Value>)> &body) {
  const Value inner = values.field(FieldKind::inner), chunk = values.constant(chunk_elements());
  const Value step = fold().order.chunks > 1 ? values.field(FieldKind::chunks) : values.constant(1);
  const Value one = values.constant(1);
  const auto first_of_turn = [&](Value at, Value turn) {
    const Value neighbours = values.add(values.multiply(turn, values.constant(fold().order.lanes)), lane);
    return values.add(values.multiply(at, chunk), values.multiply(neighbours, values.constant(group_vector)));
  };
  const auto add_turn = [&](std::vector<Value> &positions, Value begin) {
    for (std::int64_t k = 0; k < group_vector; ++k)
      positions.push_back(values.add(begin, values.constant(k)));
  };
  const auto whole_chunk = [&](Value at) {
    std::vector<Value> positions;
    for (std::int64_t turn = 0; turn < group_turns; ++turn)
      add_turn(positions, first_of_turn(at, values.constant(turn)));
    body(positions);
  };
  const auto guarded_chunk = [&](Value at) {
    builder.loop(values.constant(0), values.constant(group_turns), one, [&](Value turn) {
      const Value begin = first_of_turn(at, turn);
      std::vector<Value> positions;
      add_turn(positions, begin);
      builder.if_else(
          builder.compare(Compare::lt, positions.back(), inner), [&] { body(positions); },
          [&] { builder.loop(begin, inner, one, [&](Value each) { body(std::span(&each, 1)); }); });
    });
  };
  const Value whole = builder.index(IndexOp::div, inner, chunk);
  if (!light) {
    const Value all = builder.index(IndexOp::div, values.add(inner, values.constant(chunk_elements() - 1)), chunk);
    return builder.loop(first, all, step, guarded_chunk);
  }
  builder.loop(first, whole, step, whole_chunk);
  const Value mine = builder.compare(Compare::eq, builder.index(IndexOp::rem, whole, step), first);
  const Value left = builder.compare(Compare::lt, values.multiply(whole, chunk), inner);
  builder.if_then(builder.logical_and(mine, left), [&] { guarded_chunk(whole); });
}

bool Emission::is_light(const std::vector<bool> &needed) const {
  constexpr std::ptrdiff_t light_body = 12;
  return schedule.private_dims == 0 && sequential_dims(program) == 0 && std::ranges::count(needed, true) <= light_body;
}

void Emission::store_together(std::span<Values::State> elements) {
  const std::vector<std::uint16_t> roots = program.output_steps();
  for (Values::State &element : elements)
    values.scope_from(element, 0, [&] {
      for (const std::uint16_t root : roots)
        values.get(root);
      element = values.state();
    });
  for (const Values::State &element : elements)
    values.scope_from(element, 0, [&] { values.store_outputs(); });
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

void Emission::hoist_ahead(const std::vector<bool> &needed) {
  values.hoist(needed);
  if (schedule.private_dims == 0)
    return;
  for (std::size_t f = 0; f < program.folds.size(); ++f)
    if (static_cast<int>(f) != program.root_fold)
      values.hoist_into_arrays(f, schedule.private_dims, needed);
}

} // namespace weft::fuse
