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

/// |x| = k ln2 + r, and what is needed of r: sinh r = r + odd, cosh r = 1 + even. Both sides are divided by 2^(k-1):
/// sinh |x| = exp r - inverse exp -r, cosh |x| their sum.
template <class T> struct HyperbolicReduced {
  T r, lost; ///< of r by rounding
  T odd, even;
  T inverse, doubles; ///< 2^-2k, k - 1
  WEFT_BY_ADDRESS(HyperbolicReduced)
};
template <class T> HyperbolicReduced<T> hyperbolic_reduce(T x) {
  constexpr T beyond = sizeof(T) == 4 ? T(90) : T(720);
  constexpr T most = sizeof(T) == 4 ? T(60) : T(500);    // 2^(-2 most) is nothing beside 1
  const T a = abs(x), bounded = a > beyond ? beyond : a; // keeps NaN
  const T k = round_even(bounded * ExpRange<T>::log2_e);
  const T first = fma(-k, ln2_hi<T>, bounded), r = fma(-k, ln2_lo<T>, first), z = r * r;
  return {r,
          fma(-k, ln2_lo<T>, first - r),
          r * z * sinh_tail(z),
          z * fma(z, cosh_tail(z), T(0.5)),
          power_of_two<T>(-2 * as_integer(min(k, most))),
          k - T(1)};
}

// By cosh r and sinh r, whose factors 1 +- inverse leave nothing to cancel near 0.
template <class T> T sinh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(x);
  const Two<T> less = fast_two_sum(T(1), -h.inverse);
  const T more = T(1) + h.inverse, main = fma(h.r, more, less.hi);
  const T lost = fma(h.r, more, less.hi - main) + less.lo;
  return copysign(scale_by(main + fma(h.odd + h.lost, more, fma(h.even, less.hi, lost)), h.doubles), x);
}
template <class T> T cosh(T x) {
  const HyperbolicReduced<T> h = hyperbolic_reduce(x);
  const Two<T> more = fast_two_sum(T(1), h.inverse);
  const T less = T(1) - h.inverse, rest = fma(h.even, more.hi, fma(-h.r, h.inverse, more.lo));
  return scale_by(more.hi + (h.r + fma(h.odd + h.lost, less, rest)), h.doubles);
}

/// exp(2a) for a up to 40, to about 1 ULP.
template <class T> T exp_of_double(T a) {
  using R = ExpRange<T>;
  constexpr T rate = T(2) * R::log2_e, rate_lo = T(sizeof(T) == 4 ? 0x1.4ae0cp-25 : 0x1.777d0ffda0d24p-55);
  const T k = round_even(a * rate), r = fma(a, rate_lo, fma(a, rate, -k));
  return scale_by(fma(r, fma(r, exp2_tail(r), R::ln2), T(1)), k);
}

/// 1 - 2 / (exp(2a) + 1), and near 0, where that cancels, a + a z n(z) / d(z) with z = a^2. Within 1.1 ULP around
/// 0.9.
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
  const float q = polynomial(z, -0x1.55555p-2f, 0x1.110fd4p-3f, -0x1.b9e8a8p-5f, 0x1.644b5ap-6f, -0x1.16dad4p-7f,
                             0x1.85ea12p-9f, -0x1.96ba16p-11f, 0x1.b7b912p-14f);
  const float near = fma(a * z, q, a);
  const float far = 1.0f - 2.0f / (exp_of_double(a > 20.0f ? 20.0f : a) + 1.0f);
  const float value = a > 1.0f ? far : near;
  return copysign(value, x);
}

/// From here on inverse hyperbolic functions are log(2x): a 1 beside the square is lost.
template <class T> inline constexpr T hyperbolic_far = T(0x1p59);
template <class T> SplitOnePlus<T> split_twice(T x) {
  const Split<T> parts = split(x);
  return {parts.k + T(1), parts.f, T(0)};
}

