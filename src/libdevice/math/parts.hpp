// Exponents, mantissas, integer and fractional parts; larger and smaller of two.
#pragma once

#include "libdevice/math/common.hpp"
#include "libdevice/math/next.hpp"

namespace weft::math {

/// x = mantissa * 2^exponent with the mantissa in [1/2, 1).
template <class T> struct Binary {
  T mantissa;
  int exponent;
  WEFT_BY_ADDRESS(Binary)
};
template <class T> Binary<T> binary(T x) {
  constexpr int lift = Format<T>::mantissa + 2;
  constexpr Bits<T> exponent_mask = bits(infinity<T>);
  const bool small = abs(x) < Format<T>::smallest_normal, regular = x != T(0) && is_finite(x);
  const T normal = small ? x * T(Bits<T>(1) << lift) : x;
  const Bits<T> field = (bits(normal) & exponent_mask) >> Format<T>::mantissa;
  const T mantissa = from_bits<T>((bits(normal) & ~exponent_mask) | bits(T(0.5)));
  const int exponent = static_cast<int>(field) - Format<T>::bias + 1 - (small ? lift : 0);
  return {regular ? mantissa : x, regular ? exponent : 0};
}
template <class T> T frexp(T x, int *exponent) {
  const Binary<T> parts = binary(x);
  *exponent = parts.exponent;
  return parts.mantissa;
}

/// Steps down leave a mantissa's width of room, so that a subnormal result is rounded once.
template <class T> T ldexp(T x, int n) {
  constexpr int high = Format<T>::bias, low = 1 - Format<T>::bias, down = low + Format<T>::mantissa + 1;
  int rest = n;
  T value = x;
  for (int step = 0; step < 2; ++step) {
    const bool above = rest > high, below = rest < low;
    value *= power_of_two<T>(above ? high : (below ? down : 0));
    rest -= above ? high : (below ? down : 0);
  }
  const int last = rest > high ? high : (rest < low ? low : rest);
  return value * power_of_two<T>(last);
}
template <class T> T scalbn(T x, int n) {
  return ldexp(x, n);
}
/// Exponents beyond these give the same: they leave the format from either end of it.
template <class T> T scalbln(T x, long n) {
  constexpr long farthest = 4 * Format<T>::bias;
  return ldexp(x, static_cast<int>(n > farthest ? farthest : (n < -farthest ? -farthest : n)));
}

template <class T> T modf(T x, T *whole) {
  const T integral = trunc(x);
  *whole = integral;
  return copysign(is_infinite(x) ? T(0) : x - integral, x);
}

/// C99's special answers: FP_ILOGB0, FP_ILOGBNAN as glibc on x86 has them, INT_MAX.
template <class T> int ilogb(T x) {
  constexpr int lowest = -2147483647 - 1, highest = 2147483647;
  const int value = binary(x).exponent - 1, special = is_infinite(x) ? highest : lowest;
  return x == T(0) || !is_finite(x) ? special : value;
}
template <class T> T logb(T x) {
  const T value = static_cast<T>(binary(x).exponent - 1);
  const T special = x == T(0) ? -infinity<T> : x * x;
  return x == T(0) || !is_finite(x) ? special : value;
}

template <class T> T fdim(T x, T y) {
  const T difference = x > y ? x - y : T(0);
  return is_nan(x) || is_nan(y) ? first_nan(x, y) : difference;
}
template <class T> T fmax(T x, T y) {
  return x > y || is_nan(y) ? x : y;
}
template <class T> T fmin(T x, T y) {
  return x < y || is_nan(y) ? x : y;
}
template <class T> T maxmag(T x, T y) {
  const T either = fmax(x, y), first = abs(x) > abs(y) ? x : either;
  return abs(y) > abs(x) ? y : first;
}
template <class T> T minmag(T x, T y) {
  const T either = fmin(x, y), first = abs(x) < abs(y) ? x : either;
  return abs(y) < abs(x) ? y : first;
}

/// The fractional part, below 1 also where the difference rounds up to it; the floor goes to `whole`.
template <class T> T fract(T x, T *whole) {
  const T down = trunc(x), floor = down > x ? down - T(1) : down;
  constexpr T below_one = T(1) - (sizeof(T) == 4 ? T(0x1p-24f) : T(0x1p-53));
  *whole = floor;
  const T rest = is_infinite(x) ? copysign(T(0), x) : min(x - floor, below_one);
  return is_nan(x) ? x : rest;
}

/// The nearest integer, halves away from 0.
template <class T> T round(T x) {
  const T whole = trunc(x);
  return abs(x - whole) >= T(0.5) ? whole + copysign(T(1), x) : whole;
}
template <class T> long lround(T x) {
  return static_cast<long>(round(x));
}
template <class T> long lrint(T x) {
  return static_cast<long>(round_even(x));
}

} // namespace weft::math
