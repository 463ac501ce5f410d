// Trigonometric and hyperbolic functions and their inverses.
#pragma once

#include "libdevice/elementwise/power.hpp"

namespace weft::device {

inline constexpr double pi = 0x1.921fb54442d18p+1;

template <Float T> constexpr T deg2rad(T a) {
  return a * static_cast<T>(pi / 180);
}
template <Float T> constexpr T rad2deg(T a) {
  return a * static_cast<T>(180 / pi);
}

template <Float T> T sin(T x) {
  return m::sin(x);
}
template <Float T> T cos(T x) {
  return m::cos(x);
}
template <Float T> T tan(T x) {
  return m::tan(x);
}
template <Float T> T asin(T x) {
  return m::asin(x);
}
template <Float T> T acos(T x) {
  return m::acos(x);
}
template <Float T> T atan(T x) {
  return m::atan(x);
}
template <Float T> T atan2(T y, T x) {
  return m::atan2(y, x);
}
template <Float T> T sinh(T x) {
  return m::sinh(x);
}
template <Float T> T cosh(T x) {
  return m::cosh(x);
}
template <Float T> T tanh(T x) {
  return m::tanh(x);
}
template <Float T> T asinh(T x) {
  return m::asinh(x);
}
template <Float T> T acosh(T x) {
  return m::acosh(x);
}
template <Float T> T atanh(T x) {
  return m::atanh(x);
}

template <class T> constexpr Complex<T> times_i(Complex<T> z) {
  return {-z.im, z.re};
}
template <class T> constexpr Complex<T> times_minus_i(Complex<T> z) {
  return {z.im, -z.re};
}

/// Half of exp(|x|), as two factors that do not overflow where cosh or sinh times a cosine still fits.
template <class T> struct HalfExponential {
  T first, second;
  WEFT_BY_ADDRESS(HalfExponential)
};
template <class T> HalfExponential<T> half_exponential(T x) {
  const T root = m::exp(m::fabs(x) * T(0.5));
  return {root * T(0.5), root};
}

template <class T> inline constexpr T exp_overflow = T(sizeof(T) == 4 ? 88 : 709);

/// C99, G.6.2.5: odd in the real part of infinite arguments, real on the real axis.
template <class T> Complex<T> sinh(Complex<T> z) {
  const T s = m::sin(z.im), c = m::cos(z.im);
  const HalfExponential<T> e = half_exponential(z.re);
  const bool huge = m::fabs(z.re) > exp_overflow<T> && isfinite(z.re);
  const T re = huge ? m::copysign(e.first, z.re) * c * e.second : m::sinh(z.re) * c;
  const T im = huge ? e.first * s * e.second : m::cosh(z.re) * s;
  if (isfinite(z.re) && isfinite(z.im)) [[likely]]
    return {re, z.im == T(0) ? z.im : im};
  if (z.im == T(0))
    return z;
  if (z.re == T(0))
    return {z.re, not_a_number<T>};
  if (isinf(z.re))
    return {isfinite(z.im) ? z.re * c : infinity<T>, isfinite(z.im) ? infinity<T> * s : not_a_number<T>};
  return {not_a_number<T>, not_a_number<T>};
}

/// C99, G.6.2.4.
template <class T> Complex<T> cosh(Complex<T> z) {
  const T s = m::sin(z.im), c = m::cos(z.im);
  const HalfExponential<T> e = half_exponential(z.re);
  const bool huge = m::fabs(z.re) > exp_overflow<T> && isfinite(z.re);
  const T re = huge ? e.first * c * e.second : m::cosh(z.re) * c;
  const T im = huge ? m::copysign(e.first, z.re) * s * e.second : m::sinh(z.re) * s;
  if (isfinite(z.re) && isfinite(z.im)) [[likely]]
    return {re, im};
  if (z.im == T(0))
    return {m::fabs(z.re), isnan(z.re) ? z.im : m::copysign(T(0), z.re) * z.im};
  if (z.re == T(0))
    return {not_a_number<T>, z.re};
  if (isinf(z.re))
    return {isfinite(z.im) ? infinity<T> * c : infinity<T>, isfinite(z.im) ? z.re * s : not_a_number<T>};
  return {not_a_number<T>, not_a_number<T>};
}

/// C99, G.6.2.6; from tan(im) and sinh(re), which do not cancel (Kahan 1987).
template <class T> Complex<T> tanh(Complex<T> z) {
  if (isfinite(z.re) && isfinite(z.im)) [[likely]] {
    const T t = m::tan(z.im), beta = T(1) + t * t;
    const T s = m::sinh(z.re), rho = m::sqrt(T(1) + s * s), denominator = T(1) + beta * s * s;
    const bool far = m::fabs(z.re) > T(sizeof(T) == 4 ? 11 : 22);
    const T decay = m::exp(-m::fabs(z.re));
    const T far_im = T(4) * m::sin(z.im) * m::cos(z.im) * decay * decay;
    const bool steep = isinf(t);
    const T re = steep ? rho / s : beta * rho * s / denominator, im = steep ? T(1) / t : t / denominator;
    return {far ? m::copysign(T(1), z.re) : re, far ? far_im : im};
  }
  if (isinf(z.re))
    return {m::copysign(T(1), z.re),
            isfinite(z.im) ? m::copysign(T(0), m::sin(z.im) * m::cos(z.im)) : m::copysign(T(0), z.im)};
  if (z.im == T(0))
    return z;
  return {z.re == T(0) ? z.re : not_a_number<T>, not_a_number<T>};
}

template <class T> Complex<T> sin(Complex<T> z) {
  return times_minus_i(sinh(times_i(z)));
}
template <class T> Complex<T> cos(Complex<T> z) {
  return cosh(times_i(z));
}
template <class T> Complex<T> tan(Complex<T> z) {
  return times_minus_i(tanh(times_i(z)));
}

} // namespace weft::device
