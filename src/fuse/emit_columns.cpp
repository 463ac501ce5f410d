// Folds whose results lie side by side: lanes run across columns, a work-item walks down a block of rows.
#include "fuse/emit_forms.hpp"

#include "fuse/emit_hits.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t bundle = column_bundle; ///< Rows that an accumulator meets while it is in a register.
constexpr std::size_t light_steps = 12;        ///< A body that may stand in the kernel once for each row of a bundle.

class Columns {
public:
  explicit Columns(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.fold()),
        single_(!emission.schedule.partials), dim_(emission.schedule.column_dim) {}

  void emit() {
    lanes_ = v_.constant(static_cast<std::int64_t>(e_.schedule.range.local[0]));
    const Value tile = e_.schedule.tile_columns != 0 ? v_.field(FieldKind::tile_columns)
                                                     : v_.multiply(lanes_, v_.constant(e_.schedule.column_tiles));
    const Value tiles =
        b_.index(IndexOp::div, v_.add(v_.extent(dim_), b_.index(IndexOp::sub, tile, v_.constant(1))), tile);
    const Value tile_begin = v_.multiply(b_.index(IndexOp::rem, b_.group_id(0), tiles), tile);
    const Value columns = b_.index(IndexOp::min, b_.index(IndexOp::sub, v_.extent(dim_), tile_begin), tile);
    full_ = b_.index(IndexOp::div, columns, lanes_);
    left_ = b_.index(IndexOp::sub, columns, v_.multiply(full_, lanes_));
    first_ = v_.add(tile_begin, b_.local_id(0));
    const Value rest = b_.index(IndexOp::div, b_.group_id(0), tiles);
    block_ = single_ ? v_.constant(0) : b_.index(IndexOp::rem, rest, v_.field(FieldKind::blocks));
    v_.bind_axis(1, single_ ? rest : b_.index(IndexOp::div, rest, v_.field(FieldKind::blocks)));
    over_rows();
  }

private:
  void over_rows() {
    const Accumulator accumulator = v_.accumulator(fold_, e_.schedule.column_tiles);
    over_tiles([&](Value tile, bool) { v_.start(fold_, accumulator, tile); });
    const Value rows = v_.field(FieldKind::rows);
    const Value first = v_.multiply(block_, rows);
    const Value last = b_.index(IndexOp::min, v_.add(first, rows), v_.field(FieldKind::outer));
    const bool light = e_.program.steps.size() <= light_steps && (e_.schedule.tile_columns != 0 || e_.schedule.unrolls);
    const Value together = v_.constant(light ? bundle : 1);
    const Value count = b_.index(IndexOp::sub, last, first);
    const Value whole = v_.multiply(b_.index(IndexOp::div, count, together), together);
    const auto stretch = [&](Value begin, Value end) {
      if (light)
        b_.loop(begin, end, together, [&](Value row) { fold_bundle(accumulator, v_.add(first, row)); });
      else
        b_.loop(begin, end, v_.constant(1), [&](Value row) { fold_row(accumulator, v_.add(first, row)); });
    };
    const auto rest = [&] {
      b_.loop(whole, count, v_.constant(1), [&](Value row) { fold_row(accumulator, v_.add(first, row)); });
    };
    const Variable decided = b_.variable(Type::boolean);
    b_.set(decided, b_.constant_int(Type::boolean, 0));
    const std::size_t bytes = bundle * e_.schedule.range.local[0] * e_.program.widest_leaf();
    e_.until_decided(whole, bundle, bytes, decided, stretch, [&] { return vote(accumulator); });
    if (light)
      b_.if_then(b_.logical_not(b_.get(decided)), rest);
    over_tiles([&](Value tile, bool) { store(accumulator, tile); });
  }

  /// Whether every column has met what decides its result.
  Value vote(const Accumulator &accumulator) {
    const Variable decided = b_.variable(Type::boolean);
    b_.set(decided, b_.constant_int(Type::boolean, 1));
    over_tiles([&](Value tile, bool) {
      const Value differs = b_.compare(Compare::ne, b_.get(accumulator.value, tile), v_.start_of(fold_));
      b_.set(decided, b_.logical_and(b_.get(decided), differs));
    });
    return b_.convert(b_.group_reduce("and", b_.convert(b_.get(decided), Type::i32)), Type::boolean);
  }

