// Hyperbolic functions and their inverses.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/log.hpp"
#include "libdevice/math/roots.hpp"

namespace weft::math {

/// (sinh(r) - r) / r^3 and (cosh(r) - 1 - r^2 / 2) / r^4 of z = r^2, for |r| <= ln(2) / 2.
inline float sinh_tail(float z) {
  return polynomial(z, 0x1.555556p-3f, 0x1.110fep-7f, 0x1.a293d2p-13f);
}
inline double sinh_tail(double z) {
  return polynomial(z, 0x1.5555555555555p-3, 0x1.111111111130ep-7, 0x1.a01a019f1052cp-13, 0x1.71de3e474e26dp-19,
                    0x1.ae5655a4588b8p-26, 0x1.74339c79fab6fp-33);
}
inline float cosh_tail(float z) {
  return polynomial(z, 0x1.555556p-5f, 0x1.6c14cep-10f, 0x1.a34c84p-16f);
}
inline double cosh_tail(double z) {
  return polynomial(z, 0x1.5555555555558p-5, 0x1.6c16c16c1501p-10, 0x1.a01a01ad742c6p-16, 0x1.27e4cc2f5411cp-22,
                    0x1.1f8ba59fab9cbp-29);
}

/// With |x| = k ln2 + r: sinh |x| = sinh r * even + cosh r * odd, cosh |x| the other way round.
template <class T> struct HyperbolicReduced {
  Two<T> even, odd; ///< (2^k + 2^-k) / 2 and (2^k - 2^-k) / 2, both scaled down where k is large
  Two<T> sinh;      ///< of r
  T cosh_minus_one; ///< of r
  T unscale;
  WEFT_BY_ADDRESS(HyperbolicReduced)
};
template <class T> HyperbolicReduced<T> hyperbolic_reduce(T x) {
  constexpr int down_by = Format<T>::mantissa - 11, nearly_huge = Format<T>::bias - 23;
  const T a = min(abs(x), sizeof(T) == 4 ? T(90) : T(720));
  const Nearest<T> k = nearest(a * ExpRange<T>::log2_e);
  const Two<T> reduced = fast_two_sum(fma(-k.value, ln2_hi<T>, a), -k.value * ln2_lo<T>);
  const T r = reduced.hi, z = r * r;
  const bool huge = k.integer > nearly_huge;
  const T up = power_of_two<T>(huge ? k.integer - down_by - 1 : k.integer - 1);
  const T down = huge ? T(0) : power_of_two<T>(-k.integer - 1);
  return {fast_two_sum(up, down), fast_two_sum(up, -down), fast_two_sum(r, fma(r * z, sinh_tail(z), reduced.lo)),
          fma(z * z, cosh_tail(z), fma(T(0.5), z, r * reduced.lo)), huge ? T(Bits<T>(1) << down_by) : T(1)};
}

/// main + sinh * factor + cosh_minus_one * main
template <class T> T combine(const HyperbolicReduced<T> &h, Two<T> main, Two<T> factor) {
  const Two<T> product = two_product(h.sinh.hi, factor.hi), sum = two_sum(main.hi, product.hi);
  const T lost = fma(h.sinh.hi, factor.lo, main.lo);
  const T rest = fma(h.cosh_minus_one, main.hi, fma(h.sinh.lo, factor.hi, product.lo + lost));
  return (sum.hi + (sum.lo + rest)) * h.unscale;
}

/// Below this x is its own hyperbolic sine.
template <class T> inline constexpr T tiny_hyperbolic = sizeof(T) == 4 ? T(0x1p-13f) : T(0x1p-27);

template <class T> T sinh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(x);
  const T value = combine(h, h.odd, h.even);
  return is_nan(x) || abs(x) < tiny_hyperbolic<T> ? x : copysign(value, x);
}
template <class T> T cosh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(x);
  const T value = combine(h, h.even, h.odd);
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

/// Where squares are far from overflow, and 1 beside them is lost.
inline constexpr float hyperbolic_far_f = 0x1p30f;

inline float asinh(float x) {
  const float a = abs(x), bounded = min(a, hyperbolic_far_f);
  const Two<float> root = sqrt_two(two_product(bounded, bounded) + 1.0f);
  const Two<float> sum = two_sum(bounded, root.hi - 1.0f);
  const bool far = a > hyperbolic_far_f;
  const Two<float> y = select<float>(far, {a, 0.0f}, {sum.hi, sum.lo + root.lo});
  const float value = log1p_of(y, far ? 1.0f : 0.0f);
  return a < 0x1p-12f || !is_finite(x) ? x : copysign(value, x);
}
inline float acosh(float x) {
  const float t = min(x, hyperbolic_far_f) - 1.0f;
  const Two<float> root = sqrt_two(two_sum(2.0f, t) * t), sum = two_sum(t, root.hi);
  const bool far = x > hyperbolic_far_f;
  const Two<float> y = select<float>(far, {x, 0.0f}, {sum.hi, sum.lo + root.lo});
  const float value = log1p_of(y, far ? 1.0f : 0.0f);
  const float defined = x >= 1.0f ? value : not_a_number<float>;
  return x == infinity<float> ? x : defined;
}
/// log1p(2a / (1 - a)) / 2
inline float atanh(float x) {
  const float a = abs(x), inside = a < 1.0f ? a : 0.0f;
  const Two<float> y = Two<float>{2.0f * inside, 0.0f} / fast_two_sum(1.0f, -inside);
  const float value = 0.5f * log1p_of(y, 0.0f), edge = a == 1.0f ? infinity<float> : not_a_number<float>;
  const float near = a < 0x1p-12f ? x : copysign(value, x);
  return a < 1.0f ? near : copysign(edge, x);
}

} // namespace weft::math
