// Powers: exp(y log x), with log x and the product in two parts.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/log.hpp"

namespace weft::math {

/// The s of log(1 + f) = 2 atanh(s), that is f / (2 + f).
template <class T> Two<T> atanh_argument(T f) {
  const T below = T(2) + f, below_lo = f - (below - T(2)), inverse = T(1) / below, s = f * inverse;
  return {s, fma(-s, below_lo, fma(-s, below, f)) * inverse};
}

/// log |x| in two parts, to about 66 bits; for finite x other than 0. The second part may reach 2^-10 of the first.
/// log(m) = s (2 + z (2/3 + z q(z))) with z = s^2.
inline Two<double> log_wide(double x) {
  const Split<double> parts = split(abs(x));
  const Two<double> s = atanh_argument(parts.f), z = loose_product(s, s);
  const double q =
      polynomial(z.hi, 0x1.999999999998ep-2, 0x1.24924924939e4p-2, 0x1.c71c71c4bbb4p-3, 0x1.745d187930a76p-3,
                 0x1.3b13539212476p-3, 0x1.11229c0e7a6b5p-3, 0x1.ddf12e619ad32p-4, 0x1.ecf4fc323e835p-4);
  const Two<double> rate = loose_fma(z, q, {0x1.5555555555555p-1, 0x1.59ce1167a9bd2p-55});
  const Two<double> factor = loose_fma(z, rate, {2.0, 0.0});
  return loose_fma(s, factor, {parts.k * ln2_hi<double>, parts.k * ln2_lo<double>});
}

/// value * 2^exponent
struct ScaledExp {
  Two<double> value;
  double exponent; ///< a whole number
  WEFT_BY_ADDRESS(ScaledExp)
};
/// For |x| up to largest_power.
inline ScaledExp exp_two_bounded(Two<double> x) {
  const Nearest<double> k = nearest(x.hi * ExpRange<double>::log2_e);
  const double first = fma(-k.value, ln2_hi<double>, x.hi);
  const Two<double> r = two_sum(first, fma(-k.value, ln2_lo<double>, x.lo));
  const Two<double> sum = fast_two_sum(1.0, r.hi);
  return {{sum.hi, sum.lo + fma(r.hi * r.hi, exp_tail(r.hi), r.lo)}, k.value};
}
/// Beyond these, exp of double and exp2 of float no longer change.
template <class T> inline constexpr T largest_power = sizeof(T) == 4 ? T(160) : T(800);

inline ScaledExp exp_two(Two<double> x) {
  const double bounded = clamp(x.hi, -largest_power<double>, largest_power<double>);
  return exp_two_bounded({bounded, bounded == x.hi ? x.lo : 0.0});
}
inline double power_wide_bounded(Two<double> x) {
  const ScaledExp power = exp_two_bounded(x);
  return scale_by(power.value.hi + power.value.lo, power.exponent);
}
inline double exp_wide(Two<double> x) {
  const ScaledExp power = exp_two(x);
  return scale_by(power.value.hi + power.value.lo, power.exponent);
}

/// What kind of number a power's exponent is.
struct Exponent {
  bool integer, odd;
  WEFT_BY_ADDRESS(Exponent)
};
template <class T> Exponent exponent_kind(T y) {
  const T half = y * T(0.5);
  const bool integer = round_even(y) == y;
  return {integer, integer && round_even(half) != half};
}

/// C99, F.9.4.4: `magnitude` is |x|^y for finite x other than 0.
template <class T> T pow_special(T x, T y, T magnitude) {
  const Exponent kind = exponent_kind(y);
  const T extreme = (x == T(0)) == (y > T(0)) ? T(0) : infinity<T>;
  const T size = x == T(0) || is_infinite(x) ? extreme : magnitude;
  const T real = kind.odd ? copysign(size, x) : size;
  const T defined = x < T(0) && is_finite(x) && is_finite(y) && !kind.integer ? not_a_number<T> : real;
  const T value = is_nan(x) || is_nan(y) ? first_nan(x, y) : defined;
  return y == T(0) || x == T(1) ? T(1) : value;
}

/// log2 |x| in two parts, to about 34 bits; for finite x other than 0. The second part may reach 2^-10 of the first.
/// log2(m) = s (2 + s^2 q(s^2)) / ln2; of q, all but the leading part of its first coefficient is small.
inline Two<float> log2_wide(float x) {
  const Split<float> parts = split(abs(x), root_half<float>);
  const Two<float> s = atanh_argument(parts.f), z = loose_product(s, s);
  const float rest = polynomial(z.hi, -0x1.7ae4ccp-26f, 0x1.277768p-1f, 0x1.a59656p-2f, 0x1.5c5f5ap-2f);
  const Two<float> factor = loose_fma(z, {0x1.ec709ep-1f, rest}, {0x1.715476p+1f, 0x1.4ae0cp-25f});
  return loose_fma(s, factor, {parts.k, 0.0f});
}

/// 2^x for |x| up to largest_power; x.lo as log2_wide() leaves it.
inline float power_wide_bounded(Two<float> x) {
  using R = ExpRange<float>;
  const Nearest<float> k = nearest(x.hi);
  const Two<float> r = fast_two_sum(x.hi - k.value, x.lo);
  const float tail = fma(r.hi, fma(r.hi, exp2_tail(r.hi), R::ln2_rest), r.lo * R::ln2);
  return scale_by(1.0f + fma(r.hi, R::ln2, tail), k.value);
}
/// 2^(logarithm * y). Beyond 2^32 every y gives 0 or infinity unless the logarithm is 0.
inline float exp2_wide(Two<float> logarithm, Two<float> y) {
  const float bounded_y = clamp(y.hi, -0x1p32f, 0x1p32f);
  const Two<float> product = two_product(logarithm.hi, bounded_y);
  const float rest = product.lo + fma(logarithm.hi, y.lo, logarithm.lo * bounded_y);
  const float bounded = clamp(product.hi, -largest_power<float>, largest_power<float>);
  return power_wide_bounded(Two<float>{bounded, bounded == product.hi ? rest : 0.0f});
}

/// The logarithm to the base that power_wide_bounded() takes.
inline Two<float> wide_logarithm(float x) {
  return log2_wide(x);
}
inline Two<double> wide_logarithm(double x) {
  return log_wide(x);
}
template <class T> T pow(T x, T y) {
  const Two<T> logarithm = wide_logarithm(x), product = two_product(logarithm.hi, y);
  const Two<T> power{product.hi, fma(logarithm.lo, y, product.lo)};
  T value = power_wide_bounded(power);
  const bool bounded = abs(power.hi) < largest_power<T>; // not so for infinite y, whatever x is
  const bool usual = bounded & is_regular(x);
  if (!usual) [[unlikely]] {
    const T extreme = power.hi > T(0) ? infinity<T> : T(0);
    const T magnitude = bounded ? value : (abs(x) == T(1) ? T(1) : extreme);
    value = pow_special(x, y, magnitude);
  }
  return value;
}

/// pow for x >= 0, with exp(y log x)'s own answers: undefined where the logarithm or the product is (IEEE
/// 754-2019, 9.2.1).
template <class T> T powr(T x, T y) {
  const bool undefined = x < T(0) || is_nan(x) || is_nan(y) || (y == T(0) && (x == T(0) || x == infinity<T>)) ||
                         (x == T(1) && is_infinite(y));
  const T value = pow(abs(x), y);
  return undefined ? not_a_number<T> : value;
}

inline double pown(double x, int n) {
  return pow(x, static_cast<double>(n));
}
inline float pown(float x, int n) {
  const Two<float> exponent = fast_two_sum(static_cast<float>(n & ~0xff), static_cast<float>(n & 0xff));
  const float size = exp2_wide(log2_wide(x), exponent), extreme = (x == 0.0f) == (n > 0) ? 0.0f : infinity<float>;
  const float magnitude = x == 0.0f || is_infinite(x) ? extreme : size;
  const float value = (n & 1) != 0 ? copysign(magnitude, x) : magnitude;
  return n == 0 ? 1.0f : (is_nan(x) ? x : value);
}

/// The n-th root; of negative numbers for odd n only.
template <class T> T rootn_special(T x, int n, T magnitude) {
  const bool odd = (n & 1) != 0;
  const T extreme = (x == T(0)) == (n > 0) ? T(0) : infinity<T>;
  const T size = x == T(0) || is_infinite(x) ? extreme : magnitude;
  const T value = odd ? copysign(size, x) : size;
  const bool undefined = n == 0 || (x < T(0) && !odd);
  return undefined ? not_a_number<T> : (is_nan(x) ? x : value);
}
inline double rootn(double x, int n) {
  const Two<double> divisor{static_cast<double>(n == 0 ? 1 : n), 0.0};
  return rootn_special(x, n, exp_wide(log_wide(x) / divisor));
}
inline float rootn(float x, int n) {
  const int root = n == 0 ? 1 : n;
  const Two<float> divisor = fast_two_sum(static_cast<float>(root & ~0xff), static_cast<float>(root & 0xff));
  return rootn_special(x, n, exp2_wide(log2_wide(x), Two<float>{1.0f, 0.0f} / divisor));
}

} // namespace weft::math
