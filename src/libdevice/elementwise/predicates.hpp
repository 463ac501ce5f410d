// Questions about one number.
#pragma once

#include "libdevice/elementwise/libm.hpp"

namespace weft::device {

template <Float T> constexpr bool isnan(T x) {
  return x != x;
}
template <Float T> bool isinf(T x) {
  return m::fabs(x) == infinity<T>;
}
template <Float T> bool isfinite(T x) {
  return m::fabs(x) < infinity<T>;
}

template <class T> constexpr bool isnan(Complex<T> z) {
  return isnan(z.re) || isnan(z.im);
}
template <class T> bool isinf(Complex<T> z) {
  return isinf(z.re) || isinf(z.im);
}
template <class T> bool isfinite(Complex<T> z) {
  return isfinite(z.re) && isfinite(z.im);
}

template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr bool isnan(T) {
  return false;
}
template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr bool isinf(T) {
  return false;
}
template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr bool isfinite(T) {
  return true;
}

template <Float T> constexpr bool signbit(T x) {
  return __builtin_bit_cast(BitsOf<T>, x) >> (sizeof(T) * 8 - 1) != 0;
}

template <Real T> constexpr bool is_nonzero(T x) {
  return x != T(0);
}
template <class T> constexpr bool is_nonzero(Complex<T> z) {
  return z.re != T(0) || z.im != T(0);
}

} // namespace weft::device
