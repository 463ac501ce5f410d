// Folds spread over lanes and blocks: partial results per lane, or one work-group per result.
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t run_length = 32;
constexpr std::int64_t most_ways = 4;
constexpr std::int64_t indexed_run = 128;     ///< Turns whose number fits the narrowest type.
constexpr std::size_t light_steps = 12;       ///< A body that may stand in the kernel once for each way.
constexpr std::ptrdiff_t most_counted = 64;   ///< Turns that tell kernels apart (Recipe::most_known_extent).
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
      v_.bind_id(1, b_.group_id(1));
    make_accumulators();
    fold_block();
  }

  Value fold_row() {
    lane_ = b_.local_id(0);
    block_ = v_.constant(0);
    make_accumulators();
    fill_accumulators();
    return v_.result(fold_, join_group(e_, accumulator_), only_);
  }

private:
  void make_accumulators() {
    const auto results = e_.program.extent_of(e_.schedule.private_dims);
    count_ = accumulators_for(results);
    around_ = work_per_result() * count_ / 2 > most_straight ? codegen::Unroll::none : codegen::Unroll::automatic;
    slots_ = has_indexed_runs() ? 1 : ways_;
    accumulator_ = v_.accumulator(fold_, static_cast<std::uint32_t>(count_ * slots_));
    if (rounds_)
      run_ = v_.accumulator(fold_, static_cast<std::uint32_t>(count_));
  }

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

  void fold_block() {
    fill_accumulators();
    if (single_)
      store_result();
    else
      store_partials();
  }

  void fill_accumulators() {
    for (std::int64_t way = 0; way < slots_; ++way)
      over_accumulators([&](Value at) { v_.start(fold_, accumulator_, slot(at, v_.constant(way))); });
    e_.over_rows(block_, [&](Value row, Value chunk) { over_chunk(row, chunk); });
    join_ways();
  }

  void over_chunk(Value row, Value chunk_index) {
    const Turns turns = e_.turns(lane_, row, chunk_index);
    if (rounds_)
      return over_runs(turns);
    const Value ways = v_.constant(ways_);
    const Value together = v_.multiply(b_.index(IndexOp::div, turns.whole, ways), ways);
    if (has_indexed_runs())
      return over_indexed_runs(turns, together);
    b_.loop(v_.constant(0), together, ways,
            [&](Value turn) { over_ways([&](Value way) { fold_turn(turns, v_.add(turn, way), accumulator_, way); }); });
    rest_of_turns(turns, together, turns.all, accumulator_);
  }

  /// Long chains of additions would lose digits: runs of some are added up on their own.
  void over_runs(const Turns &turns) {
    b_.loop(v_.constant(0), turns.all, v_.constant(run_length), [&](Value first) {
      over_accumulators([&](Value at) { v_.start(fold_, run_, at); });
      rest_of_turns(turns, first, b_.index(IndexOp::min, v_.add(first, v_.constant(run_length)), turns.all), run_);
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

  void rest_of_turns(const Turns &turns, Value first, Value last, const Accumulator &into) {
    e_.rest_of_turns(turns, first, last, [&](Value turn) { fold_turn(turns, turn, into, only_); });
  }

  void fold_turn(const Turns &turns, Value turn, const Accumulator &into, Value way) {
    const Value position = e_.position(turns, turn);
    v_.scope([&] {
      v_.bind_dims(e_.inner_dims(), position);
      e_.take_kept(position);
      over_results(turns.row, position, into, way);
      e_.keep(position);
    });
  }

  bool has_indexed_runs() const {
    return Values::keeps_index(fold_) && !fold_.joins_partials && e_.schedule.private_dims == 0;
  }

  /// Within a run the element's number is as narrow as the element, so that as many of them fit a vector.
  void over_indexed_runs(const Turns &turns, Value together) {
    const Type narrow = integer_of(item_size(fold_.loop.accumulate));
    std::vector<Accumulator> runs;
    for (std::int64_t way = 0; way < ways_; ++way)
      runs.push_back({b_.variable(storage_type(fold_.loop.accumulate)), b_.variable(narrow)});
    const Accumulator &run = runs.front();
    const Value run_length = v_.constant(codegen::size_of(narrow) == 1 ? indexed_run : 4 * indexed_run);
    b_.loop(v_.constant(0), together, run_length, [&](Value first) {
      for (const Accumulator &each : runs)
        start_run(each);
      const Value count = b_.index(IndexOp::sub, b_.index(IndexOp::min, v_.add(first, run_length), together), first);
      b_.loop(v_.constant(0), count, v_.constant(ways_), [&](Value turn) {
        for (std::int64_t way = 0; way < ways_; ++way)
          meet_in_run(turns, runs[static_cast<std::size_t>(way)], first, v_.add(turn, v_.constant(way)));
      });
      for (std::size_t way = 1; way < runs.size(); ++way)
        v_.displace_if_first(fold_, run, b_.get(runs[way].value, only_), b_.get(runs[way].index, only_));
      join_run(turns, run, first);
    });
    start_run(run);
    e_.rest_of_turns(turns, together, turns.all,
                     [&](Value turn) { meet_in_run(turns, run, together, b_.index(IndexOp::sub, turn, together)); });
    join_run(turns, run, together);
  }

  void start_run(const Accumulator &run) {
    v_.start_value(fold_, run.value, only_);
    b_.set(run.index, only_, b_.constant_int(run.index.type, 0));
  }

  void meet_in_run(const Turns &turns, const Accumulator &run, Value first, Value number) {
    v_.scope([&] {
      const Value position = e_.position(turns, v_.add(first, number));
      v_.bind_dims(e_.inner_dims(), position);
      e_.take_kept(position);
      v_.displace(fold_, run, v_.get(e_.program.steps[fold_.step].inputs[0]), b_.convert(number, run.index.type));
      e_.keep(position);
    });
  }

  /// A lane that met nothing claims an element beyond all others, which loses.
  void join_run(const Turns &turns, const Accumulator &run, Value first) {
    const Value number = b_.convert(b_.get(run.index, only_), Type::i64);
    v_.join_later(fold_, accumulator_, only_, b_.get(run.value, only_),
                  e_.position_in_fold(turns.row, e_.position(turns, v_.add(first, number))));
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
        [&](Value at) { v_.fold_in(fold_, into, slot(at, way), [&] { return e_.position_in_fold(row, position); }); },
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
  Accumulator accumulator_, run_; ///< accumulator_ has slots_ times count_ results.
};

} // namespace

Value fold_row_by_lanes(Emission &emission) {
  return Lanes(emission).fold_row();
}

void emit_lanes(Emission &emission) {
  Lanes(emission).emit();
}

} // namespace weft::fuse
