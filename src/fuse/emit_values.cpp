// Values, indices and folds as Builder calls.
#include "fuse/emit_values.hpp"

#include <bit>

#include "ops/functions.hpp"
#include "support/error.hpp"

namespace weft::fuse {

namespace {
constexpr std::ptrdiff_t most_in_array = 64;
} // namespace

Values::Values(Builder &builder, const Program &program, const Schedule &schedule, const ArgumentLayout &layout)
    : builder_(builder), program_(program), schedule_(schedule), layout_(layout) {
  state_.values.resize(program.steps.size());
  state_.known.resize(program.steps.size());
  state_.arrays.resize(program.steps.size());
  state_.indices.resize(program.dims.size());
}

Value Values::field(FieldKind kind, std::size_t at, std::size_t dim) {
  const Field &field = layout_.find(kind, at, dim);
  return builder_.field(field.offset, field.type);
}

void Values::bind(std::size_t dim, Value index) {
  state_.indices[dim] = index;
  state_.bound |= 1u << dim;
}

void Values::bind_list(const DimList &list, Value linear) {
  for (std::size_t i = 0; i < list.count; ++i) {
    const bool slowest = i + 1 == list.count;
    bind(list.dims[i], slowest ? linear : builder_.index(IndexOp::rem, linear, extent(list.dims[i])));
    if (!slowest)
      linear = builder_.index(IndexOp::div, linear, extent(list.dims[i]));
  }
}

void Values::bind_axis(std::size_t axis, Value position) {
  const DimList &list = schedule_.nest.axes[axis];
  bind_list(list, position);
  if (list.count > 1)
    state_.joints.push_back({axis, list, position});
}

void Values::bind_dims(std::uint32_t dims, Value linear) {
  DimList list;
  for (std::size_t d = program_.dims.size(); d-- > 0;)
    if (dims >> d & 1)
      list.push(d);
  bind_list(list, linear);
}

void Values::loop_over(std::uint32_t dims, const std::function<void()> &body, std::ptrdiff_t unrolled,
                       codegen::Unroll otherwise) {
  const bool unroll = schedule_.unrolls && accumulators_for(program_.extent_of(dims)) <= unrolled;
  const auto nested = [&](auto &self, std::uint32_t left) -> void {
    if (left == 0)
      return body();
    const std::size_t dim = static_cast<std::size_t>(std::countr_zero(left));
    builder_.loop(constant(0), extent(dim), constant(1), unroll ? codegen::Unroll::full : otherwise, [&](Value index) {
      scope([&] {
        bind(dim, index);
        self(self, left & (left - 1));
      });
    });
  };
  nested(nested, dims);
}

Value Values::linear(std::uint32_t dims) {
  Value position{};
  for (std::size_t d = 0; d < program_.dims.size(); ++d) {
    if ((dims >> d & 1) == 0)
      continue;
    WEFT_CHECK(state_.bound >> d & 1, "fuse: loop {} is not bound", d);
    position = position.type == Type::none ? state_.indices[d] : add(multiply(position, extent(d)), state_.indices[d]);
  }
  return position.type == Type::none ? constant(0) : position;
}

void Values::hoist(const std::vector<bool> &needed) {
  for (std::size_t s = 0; s < needed.size(); ++s)
    if (needed[s] && !state_.known[s] && !state_.arrays[s].is && (program_.steps[s].dims & ~state_.bound) == 0)
      get(static_cast<std::uint16_t>(s));
}

void Values::load(const std::vector<bool> &needed) {
  for (std::size_t s = 0; s < needed.size(); ++s)
    if (needed[s] && !state_.known[s] && program_.steps[s].code == Code::load &&
        (program_.steps[s].dims & ~state_.bound) == 0)
      get(static_cast<std::uint16_t>(s));
}

Value Values::get(std::uint16_t step) {
  if (state_.known[step])
    return state_.values[step];
  const InArray &in_array = state_.arrays[step];
  const Value value =
      in_array.is ? builder_.get(in_array.variable, linear(in_array.dims)) : compute(program_.steps[step]);
  set(step, value);
  return value;
}

void Values::set(std::uint16_t step, Value value) {
  state_.values[step] = value;
  state_.known[step] = true;
}

Value Values::pointer(FieldKind kind, std::size_t at) {
  if (!schedule_.vectors.is_aligned(kind == FieldKind::output, at))
    return field(kind, at);
  return builder_.field_aligned(layout_.find(kind, at).offset, Vectors::bytes);
}

Value Values::address_index(const Leaf &leaf, FieldKind stride, std::size_t at) {
  Value sum{};
  const auto plus = [&](Value index) { sum = sum.type == Type::none ? index : add(sum, index); };
  std::uint32_t done = 0;
  for (const Joint &joint : state_.joints) {
    if ((leaf.as_one >> joint.axis & 1) == 0)
      continue;
    plus(scaled(joint.linear, stride_kind(leaf, joint.loops.dims[0]), stride, at, joint.loops.dims[0]));
    for (std::size_t i = 0; i < joint.loops.count; ++i)
      done |= 1u << joint.loops.dims[i];
  }
  for (std::size_t d = 0; d < program_.dims.size(); ++d) {
    if (stride_kind(leaf, d) == StrideKind::zero || (done >> d & 1))
      continue;
    WEFT_CHECK(state_.bound >> d & 1, "fuse: loop {} is not bound", d);
    Value index = state_.indices[d];
    if (leaf.reversed >> d & 1)
      index = builder_.index(IndexOp::sub, builder_.index(IndexOp::sub, extent(d), constant(1)), index);
    plus(scaled(index, stride_kind(leaf, d), stride, at, d));
  }
  return sum.type == Type::none ? constant(0) : sum;
}

Value Values::scaled(Value index, StrideKind kind, FieldKind stride, std::size_t at, std::size_t dim) {
  if (kind != StrideKind::field)
    return kind == StrideKind::one ? index : multiply(index, constant(static_cast<std::int64_t>(kind)));
  const bool output = stride == FieldKind::output_stride || stride == FieldKind::output_index_stride;
  const std::ptrdiff_t unit = schedule_.vectors.unit(output, at);
  const Value elements = multiply(index, field(stride, at, dim));
  return unit == 1 ? elements : multiply(elements, constant(unit));
}

Value Values::compute(const Step &step) {
  switch (step.code) {
  case Code::load: {
    const Value index = address_index(program_.leaves[step.ref], FieldKind::leaf_stride, step.ref);
    return builder_.load(storage_type(step.dtype), pointer(FieldKind::leaf, step.ref), index);
  }
  case Code::gather:
    return gathered(step);
  case Code::index:
    return add(field(FieldKind::leaf, step.ref),
               address_index(program_.leaves[step.ref], FieldKind::leaf_stride, step.ref));
  case Code::number:
    return field(FieldKind::number, step.ref);
  case Code::convert:
    return builder_.convert(get(step.inputs[0]), storage_type(step.dtype));
  case Code::select: {
    const Value condition = get(step.inputs[0]), yes = get(step.inputs[1]);
    return builder_.select(condition, yes, get(step.inputs[2]));
  }
  case Code::call: {
    std::array<Value, ops::max_arity> inputs;
    std::array<Dtype, ops::max_arity> loop{};
    for (std::size_t i = 0; i < step.arity; ++i) {
      inputs[i] = get(step.inputs[i]);
      loop[i] = program_.steps[step.inputs[i]].dtype;
    }
    const std::span<const Value> values(inputs.data(), step.arity);
    if (ops::is_function(step.op))
      return ops::function(step.op).write(builder_.language(), values);
    return builder_.call(ops::function_name(step.op, std::span(loop.data(), step.arity)), storage_type(step.dtype),
                         values);
  }
  case Code::reduce:
    return sequential_fold(step);
  }
  WEFT_CHECK(false, "fuse: step of unknown code");
}

Value Values::gathered(const Step &step) {
  const Value along = address_index(program_.leaves[step.ref], FieldKind::leaf_stride, step.ref);
  const Value place = add(times_index_stride(get(step.inputs[0]), false, step.ref), along);
  return builder_.load(storage_type(step.dtype), pointer(FieldKind::leaf, step.ref), place);
}

Value Values::times_index_stride(Value index, bool output, std::size_t at) {
  const Leaf &leaf = output ? program_.outputs[at].target : program_.leaves[at];
  return scaled(index, stride_kind(leaf.index_stride),
                output ? FieldKind::output_index_stride : FieldKind::index_stride, at);
}

Value Values::call(ops::Op op, Dtype result, std::initializer_list<Value> inputs, std::span<const Dtype> loop) {
  return builder_.call(ops::function_name(op, loop), storage_type(result), inputs);
}

Accumulator Values::accumulator(const Fold &fold, std::uint32_t count) {
  Accumulator accumulator{builder_.variable(storage_type(fold.loop.accumulate), count), {}};
  if (keeps_index(fold))
    accumulator.index = builder_.variable(Type::i64, count);
  return accumulator;
}

void Values::start(const Fold &fold, const Accumulator &accumulator, Value at) {
  start_value(fold, accumulator.value, at);
  if (keeps_index(fold))
    builder_.set(accumulator.index, at, constant(no_index));
}

void Values::start_value(const Fold &fold, Variable value, Value at) {
  builder_.set(value, at, start_of(fold));
}

Value Values::start_of(const Fold &fold) {
  const Number number = ops::start_value(fold.kind, fold.loop.accumulate);
  const Type type = storage_type(fold.loop.accumulate);
  return builder_.constant_bits(type, std::span(number.data(), codegen::size_of(type)));
}

void Values::move(const Fold &fold, const Accumulator &from, Value from_at, const Accumulator &to, Value to_at) {
  builder_.set(to.value, to_at, builder_.get(from.value, from_at));
  if (keeps_index(fold))
    builder_.set(to.index, to_at, builder_.get(from.index, from_at));
}

void Values::fold_in(const Fold &fold, const Accumulator &accumulator, Value at,
                     const std::function<Value()> &position) {
  const Step &step = program_.steps[fold.step];
  const Value value = get(step.inputs[0]);
  if (fold.joins_partials)
    return join(fold, accumulator, at, value, keeps_index(fold) ? get(step.inputs[1]) : Value{});
  if (keeps_index(fold))
    displace(fold, accumulator, at, value, position());
  else
    builder_.set(accumulator.value, at, combined(fold, builder_.get(accumulator.value, at), value));
}

Value Values::combined(const Fold &fold, Value a, Value b) {
  const Dtype dtype = fold.loop.accumulate;
  return call(ops::info(fold.kind).combine, dtype, {a, b}, std::array{dtype, dtype});
}

void Values::displace(const Fold &fold, const Accumulator &accumulator, Value at, Value value, Value index) {
  displace_where(replaces(fold, value, builder_.get(accumulator.value, at)), accumulator, at, value, index);
}

void Values::displace_where(Value wins, const Accumulator &accumulator, Value at, Value value, Value index) {
  builder_.set(accumulator.value, at, builder_.select(wins, value, builder_.get(accumulator.value, at)));
  builder_.set(accumulator.index, at, builder_.select(wins, index, builder_.get(accumulator.index, at)));
}

Value Values::replaces(const Fold &fold, Value value, Value best) {
  const Dtype dtype = fold.loop.accumulate;
  return call(ops::info(fold.kind).combine, Dtype::b1, {value, best}, std::array{dtype, dtype});
}

void Values::join(const Fold &fold, const Accumulator &accumulator, Value at, Value value, Value index) {
  const Value best = builder_.get(accumulator.value, at);
  if (!keeps_index(fold))
    return builder_.set(accumulator.value, at, combined(fold, best, value));
  const Value worse = replaces(fold, best, value), better = replaces(fold, value, best);
  const Value first = builder_.compare(Compare::lt, index, builder_.get(accumulator.index, at));
  const Value wins = builder_.select(better, better, builder_.logical_and(builder_.logical_not(worse), first));
  displace_where(wins, accumulator, at, value, index);
}

Value Values::result(const Fold &fold, Value value, Value index) {
  return keeps_index(fold) ? builder_.select(replaces(fold, value, start_of(fold)), index, constant(0)) : value;
}

Value Values::result(const Fold &fold, const Accumulator &accumulator, Value at) {
  return result(fold, builder_.get(accumulator.value, at),
                keeps_index(fold) ? builder_.get(accumulator.index, at) : Value{});
}

Value Values::sequential_fold(const Step &step) {
  const Fold &fold = program_.folds[step.ref];
  const std::uint32_t dims = program_.dims_of_fold(step.ref);
  const Accumulator accumulator = this->accumulator(fold);
  const Value only = constant(0);
  start(fold, accumulator, only);
  const std::array roots{fold.step};
  const std::vector<bool> needed = needed_by(roots);
  hoist_inputs(needed, fold.step);
  loop_over(dims, [&] { fold_in(fold, accumulator, only, [&] { return linear(dims); }); });
  return result(fold, accumulator, only);
}

/// What the loops of a fold do not change is written before them.
void Values::hoist_inputs(std::vector<bool> needed, std::uint16_t but) {
  needed[but] = false;
  hoist(needed);
}

void Values::hoist_into_arrays(std::size_t fold, std::uint32_t varying, const std::vector<bool> &needed) {
  const std::uint32_t inside = program_.dims_of_fold(fold);
  if (inside == 0 || program_.extent_of(inside) > (schedule_.unrolls ? most_unrolled : most_in_array))
    return;
  std::vector<bool> used(program_.steps.size()); // by a step that varies
  for (std::size_t s = 0; s < program_.steps.size(); ++s)
    if (needed[s] && (program_.steps[s].dims & varying))
      for (std::size_t i = 0; i < program_.steps[s].arity; ++i)
        used[program_.steps[s].inputs[i]] = true;
  const auto count = static_cast<std::uint32_t>(std::bit_ceil(static_cast<std::size_t>(program_.extent_of(inside))));
  for (std::size_t s = 0; s < program_.steps.size(); ++s) {
    const Step &step = program_.steps[s];
    const bool fits =
        (step.dims & varying) == 0 && (step.dims & inside) == inside && (step.dims & ~(inside | state_.bound)) == 0;
    if (!needed[s] || !used[s] || !fits || (step.dims & ~inside) == 0)
      continue;
    const Variable array = builder_.variable(storage_type(step.dtype), count);
    loop_over(inside, [&] { builder_.set(array, linear(inside), get(static_cast<std::uint16_t>(s))); });
    state_.arrays[s] = {true, array, inside};
  }
}

void Values::store_outputs(const Node &store) {
  for (std::size_t i = 0; i < program_.outputs.size(); ++i) {
    if (!store.stores(i))
      continue;
    const Output &output = program_.outputs[i];
    const Value value = builder_.convert(get(output.step), storage_type(output.target.dtype));
    Value place = address_index(output.target, FieldKind::output_stride, i);
    if (output.is_indexed())
      place = add(times_index_stride(get(output.index), true, i), place);
    builder_.store(pointer(FieldKind::output, i), place, value);
  }
}

} // namespace weft::fuse
