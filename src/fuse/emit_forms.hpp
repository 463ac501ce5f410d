// Folds of booleans that end early: what their forms have in common.
#pragma once

#include <functional>

#include "fuse/emit_values.hpp"

namespace weft::fuse {

/// The elements of a block's row, which lanes take by turns. Every lane makes the same number of them; only in the last
/// one some lanes are beyond the end.
struct Turns {
  Value row, begin, end, lane;
  Value whole, all; ///< Turns in which every lane has an element, and those with the last one.
};

struct Emission {
  static constexpr std::size_t cached_bytes = 32768; ///< They stay in the first cache.

  Builder &builder;
  const Program &program;
  const Schedule &schedule;
  Values values;
  std::size_t fold_at = static_cast<std::size_t>(program.root_fold);

  const Fold &fold() const { return program.folds[fold_at]; }
  std::uint32_t outer_dims() const { return program.dims_of(outer_segment(fold_at)); }
  std::uint32_t inner_dims() const { return program.dims_of(inner_segment(fold_at)); }

  /// Calls the body for each row of the outer loops that the block of a fold takes, with the row and the block's first
  /// chunk in it; all lanes walk it together.
  void over_rows(Value block, const std::function<void(Value row, Value chunk)> &body);
  Value lanes() { return values.constant(static_cast<std::int64_t>(schedule.range.local[0])); }
  Value any_lane(Value condition); ///< For all lanes alike; all lanes of the group call it.

  /// Those of a chunk, by number in its row.
  Turns turns(Value lane, Value row, Value chunk);
  Value position(const Turns &, Value turn); ///< Of the lane's element in the row.
  Value position_in_fold(Value row, Value position);
  /// The turns from `first` to `last`, some lanes of which may be beyond the end.
  void rest_of_turns(const Turns &, Value first, Value last, const std::function<void(Value turn)> &body);

  /// Calls the body for a range of [0, end) after the other, each three times as long as all before and a multiple of
  /// `shortest`, until `decided` is true, which `vote` then gives for all lanes alike. What `shortest` reads takes
  /// `bytes`: ranges stay in the first cache, since a group may go over them several times, for some lanes each.
  void until_decided(Value end, std::int64_t shortest, std::size_t bytes, codegen::Variable decided,
                     const std::function<void(Value first, Value last)> &body, const std::function<Value()> &vote);
};

void emit_decided(Emission &); // decided_single, decided_telling
void emit_columns(Emission &); // decided_columns

} // namespace weft::fuse
