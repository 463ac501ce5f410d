// Folds spread over lanes and blocks: partial results per lane, or one work-group per result.
#include "fuse/emit_forms.hpp"

#include <bit>

namespace weft::fuse {

namespace {

constexpr std::int64_t run_length = 32;

bool adds_inexactly(const Fold &fold) {
  const ops::Kind kind = kind_of(fold.loop.accumulate);
  return ops::info(fold.kind).combine == ops::Op::add && (kind == ops::Kind::floating || kind == ops::Kind::complex);
}

class Lanes {
public:
  explicit Lanes(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.fold()),
        single_(emission.schedule.form == Form::lanes_single), rounds_(adds_inexactly(emission.fold())) {}

  void emit() {
    lane_ = b_.local_id(0);
    block_ = single_ ? v_.constant(0) : b_.group_id(0);
    if (e_.schedule.ids[1].count != 0)
      v_.bind_list(e_.schedule.ids[1], b_.group_id(1));
    const auto results = e_.program.extent_of(e_.schedule.private_dims);
    const auto count = static_cast<std::uint32_t>(std::bit_ceil(static_cast<std::size_t>(results)));
    accumulator_ = v_.accumulator(fold_, count);
    if (rounds_)
      run_ = v_.accumulator(fold_, count);
    over_private([&](Value at) { v_.start(fold_, accumulator_, at); });
    over_rows();
    if (single_)
      finish_in_group();
    else
      store_partials();
  }

private:
  void over_private(const std::function<void(Value)> &body) {
    const std::uint32_t dims = e_.schedule.private_dims;
    v_.loop_over(dims, [&] { body(v_.linear(dims)); });
  }

  /// The block's part of the outer loops; all lanes walk it together.
  void over_rows() {
    const bool several_chunks = fold_.order.chunks > 1;
    if (fold_.order.outer == 1)
      return v_.scope([&] { over_chunk(v_.constant(0), block_); });
    const Value row_block = several_chunks ? b_.index(IndexOp::div, block_, v_.field(FieldKind::chunks)) : block_;
    const Value chunk = several_chunks ? b_.index(IndexOp::rem, block_, v_.field(FieldKind::chunks)) : v_.constant(0);
    const Value rows = v_.field(FieldKind::rows);
    const Value first = v_.multiply(row_block, rows);
    const Value last = b_.index(IndexOp::min, v_.add(first, rows), v_.field(FieldKind::outer));
    b_.loop(first, last, v_.constant(1), [&](Value row) {
      v_.scope([&] {
        v_.bind_dims(e_.outer_dims(), row);
        over_chunk(row, chunk);
      });
    });
  }

  void over_chunk(Value row, Value chunk_index) {
    const Value lanes = v_.constant(fold_.order.lanes);
    const Value inner = v_.field(FieldKind::inner);
    const bool one = fold_.order.chunks == 1;
    const Value begin = one ? v_.constant(0) : v_.multiply(chunk_index, v_.field(FieldKind::chunk));
    const Value end = one ? inner : b_.index(IndexOp::min, v_.add(begin, v_.field(FieldKind::chunk)), inner);
    // Every lane makes the same number of turns; only in the last one some are beyond the end.
    const Value count = b_.index(IndexOp::sub, end, begin);
    const Value all = b_.index(IndexOp::div, v_.add(count, v_.constant(fold_.order.lanes - 1)), lanes);
    const Value start = v_.add(begin, lane_);
    const auto fold_at = [&](Value position, const Accumulator &into) {
      v_.scope([&] {
        v_.bind_dims(e_.inner_dims(), position);
        over_results(row, position, into);
      });
    };
    const auto position_of = [&](Value turn) { return v_.add(start, v_.multiply(turn, lanes)); };
    const auto guarded_turns = [&](Value first, Value last, const Accumulator &into) {
      b_.loop(first, last, v_.constant(1), [&](Value turn) {
        const Value position = position_of(turn);
        b_.if_then(b_.compare(Compare::lt, position, end), [&] { fold_at(position, into); });
      });
    };
    const auto turns = [&](Value first, Value last, const Accumulator &into) {
      if (!e_.schedule.many_lanes)
        return guarded_turns(first, last, into);
      const Value whole = b_.index(IndexOp::min, last, b_.index(IndexOp::div, count, lanes));
      b_.loop(first, whole, v_.constant(1), [&](Value turn) { fold_at(position_of(turn), into); });
      guarded_turns(b_.index(IndexOp::max, first, whole), last, into);
    };
    if (!rounds_)
      return turns(v_.constant(0), all, accumulator_);
    b_.loop(v_.constant(0), all, v_.constant(run_length), [&](Value first) {
      over_private([&](Value at) { v_.start(fold_, run_, at); });
      turns(first, b_.index(IndexOp::min, v_.add(first, v_.constant(run_length)), all), run_);
      over_private([&](Value at) { v_.join(fold_, accumulator_, at, b_.get(run_.value, at), {}); });
    });
  }

