// Several elements of the output in each work-item: their loads are under way together, and neighbours share one.
#include "fuse/emit_forms.hpp"

namespace weft::fuse {

namespace {

class Tiles {
public:
  explicit Tiles(Emission &emission)
      : e_(emission), v_(emission.values), b_(emission.builder), dim_(emission.schedule.ids[0].dims[0]),
        in_rows_(emission.schedule.rows > 1), row_dim_(emission.schedule.ids[1].dims[0]) {}

  void emit() {
    for (std::size_t k = in_rows_ ? 2 : 1; k < 3; ++k)
      if (e_.schedule.ids[k].count != 0)
        v_.bind_id(k, b_.global_id(static_cast<int>(k)));
    Value whole = b_.compare(Compare::lt, column(v_.constant(e_.schedule.per_item - 1)), v_.extent(dim_));
    if (in_rows_)
      whole =
          b_.logical_and(whole, b_.compare(Compare::lt, row(v_.constant(e_.schedule.rows - 1)), v_.extent(row_dim_)));
    b_.if_else(whole, [&] { v_.scope([&] { together(); }); }, [&] { v_.scope([&] { one_by_one(); }); });
  }

private:
  Value column(Value k) {
    if (e_.schedule.vectors.width > 1)
      return v_.add(v_.multiply(b_.global_id(0), v_.constant(e_.schedule.per_item)), k);
    return v_.add(b_.global_id(0), v_.multiply(v_.field(FieldKind::range, 0), k));
  }

  Value row(Value r) { return v_.add(v_.multiply(b_.global_id(1), v_.constant(e_.schedule.rows)), r); }

  void bind(Value r, Value k) {
    if (in_rows_)
      v_.bind(row_dim_, row(r));
    v_.bind(dim_, column(k));
  }

  void together() {
    const std::vector<bool> needed = v_.needed_by(e_.program.output_steps());
    std::vector<Values::State> elements;
    for (std::int64_t r = 0; r < e_.schedule.rows; ++r)
      for (std::int64_t k = 0; k < e_.schedule.per_item; ++k)
        v_.scope([&] {
          bind(v_.constant(r), v_.constant(k));
          v_.load(needed);
          elements.push_back(v_.state());
        });
    e_.store_together(elements);
  }

  void one_by_one() {
    const auto loop = [&](std::int64_t count, const std::function<void(Value)> &body) {
      b_.loop(v_.constant(0), v_.constant(count), v_.constant(1), body);
    };
    loop(e_.schedule.rows, [&](Value r) {
      loop(e_.schedule.per_item, [&](Value k) {
        v_.scope([&] {
          bind(r, k);
          Value inside = b_.compare(Compare::lt, column(k), v_.extent(dim_));
          if (in_rows_)
            inside = b_.logical_and(inside, b_.compare(Compare::lt, row(r), v_.extent(row_dim_)));
          b_.if_then(inside, [&] { v_.store_outputs(); });
        });
      });
    });
  }

  Emission &e_;
  Values &v_;
  Builder &b_;
  std::size_t dim_;
  bool in_rows_;
  std::size_t row_dim_;
};

} // namespace

void emit_tiles(Emission &emission) {
  Tiles(emission).emit();
}

} // namespace weft::fuse
