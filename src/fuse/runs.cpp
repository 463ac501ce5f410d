// Meets elements by narrow numbers, adds them up in narrow sums.
#include "fuse/runs.hpp"

namespace weft::fuse {

Type integer_of(std::size_t bytes) {
  return bytes == 1 ? Type::i8 : bytes == 2 ? Type::i16 : bytes == 4 ? Type::i32 : Type::i64;
}

std::int64_t turns_of_run(Dtype accumulate) {
  return item_size(accumulate) == 1 ? 128 : 512;
}

NumberedRun::NumberedRun(Builder &builder, Values &values, const Fold &fold, std::size_t slots)
    : b_(builder), v_(values), fold_(fold) {
  const Type narrow = integer_of(item_size(fold.loop.accumulate));
  for (std::size_t slot = 0; slot < slots; ++slot)
    slots_.push_back({b_.variable(storage_type(fold.loop.accumulate)), b_.variable(narrow)});
  for (const Accumulator &slot : slots_) {
    v_.start_value(fold_, slot.value, v_.constant(0));
    b_.set(slot.index, v_.constant(0), b_.constant_int(narrow, 0));
  }
}

void NumberedRun::meet(std::int64_t slot, Value value, Value turn) {
  const Accumulator &met = slots_[static_cast<std::size_t>(slot)];
  v_.displace(fold_, met, v_.constant(0), value, b_.convert(turn, met.index.type));
}

void NumberedRun::join_into(const Accumulator &around, const std::function<Value(Value)> &position) {
  const Value only = v_.constant(0);
  const Accumulator &first = slots_.front();
  for (std::size_t slot = 1; slot < slots_.size(); ++slot)
    v_.join(fold_, first, only, b_.get(slots_[slot].value, only), b_.get(slots_[slot].index, only));
  const Value turn = b_.convert(b_.get(first.index, only), Type::i64);
  v_.displace(fold_, around, only, b_.get(first.value, only), position(turn));
}

NarrowSums::NarrowSums(Builder &builder, const Fold &fold, std::size_t slots) : b_(builder), fold_(fold) {
  for (std::size_t slot = 0; slot < slots; ++slot)
    b_.set(slots_.emplace_back(b_.variable(Type::i32)), b_.constant_int(Type::i64, 0), b_.constant_int(Type::i32, 0));
}

void NarrowSums::meet(std::int64_t slot, Value value) {
  const Variable &sum = slots_[static_cast<std::size_t>(slot)];
  const Value only = b_.constant_int(Type::i64, 0);
  b_.set(sum, only, b_.index(IndexOp::add, b_.get(sum, only), b_.convert(value, Type::i32)));
}

void NarrowSums::join_into(Values &values, const Accumulator &around) {
  const Value only = values.constant(0);
  for (const Variable &sum : slots_)
    values.join(fold_, around, only, b_.convert(b_.get(sum, only), Type::i64), {});
}

} // namespace weft::fuse
