// Special functions: the error function and its kin, the gamma function and its kin.
#pragma once

#include "libdevice/elementwise/power.hpp"

namespace weft::device {

template <Float T> T erf(T x) {
  return m::erf(x);
}
template <Float T> T erfc(T x) {
  return m::erfc(x);
}

inline constexpr double root_pi = 1.7724538509055160273;

/// One of Halley's steps from y towards erf(y) = x, for x in [0, 1); near 1 in terms of 1 - x, which is exact.
inline double nearer_erfinv(double y, double x) {
  const double excess = x < 0.5 ? m::erf(y) - x : (1.0 - x) - m::erfc(y);
  const double step = excess * (root_pi / 2) * m::exp(y * y);
  return y - step / (1.0 + y * step);
}

/// From a quantile of the normal distribution (Abramowitz and Stegun 26.2.23, to 4.5e-4), whose error each step cubes.
inline double erfinv(double x) {
  const double size = m::fabs(x), inside = size < 1.0 ? size : 0.5;
  const double t = m::sqrt(-2.0 * m::log((1.0 - inside) * 0.5));
  const double quantile =
      t - ((0.010328 * t + 0.802853) * t + 2.515517) / (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1.0);
  const double first = quantile * 0.70710678118654752440;
  const double value = nearer_erfinv(nearer_erfinv(first, inside), inside);
  const double defined = size == 1.0 ? infinity<double> : (size < 1.0 ? value : not_a_number<double>);
  const double small = size * (root_pi / 2); // below 1e-9 all digits, and zeros keep their sign
  return m::copysign(size < 1e-9 ? small : defined, x);
}

template <Float T> T gamma(T x) {
  return m::tgamma(x);
}
template <Float T> T lgamma(T x) {
  return m::lgamma(x);
}

/// The asymptotic series beyond 10, steps of 1 up to there, reflection below 0, and the pole at 0; NaN of negative
/// integers.
inline double digamma(double x) {
  const bool reflected = x < 0.0;
  const double fraction = x - m::roundeven(x);
  double at = reflected ? 1.0 - x : x, sum = 0.0, lost = 0.0;
  for (int i = 0; i < 10; ++i) { // what the sum's rounding loses is kept beside it
    const bool near = at < 10.0;
    const double term = (near ? 1.0 / at : 0.0) - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
    at += near ? 1.0 : 0.0;
  }
  const double inverse = 1.0 / at, z = inverse * inverse;
  const double series =
      z * (1.0 / 12 - z * (1.0 / 120 -
                           z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z * (1.0 / 12)))))));
  const double value = (m::log(at) - sum) + (lost - 0.5 * inverse - series);
  constexpr double pi = 3.14159265358979323846;
  const double mirrored = fraction == 0.0 ? not_a_number<double> : value - pi / m::tan(pi * fraction);
  const double defined = x == infinity<double> ? x : (reflected ? mirrored : value);
  return m::fabs(x) < 1e-9 ? -1.0 / x - 0.57721566490153286061 : defined;
}

inline float erfinv(float x) {
  return static_cast<float>(erfinv(static_cast<double>(x)));
}
inline half erfinv(half x) {
  return static_cast<half>(erfinv(static_cast<double>(x)));
}
inline float digamma(float x) {
  return static_cast<float>(digamma(static_cast<double>(x)));
}
inline half digamma(half x) {
  return static_cast<half>(digamma(static_cast<double>(x)));
}

} // namespace weft::device
