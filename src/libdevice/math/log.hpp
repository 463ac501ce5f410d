// Logarithms: x = 2^k m with m in [sqrt(1/2), sqrt(2)], and log(m) from f = m - 1.
#pragma once

#include "libdevice/math/common.hpp"

namespace weft::math {

/// x = 2^k (1 + f) for finite positive x.
template <class T> struct Split {
  T k, f;
  WEFT_BY_ADDRESS(Split)
};
template <class T> inline constexpr Bits<T> root_half = bits(T(0.70710678118654752440));

/// The bits of x with 1 where 2^k sqrt(1/2) is, so that the exponent field says k.
template <class T> Bits<T> bits_above_root(T x) {
  using Unsigned = typename Format<T>::Unsigned; // a NaN's bits may wrap
  return Bits<T>(Unsigned(bits(x)) + Unsigned(bits(T(1)) - root_half<T>));
}
template <class T> Split<T> split_normal(T x, int lift) {
  constexpr Bits<T> mantissa_mask = (Bits<T>(1) << Format<T>::mantissa) - 1;
  const Bits<T> above = bits_above_root(x), exponent = (above >> Format<T>::mantissa) - Format<T>::bias - lift;
  return {as_float<T>(exponent), from_bits<T>((above & mantissa_mask) + root_half<T>) - T(1)};
}
template <class T> Split<T> split(T x) {
  constexpr int lift = Format<T>::mantissa + 2;
  Split<T> parts = split_normal(x, 0);
  if (!is_regular(x)) [[unlikely]]
    parts = split_normal(x * T(Bits<T>(1) << lift), lift);
  return parts;
}

/// What a logarithm gives outside of the finite positive numbers.
template <class T> T log_outside(T x, T value) {
  const T positive = x == infinity<T> ? x : value;
  const T defined = x < T(0) ? not_a_number<T> : positive;
  const T nonzero = x == T(0) ? -infinity<T> : defined;
  return is_nan(x) ? x : nonzero;
}
template <class T> T log_special(T x, T value) {
  T result = value;
  if (!is_regular(x)) [[unlikely]]
    result = log_outside(x, value);
  return result;
}

/// k ln2 + log(1 + f), with a small addend to the logarithm.
inline float log_sum(float k, float f, float addend) {
  const float q = polynomial(f, 0x1.555564p-2f, -0x1.00023ep-2f, 0x1.999868p-3f, -0x1.54670ep-3f, 0x1.2362fp-3f,
                             -0x1.0e6ba2p-3f, 0x1.0267a6p-3f, -0x1.2d435cp-4f);
  const float tail = fma(f * f, fma(f, q, -0.5f), fma(k, ln2_lo<float>, addend));
  const Two<float> main = fast_two_sum_of_product(k, ln2_hi<float>, f);
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

/// f factor + f^2 rest, the second part up to some ULP of the first.
inline Two<float> log_fraction(float f, Two<float> factor, float rest) {
  const Two<float> linear = two_product(f, factor.hi);
  return {linear.hi, fma(f * f, rest, fma(f, factor.lo, linear.lo))};
}
inline float log2(float x) {
  const Split<float> parts = split(x);
  const float f = parts.f;
  const float q = polynomial(f, -0x1.71547p-1f, 0x1.ec70ap-2f, -0x1.715accp-2f, 0x1.277bfep-2f, -0x1.eaabfcp-3f,
                             0x1.a3532ep-3f, -0x1.881522p-3f, 0x1.7ba8aap-3f, -0x1.bab7eep-4f);
  const Two<float> fraction = log_fraction(f, {0x1.715476p+0f, 0x1.4ae0cp-26f}, q);
  const Two<float> main = fast_two_sum(parts.k, fraction.hi);
  return log_special(x, main.hi + (main.lo + fraction.lo));
}
inline float log10(float x) {
  constexpr float log10_2_hi = 0x1.3442p-2f, log10_2_lo = -0x1.95ec1p-19f; // a small integer times the first is exact
  const Split<float> parts = split(x);
  const float f = parts.f;
  const float q = polynomial(f, -0x1.bcb7aap-3f, 0x1.287a78p-3f, -0x1.bcbf2ep-4f, 0x1.63cc2ap-4f, -0x1.276c66p-4f,
                             0x1.f8f72cp-5f, -0x1.d8071cp-5f, 0x1.c8d844p-5f, -0x1.0a5b7p-5f);
  const Two<float> fraction = log_fraction(f, {0x1.bcb7b2p-2f, -0x1.5b235ep-27f}, q);
  const Two<float> main = fast_two_sum_of_product(parts.k, log10_2_hi, fraction.hi);
  return log_special(x, main.hi + (main.lo + fma(parts.k, log10_2_lo, fraction.lo)));
}

/// 1 + y = 2^k (1 + f + lost) with f rounded once, for y between -1 and 2^60; of others, an ordinary split.
template <class T> struct SplitOnePlus {
  T k, f, lost;
  bool usual;
  WEFT_BY_ADDRESS(SplitOnePlus)
};
template <class T> SplitOnePlus<T> split_one_plus(Two<T> y) {
  const T sum = T(1) + y.hi;
  const Bits<T> exponent = (bits_above_root(sum) >> Format<T>::mantissa) - Format<T>::bias;
  const T scale = power_of_two<T>(-exponent), offset = scale - T(1), f = fma(y.hi, scale, offset);
  SplitOnePlus<T> parts{as_float<T>(exponent), f, fma(y.lo, scale, fma(y.hi, scale, offset - f)),
                        is_within(sum, T(0x1p-60), T(0x1p60))};
  if (!parts.usual) [[unlikely]] {
    const Split<T> far = split(sum);
    parts.k = far.k, parts.f = far.f, parts.lost = T(0);
  }
  return parts;
}

/// log(2^extra (1 + y)) for y > -1; what f lacks is added to first order, times 1 - f + f^2.
inline float log1p_of(const SplitOnePlus<float> &parts, float extra) {
  const float f = parts.f;
  return log_sum(parts.k + extra, f, parts.lost * fma(f, f - 1.0f, 1.0f));
}
inline double log1p_of(const SplitOnePlus<double> &parts, double extra) {
  const double f = parts.f, half_square = 0.5 * f * f, k = parts.k + extra;
  const double rest = log_rest(f, half_square) + fma(-parts.lost, f, parts.lost);
  return fma(k, ln2_hi<double>, (fma(k, ln2_lo<double>, rest) - half_square) + f);
}
template <class T> T log1p(T x) {
  const SplitOnePlus<T> parts = split_one_plus<T>({x, T(0)});
  T value = copysign(log1p_of(parts, T(0)), x);
  if (!parts.usual) [[unlikely]]
    value = log_outside(T(1) + x, value);
  return value;
}

} // namespace weft::math
