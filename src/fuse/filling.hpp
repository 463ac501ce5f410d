// The accumulators of one fold in a work-item: slots of them, each with one for every result of the private loops.
#pragma once

#include <optional>

#include "fuse/emit_values.hpp"

namespace weft::fuse {

/// Of accumulators that loops fill by turns. `known`: its number, where it is known while the kernel is written.
struct Slot {
  Value number;
  std::int64_t known = 0;
};

class Filling {
public:
  /// Of fold number `fold`; `dims`: its private loops.
  Filling(Builder &, Values &, const Program &, std::size_t fold, std::uint32_t dims, std::uint32_t slots);

  const Fold &fold() const noexcept { return fold_; }
  std::size_t number() const noexcept { return number_; }
  std::uint32_t dims() const noexcept { return dims_; }
  std::uint32_t results() const noexcept { return results_; } ///< Rounded up to a power of two.
  Accumulator &accumulators() noexcept { return accumulators_; }

  void start(Slot);
  void start_all(); ///< All slots, which are few.
  void join_slots();

  Value at(Value result, Slot slot) { return v_.add(v_.multiply(slot.number, v_.constant(results_)), result); }
  /// Calls the body for each result of the private loops. `arranges`: it only starts, joins or stores accumulators, and
  /// where the loop that fills them stays a loop, they are in memory anyway.
  void over_results(const std::function<void(Value)> &body, bool arranges);

private:
  std::ptrdiff_t work_per_result() const;
  std::ptrdiff_t turns_of(const Step &) const;

  Builder &b_;
  Values &v_;
  const Program &program_;
  const Fold &fold_;
  std::size_t number_;
  std::uint32_t dims_, results_, slots_;
  codegen::Unroll around_;
  Accumulator accumulators_;
};

/// Whether it holds for any lane of the group. All of them call it.
Value any_lane(Builder &, Value condition);

/// What the lanes of the group hold, joined into one; every lane gets it. All lanes of the group call it. `meeting`:
/// where in local memory they may meet.
Accumulator join_group(Builder &, Values &, const Fold &, const Accumulator &lane, std::uint32_t meeting);

/// Each lane of the lower half joins what the one so far `apart` has left in local memory, half by half until the first
/// has it all. All lanes call it, behind a barrier.
void join_halves(Builder &, Values &, std::uint32_t lanes, const std::function<void(std::int64_t apart)> &join);

/// Neighbours join until the first lane has it all, in local memory, for all results of the private loops.
class MeetingInMemory {
public:
  MeetingInMemory(Builder &, Values &, Filling &, std::uint32_t meeting);
  void meet(); ///< All lanes of the group call it.
  Value value(Value result);
  Value index(Value result); ///< Only where the fold keeps one.

private:
  Value place(Value result, Value lane);
  void join_with(Value result, std::int64_t apart);

  Builder &b_;
  Values &v_;
  Filling &filling_;
  const Fold &fold_;
  Value values_, indices_;
};

} // namespace weft::fuse
