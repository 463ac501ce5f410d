// Exponentials and logarithms.
#pragma once

#include "libdevice/elementwise/arithmetic.hpp"

namespace weft::device {

inline constexpr double ln2 = 0x1.62e42fefa39efp-1, log2_e = 0x1.71547652b82fep+0, log10_e = 0x1.bcb7b1526e50ep-2;

template <Float T> T exp(T x) {
  return m::exp(x);
}
template <Float T> T exp2(T x) {
  return m::exp2(x);
}
template <Float T> T expm1(T x) {
  return m::expm1(x);
}
template <Float T> T log(T x) {
  return m::log(x);
}
template <Float T> T log2(T x) {
  return m::log2(x);
}
template <Float T> T log10(T x) {
  return m::log10(x);
}
template <Float T> T log1p(T x) {
  return m::log1p(x);
}

/// Where `smaller` is what the smaller one adds to the larger; equal infinities have no difference.
template <WideFloat T> T log_of_sum(T a, T b, T smaller, T of_two) {
  const T value = a == b ? a + of_two : (a > b ? a : b) + smaller;
  return isnan(a) ? a : (isnan(b) ? b : value);
}
template <WideFloat T> T logaddexp(T a, T b) {
  return log_of_sum(a, b, m::log1p(m::exp(-m::fabs(a - b))), T(ln2));
}
inline half logaddexp(half a, half b) {
  return static_cast<half>(logaddexp(static_cast<float>(a), static_cast<float>(b)));
}

template <WideFloat T> T logaddexp2(T a, T b) {
  return log_of_sum(a, b, m::log1p(m::exp2(-m::fabs(a - b))) * T(log2_e), T(1));
}
inline half logaddexp2(half a, half b) {
  return static_cast<half>(logaddexp2(static_cast<float>(a), static_cast<float>(b)));
}

/// size * (cos(angle) + i sin(angle)), real where the angle is 0.
template <class T> Complex<T> from_polar(T size, T angle) {
  const T im = size * m::sin(angle);
  return {angle == T(0) ? size : size * m::cos(angle), angle == T(0) ? angle : im};
}

/// C99, G.6.3.1. Where exp(re) alone would overflow, its square root is multiplied twice.
template <class T> Complex<T> exp(Complex<T> z) {
  const bool huge = z.re > T(sizeof(T) == 4 ? 88 : 709) && z.re != infinity<T>;
  const T size = m::exp(huge ? z.re * T(0.5) : z.re), again = huge ? size : T(1);
  const Complex<T> value = from_polar(size, z.im);
  const bool no_angle = !isfinite(z.im);
  const bool vanishes = no_angle && z.re == -infinity<T>, explodes = no_angle && z.re == infinity<T>;
  const T re = vanishes ? T(0) : (explodes ? z.re : value.re * again);
  return {re, vanishes ? T(0) : value.im * again};
}

template <class T> Complex<T> exp2(Complex<T> z) {
  return exp(Complex<T>{z.re * T(ln2), z.im * T(ln2)});
}

template <class T> Complex<T> expm1(Complex<T> z) {
  const T half_sine = m::sin(z.im * T(0.5));
  // The Array API wants no -0 for it: adding 0 makes it +0.
  const T near_zero = m::expm1(z.re) * m::cos(z.im) - T(2) * half_sine * half_sine + T(0);
  const Complex<T> power = exp(z);
  return {m::fabs(z.re) < T(1) && isfinite(z.im) ? near_zero : power.re - T(1), power.im};
}

/// a * a + b * b - 1, keeping the digits that cancel where the sum is near 1.
template <class T> T norm_minus_one(T a, T b) {
  const T larger = a > b ? a : b, smaller = a > b ? b : a;
  const T square_low = __builtin_elementwise_fma(larger, larger, -(larger * larger));
  const T other = smaller * smaller, other_low = __builtin_elementwise_fma(smaller, smaller, -other);
  return ((larger * larger - T(1)) + other) + (square_low + other_low);
}

/// C99, G.6.3.2.
template <class T> Complex<T> log(Complex<T> z) {
  const T a = m::fabs(z.re), b = m::fabs(z.im), size = m::hypot(a, b);
  const bool overflows = size == infinity<T> && isfinite(a) && isfinite(b);
  const T far = overflows ? m::log(m::hypot(a * T(0.25), b * T(0.25))) + T(2 * ln2) : m::log(size);
  const T near = m::log1p(norm_minus_one(a, b)) * T(0.5);
  return {size > T(0.7) && size < T(1.5) ? near : far, m::atan2(z.im, z.re)};
}
template <class T> Complex<T> log2(Complex<T> z) {
  const Complex<T> natural = log(z);
  return {natural.re * T(log2_e), natural.im * T(log2_e)};
}
template <class T> Complex<T> log10(Complex<T> z) {
  const Complex<T> natural = log(z);
  return {natural.re * T(log10_e), natural.im * T(log10_e)};
}
template <class T> Complex<T> log1p(Complex<T> z) {
  const T near = m::log1p(z.re * (z.re + T(2)) + z.im * z.im) * T(0.5);
  const Complex<T> shifted = log(Complex<T>{z.re + T(1), z.im});
  return {m::fabs(z.re) < T(0.25) && m::fabs(z.im) < T(0.5) ? near : shifted.re, shifted.im};
}

} // namespace weft::device
