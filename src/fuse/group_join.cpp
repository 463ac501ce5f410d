// Joins what the lanes of a work-group hold: by the device's own group operations where those give the fold's bits.
#include "fuse/filling.hpp"

#include <limits>

namespace weft::fuse {

namespace {

/// The group operation that is the fold, empty if none is. Those on floats ignore NaN and may take either zero.
std::string_view group_operation(const Fold &fold) {
  const Dtype dtype = fold.loop.accumulate;
  switch (ops::info(fold.kind).combine) {
  case ops::Op::add:
    return dtype == Dtype::b1 ? "or" : "add";
  case ops::Op::multiply:
    return dtype == Dtype::b1 ? "and" : kind_of(dtype) == ops::Kind::complex ? "" : "mul";
  case ops::Op::maximum:
    return dtype == Dtype::b1 ? "or" : is_inexact(dtype) ? "" : "max";
  case ops::Op::minimum:
    return dtype == Dtype::b1 ? "and" : is_inexact(dtype) ? "" : "min";
  case ops::Op::logical_or:
    return "or";
  case ops::Op::logical_and:
    return "and";
  default:
    return "";
  }
}

class GroupJoin {
public:
  GroupJoin(Builder &builder, Values &values, const Fold &fold, const Accumulator &lane, std::uint32_t meeting)
      : v_(values), b_(builder), fold_(fold), lanes_(fold.order.lanes), lane_(lane), meeting_(meeting),
        only_(v_.constant(0)) {}

  Accumulator emit() {
    const Accumulator joined = v_.accumulator(fold_);
    const Value value = b_.get(lane_.value, only_);
    if (Values::keeps_index(fold_)) {
      if (kind_of(fold_.loop.accumulate) == ops::Kind::complex)
        set_first_of_best_complex(joined, value);
      else
        set_first_of_best(joined, value);
    } else if (finds_extreme(fold_.kind) && kind_of(fold_.loop.accumulate) == ops::Kind::floating) {
      b_.set(joined.value, only_, extreme(value));
    } else if (const std::string_view operation = group_operation(fold_); !operation.empty()) {
      b_.set(joined.value, only_, b_.group_reduce(operation, value));
    } else {
      b_.set(joined.value, only_, through_memory(value));
    }
    return joined;
  }

private:
  /// The largest or smallest value, or a NaN if one is there.
  Value extreme(Value value) {
    const bool largest = ops::info(fold_.kind).combine == ops::Op::maximum;
    const Value best = b_.group_reduce(largest ? "max" : "min", value);
    const Value any_nan = any_lane(b_, b_.compare(Compare::ne, value, value));
    const Type type = storage_type(fold_.loop.accumulate);
    return b_.select(any_nan, b_.constant(type, std::numeric_limits<double>::quiet_NaN()), best);
  }

  /// The best value, or a NaN if one is there, with the lowest index among the lanes that hold it. Lanes without
  /// elements have no index.
  void set_first_of_best(const Accumulator &joined, Value value) {
    const bool largest = fold_.kind == ops::Reduction::argmax;
    const Type type = storage_type(fold_.loop.accumulate);
    const Value key = type == Type::boolean ? b_.convert(value, Type::i32) : value;
    Value best = b_.group_reduce(largest ? "max" : "min", key);
    Value candidate = b_.compare(Compare::eq, key, best);
    if (is_inexact(fold_.loop.accumulate)) {
      const Value is_nan = b_.logical_not(b_.compare(Compare::eq, value, value));
      const Value any_nan = any_lane(b_, is_nan);
      candidate = b_.select(any_nan, is_nan, candidate);
      best = b_.select(any_nan, b_.constant(type, std::numeric_limits<double>::quiet_NaN()), best);
    }
    b_.set(joined.value, only_, b_.convert(best, type));
    const Value index = b_.select(candidate, b_.get(lane_.index, only_), v_.constant(no_index));
    b_.set(joined.index, only_, b_.group_reduce("min", index));
  }

  /// The same in the order of real, then imaginary parts. The winner hands its value over in memory.
  void set_first_of_best_complex(const Accumulator &joined, Value value) {
    const bool largest = fold_.kind == ops::Reduction::argmax;
    const std::string_view best = largest ? "max" : "min";
    const Dtype dtype = fold_.loop.accumulate;
    const Type type = storage_type(dtype), part = storage_type(ops::real_part(dtype));
    const double worst = largest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    const Dtype loop[] = {dtype}, half = ops::real_part(dtype);
    const Value re = v_.call(ops::Op::real, half, {value}, loop), im = v_.call(ops::Op::imag, half, {value}, loop);
    const Value is_number = b_.logical_and(b_.compare(Compare::eq, re, re), b_.compare(Compare::eq, im, im));
    const Value is_nan = b_.logical_not(is_number);
    const Value any_nan = any_lane(b_, is_nan);
    const Value best_re = b_.group_reduce(best, b_.select(is_number, re, b_.constant(part, worst)));
    const Value leads = b_.logical_and(is_number, b_.compare(Compare::eq, re, best_re));
    const Value best_im = b_.group_reduce(best, b_.select(leads, im, b_.constant(part, worst)));
    const Value candidate = b_.select(any_nan, is_nan, b_.logical_and(leads, b_.compare(Compare::eq, im, best_im)));
    const Value own = b_.select(candidate, b_.get(lane_.index, only_), v_.constant(no_index));
    const Value index = b_.group_reduce("min", own);
    const Value memory = b_.local_memory(meeting_);
    b_.if_then(b_.compare(Compare::eq, own, index), [&] { b_.store(memory, only_, value); });
    b_.barrier();
    b_.set(joined.value, only_, b_.load(type, memory, only_));
    b_.set(joined.index, only_, index);
  }

  /// Halves are joined until one value is left.
  Value through_memory(Value value) {
    const Type type = storage_type(fold_.loop.accumulate);
    const Value memory = b_.local_memory(meeting_), lane = b_.local_id(0);
    b_.store(memory, lane, value);
    b_.barrier();
    join_halves(b_, v_, lanes_, [&](std::int64_t apart) {
      const Value other = b_.load(type, memory, v_.add(lane, v_.constant(apart)));
      b_.store(memory, lane, v_.combined(fold_, b_.load(type, memory, lane), other));
    });
    return b_.load(type, memory, only_);
  }

  Values &v_;
  Builder &b_;
  const Fold &fold_;
  std::uint32_t lanes_;
  const Accumulator &lane_;
  std::uint32_t meeting_;
  Value only_;
};

} // namespace

Value any_lane(Builder &builder, Value condition) {
  return builder.convert(builder.group_reduce("or", builder.convert(condition, Type::i32)), Type::boolean);
}

Accumulator join_group(Builder &builder, Values &values, const Fold &fold, const Accumulator &lane,
                       std::uint32_t meeting) {
  return GroupJoin(builder, values, fold, lane, meeting).emit();
}

} // namespace weft::fuse