  void over_results(Value row, Value position, const Accumulator &into) {
    const std::array roots{e_.program.steps[fold_.step].inputs[0]};
    const std::vector<bool> needed = v_.needed_by(roots);
    v_.hoist(needed);
    if (e_.schedule.private_dims != 0)
      for (std::size_t f = 0; f < e_.program.folds.size(); ++f)
        if (static_cast<int>(f) != e_.program.root_fold)
          v_.hoist_into_arrays(f, e_.schedule.private_dims, needed);
    over_private([&](Value at) {
      v_.fold_in(fold_, into, at, [&] {
        return fold_.order.outer == 1 ? position : v_.add(v_.multiply(row, v_.field(FieldKind::inner)), position);
      });
    });
  }

  /// partial[result][block][lane]
  void store_partials() {
    const Value lanes = v_.constant(fold_.order.lanes);
    over_private([&](Value at) {
      const Value result = v_.linear(e_.program.dims_of(0));
      const Value slot =
          v_.add(v_.multiply(v_.add(v_.multiply(result, v_.field(FieldKind::blocks)), block_), lanes), lane_);
      b_.store(v_.field(FieldKind::partial), slot, b_.get(accumulator_.value, at));
      if (Values::keeps_index(fold_))
        b_.store(v_.field(FieldKind::partial_index), slot, b_.get(accumulator_.index, at));
    });
  }

  /// Every lane joins all lanes' results in the same order; the first one stores.
  void finish_in_group() {
    const std::uint32_t lanes = fold_.order.lanes;
    const Type type = storage_type(fold_.loop.accumulate);
    const Value values = b_.local_memory(0), indices = b_.local_memory(lanes * codegen::size_of(type)),
                only = v_.constant(0);
    const bool keeps_index = Values::keeps_index(fold_);
    b_.store(values, lane_, b_.get(accumulator_.value, only));
    if (keeps_index)
      b_.store(indices, lane_, b_.get(accumulator_.index, only));
    b_.barrier();
    const Accumulator joined = v_.accumulator(fold_);
    b_.set(joined.value, only, b_.load(type, values, only));
    if (keeps_index)
      b_.set(joined.index, only, b_.load(Type::i64, indices, only));
    b_.loop(v_.constant(1), v_.constant(lanes), v_.constant(1), [&](Value lane) {
      v_.join(fold_, joined, only, b_.load(type, values, lane),
              keeps_index ? b_.load(Type::i64, indices, lane) : Value{});
    });
    v_.set(fold_.step, v_.result(fold_, joined, only));
    b_.if_then(b_.compare(Compare::eq, lane_, only), [&] { v_.scope([&] { v_.store_outputs(); }); });
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  bool single_;
  bool rounds_; ///< Long chains of additions would lose digits: runs of some are added up on their own.
  Value lane_, block_;
  Accumulator accumulator_, run_;
};

} // namespace

void emit_lanes(Emission &emission) {
  Lanes(emission).emit();
}

} // namespace weft::fuse
