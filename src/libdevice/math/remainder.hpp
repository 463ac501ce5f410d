// Remainders of division, exact: quotients are taken off until what is left is smaller than the divisor.
#pragma once

#include "libdevice/math/parts.hpp"
#include "libdevice/math/rare.hpp"

namespace weft::math {

/// What is left of a >= 0 after as many b > 0 as fit, both finite, and the last bits of how many those were.
template <class T> struct Division {
  T rest;
  Bits<T> quotient;
  WEFT_BY_ADDRESS(Division)
};

/// Each pass takes off a multiple of b short enough for the difference to be exact; most arguments need one pass.
template <class T> Division<T> divide_exactly(T a, T b) {
  constexpr int step = Format<T>::mantissa - 2;
  constexpr T most = T(Bits<T>(1) << step);
  T rest = a;
  Bits<T> quotient = 0;
  while (rest >= b) {
    const int distance = binary(rest).exponent - binary(b).exponent;
    const int lift = distance < step ? 0 : distance - step + 1;
    const T multiple = ldexp(b, lift), count = trunc(min(rest / multiple, most));
    const T next = fma(-count, multiple, rest);
    const bool over = next < T(0);
    rest = over ? next + multiple : next;
    quotient += lift < 8 ? (as_integer(count) - (over ? 1 : 0)) << lift : 0;
  }
  return {rest, quotient};
}

/// Division is undefined by 0 and of infinities, and leaves x by an infinite y.
template <class T> bool is_divisible(T x, T y) {
  return is_finite(x) && y != T(0) && !is_nan(y);
}

/// fmod whatever the quotient.
template <class T> T far_fmod(T x, T y) {
  const bool divisible = is_divisible(x, y), plain = divisible && !is_infinite(y);
  const T rest = divide_exactly(plain ? abs(x) : T(0), plain ? abs(y) : T(1)).rest;
  return divisible ? (plain ? copysign(rest, x) : x) : not_a_number<T>;
}

/// A quotient that fits a mantissa is at most one too large when rounded, and its product leaves an exact difference.
template <class T> T fmod(T x, T y) {
  constexpr T most = T(Bits<T>(1) << Format<T>::mantissa);
  const T size = abs(y), quotient = abs(x) / size;
  const T next = fma(-trunc(quotient), size, abs(x)), rest = next < T(0) ? next + size : next;
  T result = copysign(rest, x);
  if (!(quotient < most && size < infinity<T>)) [[unlikely]]
    result = rare_fmod(x, y);
  return result;
}

/// The remainder of the nearest quotient, of two equally near the even one, and the quotient's last seven bits with its
/// sign.
template <class T> struct NearestDivision {
  T rest;
  int quotient;
  WEFT_BY_ADDRESS(NearestDivision)
};
template <class T> NearestDivision<T> divide_nearest(T x, T y) {
  const bool divisible = is_divisible(x, y), plain = divisible && !is_infinite(y);
  const T size = plain ? abs(y) : T(1);
  const Division<T> division = divide_exactly(plain ? abs(x) : T(0), size);
  const T above = size - division.rest;
  const bool odd = (division.quotient & 1) != 0, up = division.rest > above || (division.rest == above && odd);
  const T rest = up ? -above : division.rest;
  const int count = static_cast<int>(division.quotient + (up ? 1 : 0)) & 0x7f;
  const T signed_rest = is_negative(x) ? -rest : rest;
  return {divisible ? (plain ? signed_rest : x) : not_a_number<T>, is_negative(x) != is_negative(y) ? -count : count};
}
template <class T> T remainder(T x, T y) {
  return divide_nearest(x, y).rest;
}
template <class T> T remquo(T x, T y, int *quotient) {
  const NearestDivision<T> division = divide_nearest(x, y);
  *quotient = division.quotient;
  return division.rest;
}

} // namespace weft::math
