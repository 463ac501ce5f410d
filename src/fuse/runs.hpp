// Runs of folds in fewer bits, so that more fits a vector: of those that keep an index, where the number of an element
// is as narrow as the element, and of sums of small integers.
#pragma once

#include <vector>

#include "fuse/emit_values.hpp"

namespace weft::fuse {

/// The `id` of a run's node; else it is of what is added up in accumulators of the same type.
enum RunOf : std::uint8_t { of_numbers = 1, of_sums = 2 };

/// As wide as that many bytes, at most 8.
Type integer_of(std::size_t bytes);

/// Turns whose numbers fit.
std::int64_t turns_of_run(Dtype accumulate);

class NumberedRun {
public:
  NumberedRun(Builder &, Values &, const Fold &, std::size_t slots);

  void meet(std::int64_t slot, Value value, Value turn);
  /// A lane that met nothing claims an element beyond all others, which loses.
  void join_into(const Accumulator &, const std::function<Value(Value turn)> &position);

private:
  Builder &b_;
  Values &v_;
  const Fold &fold_;
  std::vector<Accumulator> slots_;
};

/// Turns whose sum of integers of 16 bits fits 32.
inline constexpr std::int64_t turns_of_sums = 32768;

class NarrowSums {
public:
  NarrowSums(Builder &, const Fold &, std::size_t slots);

  void meet(std::int64_t slot, Value value);
  void join_into(Values &, const Accumulator &);

private:
  Builder &b_;
  const Fold &fold_;
  std::vector<Variable> slots_;
};

} // namespace weft::fuse
