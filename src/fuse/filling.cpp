// Starts accumulators, and joins what slots and lanes hold.
#include "fuse/filling.hpp"

#include <algorithm>

namespace weft::fuse {

namespace {
constexpr std::ptrdiff_t most_counted = 64;   ///< Turns that tell kernels apart (Recipe::most_known_extent).
constexpr std::ptrdiff_t most_straight = 300; ///< Additions' worth of work that LLVM may write down without a loop.
} // namespace

Filling::Filling(Builder &builder, Values &values, const Program &program, std::size_t fold, std::uint32_t dims,
                 std::uint32_t slots)
    : b_(builder), v_(values), program_(program), fold_(program.folds[fold]), number_(fold), dims_(dims),
      results_(accumulators_for(program.extent_of(dims))), slots_(slots),
      around_(work_per_result() * results_ / 2 > most_straight ? codegen::Unroll::none : codegen::Unroll::automatic),
      accumulators_(values.accumulator(fold_, results_ * slots)) {}

/// What a turn costs for each private result, against one addition: the least of all shapes that share the kernel.
std::ptrdiff_t Filling::work_per_result() const {
  std::ptrdiff_t work = 0;
  for (const Step &step : program_.steps)
    if (step.code == Code::call && (step.dims & dims_) != 0)
      work += ops::info(step.op).cost * turns_of(step);
  return work;
}

/// Of the folds inside of the work-item that the step stands in.
std::ptrdiff_t Filling::turns_of(const Step &step) const {
  std::ptrdiff_t turns = 1;
  for (std::size_t f = 0; f < program_.folds.size(); ++f)
    if (const auto dims = step.dims & program_.dims_of_fold(f); static_cast<int>(f) != program_.root_fold && dims)
      turns *= std::max(1u, accumulators_for(std::min(program_.extent_of(dims), most_counted)) / 2);
  return turns;
}

void Filling::over_results(const std::function<void(Value)> &body, bool arranges) {
  v_.loop_over(dims_, [&] { body(v_.linear(dims_)); }, results_, arranges ? around_ : codegen::Unroll::automatic);
}

void Filling::start(Slot slot) {
  over_results([&](Value result) { v_.start(fold_, accumulators_, at(result, slot)); }, true);
}

void Filling::start_all() {
  for (std::int64_t slot = 0; slot < slots_; ++slot)
    start({v_.constant(slot), slot});
}

void Filling::join_slots() {
  for (std::int64_t slot = 1; slot < slots_; ++slot)
    over_results(
        [&](Value result) {
          const Value from = at(result, {v_.constant(slot), slot});
          v_.join(fold_, accumulators_, result, b_.get(accumulators_.value, from),
                  Values::keeps_index(fold_) ? b_.get(accumulators_.index, from) : Value{});
        },
        true);
}

void join_halves(Builder &builder, Values &values, std::uint32_t lanes,
                 const std::function<void(std::int64_t apart)> &join) {
  for (std::int64_t apart = lanes / 2; apart > 0; apart /= 2) {
    builder.if_then(builder.compare(Compare::lt, builder.local_id(0), values.constant(apart)), [&] { join(apart); });
    builder.barrier();
  }
}

MeetingInMemory::MeetingInMemory(Builder &builder, Values &values, Filling &filling, std::uint32_t meeting)
    : b_(builder), v_(values), filling_(filling), fold_(filling.fold()), values_(b_.local_memory(meeting)),
      indices_(b_.local_memory(meeting + fold_.order.lanes * filling.results() *
                                             codegen::size_of(storage_type(fold_.loop.accumulate)))) {}

Value MeetingInMemory::place(Value result, Value lane) {
  return v_.add(v_.multiply(result, v_.constant(fold_.order.lanes)), lane);
}

Value MeetingInMemory::value(Value result) {
  return b_.load(storage_type(fold_.loop.accumulate), values_, place(result, v_.constant(0)));
}

Value MeetingInMemory::index(Value result) {
  return b_.load(Type::i64, indices_, place(result, v_.constant(0)));
}

void MeetingInMemory::meet() {
  const Value lane = b_.local_id(0);
  filling_.over_results(
      [&](Value result) {
        b_.store(values_, place(result, lane), b_.get(filling_.accumulators().value, result));
        if (Values::keeps_index(fold_))
          b_.store(indices_, place(result, lane), b_.get(filling_.accumulators().index, result));
      },
      false);
  b_.barrier();
  join_halves(b_, v_, fold_.order.lanes, [&](std::int64_t apart) {
    filling_.over_results([&](Value result) { join_with(result, apart); }, false);
  });
}

void MeetingInMemory::join_with(Value result, std::int64_t apart) {
  const bool keeps_index = Values::keeps_index(fold_);
  const Type type = storage_type(fold_.loop.accumulate);
  const Value only = v_.constant(0), mine = place(result, b_.local_id(0)), other = v_.add(mine, v_.constant(apart));
  const Accumulator joined = v_.accumulator(fold_);
  b_.set(joined.value, only, b_.load(type, values_, mine));
  if (keeps_index)
    b_.set(joined.index, only, b_.load(Type::i64, indices_, mine));
  v_.join(fold_, joined, only, b_.load(type, values_, other),
          keeps_index ? b_.load(Type::i64, indices_, other) : Value{});
  b_.store(values_, mine, b_.get(joined.value, only));
  if (keeps_index)
    b_.store(indices_, mine, b_.get(joined.index, only));
}

} // namespace weft::fuse
