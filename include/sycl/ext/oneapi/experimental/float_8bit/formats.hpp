// The codes of numbers in 8 bits, by arithmetic on whole numbers, which is the same on every device (OCP 8-bit floating
// point, OCP microscaling formats).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/bit_cast.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class rounding { to_even, upward, toward_zero };
/// Of what is larger than any number: an infinity, or NaN where there is none, or the largest number.
enum class saturation { none, finite };

} // namespace ext::oneapi::experimental
namespace detail {

using ext::oneapi::experimental::rounding;
using ext::oneapi::experimental::saturation;

struct e4m3 {
  static constexpr int mantissa = 3, bias = 7;
  static constexpr bool has_sign = true, has_infinity = false;
  static constexpr std::uint8_t largest = 0x7e, beyond = 0x7f, nan = 0x7f;
  static constexpr rounding usual = rounding::to_even;
};
struct e5m2 {
  static constexpr int mantissa = 2, bias = 15;
  static constexpr bool has_sign = true, has_infinity = true;
  static constexpr std::uint8_t largest = 0x7b, beyond = 0x7c, nan = 0x7f;
  static constexpr rounding usual = rounding::to_even;
};
/// Powers of two.
struct e8m0 {
  static constexpr int mantissa = 0, bias = 127;
  static constexpr bool has_sign = false, has_infinity = false;
  static constexpr std::uint8_t largest = 0xfe, beyond = 0xff, nan = 0xff;
  static constexpr rounding usual = rounding::upward;
};

/// significand * 2^exponent; infinite or NaN where `special` says so.
struct parts_of_number {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
  enum { finite, infinite, nan } special = finite;
};

inline parts_of_number parts_of(float x) {
  const auto bits = sycl::bit_cast<std::uint32_t>(x);
  const int exponent = static_cast<int>(bits >> 23 & 0xff);
  const std::uint32_t fraction = bits & 0x7fffff;
  parts_of_number parts{bits >> 31 != 0, exponent == 0 ? fraction : fraction | 0x800000u,
                        (exponent == 0 ? 1 : exponent) - 150};
  if (exponent == 0xff)
    parts.special = fraction == 0 ? parts_of_number::infinite : parts_of_number::nan;
  return parts;
}
template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0> parts_of_number parts_of(Integer x) {
  const bool negative = x < Integer(0);
  const auto bits = static_cast<std::uint64_t>(x);
  return {negative, negative ? 0 - bits : bits, 0};
}

/// Is a number rounded away from zero that is `rest` of 2^shift beyond `quotient`? `bias` below 2^64 decides at random.
struct round_as {
  rounding mode;
  bool operator()(bool negative, std::uint64_t quotient, std::uint64_t rest, int shift) const {
    const std::uint64_t middle = std::uint64_t(1) << (shift - 1);
    return mode == rounding::to_even ? rest > middle || (rest == middle && (quotient & 1) != 0)
                                     : mode == rounding::upward && !negative && rest != 0;
  }
};
struct round_at_random {
  std::uint64_t random;
  bool operator()(bool, std::uint64_t, std::uint64_t rest, int shift) const { return rest > random >> (64 - shift); }
};

/// The code without the sign of a finite number that is not zero; larger than that of the largest where it does not
/// fit.
template <class Format, class Round> unsigned code_of_magnitude(const parts_of_number &x, const Round &rounds_up) {
  constexpr int least = Format::has_sign ? 1 - Format::bias : -Format::bias; // exponent of the smallest normal number
  const int exponent = 63 - __builtin_clzll(x.significand) + x.exponent;
  if (!Format::has_sign && exponent < least)
    return 0; // there is no smaller one, and no zero
  const int shift = (exponent < least ? least : exponent) - Format::mantissa - x.exponent;
  std::uint64_t quotient = shift <= 0 ? x.significand << -shift : shift < 64 ? x.significand >> shift : 0;
  if (shift > 0) {
    const bool far = shift > 63; // so small that it is less than half of the smallest number
    const std::uint64_t rest = far ? 1 : x.significand & ((std::uint64_t(1) << shift) - 1);
    quotient += rounds_up(x.negative, quotient, rest, far ? 63 : shift) ? 1 : 0;
  }
  if (exponent < least)
    return static_cast<unsigned>(quotient);
  if (exponent > Format::bias + 1)
    return 0x100;
  return (static_cast<unsigned>(exponent + Format::bias) << Format::mantissa) +
         static_cast<unsigned>(quotient - (std::uint64_t(1) << Format::mantissa));
}

template <class Format, class Round>
std::uint8_t code_of(const parts_of_number &x, const Round &rounds_up, saturation s = saturation::finite) {
  unsigned code = 0;
  if (x.special == parts_of_number::nan)
    code = Format::nan;
  else if (x.special == parts_of_number::infinite)
    code = s == saturation::finite ? Format::largest : Format::beyond;
  else if (x.significand != 0)
    code = code_of_magnitude<Format>(x, rounds_up);
  if (code > Format::largest && x.special == parts_of_number::finite)
    code = s == saturation::finite ? Format::largest : Format::beyond;
  return static_cast<std::uint8_t>(code | (Format::has_sign && x.negative ? 0x80 : 0));
}

template <class Format> float number_of(std::uint8_t code) {
  const auto power = [](int exponent) { // of two
    return sycl::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
  };
  const unsigned magnitude = Format::has_sign ? code & 0x7f : code;
  if (magnitude > Format::largest)
    return Format::has_infinity && magnitude == Format::beyond
               ? (code >> 7 != 0 ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity())
               : std::numeric_limits<float>::quiet_NaN();
  if constexpr (!Format::has_sign) {
    return magnitude == 0 ? sycl::bit_cast<float>(0x400000u) : power(static_cast<int>(magnitude) - Format::bias);
  } else {
    const unsigned exponent = magnitude >> Format::mantissa, fraction = magnitude & ((1u << Format::mantissa) - 1);
    const float value = static_cast<float>(exponent == 0 ? fraction : fraction | 1u << Format::mantissa) *
                        power(static_cast<int>(exponent == 0 ? 1 : exponent) - Format::bias - Format::mantissa);
    return code >> 7 != 0 ? -value : value;
  }
}

/// Toward zero; the nearest there is for what is too large, 0 for NaN.
template <class Integer> Integer integer_of(float x) {
  constexpr int bits = std::numeric_limits<Integer>::digits;
  if (x != x)
    return 0;
  const float end = bits == 64 ? 18446744073709551616.f : static_cast<float>(std::uint64_t(1) << bits);
  if (x >= end)
    return std::numeric_limits<Integer>::max();
  if (std::is_signed_v<Integer> ? x < -end : x <= -1.f)
    return std::numeric_limits<Integer>::min();
  return static_cast<Integer>(x);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
