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

/// expm1(r) - r + addend
inline float expm1_rest(float r, float addend) {
  const float tail =
      polynomial(r, 0x1p-1f, 0x1.555556p-3f, 0x1.5554e4p-5f, 0x1.110feep-7f, 0x1.6d514ep-10f, 0x1.a27408p-13f);
  return fma(r * r, tail, addend);
}
inline double expm1_rest(double r, double addend) {
  const double cubic =
      polynomial(r, 0x1.5555555555559p-3, 0x1.555555555554cp-5, 0x1.111111110f659p-7, 0x1.6c16c16c1b322p-10,
                 0x1.a01a01b00095fp-13, 0x1.a01a018b44f8bp-16, 0x1.71ddf819562cbp-19, 0x1.27e5198469b2ep-22,
                 0x1.af5f172ab98f7p-26, 0x1.1f102bb7c77e5p-29);
  return fma(0.5 * r, r, fma(r * r * r, cubic, addend));
}
/// 2^k (expm1(r) + (1 - 2^-k)); -1 below.
template <class T> T expm1(T x) {
  using R = ExpRange<T>;
  constexpr T below = sizeof(T) == 4 ? T(-17.5) : T(-37.5), most = sizeof(T) == 4 ? T(120) : T(1000);
  const T bounded = clamp(x, below, R::high), k = round_even(bounded * R::log2_e);
  const T first = fma(-k, ln2_hi<T>, bounded), second = -k * ln2_lo<T>, r = first + second;
  const T lost = (first - r) + second, rest = sizeof(T) == 4 ? second : fma(lost, r, second);
  const Two<T> offset = fast_two_sum(T(1), -power_of_two<T>(-as_integer(min(k, most))));
  const Two<T> main = fast_two_sum(offset.hi, first);
  const T sum = expm1_rest(r, rest) + (main.lo + offset.lo);
  return copysign(scale_by(main.hi + sum, k), x);
}

} // namespace weft::math
