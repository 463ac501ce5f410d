// Places of partial results.
#include "fuse/partial_results.hpp"

namespace weft::fuse {

void PartialResults::store(Value place, Value value, Value index) {
  b_.store(v_.field(FieldKind::partial), place, value);
  if (Values::keeps_index(fold_))
    b_.store(v_.field(FieldKind::partial_index), place, index);
}

/// Results along these loops.
Value PartialResults::number_of(std::uint32_t dims) {
  Value number = v_.constant(1);
  for (std::size_t d = 0; d < program_.dims.size(); ++d)
    if (dims >> d & 1)
      number = v_.multiply(number, v_.extent(d));
  return number;
}

Value PartialResults::place_of_block() {
  return v_.add(v_.multiply(v_.linear(program_.dims_of(0)), v_.field(FieldKind::blocks)), block_);
}

void PartialResults::store_lanes(std::uint32_t meeting) {
  if (fold_.order.partial_lanes == 1)
    return store_common(meeting);
  filling_.over_results(
      [&](Value result) {
        const Value place = v_.add(v_.multiply(place_of_block(), v_.constant(fold_.order.lanes)), b_.local_id(0));
        b_.store(v_.field(FieldKind::partial), place, b_.get(filling_.accumulators().value, result));
      },
      true);
}

void PartialResults::store_common(std::uint32_t meeting) {
  const Value only = v_.constant(0);
  const Accumulator one = v_.accumulator(fold_);
  filling_.over_results(
      [&](Value result) {
        v_.move(fold_, filling_.accumulators(), result, one, only);
        const Accumulator joined = join_group(b_, v_, fold_, one, meeting);
        b_.if_then(b_.compare(Compare::eq, b_.local_id(0), only), [&] {
          store(place_of_block(), b_.get(joined.value, only),
                Values::keeps_index(fold_) ? b_.get(joined.index, only) : Value{});
        });
      },
      false);
}

void PartialResults::store_met(MeetingInMemory &met) {
  const Value lane = b_.local_id(0);
  b_.if_then(b_.compare(Compare::lt, lane, number_of(filling_.dims())), [&] {
    v_.scope([&] {
      v_.bind_dims(filling_.dims(), lane);
      store(place_of_block(), met.value(lane), Values::keeps_index(fold_) ? met.index(lane) : Value{});
    });
  });
}

void PartialResults::store_column(Slot slot) {
  const std::uint32_t results = program_.dims_of(0);
  const Accumulator &accumulators = filling_.accumulators();
  store(v_.add(v_.multiply(block_, number_of(results)), v_.linear(results)), b_.get(accumulators.value, slot.number),
        Values::keeps_index(fold_) ? b_.get(accumulators.index, slot.number) : Value{});
}

} // namespace weft::fuse
