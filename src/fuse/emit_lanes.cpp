// Folds spread over lanes and blocks: partial results per lane, or one work-group per result.
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t run_length = 32;
constexpr std::int64_t most_ways = 4;
constexpr std::int64_t indexed_run = 128; ///< Turns whose number fits the narrowest type.
constexpr std::int64_t first_stretch = 8; ///< Turns before the group asks first whether its result is decided.
constexpr std::int64_t scanned = 8;       ///< Turns among which each lane looks for its first; fits the narrowest type.
constexpr std::size_t light_steps = 12;   ///< A body that may stand in the kernel once for each way.
constexpr std::ptrdiff_t most_counted = 64;   ///< Turns that tell kernels apart (key.cpp).
constexpr std::ptrdiff_t most_straight = 300; ///< Additions' worth of work that LLVM may write down without a loop.

bool adds_inexactly(const Fold &fold) {
  const ops::Kind kind = kind_of(fold.loop.accumulate);
  return ops::info(fold.kind).combine == ops::Op::add && (kind == ops::Kind::floating || kind == ops::Kind::complex);
}

/// Accumulators that a lane fills in turn, so that one does not wait for another. As part of the order of a fold it
/// depends on the fold alone.
std::int64_t ways_of(const Fold &fold) {
  if (fold.joins_partials)
    return 1;
  switch (ops::info(fold.kind).combine) {
  case ops::Op::add:
    return adds_inexactly(fold) ? 1 : most_ways;
  case ops::Op::multiply:
  case ops::Op::maximum:
  case ops::Op::minimum:
  case ops::Op::logical_or:
  case ops::Op::logical_and:
  case ops::Op::argmax_replaces:
  case ops::Op::argmin_replaces:
    return most_ways;
  default:
    return 1;
  }
}

Type index_type(Type value) {
  switch (codegen::size_of(value)) {
  case 1:
    return Type::i8;
  case 2:
    return Type::i16;
  case 4:
    return Type::i32;
  default:
    return Type::i64;
  }
}

class Lanes {
public:
  explicit Lanes(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.fold()),
        single_(emission.schedule.form == Form::lanes_single), rounds_(adds_inexactly(emission.fold())),
        ways_(ways_of(emission.fold())), only_(v_.constant(0)), lanes_(v_.constant(fold_.order.lanes)) {}

  void emit() {
    lane_ = b_.local_id(0);
    block_ = single_ ? v_.constant(0) : b_.group_id(0);
    if (e_.schedule.ids[1].count != 0)
      v_.bind_id(e_.schedule.ids[1], b_.group_id(1));
    const auto results = e_.program.extent_of(e_.schedule.private_dims);
    count_ = accumulators_for(results);
    around_ = work_per_result() * count_ / 2 > most_straight ? codegen::Unroll::none : codegen::Unroll::automatic;
    slots_ = has_indexed_runs() ? 1 : ways_;
    accumulator_ = v_.accumulator(fold_, static_cast<std::uint32_t>(count_ * slots_));
    if (rounds_)
      run_ = v_.accumulator(fold_, static_cast<std::uint32_t>(count_));
    if (e_.schedule.tells_others())
      fold_block_unless_decided();
    else
      fold_block();
  }

private:
  void over_private(const std::function<void(Value)> &body, codegen::Unroll unroll) {
    const std::uint32_t dims = e_.schedule.private_dims;
    v_.loop_over(dims, [&] { body(v_.linear(dims)); }, most_unrolled, unroll);
  }
  /// Loops that only start, join or store accumulators. Where the loop that fills them stays a loop, they are in memory
  /// anyway.
  void over_accumulators(const std::function<void(Value)> &body) { over_private(body, around_); }

  /// What a turn costs for each private result, against one addition: the least of all shapes that share the kernel.
  std::ptrdiff_t work_per_result() const {
    std::ptrdiff_t work = 0;
    for (const Step &step : e_.program.steps)
      if (step.code == Code::call && (step.dims & e_.schedule.private_dims) != 0)
        work += ops::info(step.op).cost * turns_of(step);
    return work;
  }