  void fold_row(const Accumulator &accumulator, Value row) {
    const std::array roots{e_.program.steps[fold_.step].inputs[0]};
    const std::vector<bool> needed = v_.needed_by(roots);
    v_.scope([&] {
      v_.bind_dims(e_.outer_dims(), row);
      v_.hoist(needed);
      over_tiles([&](Value tile, bool) { v_.fold_in(fold_, accumulator, tile, [&] { return row; }); });
    });
  }

  /// Several rows, one after the other, for each column: the same order as row by row.
  void fold_bundle(const Accumulator &accumulator, Value row) {
    over_tiles([&](Value tile, bool whole) {
      if (!Values::keeps_index(fold_))
        return look_at_bundle(accumulator, tile, row, whole);
      const Accumulator one = v_.accumulator(fold_);
      const Value only = v_.constant(0);
      v_.move(fold_, accumulator, tile, one, only);
      over_bundle(row, whole && !Values::keeps_index(fold_),
                  [&](Value at) { v_.fold_in(fold_, one, only, [&] { return at; }); });
      v_.move(fold_, one, only, accumulator, tile);
    });
  }

  void look_at_bundle(const Accumulator &accumulator, Value tile, Value row, bool whole) {
    Hits hits(e_);
    hits.reset();
    std::vector<Value> met;
    over_bundle(row, whole, [&](Value) {
      met.push_back(hits.decides(v_.get(e_.program.steps[fold_.step].inputs[0])));
      if (!whole)
        hits.meet(met);
    });
    if (whole)
      hits.meet(met);
    const Value start = v_.start_of(fold_), before = b_.get(accumulator.value, tile);
    b_.set(accumulator.value, tile, b_.select(hits.met(), b_.logical_not(start), before));
  }

  /// Straight-line code where it pays.
  void over_bundle(Value row, bool straight, const std::function<void(Value)> &body) {
    const auto at = [&](Value k) {
      v_.scope([&] {
        const Value position = v_.add(row, k);
        v_.bind_dims(e_.outer_dims(), position);
        body(position);
      });
    };
    if (!straight)
      return b_.loop(v_.constant(0), v_.constant(bundle), v_.constant(1), codegen::Unroll::none, at);
    for (std::int64_t k = 0; k < bundle; ++k)
      at(v_.constant(k));
  }

  /// Whole tiles in a loop; what is left of the last one by itself, so that the loop needs no guard.
  void over_tiles(const std::function<void(Value tile, bool whole)> &body) {
    const auto at = [&](Value tile, bool whole) {
      v_.scope([&] {
        v_.bind(dim_, v_.add(first_, v_.multiply(tile, lanes_)));
        body(tile, whole);
      });
    };
    b_.loop(v_.constant(0), full_, v_.constant(1), [&](Value tile) { at(tile, true); });
    b_.if_then(b_.compare(Compare::gt, left_, v_.constant(0)), [&] {
      const Value inside = b_.compare(Compare::lt, b_.convert(b_.local_id(0), Type::i8), b_.convert(left_, Type::i8));
      b_.if_then(inside, [&] { at(full_, false); }, codegen::Guard::rest);
    });
  }

  void store(const Accumulator &accumulator, Value tile) {
    if (single_) {
      v_.set(fold_.step, v_.result(fold_, accumulator, tile));
      v_.store_outputs();
      return;
    }
    // partial[block][result]
    const std::uint32_t results = e_.program.dims_of(0);
    Value count = v_.constant(1);
    for (std::size_t d = 0; d < e_.program.dims.size(); ++d)
      if (results >> d & 1)
        count = v_.multiply(count, v_.extent(d));
    const Value slot = v_.add(v_.multiply(block_, count), v_.linear(results));
    b_.store(v_.field(FieldKind::partial), slot, b_.get(accumulator.value, tile));
    if (Values::keeps_index(fold_))
      b_.store(v_.field(FieldKind::partial_index), slot, b_.get(accumulator.index, tile));
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  bool single_;
  std::size_t dim_;
  Value lanes_, full_, left_, first_, block_;
};

} // namespace

void emit_columns(Emission &emission) {
  Columns(emission).emit();
}

} // namespace weft::fuse
