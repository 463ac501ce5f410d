// New arrays from numbers and positions, composed of elementwise nodes.
#include <cstring>

#include "array/build.hpp"
#include "array/promotion.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using std::int64_t;

struct Place {
  std::shared_ptr<Queue> queue;
  AllocationKind kind;
};

LayoutRef line(std::size_t count, Dtype dtype, const Place &place) {
  return in_memory(fuse::dense_layout(Shape{static_cast<std::ptrdiff_t>(count)}, 'C'), dtype, place.kind, *place.queue);
}

Array positions(const Place &place, const LayoutRef &layout, std::uint32_t axis) {
  return array_of(place.queue, place.kind, layout, index_expr(axis));
}

Array cast_to(const Place &place, const Array &x, Dtype dtype) {
  if (x.dtype() == dtype)
    return x;
  return array_of(place.queue, place.kind, x.layout(), cast_expr(input_of(x, x.shape()), dtype));
}

/// What steps are computed in: exact for integers, else double.
Dtype wide(const Scalar &a, const Scalar &b, Dtype result) {
  if (ops::kind_of(result) == ops::Kind::complex || kind_of(a) == ops::Kind::complex ||
      kind_of(b) == ops::Kind::complex)
    return Dtype::c128;
  if (kind_of(a) == ops::Kind::floating || kind_of(b) == ops::Kind::floating ||
      ops::kind_of(result) == ops::Kind::floating)
    return Dtype::f64;
  return result == Dtype::u64 ? Dtype::u64 : Dtype::i64;
}

bool equals(const Scalar &scalar, int value) {
  return std::visit([&](auto number) { return number == static_cast<decltype(number)>(value); }, scalar.value);
}

/// Of positions. To start at 0 changes nothing but the sign of zeros, which only steps other than 1 give one.
Array multiply_add(const Array &x, const Scalar &factor, const Scalar &summand) {
  const bool by_one = equals(factor, 1);
  const Array product = by_one ? x : binary(ops::Op::multiply, x, factor);
  const bool keeps = equals(summand, 0) && (by_one || x.dtype() == Dtype::i64 || x.dtype() == Dtype::u64);
  return keeps ? product : binary(ops::Op::add, product, summand);
}

/// Positions along an axis, and a number more.
Array shifted_positions(const Place &place, const LayoutRef &layout, std::uint32_t axis, std::ptrdiff_t by) {
  const Array along = positions(place, layout, axis);
  return by == 0 ? along : binary(ops::Op::add, along, Scalar{static_cast<int64_t>(by)});
}

std::complex<double> complex_of(const Scalar &scalar) {
  const Number number = number_of(scalar, Dtype::c128);
  std::complex<double> value;
  std::memcpy(&value, number.data(), sizeof value);
  return value;
}

} // namespace

Array full(const Shape &shape, const Scalar &value, Dtype dtype, std::shared_ptr<Queue> queue, AllocationKind kind,
           char order) {
  check_order(order, "full");
  return array_of(queue, kind, in_memory(fuse::dense_layout(shape, order == 'F' ? 'F' : 'C'), dtype, kind, *queue),
                  cast_expr(input_of(value, dtype), dtype));
}

Array arange(const Scalar &start, const Scalar &step, std::size_t count, Dtype dtype, std::shared_ptr<Queue> queue,
             AllocationKind kind) {
  const Place place{std::move(queue), kind};
  const LayoutRef layout = line(count, dtype, place);
  const Array position = cast_to(place, positions(place, layout, 0), on_device(wide(start, step, dtype), *place.queue));
  return cast_to(place, multiply_add(position, step, start), dtype);
}

Array linspace(const Scalar &start, const Scalar &stop, std::size_t count, bool endpoint, Dtype dtype,
               std::shared_ptr<Queue> queue, AllocationKind kind) {
  const Place place{std::move(queue), kind};
  const LayoutRef layout = line(count, dtype, place);
  const std::size_t steps = endpoint ? count - (count > 0) : count;
  const bool is_complex = wide(start, stop, dtype) == Dtype::c128;
  const std::complex<double> first = complex_of(start), last = complex_of(stop);
  const std::complex<double> step = steps > 0 ? (last - first) / static_cast<double>(steps) : last - first;
  const auto scalar = [&](std::complex<double> value) { return is_complex ? Scalar{value} : Scalar{value.real()}; };
  const Array position = positions(place, layout, 0);
  const Array real_position = cast_to(place, position, on_device(is_complex ? Dtype::c128 : Dtype::f64, *place.queue));
  Array result = multiply_add(real_position, scalar(step), scalar(first));
  if (endpoint && count > 1) // rounding must not move the end
    result = where(binary(ops::Op::equal, position, Scalar{static_cast<int64_t>(steps)}), scalar(last), result);
  return cast_to(place, result, dtype);
}

Array eye(std::size_t rows, std::size_t columns, std::ptrdiff_t diagonal, Dtype dtype, std::shared_ptr<Queue> queue,
          AllocationKind kind, char order) {
  check_order(order, "eye");
  const Place place{std::move(queue), kind};
  const Shape shape{static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)};
  const auto layout = in_memory(fuse::dense_layout(shape, order == 'F' ? 'F' : 'C'), dtype, kind, *place.queue);
  const Array row = shifted_positions(place, layout, 0, diagonal);
  return cast_to(place, binary(ops::Op::equal, row, positions(place, layout, 1)), dtype);
}

Array triangle(const Array &x, std::ptrdiff_t diagonal, bool upper) {
  if (x.ndim() < 2)
    throw Error(Errc::invalid, "{}: needs at least 2 dimensions, the array has {}", upper ? "triu" : "tril", x.ndim());
  const Place place{x.queue(), x.usm_kind()};
  const auto layout = fuse::dense_layout(x.shape(), x.f_contiguous() && !x.c_contiguous() ? 'F' : 'C');
  const auto axis = static_cast<std::uint32_t>(x.ndim() - 2);
  const Array row = shifted_positions(place, layout, axis, diagonal);
  const Array inside =
      binary(upper ? ops::Op::greater_equal : ops::Op::less_equal, positions(place, layout, axis + 1), row);
  return where(inside, x, Scalar{false});
}

} // namespace weft::array