  /// Of the folds inside of the work-item that the step stands in.
  std::ptrdiff_t turns_of(const Step &step) const {
    std::ptrdiff_t turns = 1;
    for (std::size_t f = 0; f < e_.program.folds.size(); ++f)
      if (const auto dims = step.dims & e_.program.dims_of_fold(f); static_cast<int>(f) != e_.program.root_fold && dims)
        turns *= std::max(1u, accumulators_for(std::min(e_.program.extent_of(dims), most_counted)) / 2);
    return turns;
  }

  /// What a chunk's turns need to know. Every lane makes the same number of turns; only in the last one some lanes are
  /// beyond the end.
  struct Chunk {
    Value row, start, end, whole, all;
  };

  void fold_block() {
    for (std::int64_t way = 0; way < slots_; ++way)
      over_accumulators([&](Value at) { v_.start(fold_, accumulator_, slot(at, v_.constant(way))); });
    if (e_.schedule.stops) {
      decided_ = b_.variable(Type::boolean);
      b_.set(decided_, b_.constant_int(Type::boolean, 0));
    }
    e_.over_rows(block_, [&](Value row, Value chunk) {
      if (!e_.schedule.stops)
        return over_chunk(row, chunk);
      b_.if_then(b_.logical_not(b_.get(decided_)), [&] { over_chunk(row, chunk); });
    });
    if (!finds_place())
      join_ways();
    if (single_)
      store_result();
    else
      store_partials();
  }

  /// What comes after the first element that decides matters to no result, what comes before it to that of argmax and
  /// argmin.
  void fold_block_unless_decided() {
    const Value first_lane = b_.compare(Compare::eq, lane_, only_);
    const Value place = b_.offset(v_.field(FieldKind::decided),
                                  v_.multiply(v_.linear(e_.program.dims_of(0)), v_.constant(sizeof(std::int64_t))));
    const Value matters = b_.compare(Compare::le, block_, last_that_matters(place));
    b_.if_then(b_.logical_and(first_lane, b_.logical_not(matters)), [&] {
      v_.start(fold_, accumulator_, only_);
      store_partial(accumulator_);
    });
    b_.if_then(matters, [&] {
      fold_block();
      b_.if_then(b_.logical_and(first_lane, b_.get(decided_)),
                 [&] { b_.atomic("min", place, Values::keeps_index(fold_) ? block_ : v_.constant(-1)); });
    });
  }

  Value last_that_matters(Value place) {
    const Value relaxed = b_.constant_int(Type::i32, 0), device = b_.constant_int(Type::i32, 3);
    return b_.call("__weft_atomic_load_i64", Type::i64, {place, relaxed, device});
  }

  /// Whether some lane has met what decides the result.
  Value vote() {
    const Value start = v_.start_of(fold_);
    Value undecided = b_.constant_int(Type::boolean, 1);
    for (std::int64_t way = 0; way < slots_; ++way) {
      const Value same = b_.compare(Compare::eq, b_.get(accumulator_.value, v_.constant(way)), start);
      undecided = b_.logical_and(undecided, same);
    }
    return b_.convert(b_.group_reduce("or", b_.convert(b_.logical_not(undecided), Type::i32)), Type::boolean);
  }

  void over_chunk(Value row, Value chunk_index) {
    const Value inner = v_.field(FieldKind::inner);
    const bool one = fold_.order.chunks == 1;
    const Value begin = one ? v_.constant(0) : v_.multiply(chunk_index, v_.field(FieldKind::chunk));
    const Value end = one ? inner : b_.index(IndexOp::min, v_.add(begin, v_.field(FieldKind::chunk)), inner);
    const Value count = b_.index(IndexOp::sub, end, begin);
    const Value all = b_.index(IndexOp::div, v_.add(count, v_.constant(fold_.order.lanes - 1)), lanes_);
    const Chunk chunk{row, v_.add(begin, lane_), end, b_.index(IndexOp::div, count, lanes_), all};
    if (rounds_)
      return over_runs(chunk);
    const Value ways = v_.constant(ways_);
    const Value together = v_.multiply(b_.index(IndexOp::div, chunk.whole, ways), ways);
    if (finds_place())
      return find_place(chunk, together);
    if (has_indexed_runs()) {
      over_indexed_runs(chunk, together);
      return rest_of_turns(chunk, together, all, accumulator_);
    }
    const auto stretch = [&](Value first, Value last) {
      b_.loop(first, last, ways, [&](Value turn) {
        over_ways([&](Value way) { fold_turn(chunk, v_.add(turn, way), accumulator_, way); });
      });
    };
    if (!e_.schedule.stops) {
      stretch(v_.constant(0), together);
      return rest_of_turns(chunk, together, all, accumulator_);
    }
    until_decided(together, stretch);
    b_.if_then(b_.logical_not(b_.get(decided_)), [&] {
      v_.scope([&] { rest_of_turns(chunk, together, all, accumulator_); });
      b_.set(decided_, vote());
    });
  }

