// Folds of booleans over lanes: a group ends where an element decides, and the last group of a result stores it.
#include "fuse/emit_forms.hpp"

#include "fuse/emit_hits.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t first_stretch = 8; ///< Turns before the group asks first whether its result is decided.
constexpr std::int64_t scanned = 4;       ///< Turns among which each lane looks for its first; fits the narrowest type.
constexpr std::int64_t bundle = 4;        ///< Turns of an iteration.
constexpr std::size_t light_steps = 12;   ///< A body that may stand in the kernel once for each turn of a bundle.
constexpr std::int64_t decided_somewhere = -1; ///< Before all elements: no block matters any more.

class Decided {
public:
  explicit Decided(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.fold()), hits_(emission),
        none_(v_.constant(no_index)), lanes_(emission.lanes()) {}

  void emit() {
    const bool single = e_.schedule.form == Form::decided_single;
    lane_ = b_.local_id(0);
    block_ = single ? v_.constant(0) : b_.group_id(0);
    if (e_.schedule.nest.axes[1].count != 0)
      v_.bind_axis(1, b_.group_id(1));
    decided_ = b_.variable(Type::boolean);
    place_ = b_.variable(Type::i64);
    b_.set(decided_, b_.constant_int(Type::boolean, 0));
    b_.set(place_, none_);
    if (single) {
      fold_block();
      store_result(b_.get(place_));
    } else {
      fold_block_among_others();
    }
  }

private:
  Value is_first_lane() { return b_.compare(Compare::eq, lane_, v_.constant(0)); }
  bool finds_place() const { return Values::keeps_index(fold_); }

  void fold_block() {
    e_.over_rows(block_, [&](Value row, Value chunk) {
      b_.if_then(b_.logical_not(b_.get(decided_)), [&] {
        const Turns turns = e_.turns(lane_, row, chunk);
        if (finds_place())
          find_place(turns);
        else
          find_any(turns);
      });
    });
    if (!finds_place())
      b_.set(place_, b_.select(b_.get(decided_), v_.constant(decided_somewhere), none_));
  }

  /// What comes after the first element that decides matters to no result, what comes before it to that of argmax and
  /// argmin. All lanes have to see the same of what other groups tell.
  void fold_block_among_others() {
    const Value result = v_.linear(e_.program.dims_of(0));
    const Value first = b_.offset(v_.field(FieldKind::decided), v_.multiply(result, v_.constant(sizeof(Telling))));
    const Value arrived = b_.offset(first, v_.constant(offsetof(Telling, arrived)));
    const Value relaxed = b_.constant_int(Type::i32, 0), device = b_.constant_int(Type::i32, 3);
    const auto told = [&] { return b_.call("__weft_atomic_load_i64", Type::i64, {first, relaxed, device}); };
    const Value beyond = b_.compare(Compare::gt, first_of_block(), told());
    b_.if_then(b_.logical_not(e_.any_lane(beyond)), [&] { v_.scope([&] { fold_block(); }); });
    const Variable before = b_.variable(Type::i64);
    b_.set(before, v_.constant(0));
    b_.if_then(is_first_lane(), [&] {
      b_.if_then(b_.get(decided_), [&] { b_.atomic("min", first, b_.get(place_)); });
      const Value both = b_.constant_int(Type::i32, 3); // acquires what others told, releases what this one did
      b_.set(before, b_.call("__weft_atomic_fetch_add_i64", Type::i64, {arrived, v_.constant(1), both, device}));
    });
    const Value others = b_.group_reduce("or", b_.get(before));
    const Value is_last = b_.compare(Compare::eq, v_.add(others, v_.constant(1)), v_.field(FieldKind::blocks));
    b_.if_then(is_last, [&] { v_.scope([&] { store_result(told()); }); });
  }

  /// Within the fold.
  Value first_of_block() {
    const FoldOrder &order = fold_.order;
    if (order.chunks == 1)
      return v_.multiply(v_.multiply(block_, v_.field(FieldKind::rows)), v_.field(FieldKind::inner));
    const Value chunks = v_.field(FieldKind::chunks);
    const Value row = b_.index(IndexOp::div, block_, chunks), chunk = b_.index(IndexOp::rem, block_, chunks);
    return e_.position_in_fold(row, v_.multiply(chunk, v_.field(FieldKind::chunk)));
  }

  Value in_bundles(const Turns &turns) {
    const Value together = v_.constant(bundle);
    return v_.multiply(b_.index(IndexOp::div, turns.whole, together), together);
  }

