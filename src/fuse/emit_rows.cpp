// Folds of short rows on GPUs: what neighbouring work-items would read rows apart is read side by side, and goes
// through local memory.
#include <bit>

#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

constexpr std::int64_t loads_under_way = 8;

class Rows {
public:
  explicit Rows(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), fold_(emission.program.folds.front()),
        folded_(emission.program.dims_of_fold(0)), row_dim_(emission.schedule.ids[0].dims[0]),
        column_dim_(static_cast<std::size_t>(std::countr_zero(folded_))),
        rows_(static_cast<std::int64_t>(emission.schedule.range.local[0])), columns_(emission.schedule.staged_columns),
        body_(v_.needed_by(std::array{e_.program.steps[fold_.step].inputs[0]})) {}

  void emit() {
    for (std::size_t k = 1; k < 3; ++k)
      if (e_.schedule.ids[k].count != 0)
        v_.bind_id(k, b_.group_id(static_cast<int>(k)));
    lane_ = b_.local_id(0);
    begin_ = v_.multiply(b_.group_id(0), v_.constant(rows_));
    const Value row = v_.add(begin_, lane_);
    const Value is_row = b_.compare(Compare::lt, row, v_.extent(row_dim_));
    const Accumulator accumulator = v_.accumulator(fold_);
    v_.start(fold_, accumulator, v_.constant(0));
    b_.loop(v_.constant(0), v_.extent(column_dim_), v_.constant(columns_), [&](Value first) {
      stage(first);
      b_.barrier();
      b_.if_then(is_row, [&] { fold(accumulator, row, first); });
      b_.barrier();
    });
    b_.if_then(is_row, [&] {
      v_.scope([&] {
        v_.bind(row_dim_, row);
        v_.set(fold_.step, v_.result(fold_, accumulator, v_.constant(0)));
        v_.store_outputs();
      });
    });
  }

private:
  /// The group's rows from column `first` on, neighbours by neighbouring lanes.
  void stage(Value first) {
    const Value column = b_.index(IndexOp::rem, lane_, v_.constant(columns_));
    const Value top = b_.index(IndexOp::div, lane_, v_.constant(columns_));
    const Value rows_left = b_.index(IndexOp::sub, v_.extent(row_dim_), begin_);
    const Value columns_left = b_.index(IndexOp::sub, v_.extent(column_dim_), first);
    const Value whole = b_.logical_and(b_.compare(Compare::ge, rows_left, v_.constant(rows_)),
                                       b_.compare(Compare::ge, columns_left, v_.constant(columns_)));
    const std::int64_t apart = rows_ / columns_;
    const auto row_of = [&](Value turn) { return v_.add(top, v_.multiply(turn, v_.constant(apart))); };
    b_.if_else(
        whole,
        [&] {
          b_.loop(v_.constant(0), v_.constant(columns_), v_.constant(loads_under_way), [&](Value turn) {
            std::vector<Value> rows;
            for (std::int64_t i = 0; i < loads_under_way; ++i)
              rows.push_back(row_of(v_.add(turn, v_.constant(i))));
            copy(rows, column, first);
          });
        },
        [&] {
          b_.loop(v_.constant(0), v_.constant(columns_), v_.constant(1), [&](Value turn) {
            const Value row = row_of(turn);
            const Value inside =
                b_.logical_and(b_.compare(Compare::lt, row, rows_left), b_.compare(Compare::lt, column, columns_left));
            b_.if_then(inside, [&] { copy(std::span(&row, 1), column, first); });
          });
        });
  }

  /// Loads all, then stores them.
  void copy(std::span<const Value> rows, Value column, Value first) {
    std::vector<Values::State> elements;
    for (const Value row : rows)
      v_.scope([&] {
        v_.bind(row_dim_, v_.add(begin_, row));
        v_.bind(column_dim_, v_.add(first, column));
        e_.each_staged(e_.schedule.staged_columns, [&](std::uint16_t step, Value) { v_.get(step); });
        elements.push_back(v_.state());
      });
    for (std::size_t i = 0; i < rows.size(); ++i)
      v_.scope_from(elements[i], 0, [&] {
        e_.each_staged(e_.schedule.staged_columns,
                       [&](std::uint16_t step, Value memory) { b_.store(memory, at(rows[i], column), v_.get(step)); });
      });
  }

  void fold(const Accumulator &accumulator, Value row, Value first) {
    v_.scope([&] {
      v_.bind(row_dim_, row);
      v_.hoist(body_);
      const Value left = b_.index(IndexOp::sub, v_.extent(column_dim_), first);
      const Value count = b_.index(IndexOp::min, left, v_.constant(columns_));
      b_.loop(v_.constant(0), count, v_.constant(1), [&](Value column) {
        v_.scope([&] {
          v_.bind(column_dim_, v_.add(first, column));
          e_.each_staged(e_.schedule.staged_columns, [&](std::uint16_t step, Value memory) {
            v_.set(step, b_.load(storage_type(e_.program.steps[step].dtype), memory, at(lane_, column)));
          });
          v_.fold_in(fold_, accumulator, v_.constant(0), [&] { return v_.linear(folded_); });
        });
      });
    });
  }

  /// A column beyond the staged ones keeps rows out of each other's banks.
  Value at(Value row, Value column) { return v_.add(v_.multiply(row, v_.constant(columns_ + 1)), column); }

  Emission &e_;
  Values &v_;
  Builder &b_;
  const Fold &fold_;
  std::uint32_t folded_;
  std::size_t row_dim_, column_dim_;
  std::int64_t rows_, columns_;
  std::vector<bool> body_; ///< Steps that the folded value needs.
  Value lane_, begin_;
};

} // namespace

void emit_rows(Emission &emission) {
  Rows(emission).emit();
}

} // namespace weft::fuse
