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

/// With |x| = k ln2 + r and both sides divided by 2^(k-1): sinh |x| = sinh r * even + cosh r * odd, cosh |x| the other
/// way round.
template <class T> struct HyperbolicReduced {
  Two<T> even, odd;          ///< 1 + 2^-2k and 1 - 2^-2k
  T r, sinh_rest;            ///< sinh r - r
  T cosh_minus_one, doubles; ///< of r; k - 1
  WEFT_BY_ADDRESS(HyperbolicReduced)
};
template <class T> HyperbolicReduced<T> hyperbolic_reduce(T a) {
  const Nearest<T> k = nearest(a * ExpRange<T>::log2_e);
  const T first = fma(-k.value, ln2_hi<T>, a), r = fma(-k.value, ln2_lo<T>, first);
  const T r_lo = fma(-k.value, ln2_lo<T>, first - r), z = r * r;
  const Bits<T> down = max(Format<T>::bias - 2 * k.integer, Bits<T>(0)); // below is nothing beside 1
  const T power = from_bits<T>(down << Format<T>::mantissa);
  return {fast_two_sum(T(1), power),
          fast_two_sum(T(1), -power),
          r,
          fma(r * z, sinh_tail(z), r_lo),
          fma(z * z, cosh_tail(z), fma(T(0.5), z, r * r_lo)),
          k.value - T(1)};
}

/// main + sinh * factor + cosh_minus_one * main
template <class T> T combine(const HyperbolicReduced<T> &h, Two<T> main, Two<T> factor) {
  const T sum = fma(h.r, factor.hi, main.hi);
  const T lost = fma(h.r, factor.hi, main.hi - sum) + fma(h.r, factor.lo, main.lo);
  const T rest = fma(h.cosh_minus_one, main.hi, fma(h.sinh_rest, factor.hi, lost));
  return scale_by(sum + rest, h.doubles);
}

/// Keeps NaN.
template <class T> T hyperbolic_argument(T x) {
  constexpr T beyond = sizeof(T) == 4 ? T(90) : T(720);
  const T a = abs(x);
  return a > beyond ? beyond : a;
}
template <class T> T sinh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(hyperbolic_argument(x));
  return copysign(combine(h, h.odd, h.even), x);
}
template <class T> T cosh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(hyperbolic_argument(x));
  return combine(h, h.even, h.odd);
}

/// exp(2a) for a up to 40, to about 1 ULP.
template <class T> T exp_of_double(T a) {
  using R = ExpRange<T>;
  constexpr T rate = T(2) * R::log2_e, rate_lo = T(sizeof(T) == 4 ? 0x1.4ae0cp-25 : 0x1.777d0ffda0d24p-55);
  const T k = round_even(a * rate), r = fma(a, rate_lo, fma(a, rate, -k));
  return scale_by(fma(r, fma(r, exp2_tail(r), R::ln2), T(1)), k);
}

/// 1 - 2 / (exp(2a) + 1), and near 0, where that cancels, a + a z n(z) / d(z) with z = a^2.
inline double tanh(double x) {
  const double a = abs(x), z = a * a, z_lo = fma(a, a, -z);
  const double n = polynomial(z, -0x1.0716989402965p-4, -0x1.7eb16aa7636a2p-11, -0x1.bd119f800b7fp-25);
  const double d =
      polynomial(z, 3.0, 0x1.64876fcef3aeep+0, 0x1.2d4502b3bb478p-4, 0x1.90090de8592f9p-11); // n(z) is n z - 1
  const double power = exp_of_double(a > 20.0 ? 20.0 : a);
  const bool far = a > 0.88;
  const double over = far ? -2.0 : a * (fma(z * z, n, -z_lo) - z), under = far ? power + 1.0 : d;
  return copysign((far ? 1.0 : a) + over / under, x);
}

/// The same, with a polynomial near 0.
inline float tanh(float x) {
  const float a = abs(x), z = a * a;
  const float q = polynomial(z, -0x1.55554ep-2f, 0x1.110f34p-3f, -0x1.b9c98ep-5f, 0x1.62eb34p-6f, -0x1.0ebca2p-7f,
                             0x1.52342ap-9f, -0x1.dc9ec8p-12f);
  const float near = fma(a * z, q, a);
  const float far = 1.0f - 2.0f / (exp_of_double(a > 20.0f ? 20.0f : a) + 1.0f);
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
  const float value = log1p_of(split_one_plus(y), far ? 1.0f : 0.0f);
  return a < 0x1p-12f || !is_finite(x) ? x : copysign(value, x);
}
inline float acosh(float x) {
  const float t = min(x, hyperbolic_far_f) - 1.0f;
  const Two<float> root = sqrt_two(two_sum(2.0f, t) * t), sum = two_sum(t, root.hi);
  const bool far = x > hyperbolic_far_f;
  const Two<float> y = select<float>(far, {x, 0.0f}, {sum.hi, sum.lo + root.lo});
  const float value = log1p_of(split_one_plus(y), far ? 1.0f : 0.0f);
  const float defined = x >= 1.0f ? value : not_a_number<float>;
  return x == infinity<float> ? x : defined;
}
/// log1p(2a / (1 - a)) / 2
inline float atanh(float x) {
  const float a = abs(x), inside = a < 1.0f ? a : 0.0f;
  const Two<float> y = Two<float>{2.0f * inside, 0.0f} / fast_two_sum(1.0f, -inside);
  const float value = 0.5f * log1p_of(split_one_plus(y), 0.0f),
              edge = a == 1.0f ? infinity<float> : not_a_number<float>;
  const float near = a < 0x1p-12f ? x : copysign(value, x);
  return a < 1.0f ? near : copysign(edge, x);
}

} // namespace weft::math
