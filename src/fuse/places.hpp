// Where a work-item stands on the axes of a nest.
#pragma once

#include <array>
#include <functional>

#include "fuse/emit_values.hpp"
#include "fuse/nest.hpp"

namespace weft::fuse {

/// Whether elements of a piece may be missing: a full one has all of its `size`; of a guarded one those from `end` on
/// are not there; an open one goes on until `end`.
enum class Piece : std::uint8_t { full, guarded, open };

/// At `origin` + `within`; where one is no value, it is 0. No `end`: that of the axis.
struct Place {
  Value origin, within, end;
  Value own; ///< In shifted loops, where elements begin that no piece before has.
  Piece piece = Piece::open;
  std::int64_t size = 0;
  std::int64_t fewer_than = 0; ///< Elements of an open piece, if known.
};

class Places {
public:
  struct State {
    std::array<Place, Nest::most_axes> places;
    Value turn; ///< In a numbered run.
  };

  Places(Builder &builder, Values &values, const Nest &nest) : b_(builder), v_(values), nest_(nest) {}

  const State &state() const noexcept { return state_; }
  void set(const State &state) { state_ = state; }
  const Place &operator[](std::size_t axis) const noexcept { return state_.places[axis]; }

  Value position(std::size_t axis);
  Value within(std::size_t axis); ///< The tile.
  Value extent(std::size_t axis);
  Value left(std::size_t axis); ///< Elements until the end.
  Value is_inside(std::size_t axis);
  Value turns(const Node &, Value elements); ///< Those that a loop needs, the last of which may be short.
  Value digit(std::size_t n);                ///< Of the ids that the loop at node `n` shares with others.
  Value block();                             ///< Of columns, the number of the block of rows.

  void spread(std::size_t n);   ///< Over items or groups.
  Value to_lane(std::size_t n); ///< Whether the lane has an element; no value where all have one.
  void move(const Node &, Value turn, Piece piece);
  void move_to_rest(const Node &, Value turn);
  /// From piece `first` on to `last`, or to the end where `is_rest`, in pieces of the node's size.
  void narrow(const Node &, Value first, Value is_rest, Value last);
  void arrive(const Node &); ///< Binds the loops of an axis that stands at an element.

  void set_pieces(std::uint32_t axes, Piece);
  Value are_whole(std::size_t n); ///< The pieces of a whole-node's axes; no value where that is known.
  void begin_tile();

  void count_turns(std::uint32_t elements); ///< From here on, of so many elements; 0: no more.
  Value turn_in_run() { return state_.turn; }

private:
  Value sum(Value a, Value b);
  Value or_zero(Value);
  Value end(std::size_t axis);
  Value step(const Node &, Value turn);
  Value farthest(std::size_t n, std::size_t axis);

  Builder &b_;
  Values &v_;
  const Nest &nest_;
  State state_;
  std::array<std::array<Value, 3>, 2> ids_; ///< What is left of them: of groups or items, and of lanes.
  Value block_;
  std::uint32_t counted_ = 0;
};

} // namespace weft::fuse
