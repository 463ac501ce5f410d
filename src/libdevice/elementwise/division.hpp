// Quotients rounded towards minus infinity and their remainders, as Python and NumPy define them.
#pragma once

#include "libdevice/elementwise/arithmetic.hpp"

namespace weft::device {

/// All ones where it holds, without a branch.
template <Integer T> constexpr T mask_of(bool condition) {
  return static_cast<T>(condition ? T(-1) : T(0));
}

/// Of integers divided by 0, 0. Nothing branches on the divisor, which most often is one number for all elements.
template <Unsigned T> constexpr T floor_divide(T a, T b) {
  const T quotient = static_cast<T>(a / (b == 0 ? T(1) : b));
  return static_cast<T>(quotient & mask_of<T>(b != 0));
}
template <Unsigned T> constexpr T remainder(T a, T b) {
  const T rest = static_cast<T>(a % (b == 0 ? T(1) : b));
  return static_cast<T>(rest & mask_of<T>(b != 0));
}

/// Turned so that the divisor is positive, and of what is then below 0 by its complement: ~(~n / d) rounds down. Only
/// unsigned numbers are divided, whose one trap is 0.
template <Signed T> constexpr T floor_divide(T a, T b) {
  using U = std::make_unsigned_t<T>;
  const U turned = mask_of<U>(b < 0), moved = static_cast<U>(static_cast<U>(a) ^ turned);
  const U dividend = static_cast<U>(moved - turned), divisor = static_cast<U>((static_cast<U>(b) ^ turned) - turned);
  const U below = mask_of<U>(static_cast<T>(dividend & moved) < 0); // the lowest number has no negative
  const U quotient = static_cast<U>(static_cast<U>(dividend ^ below) / (b == 0 ? U(1) : divisor));
  return static_cast<T>((quotient ^ below) & mask_of<U>(b != 0));
}
template <Signed T> constexpr T remainder(T a, T b) {
  const T rest = subtract(a, multiply(floor_divide(a, b), b));
  return static_cast<T>(rest & mask_of<T>(b != 0));
}

/// Of a by b, both finite and b not 0, where the quotient fits a mantissa: it is then truncated to the whole number or
/// the one after, and what is left of |a| is exact.
template <class T> struct Division {
  T size, whole, rest; ///< |b|, and |a| = whole size + rest with rest above -size
  bool usual;          ///< else none of that holds
  bool opposite;       ///< The signs differ.
  WEFT_BY_ADDRESS(Division)
};
template <WideFloat T> Division<T> divide_sizes(T a, T b) {
  constexpr T most = sizeof(T) == 4 ? T(0x1p23f) : T(0x1p52);
  const T size = m::fabs(b), quotient = m::fabs(a) / size, whole = m::trunc(quotient);
  const T rest = __builtin_elementwise_fma(-whole, size, m::fabs(a));
  return {size, whole, rest, quotient < most && size < infinity<T>, signbit(a) != signbit(b)};
}

template <WideFloat T> T far_remainder(T a, T b) {
  const T rest = m::fmod(a, b);
  const T moved = (rest < T(0)) != (b < T(0)) ? rest + b : rest;
  const T value = rest == T(0) ? m::copysign(T(0), b) : moved;
  return isnan(a) ? a : (isnan(b) ? b : value);
}
template <WideFloat T> T remainder(T a, T b) {
  const Division<T> division = divide_sizes(a, b);
  const T rest = division.opposite ? -division.rest : division.rest;
  T value = m::copysign(rest < T(0) ? rest + division.size : rest, b);
  if (!division.usual) [[unlikely]]
    value = far_remainder(a, b);
  return value;
}

/// (a - remainder) / b is an integer but for rounding, which the last step undoes. Of infinities the quotient as it is,
/// as the Array API has it: infinity by 2 is infinity, and 1 by -infinity is -0.
template <WideFloat T> T far_floor_divide(T a, T b) {
  const T rest = m::fmod(a, b);
  const T exact = (a - rest) / b;
  const T shifted = rest != T(0) && (rest < T(0)) != (b < T(0)) ? exact - T(1) : exact;
  const T below = m::floor(shifted), nearest = shifted - below > T(0.5) ? below + T(1) : below;
  const T quotient = a / b;
  const T result = shifted == T(0) ? m::copysign(T(0), quotient) : nearest;
  const T value = b == T(0) || isinf(a) || isinf(b) ? quotient : result;
  return isnan(a) ? a : (isnan(b) ? b : value);
}
template <WideFloat T> T floor_divide(T a, T b) {
  const Division<T> division = divide_sizes(a, b);
  const T up = division.whole + (division.rest > T(0) ? T(1) : T(0));
  const T down = division.whole - (division.rest < T(0) ? T(1) : T(0));
  T value = division.opposite ? -up : down;
  if (!division.usual) [[unlikely]]
    value = far_floor_divide(a, b);
  return value;
}

/// Towards zero: what is left has the sign of a.
template <Unsigned T> constexpr T fmod(T a, T b) {
  return remainder(a, b);
}
template <Signed T> constexpr T fmod(T a, T b) {
  using U = std::make_unsigned_t<T>;
  const U sign = mask_of<U>(a < 0), other = mask_of<U>(b < 0);
  const U size = static_cast<U>((static_cast<U>(a) ^ sign) - sign);
  const U divisor = static_cast<U>((static_cast<U>(b) ^ other) - other);
  return static_cast<T>((remainder(size, divisor) ^ sign) - sign);
}
template <WideFloat T> T fmod(T a, T b) {
  const Division<T> division = divide_sizes(a, b);
  T value = m::copysign(division.rest < T(0) ? division.rest + division.size : division.rest, a);
  if (!division.usual) [[unlikely]]
    value = isnan(a) ? a : (isnan(b) ? b : m::fmod(a, b));
  return value;
}
inline half fmod(half a, half b) {
  return static_cast<half>(fmod(static_cast<float>(a), static_cast<float>(b)));
}

inline half remainder(half a, half b) {
  return static_cast<half>(remainder(static_cast<float>(a), static_cast<float>(b)));
}
inline half floor_divide(half a, half b) {
  return static_cast<half>(floor_divide(static_cast<float>(a), static_cast<float>(b)));
}

} // namespace weft::device
