// Powers: exp(y log x), with log x and the product in two parts.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/log.hpp"

namespace weft::math {

/// log |x| in two parts, to about 66 bits; for finite x other than 0. log(m) = 2s + s^3 q(s^2) with s = f / (2 + f).
inline Two<double> log_wide(double x) {
  const Split<double> parts = split(abs(x));
  const Two<double> s = Two<double>{parts.f, 0.0} / two_sum(2.0, parts.f), z = s * s;
  constexpr Two<double> first{0x1.5555555555555p-1, 0x1.59ce1167a9bd2p-55},
      second{0x1.999999999998ep-2, -0x1.14b537f7be3b8p-57};
  const double q = polynomial(z.hi, 0x1.24924924939e4p-2, 0x1.c71c71c4bbb4p-3, 0x1.745d187930a76p-3,
                              0x1.3b13539212476p-3, 0x1.11229c0e7a6b5p-3, 0x1.ddf12e619ad32p-4, 0x1.ecf4fc323e835p-4);
  const Two<double> tail = first + z * fast_two_sum(second.hi, fma(z.hi, q, second.lo));
  const Two<double> fraction = Two<double>{2.0 * s.hi, 2.0 * s.lo} + s * (z * tail);
  const Two<double> whole = fast_two_sum(parts.k * ln2_hi<double>, parts.k * ln2_lo<double>);
  return whole + fraction;
}

/// value * 2^exponent
struct ScaledExp {
  Two<double> value;
  long exponent;
  WEFT_BY_ADDRESS(ScaledExp)
};
inline ScaledExp exp_two(Two<double> x) {
  const double bounded = clamp(x.hi, -800.0, 800.0);
  const Nearest<double> k = nearest(bounded * ExpRange<double>::log2_e);
  const double first = fma(-k.value, ln2_hi<double>, bounded);
  const Two<double> r = two_sum(first, fma(-k.value, ln2_lo<double>, bounded == x.hi ? x.lo : 0.0));
  const Two<double> sum = fast_two_sum(1.0, r.hi);
  return {{sum.hi, sum.lo + fma(r.hi * r.hi, exp_tail(r.hi), r.lo)}, k.integer};
}
inline double exp_wide(Two<double> x) {
  const ScaledExp power = exp_two(x);
  return scale(power.value.hi + power.value.lo, power.exponent);
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
  const T value = is_nan(x) || is_nan(y) ? x + y : defined;
  return y == T(0) || x == T(1) ? T(1) : value;
}

/// Beyond this every |x| but 1 gives 0 or infinity; infinite exponents are bounded to it.
inline constexpr double largest_exponent = 0x1p66;

inline double pow(double x, double y) {
  const double bounded = clamp(y, -largest_exponent, largest_exponent);
  return pow_special(x, y, exp_wide(log_wide(x) * bounded));
}

/// |x|^y for float x, in double: 2^(y log2 |x|).
inline float pow_magnitude(float x, double y) {
  const Split<double> parts = split(static_cast<double>(abs(x)));
  const double log2 = log2_short(parts.k, parts.f);
  const double power = clamp(log2 * y, -300.0, 300.0);
  const Nearest<double> k = nearest(power);
  const double fraction =
      polynomial(power - k.value, 0x1.ffffffffac2e6p-1, 0x1.62e42ff12d9fep-1, 0x1.ebfbe0a44b39p-3, 0x1.c6b08a7f9aff4p-5,
                 0x1.3b29dc84cb4bbp-7, 0x1.5d8aa05a32687p-10, 0x1.4469f8a558314p-13, 0x1.fde0d1f84e288p-17);
  return static_cast<float>(fraction * power_of_two<double>(k.integer));
}
inline float pow(float x, float y) {
  const double bounded = clamp<double>(y, -largest_exponent, largest_exponent);
  return pow_special(x, y, pow_magnitude(x, bounded));
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
  const float size = pow_magnitude(x, n), extreme = (x == 0.0f) == (n > 0) ? 0.0f : infinity<float>;
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
  return rootn_special(x, n, pow_magnitude(x, 1.0 / (n == 0 ? 1 : n)));
}

} // namespace weft::math
