// Special functions: the error function and its kin, the gamma function and its kin.
#pragma once

#include "libdevice/elementwise/power.hpp"
#include "libdevice/math/erf.hpp"

namespace weft::device {

template <Float T> T erf(T x) {
  return m::erf(x);
}
template <Float T> T erfc(T x) {
  return m::erfc(x);
}

inline constexpr double root_pi = 1.7724538509055160273, ln_2 = 0.69314718055994530942;

/// A number x in [0, 1) and what it lacks to 1, either of which is exact where it is the smaller one.
struct Portion {
  double x, rest;
};

/// One of Halley's steps from y towards erf(y) = x, or erfc(y) = rest.
inline double nearer_erfinv(double y, Portion of) {
  const double excess = of.x < 0.5 ? m::erf(y) - of.x : of.rest - m::erfc(y);
  const double step = excess * (root_pi / 2) * m::exp(y * y);
  return y - step / (1.0 + y * step);
}

/// From a quantile of the normal distribution (Abramowitz and Stegun 26.2.23, to 4.5e-4), whose error each step cubes.
inline double erfinv_inside(Portion of) {
  const double t = m::sqrt(2.0 * (ln_2 - m::log(of.rest)));
  const double quantile =
      t - ((0.010328 * t + 0.802853) * t + 2.515517) / (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1.0);
  const double first = quantile * 0.70710678118654752440;
  const double value = nearer_erfinv(nearer_erfinv(first, of), of);
  return of.x < 1e-9 ? of.x * (root_pi / 2) : value; // there all digits
}

inline double erfinv(double x) {
  const double size = m::fabs(x), inside = size < 1.0 ? size : 0.5;
  const double value = erfinv_inside({inside, 1.0 - inside});
  const double defined = size == 1.0 ? infinity<double> : (size < 1.0 ? value : not_a_number<double>);
  return m::copysign(defined, x);
}

/// Of subnormal numbers as of 0: devices may flush them.
inline double erfcinv(double x) {
  const bool least = m::fabs(x) < 0x1p-1022, defined = !least && x > 0.0 && x < 2.0;
  const double inside = defined ? x : 1.0, rest = inside < 1.0 ? inside : 2.0 - inside;
  const double value = erfinv_inside({m::fabs(1.0 - inside), rest});
  const double outside = least || x == 2.0 ? infinity<double> : not_a_number<double>;
  return m::copysign(defined ? value : outside, 1.0 - x);
}

/// The asymptotic series of erfcx beyond 28, where what is left out is below a rounding.
inline double far_erfcx(double x) {
  const double z = 0.5 / x / x;
  return (1.0 - z * (1.0 - z * (3.0 - z * (15.0 - z * (105.0 - z * 945.0))))) / root_pi / x;
}

/// exp(x * x), with what x * x loses.
inline double exp_of_square(double x) {
  const double square = x * x, power = m::exp(square);
  return power == infinity<double> ? power : power + power * __builtin_fma(x, x, -square);
}

inline double erfcx(double x) {
  const double size = m::fabs(x), middle = size < 0.5 ? 0.5 : (size < 28.0 ? size : 28.0);
  const double positive = size < 28.0 ? math::scaled_erfc(middle).hi : far_erfcx(size);
  const double square = exp_of_square(size < 28.0 ? size : 28.0);
  const double beyond = x < 0.0 ? 2.0 * square - positive : positive;
  const double value = size < 0.5 ? square * m::erfc(x) : beyond;
  return x != x ? x : value;
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

#define WEFT_IN_DOUBLE(name)                                                                                           \
  inline float name(float x) {                                                                                         \
    return static_cast<float>(name(static_cast<double>(x)));                                                           \
  }                                                                                                                    \
  inline half name(half x) {                                                                                           \
    return static_cast<half>(name(static_cast<double>(x)));                                                            \
  }
WEFT_IN_DOUBLE(digamma)
WEFT_IN_DOUBLE(erfcinv)
WEFT_IN_DOUBLE(erfcx)
WEFT_IN_DOUBLE(erfinv)
#undef WEFT_IN_DOUBLE

} // namespace weft::device
