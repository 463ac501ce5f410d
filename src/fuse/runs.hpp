// Runs of folds that keep an index: within one, the number of an element is as narrow as the element, so that as many
// of them fit a vector.
#pragma once

#include <vector>

#include "fuse/emit_values.hpp"

namespace weft::fuse {

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

} // namespace weft::fuse
