// Which chain of cheap functions a power by a number is.
#include "array/power.hpp"

#include <array>
#include <complex>
#include <cstring>

#include "libdevice/elementwise/bfloat16.hpp"

namespace weft::array {

namespace {

using ops::Op;

/// Functions of one argument, the first applied first.
using Chain = std::array<Op, 4>;
constexpr Op end = Op::positive;

struct Power {
  double exponent;
  bool complex; ///< NumPy's complex powers have the same value.
  Chain chain;
  Op times = end; ///< Of the base, a factor.
};

constexpr Power powers[] = {
    {1, true, {end}},
    {2, true, {Op::square, end}},
    {3, true, {Op::cube, end}},
    {4, false, {Op::square, Op::square, end}},
    {5, false, {Op::fifth_power, end}},
    {6, false, {Op::cube, Op::square, end}},
    {8, false, {Op::square, Op::square, Op::square, end}},
    {0.5, true, {Op::sqrt, end}},
    {1.5, false, {Op::root_cubed, end}},
    {2.5, false, {Op::root_cubed, end}, Op::abs}, // pow knows no sign at 0 and -infinity
};

constexpr Power inverse_powers[] = {
    {-1, true, {Op::reciprocal, end}},
    {-2, false, {Op::reciprocal, Op::square, end}}, // squared first, it would overflow where the result does not
    {-3, false, {Op::reciprocal, Op::cube, end}},
    {-4, false, {Op::reciprocal, Op::square, Op::square, end}},
    {-0.5, false, {Op::inverse_root, end}},
    {-1.5, false, {Op::inverse_root_cubed, end}},
};

std::optional<double> real_number(const Number &number, Dtype dtype) {
  const auto load = [&]<class T>(T value) {
    std::memcpy(&value, number.data(), sizeof value);
    return value;
  };
  switch (dtype) {
  case Dtype::i8:
    return load(std::int8_t{});
  case Dtype::u8:
    return load(std::uint8_t{});
  case Dtype::i16:
    return load(std::int16_t{});
  case Dtype::u16:
    return load(std::uint16_t{});
  case Dtype::i32:
    return load(std::int32_t{});
  case Dtype::u32:
    return load(std::uint32_t{});
  case Dtype::i64:
    return static_cast<double>(load(std::int64_t{}));
  case Dtype::u64:
    return static_cast<double>(load(std::uint64_t{}));
  case Dtype::f16:
    return static_cast<double>(load(_Float16{}));
  case Dtype::bf16:
    return brain::widened(load(brain::bfloat16{}));
  case Dtype::f32:
    return load(float{});
  case Dtype::f64:
    return load(double{});
  case Dtype::c64: {
    const auto value = load(std::complex<float>{});
    return value.imag() == 0 ? std::optional<double>(value.real()) : std::nullopt;
  }
  case Dtype::c128: {
    const auto value = load(std::complex<double>{});
    return value.imag() == 0 ? std::optional(value.real()) : std::nullopt;
  }
  case Dtype::b1:
    break;
  }
  return std::nullopt;
}

const Power *power_of(double exponent, Dtype loop) {
  const ops::Kind kind = ops::kind_of(loop);
  const bool inexact = ops::is_inexact(loop);
  const auto find = [&](std::span<const Power> table) -> const Power * {
    for (const Power &power : table)
      if (power.exponent == exponent && (power.complex || kind != ops::Kind::complex))
        return &power;
    return nullptr;
  };
  if (const Power *power = find(powers))
    return power;
  return inexact ? find(inverse_powers) : nullptr;
}

/// An input of the chain's next function.
Input link(const Array &like, const Shape &shape, std::unique_ptr<Expr> expr, bool in_place) {
  const LayoutRef layout = fuse::dense_layout(shape, 'C');
  if (!in_place)
    return input_of(array_of(like.queue(), like.usm_kind(), layout, std::move(expr)), shape);
  Input input;
  input.dtype = expr->result;
  input.view = layout;
  input.buffer =
      fuse::Pending::of(*like.queue()).insert(like.queue(), like.usm_kind(), layout, input.dtype, std::move(expr));
  return input;
}

} // namespace

std::optional<Number> known_exponent(const Operand &exponent, Dtype loop) {
  if (const auto *scalar = std::get_if<Scalar>(&exponent))
    return number_of(*scalar, loop);
  const auto &array = std::get<Array>(exponent);
  if (array.ndim() != 0)
    return std::nullopt;
  const auto guard = fuse::Pending::of(*array.queue()).lock();
  const auto number = fuse::constant_of(*array.buffer());
  if (!number || array.buffer_bytes() != item_size(array.dtype())) // the real part of a complex number
    return std::nullopt;
  const auto value = real_number(*number, array.dtype());
  return value ? std::optional(number_of(Scalar{*value}, loop)) : std::nullopt;
}

std::unique_ptr<Expr> power_expr(Input base, const Shape &shape, const Array &like, const Number &exponent, Dtype loop,
                                 bool in_place) {
  const auto number = real_number(exponent, loop);
  if (!number)
    return nullptr;
  if (*number == 0)
    return cast_expr(input_of(Scalar{std::int64_t{1}}, loop), loop);
  const Power *power = power_of(*number, loop);
  if (power == nullptr)
    return nullptr;
  const auto applied = [&](Op op, Input to) {
    auto call = call_expr(op, *ops::resolve(op, std::span(&loop, 1)));
    call->inputs[0] = std::move(to);
    return call;
  };
  auto expr = cast_expr(base, loop);
  bool casts = true;
  for (const Op op : power->chain) {
    if (op == end)
      break;
    expr = applied(op, casts ? std::move(expr->inputs[0]) : link(like, shape, std::move(expr), in_place));
    casts = false;
  }
  if (power->times == end)
    return expr;
  const Dtype both[] = {loop, loop};
  auto product = call_expr(Op::multiply, *ops::resolve(Op::multiply, both));
  product->inputs[0] = link(like, shape, std::move(expr), in_place);
  product->inputs[1] = link(like, shape, applied(power->times, std::move(base)), in_place);
  return product;
}

} // namespace weft::array
