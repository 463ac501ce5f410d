// Elementwise work on operands that lie across each other: a tile of those that lie crosswise goes through local
// memory.
#include <algorithm>

#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

class Transposing {
public:
  explicit Transposing(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), dim_(emission.schedule.ids[0].dims[0]),
        cross_dim_(emission.schedule.ids[1].dims[0]),
        tile_(static_cast<std::int64_t>(emission.schedule.range.local[0])),
        rows_(static_cast<std::int64_t>(emission.schedule.range.local[1])) {}

  void emit() {
    if (e_.schedule.ids[2].count != 0)
      v_.bind_id(2, b_.group_id(2));
    const Value tile = v_.constant(tile_);
    begin_ = v_.multiply(b_.group_id(0), tile);
    cross_begin_ = v_.multiply(b_.group_id(1), tile);
    pitch_ = v_.constant(tile_ + 1); // so that a column of the tile does not lie in one set of the cache, or one bank
    const Value whole = b_.logical_and(reaches(begin_, dim_), reaches(cross_begin_, cross_dim_));
    b_.if_else(whole, [&] { v_.scope([&] { turn_around(true); }); }, [&] { v_.scope([&] { turn_around(false); }); });
  }

private:
  static constexpr std::int64_t loads_under_way = 8, results_under_way = 4;

  Value reaches(Value begin, std::size_t dim) {
    return b_.compare(Compare::le, v_.add(begin, v_.constant(tile_)), v_.extent(dim));
  }

  void turn_around(bool whole) {
    const Value x = b_.local_id(0);
    in_turns(whole, loads_under_way, [&](std::span<const Value> rows) {
      std::vector<Values::State> elements;
      for (const Value row : rows)
        within(row, x, whole, [&] {
          e_.each_staged(e_.schedule.range.local[0], [&](std::uint16_t step, Value) { v_.get(step); });
          elements.push_back(v_.state());
          if (!whole)
            to_local_memory(row, x);
        });
      for (std::size_t i = 0; whole && i < rows.size(); ++i)
        v_.scope_from(elements[i], 0, [&] { to_local_memory(rows[i], x); });
    });
    b_.barrier();
    in_turns(whole, results_under_way, [&](std::span<const Value> rows) { finish(rows, x, whole); });
  }

  void to_local_memory(Value row, Value column) {
    e_.each_staged(e_.schedule.range.local[0],
                   [&](std::uint16_t step, Value memory) { b_.store(memory, at(row, column), v_.get(step)); });
  }

  /// Of several elements everything is read before anything is stored.
  void finish(std::span<const Value> rows, Value x, bool whole) {
    std::vector<Values::State> elements;
    for (const Value row : rows)
      within(x, row, whole, [&] {
        e_.each_staged(e_.schedule.range.local[0], [&](std::uint16_t step, Value memory) {
          v_.set(step, b_.load(storage_type(e_.program.steps[step].dtype), memory, at(x, row)));
        });
        if (!whole || rows.size() == 1)
          return v_.store_outputs();
        for (const Output &output : e_.program.outputs)
          v_.get(output.step);
        elements.push_back(v_.state());
      });
    for (const Values::State &element : elements)
      v_.scope_from(element, 0, [&] { v_.store_outputs(); });
  }

  /// Calls the body for the rows of the tile that the item takes: so many at once where the whole tile is there.
  void in_turns(bool whole, std::int64_t at_once, const std::function<void(std::span<const Value>)> &body) {
    const Value first = b_.local_id(1);
    const std::int64_t turns = tile_ / rows_, together = whole ? std::min(turns, at_once) : 1;
    if (turns == 1)
      return body(std::span(&first, 1));
    b_.loop(v_.constant(0), v_.constant(turns), v_.constant(together), codegen::Unroll::none, [&](Value turn) {
      v_.scope([&] {
        std::vector<Value> rows;
        for (std::int64_t i = 0; i < together; ++i)
          rows.push_back(v_.add(first, v_.multiply(v_.add(turn, v_.constant(i)), v_.constant(rows_))));
        body(rows);
      });
    });
  }

  Value at(Value row, Value column) { return v_.add(v_.multiply(row, pitch_), column); }

  /// Binds both loops at these places of the tile; where the array ends in it, for the items that it reaches alone.
  void within(Value along, Value across, bool whole, const std::function<void()> &body) {
    const Value position = v_.add(begin_, along), cross_position = v_.add(cross_begin_, across);
    const auto bound = [&] {
      v_.scope([&] {
        v_.bind(dim_, position);
        v_.bind(cross_dim_, cross_position);
        body();
      });
    };
    if (whole)
      return bound();
    const Value inside = b_.logical_and(b_.compare(Compare::lt, position, v_.extent(dim_)),
                                        b_.compare(Compare::lt, cross_position, v_.extent(cross_dim_)));
    b_.if_then(inside, bound, codegen::Guard::rest);
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  std::size_t dim_, cross_dim_;
  std::int64_t tile_, rows_;
  Value begin_, cross_begin_, pitch_;
};

} // namespace

void emit_transposing(Emission &emission) {
  Transposing(emission).emit();
}

} // namespace weft::fuse