  void until_decided(Value end, const std::function<void(Value, Value)> &stretch) {
    const std::size_t bytes = first_stretch * fold_.order.lanes * e_.program.widest_leaf();
    e_.until_decided(end, first_stretch, bytes, decided_, stretch, [&] { return vote(); });
  }

  /// The index of a boolean is looked for only where there is one that decides.
  bool finds_place() const { return e_.schedule.stops && Values::keeps_index(fold_); }

  void find_place(const Chunk &chunk, Value together) {
    const Variable first = b_.variable(Type::i64), last = b_.variable(Type::i64);
    const auto stretch = [&](Value begin, Value end) {
      b_.set(first, begin);
      b_.set(last, end);
      any_decides(chunk, begin, end);
    };
    until_decided(together, stretch);
    b_.if_else(
        b_.get(decided_), [&] { narrow_down(chunk, first, last); },
        [&] {
          b_.set(first, together);
          b_.set(last, chunk.all);
        });
    scan(chunk, b_.get(first), b_.get(last));
    b_.set(decided_, vote());
  }

  Value decides(const Chunk &chunk, Value turn) {
    v_.bind_dims(e_.inner_dims(), position_of(chunk, turn));
    const Value value = v_.get(e_.program.steps[fold_.step].inputs[0]);
    return b_.compare(Compare::ne, value, v_.start_of(fold_));
  }

  void any_decides(const Chunk &chunk, Value first, Value last) {
    const Value start = v_.start_of(fold_), decided = b_.logical_not(start);
    for (std::int64_t way = 0; way < ways_; ++way)
      b_.set(accumulator_.value, v_.constant(way), start);
    b_.loop(first, last, v_.constant(ways_), [&](Value turn) {
      over_ways([&](Value way) {
        const Value hit = decides(chunk, v_.add(turn, way));
        b_.set(accumulator_.value, way, b_.select(hit, decided, b_.get(accumulator_.value, way)));
      });
    });
  }

  /// Halves until few turns are left, the first that decides among them.
  void narrow_down(const Chunk &chunk, Variable first, Variable last) {
    const auto turns = [&] { return b_.index(IndexOp::sub, b_.get(last), b_.get(first)); };
    b_.while_loop([&] { return b_.compare(Compare::gt, turns(), v_.constant(scanned)); },
                  [&] {
                    v_.scope([&] {
                      const Value half = b_.index(IndexOp::div, turns(), v_.constant(2 * ways_));
                      const Value middle = v_.add(b_.get(first), v_.multiply(half, v_.constant(ways_)));
                      any_decides(chunk, b_.get(first), middle);
                      const Value before = vote();
                      b_.set(last, b_.select(before, middle, b_.get(last)));
                      b_.set(first, b_.select(before, b_.get(first), middle));
                    });
                  });
  }

