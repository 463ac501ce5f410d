// Logarithms: x = 2^k m with m between 2/3 or sqrt(1/2) and twice that, and log(m) from f = m - 1.
#pragma once

#include "libdevice/math/common.hpp"

namespace weft::math {

/// x = 2^k (1 + f) for finite positive x.
template <class T> struct Split {
  T k, f;
  WEFT_BY_ADDRESS(Split)
};
template <class T> inline constexpr T root_half = T(0.70710678118654752440);
/// 1 + f is at least this: float's sums with k need an f below 0.35, double's a small f / (2 + f).
template <class T> inline constexpr T least_mantissa = sizeof(T) == 4 ? T(2.0 / 3) : root_half<T>;

/// The bits of x less those of the least mantissa: the exponent field says k.
template <class T> Bits<T> bits_from(T x, T least) {
  using Unsigned = typename Format<T>::Unsigned; // a NaN's bits may wrap
  return Bits<T>(Unsigned(bits(x)) - Unsigned(bits(least)));
}
template <class T> Split<T> split_normal(T x, int lift, T least) {
  using Unsigned = typename Format<T>::Unsigned;
  const Bits<T> from_least = bits_from(x, least), exponent = from_least >> Format<T>::mantissa;
  const Unsigned power = Unsigned(from_least) & ~((Unsigned(1) << Format<T>::mantissa) - 1);
  return {as_float<T>(exponent - lift), from_bits<T>(Bits<T>(Unsigned(bits(x)) - power)) - T(1)};
}
template <class T> Split<T> split(T x, T least = least_mantissa<T>) {
  constexpr int lift = Format<T>::mantissa + 2;
  Split<T> parts = split_normal(x, 0, least);
  if (!is_regular(x)) [[unlikely]]
    parts = split_normal(x * T(Bits<T>(1) << lift), lift, least);
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
inline float natural_sum(float k, float f, float addend) {
  const float q = polynomial(f, 0x1.5555p-2f, -0x1.ffff6ap-3f, 0x1.99d27p-3f, -0x1.558856p-3f, 0x1.1eb7fcp-3f,
                             -0x1.f560c6p-4f, 0x1.1eec58p-3f, -0x1.030928p-3f);
  const float tail = fma(f * f, fma(f, q, -0.5f), fma(k, ln2_lo<float>, addend));
  const Two<float> main = fast_two_sum_of_product(k, ln2_hi<float>, f);
  return main.hi + (main.lo + tail);
}
inline float log(float x) {
  const Split<float> parts = split(x);
  return log_special(x, natural_sum(parts.k, parts.f, 0.0f));
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

/// A number to be multiplied by k exactly, and the rest of it.
template <class T> struct Unit {
  T hi, lo;
};

/// k unit + log(1 + f) factor, for logarithms to other bases.
inline double log_scaled(Split<double> parts, Unit<double> unit, Unit<double> factor) {
  const double half_square = 0.5 * parts.f * parts.f, f = parts.f - half_square;
  const double f_rest = ((parts.f - f) - half_square) + log_rest(parts.f, half_square);
  const double whole = parts.k * unit.hi, main = fma(f, factor.hi, whole), lost = fma(f, factor.hi, whole - main);
  const double rest = fma(f_rest, factor.hi, fma(f, factor.lo, lost));
  return main + (unit.lo == 0.0 ? rest : fma(parts.k, unit.lo, rest));
}
inline double log2(double x) {
  return log_special(x, log_scaled(split(x), {1.0, 0.0}, {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}));
}
inline double log10(double x) {
  return log_special(x, log_scaled(split(x), {0x1.34413509f8p-2, -0x1.80433b83b532ap-44},
                                   {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}));
}

/// k unit + f factor + f rest, the last part up to some ULP of the one before.
inline float log_sum(float k, Unit<float> unit, float f, float factor, float rest) {
  const float whole = k * unit.hi, main = fma(f, factor, whole), lost = fma(f, factor, whole - main);
  return main + fma(f, rest, unit.lo == 0.0f ? lost : fma(k, unit.lo, lost));
}
inline float log2(float x) {
  const Split<float> parts = split(x);
  const float rest =
      polynomial(parts.f, 0x1.4ae0cp-26f, -0x1.715476p-1f, 0x1.ec7024p-2f, -0x1.715444p-2f, 0x1.279f86p-2f,
                 -0x1.ecadb2p-3f, 0x1.9dacbap-3f, -0x1.6a3294p-3f, 0x1.9dd2fp-3f, -0x1.73bc04p-3f);
  return log_special(x, log_sum(parts.k, {1.0f, 0.0f}, parts.f, 0x1.715476p+0f, rest));
}
inline float log10(float x) {
  const Split<float> parts = split(x);
  const float rest =
      polynomial(parts.f, -0x1.5b235ep-27f, -0x1.bcb7b2p-3f, 0x1.287a2cp-3f, -0x1.bcb6bap-4f, 0x1.63f78ep-4f,
                 -0x1.28b318p-4f, 0x1.f213fap-5f, -0x1.b276f4p-5f, 0x1.f27364p-5f, -0x1.c5c4bep-5f);
  return log_special(x, log_sum(parts.k, {0x1.3442p-2f, -0x1.95ec1p-19f}, parts.f, 0x1.bcb7b2p-2f, rest));
}

/// 1 + y = 2^k (1 + f + lost) with f rounded once, for 1 + y between 2^-60 and 2^60.
template <class T> struct SplitOnePlus {
  T k, f, lost;
  WEFT_BY_ADDRESS(SplitOnePlus)
};
template <class T> SplitOnePlus<T> split_one_plus(Two<T> y) {
  const Bits<T> exponent = bits_from(T(1) + y.hi, least_mantissa<T>) >> Format<T>::mantissa;
  const T scale = power_of_two<T>(-exponent), offset = scale - T(1), f = fma(y.hi, scale, offset);
  return {as_float<T>(exponent), f, fma(y.lo, scale, fma(y.hi, scale, offset - f))};
}

/// log(1 + y); what f lacks is added to first order, times 1 - f + f^2.
inline float log1p_of(const SplitOnePlus<float> &parts) {
  const float f = parts.f;
  return natural_sum(parts.k, f, parts.lost * fma(f, f - 1.0f, 1.0f));
}
inline double log1p_of(const SplitOnePlus<double> &parts) {
  const double f = parts.f, half_square = 0.5 * f * f;
  const double rest = fma(parts.lost, fma(f, f - 1.0, 1.0), log_rest(f, half_square));
  return fma(parts.k, ln2_hi<double>, (fma(parts.k, ln2_lo<double>, rest) - half_square) + f);
}
template <class T> T log1p(T x) {
  SplitOnePlus<T> parts = split_one_plus<T>({x, T(0)});
  const bool usual = is_within(T(1) + x, T(0x1p-60), T(0x1p60));
  if (!usual) [[unlikely]] {
    const Split<T> far = split(T(1) + x);
    parts = {far.k, far.f, T(0)};
  }
  T value = copysign(log1p_of(parts), x);
  if (!usual) [[unlikely]]
    value = log_outside(T(1) + x, value);
  return value;
}

} // namespace weft::math