/// log1p(a + (sqrt(a^2 + 1) - 1))
template <class T> T asinh(T x) {
  const T a = abs(x), v = fma(a, a, T(1)), root = sqrt(v);
  const Two<T> sum = fast_two_sum(a, root - T(1));
  SplitOnePlus<T> parts = split_one_plus<T>({sum.hi, sum.lo + root_rest(root, v, fma(a, a, T(1) - v))});
  const bool usual = a < hyperbolic_far<T>;
  if (!usual) [[unlikely]]
    parts = split_twice(a);
  T value = log1p_of(parts);
  if (!usual) [[unlikely]]
    value = is_finite(a) ? value : a;
  return copysign(value, x);
}
/// log1p(t + sqrt(t^2 + 2t)) with t = x - 1
template <class T> T acosh(T x) {
  const T t = x - T(1), v = fma(t, t, T(2) * t), root = sqrt(v);
  const Two<T> sum = fast_two_sum(root, t);
  SplitOnePlus<T> parts = split_one_plus<T>({sum.hi, sum.lo + root_rest(root, v, fma(t, t, fma(T(2), t, -v)))});
  const bool usual = is_within(x, T(1), hyperbolic_far<T>);
  if (!usual) [[unlikely]]
    parts = split_twice(x);
  T value = log1p_of(parts);
  if (!usual) [[unlikely]] {
    const T defined = x >= T(1) ? value : not_a_number<T>;
    value = x == infinity<T> ? x : defined;
  }
  return value;
}

/// atanh(s) = s + s z q(z) with z = s^2, for |s| <= 0.28.
inline float atanh_tail(float z) {
  return polynomial(z, 0x1.555542p-2f, 0x1.99ac0cp-3f, 0x1.21d99ep-3f, 0x1.0b5cfep-3f);
}
inline double atanh_tail(double z) {
  return polynomial(z, 0x1.555555555557ap-2, 0x1.999999999089cp-3, 0x1.2492492ac1172p-3, 0x1.c71c6da4843e4p-4,
                    0x1.745ddf291ff0fp-4, 0x1.3afcfa9f5d847p-4, 0x1.12a563fa47d11p-4, 0x1.c074ce827d816p-5,
                    0x1.3602dbbff4feap-4);
}

/// k ln2 / 2 + atanh(s) with s = (1 + a - 2^k (1 - a)) / (1 + a + 2^k (1 - a)), whose factors of a are exact.
template <class T> T atanh(T x) {
  using Unsigned = typename Format<T>::Unsigned;
  constexpr T beyond = T(1) - (sizeof(T) == 4 ? T(0x1p-20f) : T(0x1p-48));
  constexpr Bits<T> quarter = static_cast<Bits<T>>(Unsigned(1) << (Format<T>::mantissa - 2)); // s from -0.11 to 0.27
  // Of whole numbers compilers see that nothing is left to compute.
  const T a = abs(x), inside = a < beyond ? a : T(0);
  const Bits<T> k = (bits(T(1) + inside) - bits(T(1) - inside) + quarter) >> Format<T>::mantissa;
  const T power = power_of_two<T>(k), less = T(1) - power, more = T(1) + power, count = as_float<T>(k);
  const T over = fma(inside, more, less), under = fma(inside, less, more), inverse = T(1) / under;
  const T s = over * inverse, z = s * s, lost = fma(-s, under, over) * inverse;
  const Two<T> main = fast_two_sum_of_product(count, ln2_hi<T> / 2, s);
  T value = main.hi + (main.lo + fma(s * z, atanh_tail(z), fma(count, ln2_lo<T> / 2, lost)));
  if (!(a < beyond)) [[unlikely]] {
    const T edge = a == T(1) ? infinity<T> : not_a_number<T>;
    value = a < T(1) ? T(0.5) * log((T(1) + a) / (T(1) - a)) : edge;
  }
  return copysign(value, x);
}

} // namespace weft::math
