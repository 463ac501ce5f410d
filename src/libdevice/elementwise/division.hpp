// Quotients rounded towards minus infinity and their remainders, as Python and NumPy define them.
#pragma once

#include "libdevice/elementwise/arithmetic.hpp"

namespace weft::device {

template <Unsigned T> constexpr T floor_divide(T a, T b) {
  return b == 0 ? T(0) : static_cast<T>(a / (b == 0 ? T(1) : b));
}
template <Unsigned T> constexpr T remainder(T a, T b) {
  return b == 0 ? T(0) : static_cast<T>(a % (b == 0 ? T(1) : b));
}

/// Divisors that hardware traps on are replaced and answered apart: 0, and -1 (the lowest number has no negative).
template <Signed T> constexpr T floor_divide(T a, T b) {
  const T safe = b == 0 || b == T(-1) ? T(1) : b;
  const T quotient = static_cast<T>(a / safe), rest = static_cast<T>(a % safe);
  const T floored = static_cast<T>(quotient - (rest != 0 && (rest < 0) != (safe < 0)));
  return b == 0 ? T(0) : (b == T(-1) ? negative(a) : floored);
}
template <Signed T> constexpr T remainder(T a, T b) {
  const T safe = b == 0 || b == T(-1) ? T(1) : b;
  const T rest = static_cast<T>(a % safe);
  return rest != 0 && (rest < 0) != (safe < 0) ? static_cast<T>(rest + safe) : rest;
}

template <WideFloat T> T remainder(T a, T b) {
  const T rest = m::fmod(a, b);
  const T moved = (rest < T(0)) != (b < T(0)) ? rest + b : rest;
  const T value = rest == T(0) ? m::copysign(T(0), b) : moved;
  return isnan(a) ? a : (isnan(b) ? b : value);
}

/// (a - remainder) / b is an integer but for rounding, which the last step undoes. Of infinities the quotient as it is,
/// as the Array API has it: infinity by 2 is infinity, and 1 by -infinity is -0.
template <WideFloat T> T floor_divide(T a, T b) {
  const T rest = m::fmod(a, b);
  const T exact = (a - rest) / b;
  const T shifted = rest != T(0) && (rest < T(0)) != (b < T(0)) ? exact - T(1) : exact;
  const T below = m::floor(shifted), nearest = shifted - below > T(0.5) ? below + T(1) : below;
  const T quotient = a / b;
  const T result = shifted == T(0) ? m::copysign(T(0), quotient) : nearest;
  const T value = b == T(0) || isinf(a) || isinf(b) ? quotient : result;
  return isnan(a) ? a : (isnan(b) ? b : value);
}

inline half remainder(half a, half b) {
  return static_cast<half>(remainder(static_cast<float>(a), static_cast<float>(b)));
}
inline half floor_divide(half a, half b) {
  return static_cast<half>(floor_divide(static_cast<float>(a), static_cast<float>(b)));
}

} // namespace weft::device
