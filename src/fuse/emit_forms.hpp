// One function per form of kernel.
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

/// As wide as that many bytes, at most 8.
Type integer_of(std::size_t bytes);

/// What one pass over a row leaves for the next ones.
class KeptRow {
public:
  virtual void take(Value position) const = 0; ///< Of the bound element: what passes before have kept,
  virtual void keep(Value position) const = 0; ///< and what this one keeps.

protected:
  ~KeptRow() = default;
};

struct Emission {
  static constexpr std::size_t cached_bytes = 32768; ///< They stay in the first cache.

  Builder &builder;
  const Program &program;
  const Schedule &schedule;
  Values values;
  std::size_t fold_at = static_cast<std::size_t>(program.root_fold); ///< The fold that is spread over lanes.
  std::uint32_t meeting = 0;                                         ///< Where in local memory its lanes meet.
  const KeptRow *kept = nullptr;                                     ///< Programs over rows.

  const Fold &fold() const { return program.folds[fold_at]; }
  std::uint32_t outer_dims() const { return program.dims_of(outer_segment(fold_at)); }
  std::uint32_t inner_dims() const { return fold().over_row ? program.row : program.dims_of(inner_segment(fold_at)); }

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

  // FoldMode::groups: lanes take group_vector neighbours by turns, group_turns times in a chunk.
  std::int64_t chunk_elements() const { return fold().order.lanes * group_vector * group_turns; }
  /// Calls the body for the lane's elements of every so many-th chunk from `first` on, with positions of those that are
  /// best loaded together: a chunk's if the body is light, else neighbours.
  void over_chunks(Value lane, Value first, bool light, const std::function<void(std::span<const Value>)> &body);

  /// Few enough steps, of no loops of their own, that the loads of a whole chunk may be under way.
  bool is_light(const std::vector<bool> &needed) const;
  /// Computes the outputs of all elements, as they stand when what they need is loaded, before the first store.
  void store_together(std::span<Values::State> elements);

  void take_kept(Value position) const {
    if (kept != nullptr)
      kept->take(position);
  }
  void keep(Value position) const {
    if (kept != nullptr)
      kept->keep(position);
  }

  /// Calls the body for a range of [0, end) after the other, each three times as long as all before and a multiple of
  /// `shortest`, until `decided` is true, which `vote` then gives for all lanes alike. What `shortest` reads takes
  /// `bytes`: ranges stay in the first cache, since a group may go over them several times, for some lanes each.
  void until_decided(Value end, std::int64_t shortest, std::size_t bytes, codegen::Variable decided,
                     const std::function<void(Value first, Value last)> &body, const std::function<Value()> &vote);
  /// Calls the body for each load of an operand that goes through local memory, where it has a row of so many columns
  /// and one more for each item of the group's first dimension (staged_bytes).
  void each_staged(std::size_t columns, const std::function<void(std::uint16_t step, Value memory)> &body);
  /// Computes ahead what the private loops around the fold's body do not change, and the other folds for each of them.
  void hoist_ahead(const std::vector<bool> &needed);
};

/// What the lanes of the group hold, joined into one; every lane gets it. All lanes of the group call it.
Accumulator join_group(Emission &, const Accumulator &lane);

void emit_elementwise(Emission &);
void emit_transposing(Emission &);
void emit_tiles(Emission &);
void emit_rows(Emission &);
void emit_lanes(Emission &);   // lanes_partial, lanes_single
void emit_decided(Emission &); // lanes_single that stops, lanes_telling
void emit_columns(Emission &); // columns_partial, columns_single
void emit_groups(Emission &);  // groups_partial, groups_single
void emit_row(Emission &);

/// The fold over the row at which the group stands, whose other loops are bound; for all lanes alike.
Value fold_row_by_lanes(Emission &);
Value fold_row_by_groups(Emission &);

} // namespace weft::fuse
