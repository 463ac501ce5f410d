// Logarithms: x = 2^k m with m in [sqrt(1/2), sqrt(2)], and log(m) from f = m - 1.
#pragma once

#include "libdevice/math/common.hpp"

namespace weft::math {

/// x = 2^k (1 + f) for finite positive x.
template <class T> struct Split {
  T k, f;
  Bits<T> exponent; ///< k
  WEFT_BY_ADDRESS(Split)
};
template <class T> Split<T> split(T x) {
  constexpr Bits<T> root_half = bits(T(0.70710678118654752440)), one = bits(T(1));
  constexpr Bits<T> mantissa_mask = (Bits<T>(1) << Format<T>::mantissa) - 1;
  constexpr int lift = Format<T>::mantissa + 2;
  const bool small = x < Format<T>::smallest_normal;
  const T normal = small ? x * T(Bits<T>(1) << lift) : x;
  using Unsigned = typename Format<T>::Unsigned; // a NaN's bits may wrap
  const Bits<T> shifted = Bits<T>(Unsigned(bits(normal)) + Unsigned(one - root_half));
  const Bits<T> exponent = (shifted >> Format<T>::mantissa) - Format<T>::bias - (small ? lift : 0);
  return {as_float<T>(exponent), from_bits<T>((shifted & mantissa_mask) + root_half) - T(1), exponent};
}

/// What a logarithm gives outside of the finite positive numbers.
template <class T> T log_special(T x, T value) {
  const T positive = x == infinity<T> ? x : value;
  const T defined = x < T(0) ? not_a_number<T> : positive;
  const T nonzero = x == T(0) ? -infinity<T> : defined;
  return is_nan(x) ? x : nonzero;
}

/// k ln2 + log(1 + f), with a small addend to the logarithm.
inline float log_sum(float k, float f, float addend) {
  const float q = polynomial(f, 0x1.555564p-2f, -0x1.00023ep-2f, 0x1.999868p-3f, -0x1.54670ep-3f, 0x1.2362fp-3f,
                             -0x1.0e6ba2p-3f, 0x1.0267a6p-3f, -0x1.2d435cp-4f);
  const float tail = fma(f * f, fma(f, q, -0.5f), fma(k, ln2_lo<float>, addend));
  const Two<float> main = fast_two_sum(k * ln2_hi<float>, f);
  return main.hi + (main.lo + tail);
}
inline float log(float x) {
  const Split<float> parts = split(x);
  return log_special(x, log_sum(parts.k, parts.f, 0.0f));
}

/// The part of log(1 + f) beyond f - f^2/2, that is s (f^2/2 + s^2 q(s^2)) with s = f / (2 + f).
inline double log_rest(double f, double half_square) {
  const double s = f / (2.0 + f), z = s * s;
  const double q = polynomial(z, 0x1.5555555555594p-1, 0x1.999999997f757p-2, 0x1.249249423921fp-2, 0x1.c71c51d819e2ap-3,
                              0x1.746647bc11963p-3, 0x1.39a0ee89f2cfp-3, 0x1.2f0cbc841c3b7p-3);
  return s * fma(z, q, half_square);
}

inline double log(double x) {
  const Split<double> parts = split(x);
  const double half_square = 0.5 * parts.f * parts.f;
  const double tail = fma(parts.k, ln2_lo<double>, log_rest(parts.f, half_square)) - half_square;
  return log_special(x, fma(parts.k, ln2_hi<double>, tail + parts.f));
}

/// log(1 + f) in two parts, for f as split() gives it.
inline Two<double> log_two(double f) {
  const double half_square = 0.5 * f * f, main = f - half_square;
  return fast_two_sum(main, ((f - main) - half_square) + log_rest(f, half_square));
}

/// k units + log(1 + f) factor, for logarithms to other bases.
inline double log_scaled(Split<double> parts, Two<double> unit, Two<double> factor) {
  const Two<double> fraction = log_two(parts.f) * factor;
  const Two<double> whole = two_product(parts.k, unit.hi);
  const Two<double> sum = two_sum(whole.hi, fraction.hi);
  return sum.hi + (sum.lo + (fma(parts.k, unit.lo, whole.lo) + fraction.lo));
}
inline double log2(double x) {
  constexpr Two<double> log2_e{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
  return log_special(x, log_scaled(split(x), {1.0, 0.0}, log2_e));
}
inline double log10(double x) {
  constexpr Two<double> log10_2{0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59},
      log10_e{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
  return log_special(x, log_scaled(split(x), log10_2, log10_e));
}

/// whole + f factor + rest: a logarithm to another base, whose whole part has `lost` beside it.
inline float log_scaled(float whole, float lost, float f, Two<float> factor, float rest) {
  const Two<float> linear = two_product(f, factor.hi), main = fast_two_sum(whole, linear.hi);
  return main.hi + (main.lo + fma(f * f, rest, fma(f, factor.lo, linear.lo) + lost));
}
inline float log2(float x) {
  const Split<float> parts = split(x);
  const float f = parts.f;
  const float q = polynomial(f, -0x1.71547p-1f, 0x1.ec70ap-2f, -0x1.715accp-2f, 0x1.277bfep-2f, -0x1.eaabfcp-3f,
                             0x1.a3532ep-3f, -0x1.881522p-3f, 0x1.7ba8aap-3f, -0x1.bab7eep-4f);
  return log_special(x, log_scaled(parts.k, 0.0f, f, {0x1.715476p+0f, 0x1.4ae0cp-26f}, q));
}
inline float log10(float x) {
  constexpr float log10_2_hi = 0x1.3442p-2f, log10_2_lo = -0x1.95ec1p-19f; // a small integer times the first is exact
  const Split<float> parts = split(x);
  const float k = parts.k, f = parts.f;
  const float q = polynomial(f, -0x1.bcb7aap-3f, 0x1.287a78p-3f, -0x1.bcbf2ep-4f, 0x1.63cc2ap-4f, -0x1.276c66p-4f,
                             0x1.f8f72cp-5f, -0x1.d8071cp-5f, 0x1.c8d844p-5f, -0x1.0a5b7p-5f);
  return log_special(x, log_scaled(k * log10_2_hi, k * log10_2_lo, f, {0x1.bcb7b2p-2f, -0x1.5b235ep-27f}, q));
}

/// 1 + x loses digits of x; what is lost is made up for to first order.
inline double log1p(double x) {
  const Two<double> sum = two_sum(1.0, x);
  const Split<double> parts = split(sum.hi);
  const bool near = parts.k == 0.0;
  const double f = near ? x : parts.f, lost = near || x > 0x1p60 ? 0.0 : sum.lo / sum.hi;
  const double half_square = 0.5 * f * f;
  const double tail = fma(parts.k, ln2_lo<double>, log_rest(f, half_square)) + (lost - half_square);
  const double value = log_special(sum.hi, fma(parts.k, ln2_hi<double>, tail + f));
  return abs(x) < 0x1p-54 || x == infinity<double> ? x : value;
}

/// log(2^extra (1 + y)) for y > -1; what 1 + y.hi loses is added to first order, times 1 - f + f^2.
inline float log1p_of(Two<float> y, float extra) {
  const Two<float> sum = two_sum(1.0f, y.hi);
  const Split<float> parts = split(sum.hi);
  const bool near = parts.exponent == 0;
  const float f = near ? y.hi : parts.f;
  const float scale = power_of_two<float>(-min(parts.exponent, Format<float>::bias));
  const float lost = near ? y.lo : (sum.lo + y.lo) * scale;
  return log_sum(parts.k + extra, f, lost * fma(f, f - 1.0f, 1.0f));
}
inline float log1p(float x) {
  const float value = log_special(1.0f + x, log1p_of({x, 0.0f}, 0.0f));
  return x == 0.0f || x == infinity<float> ? x : value;
}

} // namespace weft::math
