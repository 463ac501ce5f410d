// Which lanes have met an element that decides a fold of booleans: in numbers as wide as the elements, since vectors of
// other widths would have to be packed for each of them.
#pragma once

#include <span>

#include "fuse/emit_forms.hpp"
#include "fuse/runs.hpp"

namespace weft::fuse {

class Hits {
public:
  explicit Hits(Emission &emission)
      : e_(emission), b_(emission.builder), type_(integer_of(emission.program.widest_leaf())),
        met_(b_.variable(type_)) {}

  void reset() { b_.set(met_, b_.constant_int(type_, 0)); }
  /// Few are counted: as truth, LLVM would join them in vectors of another width.
  void meet(std::span<const Value> hits) {
    Value count = b_.convert(hits.front(), type_);
    for (const Value &hit : hits.subspan(1))
      count = b_.index(IndexOp::add, count, b_.convert(hit, type_));
    b_.set(met_, b_.index(IndexOp::bit_or, b_.get(met_), count));
  }
  Value met() { return b_.compare(Compare::ne, b_.get(met_), b_.constant_int(type_, 0)); }
  Value any_lane() { return e_.any_lane(met()); } ///< All lanes of the group call it.

  /// The first element that differs from the start value gives the result.
  Value decides(Value element) { return b_.compare(Compare::ne, element, e_.values.start_of(e_.fold())); }

private:
  Emission &e_;
  Builder &b_;
  Type type_;
  Variable met_;
};

} // namespace weft::fuse
