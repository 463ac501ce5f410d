// Folds of booleans that end early: an element that differs from the start value decides the result.
#pragma once

#include <span>

#include "fuse/emit_values.hpp"

namespace weft::fuse {

/// Which lanes have met an element that decides: in numbers as wide as the elements, since vectors of other widths
/// would have to be packed for each of them.
class Hits {
public:
  Hits(Builder &, Values &, const Program &, const Fold &);

  void reset();
  void meet(std::span<const Value> hits);
  Value met();
  Value any_lane();             ///< All lanes of the group call it.
  Value decides(Value element); ///< Differs from the start value.

private:
  Builder &b_;
  Values &v_;
  const Fold &fold_;
  Type type_;
  Variable met_;
};

/// What a group knows of its result; the same for all lanes.
class Deciding {
public:
  Deciding(Builder &, Values &, const Program &, const Fold &, std::int64_t lanes);

  bool finds_place() const { return Values::keeps_index(fold_); }
  Value decided() { return b_.get(decided_); }
  void set(Value decided) { b_.set(decided_, decided); }

  /// Calls the body for a range of [0, end) after the other, each three times as long as all before, at least
  /// `shortest` and at most `most_times` that, until `vote`, which is for all lanes alike, says that it is decided.
  void in_stretches(Value end, std::int64_t shortest, std::int64_t most_times,
                    const std::function<void(Value first, Value last)> &body, const std::function<Value()> &vote);

  /// Looks at each of some turns for the lane's first that decides. `position`: in the fold, of an element by its
  /// number from the first turn's on.
  void begin_scan();
  void scan(Value hit, Value turn);
  void end_scan(const std::function<Value(Value)> &position);

  /// Where an element decides, before all others if only known to be somewhere, and beyond all if nowhere.
  Value place();
  /// What the fold gives if the first element that decides is there. Where none does, the first of all stands for what
  /// they equal.
  Value result(Value place);

private:
  Builder &b_;
  Values &v_;
  const Fold &fold_;
  Value none_, lanes_;
  Variable decided_, place_, found_;
};

/// What the groups of one result tell each other: what comes after the first element that decides matters to no result,
/// what comes before it to that of argmax and argmin.
class Messages {
public:
  Messages(Builder &, Values &, const Program &);

  Value told(); ///< All lanes have to see the same of it.
  /// Tells where this group's block is decided; true for the last group of the result.
  Value is_last(Deciding &);

private:
  Builder &b_;
  Values &v_;
  Value first_, arrived_, device_;
};

} // namespace weft::fuse
