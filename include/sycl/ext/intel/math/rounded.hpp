// Sums, products, quotients and roots that round as asked (sycl::ext::intel::math): rd down, rn to the nearest, ru up,
// rz towards zero. Hardware rounds to the nearest here, so that a directed result is made of that and the sign of its
// error.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/bit_cast.hpp>
#include <sycl/builtins.hpp>
#include <sycl/detail/vec_convert.hpp>

// In a block, where sums are not reordered and products not joined with them, whatever the command line says.
#ifdef __clang__
#define WEFT_AS_WRITTEN _Pragma("clang fp reassociate(off) contract(off)")
#else
#define WEFT_AS_WRITTEN
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {

namespace detail {

/// What lies between `value` and its neighbour on the side of `error`, or is `value` where that is 0; times 2^scale.
struct Exact {
  double value;
  double error;
  int scale = 0;
};

inline std::uint64_t exponent_field(double x) {
  return sycl::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff;
}
inline bool is_zero(double x) {
  return sycl::bit_cast<std::uint64_t>(x) << 1 == 0;
}
inline bool is_finite(double x) {
  return exponent_field(x) != 0x7ff;
}
inline bool is_negative(double x) {
  return sycl::bit_cast<std::uint64_t>(x) >> 63 != 0;
}

/// A finite number other than 0 as a mantissa of 1 up to 2 and a power of 2.
struct Parts {
  explicit Parts(double x) {
    const auto bits = sycl::bit_cast<std::uint64_t>(x);
    std::uint64_t fraction = bits & 0xfffffffffffff;
    exponent = static_cast<int>(exponent_field(x)) - 1023;
    if (exponent == -1023) {
      const int shift = static_cast<int>(sycl::clz(fraction)) - 11;
      fraction <<= shift;
      exponent = -1022 - shift;
    }
    mantissa = sycl::bit_cast<double>((bits & 0x8000000000000000) | 0x3ff0000000000000 | (fraction & 0xfffffffffffff));
  }

  double mantissa;
  int exponent;
};

inline double power_of_two(int exponent) {
  return sycl::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The neighbour of an exact number, other than 0, that the mode asks for.
template <rounding_mode Mode, class T> T rounded(const Exact &exact) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr int digits = std::numeric_limits<T>::digits, lowest = std::numeric_limits<T>::min_exponent - digits;
  const bool negative = is_negative(exact.value),
             away = negative ? Mode == rounding_mode::rtn : Mode == rounding_mode::rtp;
  const auto bits = sycl::bit_cast<std::uint64_t>(exact.value);

  // An integer of 54 bits times 2^unit, and something between 0 and 1 behind it.
  std::uint64_t whole = ((bits & 0xfffffffffffff) | 0x10000000000000) << 1;
  const int unit = static_cast<int>(exponent_field(exact.value)) - 1023 - 53 + exact.scale;
  const bool less = negative ? exact.error > 0 : exact.error < 0, inexact = exact.error > 0 || exact.error < 0;
  whole -= less;

  const int top = 63 - static_cast<int>(sycl::clz(whole));
  const int last = unit + top + 1 - digits > lowest ? unit + top + 1 - digits : lowest, dropped = last - unit;
  const std::uint64_t kept = dropped > 63 ? 0 : whole >> dropped;
  const bool more = inexact || (dropped > 63 ? whole : whole & ((std::uint64_t{1} << dropped) - 1)) != 0;
  constexpr Bits infinity = sycl::bit_cast<Bits>(std::numeric_limits<T>::infinity());
  // A number of the lowest exponent is its integer; each exponent more adds one in front of it.
  const std::uint64_t next = (static_cast<std::uint64_t>(last - lowest) << (digits - 1)) + kept + (away && more);
  const Bits result = last - lowest >= (1 << (sizeof(T) == 4 ? 8 : 11)) || next >= infinity ? infinity - !away
                                                                                            : static_cast<Bits>(next);
  return sycl::bit_cast<T>(static_cast<Bits>(result | static_cast<Bits>(negative) << (8 * sizeof(T) - 1)));
}

/// The sum of two numbers and what it lacks (Knuth's).
inline Exact sum(double x, double y) {
  WEFT_AS_WRITTEN
  const double s = x + y, part = s - x;
  return {s, (x - (s - part)) + (y - part)};
}

/// mantissa of x times that of y, plus z.
inline Exact product_sum(double x, double y, double z) {
  WEFT_AS_WRITTEN
  const double product = x * y, behind = sycl::fma(x, y, -product);
  const Exact whole = sum(product, z), rest = sum(whole.error, behind), total = sum(whole.value, rest.value);
  return {total.value, total.error + rest.error};
}

template <rounding_mode Mode, class T> T zero_sum(bool negative, bool other_negative) {
  const bool minus = negative == other_negative ? negative : Mode == rounding_mode::rtn;
  return minus ? T(-0.0) : T(0);
}

template <rounding_mode Mode> double fma(double x, double y, double z) {
  if (Mode == rounding_mode::rte || !is_finite(x) || !is_finite(y) || !is_finite(z))
    return sycl::fma(x, y, z);
  const bool negative = is_negative(x) != is_negative(y);
  if (is_zero(x) || is_zero(y))
    return is_zero(z) ? zero_sum<Mode, double>(negative, is_negative(z)) : z;
  const Parts a(x), b(y);
  const int scale = a.exponent + b.exponent;
  Exact exact{};
  if (is_zero(z)) {
    exact = product_sum(a.mantissa, b.mantissa, 0);
  } else if (const Parts c(z); c.exponent - scale > 200) { // the product is far below z
    exact = {c.mantissa, a.mantissa * b.mantissa, c.exponent - scale};
  } else {
    const bool near = c.exponent - scale >= -200;
    exact = product_sum(a.mantissa, b.mantissa, near ? c.mantissa * power_of_two(c.exponent - scale) : 0);
    if (!near && is_zero(exact.error))
      exact.error = c.mantissa;
  }
  if (is_zero(exact.value))
    return zero_sum<Mode, double>(negative, is_negative(z));
  exact.scale += scale;
  return rounded<Mode, double>(exact);
}

/// A product of floats is exact as a double.
template <rounding_mode Mode> float fma(float x, float y, float z) {
  const double product = static_cast<double>(x) * static_cast<double>(y);
  if (Mode == rounding_mode::rte || !is_finite(product) || !is_finite(z))
    return sycl::fma(x, y, z);
  const Exact exact = sum(product, z);
  return is_zero(exact.value) ? zero_sum<Mode, float>(is_negative(product), is_negative(z))
                              : rounded<Mode, float>(exact);
}

// What is rounded to the nearest is one operation, and not joined with others.

template <rounding_mode Mode, class T> T add(T x, T y) {
  WEFT_AS_WRITTEN
  if constexpr (Mode == rounding_mode::rte)
    return x + y;
  else
    return fma<Mode>(x, T(1), y);
}

/// The sign of a product of 0 is that of x times y.
template <rounding_mode Mode, class T> T multiply(T x, T y) {
  WEFT_AS_WRITTEN
  if constexpr (Mode == rounding_mode::rte)
    return x * y;
  else
    return fma<Mode>(x, y, is_negative(x) != is_negative(y) ? T(-0.0) : T(0));
}

template <rounding_mode Mode, class T> T divide(T x, T y) {
  WEFT_AS_WRITTEN
  if (Mode == rounding_mode::rte || !is_finite(x) || !is_finite(y) || is_zero(x) || is_zero(y))
    return x / y;
  const Parts a(x), b(y);
  const double quotient = a.mantissa / b.mantissa, rest = sycl::fma(-quotient, b.mantissa, a.mantissa);
  return rounded<Mode, T>({quotient, b.mantissa < 0 ? -rest : rest, a.exponent - b.exponent});
}

template <rounding_mode Mode, class T> T root(T x) {
  if (Mode == rounding_mode::rte || !is_finite(x) || is_zero(x) || is_negative(x))
    return sycl::sqrt(x);
  const Parts a(x);
  const double square = (a.exponent & 1) != 0 ? 2 * a.mantissa : a.mantissa, result = sycl::sqrt(square);
  return rounded<Mode, T>({result, sycl::fma(-result, result, square), a.exponent >> 1});
}

} // namespace detail

#define WEFT_DIRECTED(suffix, mode, f, fma_name, T)                                                                    \
  inline T f##add_##suffix(T x, T y) {                                                                                 \
    return detail::add<rounding_mode::mode>(x, y);                                                                     \
  }                                                                                                                    \
  inline T f##sub_##suffix(T x, T y) {                                                                                 \
    return detail::add<rounding_mode::mode>(x, -y);                                                                    \
  }                                                                                                                    \
  inline T f##mul_##suffix(T x, T y) {                                                                                 \
    return detail::multiply<rounding_mode::mode>(x, y);                                                                \
  }                                                                                                                    \
  inline T f##div_##suffix(T x, T y) {                                                                                 \
    return detail::divide<rounding_mode::mode>(x, y);                                                                  \
  }                                                                                                                    \
  inline T f##rcp_##suffix(T x) {                                                                                      \
    return detail::divide<rounding_mode::mode>(T(1), x);                                                               \
  }                                                                                                                    \
  inline T f##sqrt_##suffix(T x) {                                                                                     \
    return detail::root<rounding_mode::mode>(x);                                                                       \
  }                                                                                                                    \
  inline T fma_name##_##suffix(T x, T y, T z) {                                                                        \
    return detail::fma<rounding_mode::mode>(x, y, z);                                                                  \
  }
#define WEFT_ROUNDED(f, fma_name, T)                                                                                   \
  WEFT_DIRECTED(rd, rtn, f, fma_name, T)                                                                               \
  WEFT_DIRECTED(rn, rte, f, fma_name, T)                                                                               \
  WEFT_DIRECTED(ru, rtp, f, fma_name, T)                                                                               \
  WEFT_DIRECTED(rz, rtz, f, fma_name, T)
WEFT_ROUNDED(f, fmaf, float)
WEFT_ROUNDED(d, fma, double)
#undef WEFT_ROUNDED
#undef WEFT_DIRECTED

} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl

#undef WEFT_AS_WRITTEN
