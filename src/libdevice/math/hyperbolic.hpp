// Hyperbolic functions and their inverses.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/log.hpp"
#include "libdevice/math/roots.hpp"

namespace weft::math {

/// With |x| = k ln2 + r: sinh |x| = sinh r * even + cosh r * odd, cosh |x| the other way round.
struct HyperbolicReduced {
  double even, odd;      ///< (2^k + 2^-k) / 2 and (2^k - 2^-k) / 2, both halved twice where `huge`
  Two<double> sinh;      ///< of r
  double cosh_minus_one; ///< of r
  double unscale;
  WEFT_BY_ADDRESS(HyperbolicReduced)
};
inline HyperbolicReduced hyperbolic_reduce(double x) {
  const double a = clamp(abs(x), 0.0, 720.0);
  const Nearest<double> k = nearest(a * ExpRange<double>::log2_e);
  const Two<double> reduced = fast_two_sum(fma(-k.value, ln2_hi<double>, a), -k.value * ln2_lo<double>);
  const double r = reduced.hi, z = r * r;
  const double s = polynomial(z, 0x1.5555555555555p-3, 0x1.111111111130ep-7, 0x1.a01a019f1052cp-13,
                              0x1.71de3e474e26dp-19, 0x1.ae5655a4588b8p-26, 0x1.74339c79fab6fp-33);
  const double c = polynomial(z, 0x1.5555555555558p-5, 0x1.6c16c16c1501p-10, 0x1.a01a01ad742c6p-16,
                              0x1.27e4cc2f5411cp-22, 0x1.1f8ba59fab9cbp-29);
  const bool huge = k.integer > 1000;
  const double up = power_of_two<double>(huge ? k.integer - 41 : k.integer - 1);
  const double down = huge ? 0.0 : power_of_two<double>(-k.integer - 1);
  return {up + down, up - down, fast_two_sum(r, fma(r * z, s, reduced.lo)), fma(z * z, c, fma(0.5, z, r * reduced.lo)),
          huge ? 0x1p40 : 1.0};
}

/// main + sinh * factor + cosh_minus_one * main
inline double combine(const HyperbolicReduced &h, double main, double factor) {
  const Two<double> product = two_product(h.sinh.hi, factor), sum = two_sum(main, product.hi);
  const double rest = fma(h.cosh_minus_one, main, fma(h.sinh.lo, factor, product.lo));
  return (sum.hi + (sum.lo + rest)) * h.unscale;
}

inline double sinh(double x) {
  const HyperbolicReduced h = hyperbolic_reduce(x);
  const double value = combine(h, h.odd, h.even);
  return is_nan(x) || abs(x) < 0x1p-27 ? x : copysign(value, x);
}
inline double cosh(double x) {
  const HyperbolicReduced h = hyperbolic_reduce(x);
  const double value = combine(h, h.even, h.odd);
  return is_nan(x) ? x : value;
}
inline float sinh(float x) {
  const double t = expm1_short(min<double>(abs(x), 100.0));
  const float value = static_cast<float>(0.5 * (t + t / (t + 1.0)));
  return is_nan(x) ? x : copysign(value, x);
}
inline float cosh(float x) {
  const double e = 1.0 + expm1_short(min<double>(abs(x), 100.0));
  const float value = static_cast<float>(0.5 * (e + 1.0 / e));
  return is_nan(x) ? x : value;
}

/// expm1(2x) / (expm1(2x) + 2)
inline double tanh(double x) {
  const Two<double> e = expm1_two(clamp(abs(x) * 2.0, 0.0, 60.0));
  const double value = (e / (e + 2.0)).hi;
  return is_nan(x) || abs(x) < 0x1p-27 ? x : copysign(value, x);
}

/// Near 0 a polynomial, which is exact where 1 - 2 / (exp(2x) + 1) cancels.
inline float tanh(float x) {
  const float a = abs(x), z = x * x;
  const float q = polynomial(z, -0x1.55554ep-2f, 0x1.110f34p-3f, -0x1.b9c98ep-5f, 0x1.62eb34p-6f, -0x1.0ebca2p-7f,
                             0x1.52342ap-9f, -0x1.dc9ec8p-12f);
  const float near = fma(a * z, q, a);
  const float far = 1.0f - 2.0f / (exp(min(a, 20.0f) * 2.0f) + 1.0f);
  const float value = a > 0.9f ? far : near;
  return copysign(value, x);
}

/// log(u.hi + u.lo) + extra ln2 for u >= 1/2.
inline double log_of(Two<double> u, double extra) {
  const Split<double> parts = split(u.hi);
  const double half_square = 0.5 * parts.f * parts.f, k = parts.k + extra;
  const double tail = fma(k, ln2_lo<double>, log_rest(parts.f, half_square)) + (u.lo / u.hi - half_square);
  const Two<double> sum = fast_two_sum(k * ln2_hi<double>, parts.f);
  return k == 0.0 ? parts.f + tail : sum.hi + (sum.lo + tail);
}

/// Where the argument's square overflows or swamps the 1 beside it.
inline constexpr double hyperbolic_far = 0x1p60;

/// log(a + sqrt(a^2 + 1)); a short series where that is 1 + a.
inline double asinh(double x) {
  const double a = abs(x), bounded = min(a, hyperbolic_far), z = x * x;
  const Two<double> root = sqrt_two(two_product(bounded, bounded) + 1.0), u = root + bounded;
  const bool far = a >= hyperbolic_far;
  const double value = log_of(select(far, {a, 0.0}, u), far ? 1.0 : 0.0);
  const double series = fma(a * z, fma(z, fma(z, -5.0 / 112, 3.0 / 40), -1.0 / 6), a);
  const double result = a < 0x1p-8 ? series : value;
  return is_finite(a) ? copysign(result, x) : x;
}
inline double acosh(double x) {
  const double bounded = min(x, hyperbolic_far);
  const Two<double> root = sqrt_two(two_product(bounded, bounded) + -1.0), u = root + bounded;
  const bool far = x >= hyperbolic_far;
  const double value = log_of(select(far, {x, 0.0}, u), far ? 1.0 : 0.0);
  const double defined = x >= 1.0 ? value : not_a_number<double>;
  return x == infinity<double> ? x : defined;
}
inline double atanh(double x) {
  const double a = abs(x), z = x * x;
  const double inside = a < 1.0 ? a : 0.0;
  const double value = 0.5 * log_of(two_sum(1.0, inside) / two_sum(1.0, -inside), 0.0);
  const double series = fma(a * z, fma(z, fma(z, 1.0 / 7, 1.0 / 5), 1.0 / 3), a);
  const double near = a < 0x1p-8 ? series : value;
  const double edge = a == 1.0 ? infinity<double> : not_a_number<double>;
  return copysign(a < 1.0 ? near : edge, x);
}

inline float asinh(float x) {
  const double a = abs(x), z = a * a;
  const float value = static_cast<float>(log1p_short(a + z / (1.0 + sqrt(1.0 + z))));
  return is_finite(x) ? copysign(value, x) : x;
}
inline float acosh(float x) {
  const double t = x - 1.0;
  const float value = static_cast<float>(log1p_short(t + sqrt(t * (t + 2.0))));
  const float beyond = x == infinity<float> ? x : not_a_number<float>;
  return x >= 1.0f && is_finite(x) ? value : beyond;
}
inline float atanh(float x) {
  const double a = abs(x);
  const float value = static_cast<float>(0.5 * log1p_short(2.0 * a / (1.0 - a)));
  const float beyond = a == 1.0 ? infinity<float> : not_a_number<float>;
  return copysign(a < 1.0 ? value : beyond, x);
}

} // namespace weft::math
