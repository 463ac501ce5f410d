// Exponentials: x = k ln2 + r, and 2^k times a polynomial in r.
#pragma once

#include "libdevice/math/common.hpp"

namespace weft::math {

template <class T> struct ExpRange;
template <> struct ExpRange<float> {
  static constexpr float log2_e = 0x1.715476p+0f, ln2 = 0x1.62e43p-1f, ln2_rest = -0x1.05c61p-29f;
  static constexpr float low = -104.0f, high = 89.0f, low2 = -151.0f, high2 = 129.0f;
};
template <> struct ExpRange<double> {
  static constexpr double log2_e = 0x1.71547652b82fep+0, ln2 = 0x1.62e42fefa39efp-1, ln2_rest = 0x1.abc9e3b39803fp-56;
  static constexpr double low = -746.0, high = 710.0, low2 = -1076.0, high2 = 1025.0;
};

/// Keeps NaN; beyond the bounds results no longer change.
template <class T> T clamp(T x, T low, T high) {
  const T below = x > high ? high : x;
  return below < low ? low : below;
}

/// (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2.
inline float exp_tail(float r) {
  return polynomial(r, 0x1p-1f, 0x1.55548cp-3f, 0x1.5554e4p-5f, 0x1.123d06p-7f, 0x1.6d514ep-10f);
}
inline double exp_tail(double r) {
  return polynomial_in_halves(r, 0x1.000000000000cp-1, 0x1.555555555555cp-3, 0x1.555555554fe06p-5, 0x1.111111110e9eep-7,
                              0x1.6c16c18606fabp-10, 0x1.a01a01b44bb2bp-13, 0x1.a01995bb3bea8p-16,
                              0x1.71ddee5f22b42p-19, 0x1.28b0f602407a6p-22, 0x1.af6ea400fd05cp-26);
}

template <class T> T exp(T x) {
  using R = ExpRange<T>;
  const T bounded = clamp(x, R::low, R::high);
  const Nearest<T> k = nearest(bounded * R::log2_e);
  const T r = fma(-k.value, ln2_lo<T>, fma(-k.value, ln2_hi<T>, bounded));
  return scale_by(fma(r, fma(r, exp_tail(r), T(1)), T(1)), k.value);
}

/// (2^r - 1 - r ln2) / r^2 for |r| <= 1/2.
inline float exp2_tail(float r) {
  return polynomial(r, 0x1.ebfbep-3f, 0x1.c6af8p-5f, 0x1.3b2a48p-7f, 0x1.5f08a8p-10f, 0x1.4424b4p-13f);
}
inline double exp2_tail(double r) {
  return polynomial_in_halves(r, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a0c8p-5, 0x1.3b2ab6fb9fd45p-7,
                              0x1.5d87fe78a3698p-10, 0x1.4309130f89769p-13, 0x1.ffcbfc70ecca7p-17,
                              0x1.62bfc604a52d1p-20, 0x1.b524e460086bfp-24, 0x1.e61de1ebc0bf4p-28,
                              0x1.e9f7dc3d862a1p-32);
}
template <class T> T exp2(T x) {
  using R = ExpRange<T>;
  const T bounded = clamp(x, R::low2, R::high2);
  const Nearest<T> k = nearest(bounded);
  const T r = bounded - k.value;
  const T tail = r * fma(r, exp2_tail(r), R::ln2_rest);
  return scale_by(T(1) + fma(r, R::ln2, tail), k.value);
}

inline double exp10(double x) {
  constexpr double log2_10 = 0x1.a934f0979a371p+1, log10_2_hi = 0x1.34413509f79ffp-2,
                   log10_2_lo = -0x1.9dc1da994fd21p-59;
  constexpr double ln10_hi = 0x1.26bb1bbb55516p+1, ln10_lo = -0x1.f48ad494ea3e9p-53;
  const double bounded = clamp(x, -324.5, 309.0);
  const Nearest<double> k = nearest(bounded * log2_10);
  const double first = fma(-k.value, log10_2_hi, bounded);
  const Two<double> reduced = fast_two_sum(first, -k.value * log10_2_lo);
  const double r = reduced.hi;
  const double q = polynomial(r, 0x1.53524c73cea78p+1, 0x1.0470591de2ca9p+1, 0x1.2bd7609fd4d45p+0, 0x1.1429ffd1d2827p-1,
                              0x1.a7ed70a26977bp-3, 0x1.16e4dfd041b9bp-4, 0x1.41165d8848b55p-6, 0x1.4897823cfa2d3p-8,
                              0x1.2f755c382ccc7p-10, 0x1.fc06ad6b39e34p-13);
  return scale_by(1.0 + fma(r, ln10_hi, fma(r, fma(r, q, ln10_lo), ln10_hi * reduced.lo)), k.value);
}
inline float exp10(float x) {
  constexpr float log2_10 = 0x1.a934fp+1f, log10_2_hi = 0x1.344p-2f, log10_2_lo = 0x1.3509f8p-18f;
  constexpr float ln10_hi = 0x1.26bb1cp+1f, ln10_lo = -0x1.12aabap-25f;
  const float bounded = clamp(x, -46.0f, 39.0f);
  const Nearest<float> k = nearest(bounded * log2_10);
  const float first = fma(-k.value, log10_2_hi, bounded), second = k.value * log10_2_lo, r = first - second;
  const float q =
      polynomial(r, 0x1.53524cp+1f, 0x1.04705ap+1f, 0x1.2bd77p+0f, 0x1.142828p-1f, 0x1.a8f184p-3f, 0x1.1914ccp-4f);
  const float tail = fma(r * r, q, fma(first, ln10_lo, -second * ln10_hi));
  return scale_by(1.0f + fma(first, ln10_hi, tail), k.value);
}

/// expm1(x) for -40 <= x <= 100, in two parts.
inline Two<double> expm1_two(double x) {
  const Nearest<double> k = nearest(x * ExpRange<double>::log2_e);
  const Two<double> reduced = fast_two_sum(fma(-k.value, ln2_hi<double>, x), -k.value * ln2_lo<double>);
  const double r = reduced.hi;
  const Two<double> square = two_product(r, r), low = fast_two_sum(r, 0.5 * square.hi);
  const double cubic =
      (r * square.hi) * polynomial(r, 0x1.555555555555cp-3, 0x1.5555555552ff8p-5, 0x1.111111110e9eep-7,
                                   0x1.6c16c17d5da7bp-10, 0x1.a01a01b44bb2bp-13, 0x1.a019a964f5162p-16,
                                   0x1.71ddee5f22b42p-19, 0x1.28a1391f35ce3p-22, 0x1.af6ea400fd05cp-26);
  const Two<double> e = fast_two_sum(low.hi, low.lo + (fma(0.5, square.lo, cubic) + reduced.lo));
  const double back = power_of_two<double>(-k.integer), forth = power_of_two<double>(k.integer);
  const Two<double> offset = two_sum(1.0 - back, e.hi);
  return {offset.hi * forth, (offset.lo + e.lo) * forth};
}

/// -1 below, exp above where subtracting 1 changes nothing.
inline double expm1(double x) {
  const double bounded = clamp(x, -40.0, 100.0);
  const Two<double> parts = expm1_two(bounded);
  const double value = parts.hi + parts.lo;
  const double result = x > 60.0 ? exp(x) : value;
  return abs(x) < 0x1p-54 ? x : result;
}

/// exp_tail, more exact.
inline float expm1_tail(float r) {
  return polynomial(r, 0x1p-1f, 0x1.555556p-3f, 0x1.5554e4p-5f, 0x1.110feep-7f, 0x1.6d514ep-10f, 0x1.a27408p-13f);
}
/// 2^k (expm1(r) + (1 - 2^-k)); x beyond -18 gives -1.
inline float expm1(float x) {
  using R = ExpRange<float>;
  const float bounded = clamp(x, -18.0f, R::high);
  const Nearest<float> k = nearest(bounded * R::log2_e);
  const float first = fma(-k.value, ln2_hi<float>, bounded);
  const Two<float> r = fast_two_sum(first, -k.value * ln2_lo<float>);
  const Two<float> offset = two_sum(1.0f, -power_of_two<float>(-min(k.integer, Format<float>::bias)));
  const Two<float> main = fast_two_sum(offset.hi, r.hi);
  const float rest = fma(r.hi * r.hi, expm1_tail(r.hi), r.lo + offset.lo);
  const float value = scale_by(main.hi + (main.lo + rest), k.value);
  return x == 0.0f ? x : value;
}

} // namespace weft::math