  void find_any(const Turns &turns) {
    const Value together = in_bundles(turns);
    const std::size_t bytes = first_stretch * e_.schedule.range.local[0] * e_.program.widest_leaf();
    e_.until_decided(
        together, first_stretch, bytes, decided_, [&](Value first, Value last) { look(turns, first, last); },
        [&] { return hits_.any_lane(); });
    b_.if_then(b_.logical_not(b_.get(decided_)), [&] {
      hits_.reset();
      e_.rest_of_turns(turns, together, turns.all, [&](Value turn) { look_at(turns, turn); });
      b_.set(decided_, hits_.any_lane());
    });
  }

  /// The index is looked for only where there is one that decides: in a stretch short enough to look at each turn.
  void find_place(const Turns &turns) {
    const Value together = in_bundles(turns);
    const Variable first = b_.variable(Type::i64), last = b_.variable(Type::i64);
    b_.set(first, v_.constant(0));
    b_.set(last, v_.constant(0));
    e_.until_decided(
        together, scanned, Emission::cached_bytes, decided_,
        [&](Value begin, Value end) {
          b_.set(first, begin);
          b_.set(last, end);
          look(turns, begin, end);
        },
        [&] { return hits_.any_lane(); });
    const Value is_rest = b_.logical_not(b_.get(decided_));
    scan(turns, b_.select(is_rest, together, b_.get(first)), b_.select(is_rest, turns.all, b_.get(last)));
  }

  void look(const Turns &turns, Value first, Value last) {
    hits_.reset();
    b_.loop(first, last, v_.constant(bundle), [&](Value turn) {
      if (e_.program.steps.size() > light_steps)
        return b_.loop(v_.constant(0), v_.constant(bundle), v_.constant(1),
                       [&](Value number) { look_at(turns, v_.add(turn, number)); });
      std::vector<Value> hits;
      for (std::int64_t number = 0; number < bundle; ++number)
        v_.scope([&] { hits.push_back(decides(turns, v_.add(turn, v_.constant(number)))); });
      hits_.meet(hits);
    });
  }

  void look_at(const Turns &turns, Value turn) {
    v_.scope([&] {
      const Value hit = decides(turns, turn);
      hits_.meet({&hit, 1});
    });
  }

  Value decides(const Turns &turns, Value turn) {
    v_.bind_dims(e_.inner_dims(), e_.position(turns, turn));
    return hits_.decides(v_.get(e_.program.steps[fold_.step].inputs[0]));
  }

  /// The first among these turns, if any decides.
  void scan(const Turns &turns, Value first, Value last) {
    const Value beyond = b_.constant_int(Type::i8, scanned);
    const Variable found = b_.variable(Type::i8);
    b_.set(found, beyond);
    e_.rest_of_turns(turns, first, last, [&](Value turn) {
      v_.scope([&] {
        const Value number = b_.convert(b_.index(IndexOp::sub, turn, first), Type::i8);
        const Value hit = decides(turns, turn);
        b_.set(found, b_.index(IndexOp::min, b_.get(found), b_.select(hit, number, beyond)));
      });
    });
    const Value lanes = b_.convert(lanes_, Type::i32), turn = b_.convert(b_.get(found), Type::i32);
    const Value mine = b_.index(IndexOp::add, b_.index(IndexOp::mul, turn, lanes), b_.convert(lane_, Type::i32));
    const Value nearest = b_.convert(b_.group_reduce("min", mine), Type::i64);
    const Value hit = b_.compare(Compare::lt, nearest, v_.multiply(v_.constant(scanned), lanes_));
    const Value place =
        e_.position_in_fold(turns.row, v_.add(v_.add(turns.begin, v_.multiply(first, lanes_)), nearest));
    b_.set(place_, b_.select(hit, place, none_));
    b_.set(decided_, hit);
  }

  /// `place`: of the first element that decides. Where none does, the first of all stands for what they equal.
  void store_result(Value place) {
    const Value undecided = b_.compare(Compare::eq, place, none_), start = v_.start_of(fold_);
    const Value result = finds_place() ? b_.select(undecided, v_.constant(0), place)
                                       : b_.select(undecided, start, b_.logical_not(start));
    v_.set(fold_.step, result);
    b_.if_then(is_first_lane(), [&] { v_.scope([&] { v_.store_outputs(); }); });
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  Hits hits_;
  Value none_, lanes_, lane_, block_;
  Variable decided_, place_; ///< The same for all lanes.
};

} // namespace

void emit_decided(Emission &emission) {
  Decided(emission).emit();
}

} // namespace weft::fuse
