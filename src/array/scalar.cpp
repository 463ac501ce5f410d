// Python scalars: weak dtypes, and their value in a strong one.
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "array/build.hpp"
#include "libdevice/elementwise/bfloat16.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

template <class T> Number stored(T value) {
  Number number{};
  std::memcpy(number.data(), &value, sizeof value);
  return number;
}

/// Whether what is left of the number without its fraction is a T.
template <class T> bool whole_fits(double value) noexcept {
  const double low = static_cast<double>(std::numeric_limits<T>::min());
  const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const double whole = std::trunc(value);
  return whole >= low && whole < high;
}

template <class T> Number integer(const Scalar &scalar, Dtype dtype) {
  return std::visit(
      [&](auto value) -> Number {
        using V = decltype(value);
        if constexpr (std::is_same_v<V, bool>) {
          return stored<T>(value);
        } else if constexpr (std::is_integral_v<V>) {
          if (!std::in_range<T>(value))
            throw Error(Errc::overflow, "Python integer {} out of bounds for {}", value, name_of(dtype));
          return stored(static_cast<T>(value));
        } else if constexpr (std::is_same_v<V, double>) {
          if (std::isnan(value))
            throw Error(Errc::invalid, "NaN is no value of {}", name_of(dtype));
          if (!whole_fits<T>(value))
            throw Error(Errc::overflow, "value {} out of bounds for {}", value, name_of(dtype));
          return stored(static_cast<T>(value));
        } else {
          throw Error(Errc::type, "a complex number does not fit {}", name_of(dtype));
        }
      },
      scalar.value);
}

std::complex<double> as_complex(const Scalar &scalar) {
  return std::visit(
      [](auto value) -> std::complex<double> {
        if constexpr (std::is_same_v<decltype(value), std::complex<double>>)
          return value;
        else
          return static_cast<double>(value);
      },
      scalar.value);
}

double as_real(const Scalar &scalar, Dtype dtype) {
  if (std::holds_alternative<std::complex<double>>(scalar.value))
    throw Error(Errc::type, "a complex number does not fit {}", name_of(dtype));
  return as_complex(scalar).real();
}

} // namespace

ops::Kind kind_of(const Scalar &scalar) noexcept {
  switch (scalar.value.index()) {
  case 0:
    return ops::Kind::boolean;
  case 1:
  case 2:
    return ops::Kind::integer_signed;
  case 3:
    return ops::Kind::floating;
  default:
    return ops::Kind::complex;
  }
}

Dtype default_dtype(const Scalar &scalar) noexcept {
  constexpr Dtype defaults[] = {Dtype::b1, Dtype::i64, Dtype::u64, Dtype::f64, Dtype::c128};
  return defaults[scalar.value.index()];
}

Dtype weak_dtype(const Scalar &scalar, Dtype strong) noexcept {
  const auto rank = [](ops::Kind kind) {
    switch (kind) {
    case ops::Kind::boolean:
      return 0;
    case ops::Kind::integer_signed:
    case ops::Kind::integer_unsigned:
      return 1;
    case ops::Kind::floating:
      return 2;
    case ops::Kind::complex:
      break;
    }
    return 3;
  };
  const ops::Kind kind = kind_of(scalar);
  if (rank(kind) <= rank(ops::kind_of(strong)))
    return strong;
  if (kind == ops::Kind::complex && strong != Dtype::f64 && ops::kind_of(strong) == ops::Kind::floating)
    return Dtype::c64;
  return default_dtype(scalar);
}

namespace {

template <class T> bool is_value_of(const Scalar &scalar) noexcept {
  if (const auto *value = std::get_if<std::int64_t>(&scalar.value))
    return std::in_range<T>(*value);
  if (const auto *value = std::get_if<std::uint64_t>(&scalar.value))
    return std::in_range<T>(*value);
  const auto *value = std::get_if<double>(&scalar.value);
  return value == nullptr || whole_fits<T>(*value);
}

} // namespace

bool compares_exactly(ops::Op op) noexcept {
  const Dtype mixed[] = {Dtype::i64, Dtype::u64};
  if (ops::info(op).arity != 2)
    return false;
  const auto loop = ops::resolve(op, mixed);
  return loop && loop->inputs[0] != loop->inputs[1];
}

bool holds(Dtype dtype, const Scalar &scalar) noexcept {
  switch (dtype) {
  case Dtype::i8:
    return is_value_of<std::int8_t>(scalar);
  case Dtype::u8:
    return is_value_of<std::uint8_t>(scalar);
  case Dtype::i16:
    return is_value_of<std::int16_t>(scalar);
  case Dtype::u16:
    return is_value_of<std::uint16_t>(scalar);
  case Dtype::i32:
    return is_value_of<std::int32_t>(scalar);
  case Dtype::u32:
    return is_value_of<std::uint32_t>(scalar);
  case Dtype::i64:
    return is_value_of<std::int64_t>(scalar);
  case Dtype::u64:
    return is_value_of<std::uint64_t>(scalar);
  default:
    return true;
  }
}

Dtype operand_dtype(ops::Op op, const Scalar &scalar, Dtype strong) noexcept {
  const Dtype weak = weak_dtype(scalar, strong);
  return holds(weak, scalar) || !compares_exactly(op) ? weak : default_dtype(scalar);
}

Number number_of(const Scalar &scalar, Dtype dtype) {
  switch (dtype) {
  case Dtype::b1:
    return stored<std::uint8_t>(as_complex(scalar) != 0.0);
  case Dtype::i8:
    return integer<std::int8_t>(scalar, dtype);
  case Dtype::u8:
    return integer<std::uint8_t>(scalar, dtype);
  case Dtype::i16:
    return integer<std::int16_t>(scalar, dtype);
  case Dtype::u16:
    return integer<std::uint16_t>(scalar, dtype);
  case Dtype::i32:
    return integer<std::int32_t>(scalar, dtype);
  case Dtype::u32:
    return integer<std::uint32_t>(scalar, dtype);
  case Dtype::i64:
    return integer<std::int64_t>(scalar, dtype);
  case Dtype::u64:
    return integer<std::uint64_t>(scalar, dtype);
  case Dtype::f16:
    return stored(static_cast<_Float16>(as_real(scalar, dtype)));
  case Dtype::bf16:
    return stored(brain::narrowed(static_cast<float>(as_real(scalar, dtype))));
  case Dtype::f32:
    return stored(static_cast<float>(as_real(scalar, dtype)));
  case Dtype::f64:
    return stored(as_real(scalar, dtype));
  case Dtype::c64:
    return stored(std::complex<float>(as_complex(scalar)));
  case Dtype::c128:
    return stored(as_complex(scalar));
  }
  return {};
}

} // namespace weft::array
