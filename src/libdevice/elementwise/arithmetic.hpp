// Sums, products, quotients and signs.
#pragma once

#include "libdevice/elementwise/predicates.hpp"

namespace weft::device {

constexpr bool add(bool a, bool b) {
  return a | b;
}
constexpr bool multiply(bool a, bool b) {
  return a & b;
}

template <Integer T> constexpr T add(T a, T b) {
  return static_cast<T>(bits_of(a) + bits_of(b));
}
template <Integer T> constexpr T subtract(T a, T b) {
  return static_cast<T>(bits_of(a) - bits_of(b));
}
template <Integer T> constexpr T multiply(T a, T b) {
  return static_cast<T>(bits_of(a) * bits_of(b));
}
template <Integer T> constexpr T negative(T a) {
  return static_cast<T>(0 - bits_of(a));
}

template <Float T> constexpr T add(T a, T b) {
  return a + b;
}
template <Float T> constexpr T subtract(T a, T b) {
  return a - b;
}
template <Float T> constexpr T multiply(T a, T b) {
  return a * b;
}
template <Float T> constexpr T divide(T a, T b) {
  return a / b;
}
template <Float T> constexpr T negative(T a) {
  return -a;
}
template <Float T> constexpr T reciprocal(T a) {
  return T(1) / a;
}

template <class T> constexpr Complex<T> add(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T> constexpr Complex<T> subtract(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T> constexpr Complex<T> multiply(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T> constexpr Complex<T> negative(Complex<T> a) {
  return {-a.re, -a.im};
}

/// Smith's method: divide by the larger part of b first, so that |b|^2 neither overflows nor underflows. NaN by 0.
template <class T> Complex<T> quotient(Complex<T> a, Complex<T> b) {
  const bool real_larger = m::fabs(b.re) >= m::fabs(b.im);
  const T large = real_larger ? b.re : b.im, small = real_larger ? b.im : b.re;
  const T ratio = small / large, scale = T(1) / (large + small * ratio);
  const T re = real_larger ? a.re + a.im * ratio : a.re * ratio + a.im;
  const T im = real_larger ? a.im - a.re * ratio : a.im * ratio - a.re;
  return {re * scale, im * scale};
}
template <class T> Complex<T> divide(Complex<T> a, Complex<T> b) {
  const Complex<T> value = quotient(a, b);
  const bool by_zero = b.re == T(0) && b.im == T(0);
  const T zero = m::fabs(b.re);
  return {by_zero ? a.re / zero : value.re, by_zero ? a.im / zero : value.im};
}
template <class T> constexpr Complex<T> divide_parts(Complex<T> a, Complex<T> b) {
  return {a.re / b.re, a.im / b.re};
}
template <class T> Complex<T> reciprocal(Complex<T> a) {
  return quotient(Complex<T>{T(1), T(0)}, a);
}

template <class T> constexpr T positive(T a) {
  return a;
}
template <class T> constexpr T square(T a) {
  return multiply(a, a);
}

template <class T>
  requires(Boolean<T> || Unsigned<T>)
constexpr T abs(T a) {
  return a;
}
template <Signed T> constexpr T abs(T a) {
  return a < 0 ? negative(a) : a;
}
template <Float T> T abs(T a) {
  return m::fabs(a);
}
template <class T> T abs(Complex<T> a) {
  return m::hypot(a.re, a.im);
}

template <Float T> T fabs(T a) {
  return m::fabs(a);
}

template <Unsigned T> constexpr T sign(T a) {
  return a != 0;
}
template <Signed T> constexpr T sign(T a) {
  return static_cast<T>((a > 0) - (a < 0));
}
template <Float T> constexpr T sign(T a) {
  const T finite = a > T(0) ? T(1) : (a < T(0) ? T(-1) : T(0));
  return isnan(a) ? a : finite;
}

/// a / |a|; along an axis where one part is infinite, NaN where both are.
template <class T> Complex<T> sign(Complex<T> a) {
  const T size = abs(a);
  const bool infinite = size == infinity<T>;
  const T re = infinite ? (isinf(a.re) ? m::copysign(T(1), a.re) : T(0)) : a.re / size;
  const T im = infinite ? (isinf(a.im) ? m::copysign(T(1), a.im) : T(0)) : a.im / size;
  const bool undefined = isnan(size) || (isinf(a.re) && isinf(a.im));
  const T other = undefined ? not_a_number<T> : T(0);
  const bool regular = !undefined && size != T(0);
  return {regular ? re : other, regular ? im : other};
}

} // namespace weft::device