  /// The first among these turns, if any decides; where none has before, the first of all stands for what they equal.
  void scan(const Chunk &chunk, Value first, Value last) {
    const Value none = b_.constant_int(Type::i8, scanned), start = v_.start_of(fold_);
    const Variable found = b_.variable(Type::i8);
    b_.set(found, none);
    each_of_rest(chunk, first, last, [&](Value turn) {
      v_.scope([&] {
        const Value number = b_.convert(b_.index(IndexOp::sub, turn, first), Type::i8);
        const Value hit = decides(chunk, turn);
        b_.set(found, b_.index(IndexOp::min, b_.get(found), b_.select(hit, number, none)));
      });
    });
    const Value hit = b_.compare(Compare::ne, b_.get(found), none);
    const Value turn = v_.add(first, b_.convert(b_.get(found), Type::i64));
    for (std::int64_t way = 1; way < slots_; ++way)
      b_.set(accumulator_.value, v_.constant(way), start);
    b_.set(accumulator_.value, only_, b_.select(hit, b_.logical_not(start), start));
    const Value before = b_.get(accumulator_.index, only_), beginning = position_in_fold(chunk.row, chunk.start);
    const Value earliest =
        b_.select(b_.compare(Compare::lt, chunk.start, chunk.end), b_.index(IndexOp::min, before, beginning), before);
    const Value place = position_in_fold(chunk.row, position_of(chunk, turn));
    b_.set(accumulator_.index, only_, b_.select(hit, place, earliest));
  }

  /// Long chains of additions would lose digits: runs of some are added up on their own.
  void over_runs(const Chunk &chunk) {
    b_.loop(v_.constant(0), chunk.all, v_.constant(run_length), [&](Value first) {
      over_accumulators([&](Value at) { v_.start(fold_, run_, at); });
      rest_of_turns(chunk, first, b_.index(IndexOp::min, v_.add(first, v_.constant(run_length)), chunk.all), run_);
      over_accumulators([&](Value at) { v_.join(fold_, accumulator_, at, b_.get(run_.value, at), {}); });
    });
  }

  /// A light body stands in the kernel once for each way, a heavy one in a loop.
  void over_ways(const std::function<void(Value)> &body) {
    if (e_.program.steps.size() > light_steps)
      return b_.loop(v_.constant(0), v_.constant(ways_), v_.constant(1),
                     [&](Value way) { v_.scope([&] { body(way); }); });
    for (std::int64_t way = 0; way < ways_; ++way)
      v_.scope([&] { body(v_.constant(way)); });
  }

  Value slot(Value at, Value way) { return v_.add(v_.multiply(way, v_.constant(count_)), at); }

  void rest_of_turns(const Chunk &chunk, Value first, Value last, const Accumulator &into) {
    each_of_rest(chunk, first, last, [&](Value turn) { fold_turn(chunk, turn, into, only_); });
  }

  void each_of_rest(const Chunk &chunk, Value first, Value last, const std::function<void(Value turn)> &body) {
    const Value whole = b_.index(IndexOp::min, last, chunk.whole);
    b_.loop(first, whole, v_.constant(1), body);
    b_.if_then(b_.compare(Compare::lt, whole, last), [&] {
      v_.scope([&] {
        b_.if_then(
            b_.compare(Compare::lt, position_of(chunk, whole), chunk.end), [&] { body(whole); }, codegen::Guard::rest);
      });
    });
  }

  Value position_of(const Chunk &chunk, Value turn) { return v_.add(chunk.start, v_.multiply(turn, lanes_)); }

  Value position_in_fold(Value row, Value position) {
    return fold_.order.outer == 1 ? position : v_.add(v_.multiply(row, v_.field(FieldKind::inner)), position);
  }

  void fold_turn(const Chunk &chunk, Value turn, const Accumulator &into, Value way) {
    const Value position = position_of(chunk, turn);
    v_.scope([&] {
      v_.bind_dims(e_.inner_dims(), position);
      over_results(chunk.row, position, into, way);
    });
  }

  bool has_indexed_runs() const {
    return Values::keeps_index(fold_) && !fold_.joins_partials && !finds_place() && e_.schedule.private_dims == 0;
  }

