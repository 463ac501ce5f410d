// clip, variance, logarithms of sums and cross products.
#include "array/derived.hpp"

#include <array>
#include <limits>

#include "array/build.hpp"
#include "array/joining.hpp"
#include "array/promotion.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using ops::Op;

bool is_integer(Dtype dtype) {
  return ops::kind_of(dtype) == ops::Kind::integer_signed || ops::kind_of(dtype) == ops::Kind::integer_unsigned;
}

/// An integer beyond the dtype's on the side where it bounds nothing.
bool bounds_nothing(const Operand &bound, Dtype dtype, bool is_low) {
  const auto *scalar = std::get_if<Scalar>(&bound);
  if (scalar == nullptr || !is_integer(dtype) || std::holds_alternative<double>(scalar->value) || holds(dtype, *scalar))
    return false;
  const auto *number = std::get_if<std::int64_t>(&scalar->value);
  return is_low == (number != nullptr && *number < 0);
}

void check_bound(const Array &x, const Operand &bound) {
  if (const auto *array = std::get_if<Array>(&bound))
    check_queues(x, *array, "clip");
  const Operand both[] = {x, bound};
  const Dtype dtype = on_device(result_type(both), *x.queue());
  if (!ops::can_cast_safely(dtype, x.dtype()))
    throw Error(Errc::type, "clip: a bound of {} can not be cast safely to {}; cast the array first", name_of(dtype),
                name_of(x.dtype()));
}

/// The bound, or null where there is none to keep.
const Operand *checked(const Array &x, const Operand *bound, bool is_low) {
  if (bound == nullptr || bounds_nothing(*bound, x.dtype(), is_low))
    return nullptr;
  check_bound(x, *bound);
  return bound;
}

} // namespace

Array clip(const Array &x, const Operand *low, const Operand *high, const Array *out, char order) {
  low = checked(x, low, true);
  high = checked(x, high, false);
  if (out != nullptr)
    check_queues(x, *out, "clip");
  if (low != nullptr && high != nullptr)
    return elementwise(Op::clip, std::array<Operand, 3>{x, *low, *high}, out, order);
  if (low != nullptr)
    return elementwise(Op::maximum, std::array<Operand, 2>{x, *low}, out, order);
  if (high != nullptr)
    return elementwise(Op::minimum, std::array<Operand, 2>{x, *high}, out, order);
  return out == nullptr ? copy(x, order) : elementwise(Op::maximum, std::array<Operand, 2>{x, x}, out, order);
}

Array variance(const Array &x, std::span<const int> axes, double correction, bool keepdims) {
  // Squares and their sum leave the range of 16 bits long before the variance does.
  if (ops::kind_of(x.dtype()) == ops::Kind::floating && ops::item_size(x.dtype()) == 2)
    return astype(variance(astype(x, Dtype::f32), axes, correction, keepdims), x.dtype());
  double degrees = -correction, count = 1;
  for (const int axis : axes)
    count *= static_cast<double>(x.shape()[static_cast<std::size_t>(axis)]);
  degrees += count;
  const Array centre = reduce_to_read(ops::Reduction::mean, x, axes, true);
  const Array distances = unary(Op::square, binary(Op::subtract, x, centre));
  const Array spread = reduce(ops::Reduction::sum, distances, axes, keepdims);
  return binary(Op::divide, spread, Scalar{degrees > 0 ? degrees : std::numeric_limits<double>::quiet_NaN()});
}

Array log_sum_exp(const Array &x, std::span<const int> axes) {
  const Array largest = reduce_to_read(ops::Reduction::max, x, axes, true);
  const Array origin = where(unary(Op::isfinite, largest), largest, Scalar{0.0});
  const Array powers = unary(Op::exp, binary(Op::subtract, x, origin));
  return binary(Op::add, unary(Op::log, reduce(ops::Reduction::sum, powers, axes, true)), origin);
}

namespace {

/// By number, from the front; negative ones count from the end.
std::size_t vector_axis(const Array &x, int axis, const Array &a, const Array &b) {
  const int at = axis < 0 ? x.ndim() + axis : axis;
  if (at < 0 || at >= x.ndim() || x.shape()[static_cast<std::size_t>(at)] != 3)
    throw Error(Errc::invalid, "linalg.cross: 3 elements along axis {}, got shapes {} and {}", axis,
                fuse::text_of(a.shape()), fuse::text_of(b.shape()));
  return static_cast<std::size_t>(at);
}

/// One number of each vector.
Array component(const Array &vectors, std::size_t axis, std::size_t number) {
  Shape shape = vectors.shape(), strides = vectors.strides();
  const std::ptrdiff_t offset = vectors.offset() + static_cast<std::ptrdiff_t>(number % 3) * strides[axis];
  shape.erase(axis);
  strides.erase(axis);
  return vectors.with_layout(shape, strides, offset);
}

} // namespace

Array cross(const Array &a, const Array &b, int axis) {
  vector_axis(a, axis, a, b);
  vector_axis(b, axis, a, b);
  if (a.dtype() == Dtype::b1 || b.dtype() == Dtype::b1)
    throw Error(Errc::type, "linalg.cross: numbers, got bool");
  const Shape shape = broadcast_shapes(std::array{a.shape(), b.shape()});
  const Array left = a.broadcast_to(shape), right = b.broadcast_to(shape);
  const std::size_t along = vector_axis(left, axis, a, b);
  const auto product = [&](std::size_t i, std::size_t k) {
    return binary(Op::multiply, component(left, along, i), component(right, along, k));
  };
  std::array<Array, 3> numbers;
  for (std::size_t i = 0; i < 3; ++i)
    numbers[i] = binary(Op::subtract, product(i + 1, i + 2), product(i + 2, i + 1));
  return stack(numbers, along);
}

} // namespace weft::array
