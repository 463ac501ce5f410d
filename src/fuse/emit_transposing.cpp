// Elementwise work on operands that lie across each other: a tile of those that lie crosswise goes through local
// memory.
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

class Transposing {
public:
  explicit Transposing(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), dim_(emission.schedule.ids[0].dims[0]),
        cross_dim_(emission.schedule.ids[1].dims[0]) {}

  void emit() {
    if (e_.schedule.ids[2].count != 0)
      v_.bind_id(2, b_.group_id(2));
    const auto tile = static_cast<std::int64_t>(e_.schedule.range.local[0]);
    begin_ = v_.multiply(b_.group_id(0), v_.constant(tile));
    cross_begin_ = v_.multiply(b_.group_id(1), v_.constant(tile));
    pitch_ = v_.constant(tile + 1); // so that a column of the tile does not lie in one set of the cache
    const Value whole = b_.logical_and(reaches(begin_, tile, dim_), reaches(cross_begin_, tile, cross_dim_));
    b_.if_else(whole, [&] { v_.scope([&] { turn_around(true); }); }, [&] { v_.scope([&] { turn_around(false); }); });
  }

private:
  Value reaches(Value begin, std::int64_t tile, std::size_t dim) {
    return b_.compare(Compare::le, v_.add(begin, v_.constant(tile)), v_.extent(dim));
  }

  void turn_around(bool whole) {
    const Value x = b_.local_id(0), y = b_.local_id(1);
    within(y, x, whole, [&] {
      e_.each_staged(e_.schedule.range.local[0],
                     [&](std::uint16_t step, Value memory) { b_.store(memory, at(y, x), v_.get(step)); });
    });
    b_.barrier();
    within(x, y, whole, [&] {
      e_.each_staged(e_.schedule.range.local[0], [&](std::uint16_t step, Value memory) {
        v_.set(step, b_.load(storage_type(e_.program.steps[step].dtype), memory, at(x, y)));
      });
      v_.store_outputs();
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
  Value begin_, cross_begin_, pitch_;
};

} // namespace

void emit_transposing(Emission &emission) {
  Transposing(emission).emit();
}

} // namespace weft::fuse