  /// Within a run the element's number is as narrow as the element, so that as many of them fit a vector.
  void over_indexed_runs(const Chunk &chunk, Value together) {
    const Type narrow = index_type(storage_type(fold_.loop.accumulate));
    std::vector<Accumulator> runs;
    for (std::int64_t way = 0; way < ways_; ++way)
      runs.push_back({b_.variable(storage_type(fold_.loop.accumulate)), b_.variable(narrow)});
    const Value run_length = v_.constant(codegen::size_of(narrow) == 1 ? indexed_run : 4 * indexed_run);
    b_.loop(v_.constant(0), together, run_length, [&](Value first) {
      for (const Accumulator &run : runs) {
        v_.start_value(fold_, run.value, only_);
        b_.set(run.index, only_, b_.constant_int(narrow, 0));
      }
      const Value turns = b_.index(IndexOp::sub, b_.index(IndexOp::min, v_.add(first, run_length), together), first);
      b_.loop(v_.constant(0), turns, v_.constant(ways_), [&](Value turn) {
        for (std::int64_t way = 0; way < ways_; ++way)
          v_.scope([&] {
            const Value number = v_.add(turn, v_.constant(way));
            v_.bind_dims(e_.inner_dims(), position_of(chunk, v_.add(first, number)));
            v_.displace(fold_, runs[static_cast<std::size_t>(way)], v_.get(e_.program.steps[fold_.step].inputs[0]),
                        b_.convert(number, narrow));
          });
      });
      const Accumulator &run = runs.front();
      for (std::size_t way = 1; way < runs.size(); ++way)
        v_.displace_if_first(fold_, run, b_.get(runs[way].value, only_), b_.get(runs[way].index, only_));
      const Value number = b_.convert(b_.get(run.index, only_), Type::i64);
      v_.join(fold_, accumulator_, only_, b_.get(run.value, only_),
              position_in_fold(chunk.row, position_of(chunk, v_.add(first, number))));
    });
  }

  void join_ways() {
    for (std::int64_t way = 1; way < slots_; ++way)
      over_accumulators([&](Value at) {
        const Value from = slot(at, v_.constant(way));
        v_.join(fold_, accumulator_, at, b_.get(accumulator_.value, from),
                Values::keeps_index(fold_) ? b_.get(accumulator_.index, from) : Value{});
      });
  }

  void over_results(Value row, Value position, const Accumulator &into, Value way) {
    const std::array roots{e_.program.steps[fold_.step].inputs[0]};
    const std::vector<bool> needed = v_.needed_by(roots);
    e_.hoist_ahead(needed);
    over_private(
        [&](Value at) { v_.fold_in(fold_, into, slot(at, way), [&] { return position_in_fold(row, position); }); },
        codegen::Unroll::automatic);
  }

  /// partial[result][block][lane], or partial[result][block] of what the lanes have in common
  void store_partials() {
    if (fold_.order.partial_lanes == 1)
      return store_common_partial();
    over_accumulators([&](Value at) {
      const Value result = v_.linear(e_.program.dims_of(0));
      const Value slot =
          v_.add(v_.multiply(v_.add(v_.multiply(result, v_.field(FieldKind::blocks)), block_), lanes_), lane_);
      b_.store(v_.field(FieldKind::partial), slot, b_.get(accumulator_.value, at));
    });
  }

  void store_common_partial() {
    const Accumulator one = v_.accumulator(fold_);
    over_private(
        [&](Value at) {
          v_.move(fold_, accumulator_, at, one, only_);
          const Accumulator joined = join_group(e_, one);
          b_.if_then(b_.compare(Compare::eq, lane_, only_), [&] { store_partial(joined); });
        },
        codegen::Unroll::automatic);
  }

  void store_partial(const Accumulator &joined) {
    const Value slot = v_.add(v_.multiply(v_.linear(e_.program.dims_of(0)), v_.field(FieldKind::blocks)), block_);
    b_.store(v_.field(FieldKind::partial), slot, b_.get(joined.value, only_));
    if (Values::keeps_index(fold_))
      b_.store(v_.field(FieldKind::partial_index), slot, b_.get(joined.index, only_));
  }

  void store_result() {
    const Accumulator joined = join_group(e_, accumulator_);
    v_.set(fold_.step, v_.result(fold_, joined, only_));
    b_.if_then(b_.compare(Compare::eq, lane_, only_), [&] { v_.scope([&] { v_.store_outputs(); }); });
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  bool single_;
  bool rounds_;
  std::int64_t ways_, slots_ = 1, count_ = 1;
  codegen::Unroll around_ = codegen::Unroll::automatic;
  Value only_, lanes_, lane_, block_;
  Variable decided_;              ///< Where the schedule stops: the same for all lanes.
  Accumulator accumulator_, run_; ///< accumulator_ has slots_ times count_ results.
};

} // namespace

void emit_lanes(Emission &emission) {
  Lanes(emission).emit();
}

} // namespace weft::fuse
