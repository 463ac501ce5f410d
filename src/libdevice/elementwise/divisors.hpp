// Common divisors and multiples of integers.
#pragma once

#include "libdevice/elementwise/division.hpp"

namespace weft::device {

/// By Euclid: that of (0, x) is x.
template <Unsigned T> constexpr T gcd(T a, T b) {
  while (b != 0) {
    const T rest = static_cast<T>(a % b);
    a = b;
    b = rest;
  }
  return a;
}

/// 0 where either is.
template <Unsigned T> constexpr T lcm(T a, T b) {
  const T divisor = gcd(a, b);
  return static_cast<T>(bits_of(static_cast<T>(a / (divisor == 0 ? T(1) : divisor))) * bits_of(b));
}

/// The lowest number has no negative: its magnitude is one of the unsigned integers.
template <Signed T> constexpr auto magnitude(T x) {
  using U = std::make_unsigned_t<T>;
  const U turned = mask_of<U>(x < 0);
  return static_cast<U>((static_cast<U>(x) ^ turned) - turned);
}
template <Signed T> constexpr T gcd(T a, T b) {
  return static_cast<T>(gcd(magnitude(a), magnitude(b)));
}
template <Signed T> constexpr T lcm(T a, T b) {
  return static_cast<T>(lcm(magnitude(a), magnitude(b)));
}

} // namespace weft::device
