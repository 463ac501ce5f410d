// Compares neighbours, and looks elements up.
#include "array/sets.hpp"

#include <array>

#include "array/algorithms/scan.hpp"
#include "array/algorithms/sort.hpp"
#include "array/build.hpp"
#include "array/indexing.hpp"
#include "array/masks.hpp"

namespace weft::array {

namespace {

using ops::Op;

/// `count` elements of a line from the first on.
Array part(const Array &line, std::ptrdiff_t first, std::ptrdiff_t count) {
  const std::ptrdiff_t stride = line.strides()[0];
  return line.with_layout(Shape{count}, Shape{stride}, line.offset() + first * stride);
}

IndexedAxes axis_of(const Array &line) {
  return {.extent = line.shape()[0], .stride = line.strides()[0]};
}

/// Set where a value stands that is not the one before, and behind the last.
Array borders_of(const Array &ordered) {
  const std::ptrdiff_t count = ordered.shape()[0];
  const Array borders = Array::empty(Shape{count + 1}, Dtype::b1, ordered.queue(), ordered.usm_kind());
  assign(part(borders, 0, 1), Scalar{true});
  assign(part(borders, count, 1), Scalar{true});
  const Array inner = part(borders, 1, count - 1);
  elementwise(Op::not_equal, std::array<Operand, 2>{part(ordered, 1, count - 1), part(ordered, 0, count - 1)}, &inner);
  return borders;
}

Array inverse_of(const Array &firsts, const Array &places) {
  const Array inverse = Array::empty(places.shape(), Dtype::i64, places.queue(), places.usm_kind());
  const Array numbers = binary(Op::subtract, scan(Scan::sum, firsts, 0, Dtype::i64), Scalar{std::int64_t{1}});
  put(inverse, places, axis_of(inverse), numbers);
  return inverse;
}

} // namespace

Unique unique(const Array &ordered, bool with_counts, const Array *places) {
  const Array borders = borders_of(ordered);
  const Array firsts = part(borders, 0, ordered.shape()[0]);
  Unique found;
  if (places != nullptr)
    found.inverse = inverse_of(firsts, *places);
  if (!with_counts) {
    found.values = selected(firsts, ordered);
    return found;
  }
  const Array at = nonzero(borders)[0];
  const std::ptrdiff_t count = at.shape()[0] - 1;
  found.begins = part(at, 0, count);
  found.counts = binary(Op::subtract, part(at, 1, count), found.begins);
  found.values = take(ordered, found.begins, axis_of(ordered));
  return found;
}

Array is_in(const Array &elements, const Array &keys, bool invert) {
  const Array places = search_sorted(keys, elements, nullptr, false);
  const Array nearest = take(keys, places, axis_of(keys));
  return binary(invert ? Op::not_equal : Op::equal, nearest, elements);
}

} // namespace weft::array
