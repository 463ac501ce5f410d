// Sine, cosine and tangent: x = k pi/2 + r with r in two parts, polynomials in r for both, one selected by k.
#pragma once

#include "libdevice/math/common.hpp"
#include "libdevice/math/rare.hpp"

namespace weft::math {

/// r = x - quadrant * pi/2, |r| <= pi/4; of the quadrant only the last two bits mean anything.
template <class T> struct Reduced {
  Bits<T> quadrant;
  Two<T> r;
  WEFT_BY_ADDRESS(Reduced)
};

/// pi/2 in three parts, and how far a product of k with them stays exact enough.
template <class T> struct HalfPi;
template <> struct HalfPi<float> {
  static constexpr float first = 0x1.921fb6p+0f, second = -0x1.777a5cp-25f, third = -0x1.ee59dap-50f;
  static constexpr float inverse = 0x1.45f306p-1f, limit = 0x1p15f;
};
template <> struct HalfPi<double> {
  static constexpr double first = 0x1.921fb54442d18p+0, second = 0x1.1a62633145c07p-54, third = -0x1.f1976b7ed8fbcp-110;
  static constexpr double inverse = 0x1.45f306dc9c883p-1, limit = 0x1p20;
};

/// The first remainder is exact up to `limit`, and so is its sum with the second part where the two nearly cancel; r is
/// not normalised.
template <class T> Reduced<T> reduce_small(T x) {
  using P = HalfPi<T>;
  const Nearest<T> k = nearest(x * P::inverse);
  const T exact = fma(-k.value, P::first, x);
  const Two<T> second = two_product(-k.value, P::second), sum = fast_two_sum(exact, second.hi);
  return {k.integer, {sum.hi, sum.lo + fma(-k.value, P::third, second.lo)}};
}

template <class T> struct SinCos {
  T sin, cos;
  WEFT_BY_ADDRESS(SinCos)
};

inline float sin_tail(float z) {
  return polynomial(z, -0x1.555544p-3f, 0x1.1106d8p-7f, -0x1.99257ep-13f);
}
inline double sin_tail(double z) {
  return polynomial(z, -0x1.5555555555548p-3, 0x1.111111110f75cp-7, -0x1.a01a019bf1fc4p-13, 0x1.71de355ee5043p-19,
                    -0x1.ae5e545b758bcp-26, 0x1.5d8e2f8d91d3p-33);
}
inline float cos_tail(float z) {
  return polynomial(z, 0x1.55554ap-5f, -0x1.6c0c2p-10f, 0x1.99e42cp-16f);
}
inline double cos_tail(double z) {
  return polynomial(z, 0x1.555555555554ap-5, -0x1.6c16c16c14e49p-10, 0x1.a01a019c68759p-16, -0x1.27e4f7d8dc0aep-22,
                    0x1.1ee9ccade9593p-29, -0x1.8f9f5c401d211p-37);
}

/// Sine and cosine of r in two parts each.
template <class T> struct SinCosTwo {
  Two<T> sin, cos;
  WEFT_BY_ADDRESS(SinCosTwo)
};
template <class T> SinCosTwo<T> sin_cos_two(Two<T> r) {
  const T z = r.hi * r.hi, half = T(0.5) * z, most = T(1) - half;
  const T sin_rest = fma(r.hi * z, sin_tail(z), r.lo * most);
  const T cos_rest = ((T(1) - most) - half) + fma(z * z, cos_tail(z), -r.hi * r.lo);
  return {fast_two_sum(r.hi, sin_rest), fast_two_sum(most, cos_rest)};
}

/// Negative where the second bit of the quadrant says so.
template <class T> T with_sign_of_half_turn(T value, Bits<T> quadrant) {
  using Unsigned = typename Format<T>::Unsigned;
  return from_bits<T>(bits(value) ^ (static_cast<Bits<T>>(Unsigned(quadrant) << (sizeof(T) * 8 - 2)) & sign_bit<T>));
}

/// -value where x is negative.
template <class T> T with_sign_of(T x, T value) {
  return from_bits<T>(bits(value) ^ (bits(x) & sign_bit<T>));
}

/// Sine and cosine of the reduced argument turned back by its quadrants.
template <class T> SinCos<T> turned(const Reduced<T> &reduced) {
  const SinCosTwo<T> base = sin_cos_two(reduced.r);
  const T s = base.sin.hi, c = base.cos.hi;
  const Bits<T> quadrant = reduced.quadrant;
  const bool swapped = (quadrant & 1) != 0;
  const T sine = swapped ? c : s, cosine = swapped ? s : c;
  return {with_sign_of_half_turn(sine, quadrant), with_sign_of_half_turn(cosine, quadrant + 1)};
}

template <class T> bool is_far(T angle) {
  return !(abs(angle) <= HalfPi<T>::limit);
}

template <class T> T sin(T x) {
  const T size = abs(x);
  const T value = turned(reduce_small(size)).sin;
  T result = with_sign_of(x, value);
  if (is_far(x)) [[unlikely]]
    result = rare_sin(x);
  return result;
}
template <class T> T cos(T x) {
  T result = turned(reduce_small(x)).cos;
  if (is_far(x)) [[unlikely]]
    result = rare_cos(x);
  return result;
}
template <class T> void sincos(T x, T *sine, T *cosine) {
  const SinCos<T> value = turned(reduce_small(abs(x)));
  T s = with_sign_of(x, value.sin), c = value.cos;
  if (is_far(x)) [[unlikely]]
    s = rare_sin(x), c = rare_cos(x);
  *sine = s;
  *cosine = c;
}

/// 1 - r cot r = z q(z) with z = r^2.
inline float cot_tail(float z) {
  return polynomial(z, 0x1.555556p-2f, 0x1.6c15f8p-6f, 0x1.158faep-9f, 0x1.b45caep-13f, 0x1.b5ec8p-16f);
}
inline double cot_tail(double z) {
  return polynomial(z, 0x1.555555555556bp-2, 0x1.6c16c16c116dcp-6, 0x1.1566abc3b3009p-9, 0x1.bbd776c414de2p-13,
                    0x1.66a969000057ep-16, 0x1.2272d52fc9dd7p-19, 0x1.d8c16c725eabbp-23, 0x1.694d2f6368931p-26,
                    0x1.aa45b027f3adp-29);
}
/// r / (r cot r), or its negative inverse. The square does not wait for r to be normalised.
template <class T> T tan_of(const Reduced<T> &reduced) {
  const Two<T> raw = reduced.r, r = normalised(raw);
  const T z = raw.hi * raw.hi, z_lo = fma(raw.hi, raw.lo + raw.lo, fma(raw.hi, raw.hi, -z)), q = cot_tail(z);
  const T cot = fma(-z, q, T(1)), slope = T(-0.36); // of r cot r by z, where that counts
  const Two<T> r_cot{cot, fma(slope, z_lo, fma(-z, q, T(1) - cot))};
  const bool inverse = (reduced.quadrant & 1) != 0;
  const T value = rounded_quotient(select(inverse, r_cot, r), select(inverse, r, r_cot));
  return with_sign_of_half_turn(value, reduced.quadrant << 1);
}
template <class T> T tan(T x) {
  const Reduced<T> reduced = reduce_small(abs(x));
  T result = with_sign_of(x, tan_of(reduced));
  if (is_far(x)) [[unlikely]]
    result = rare_tan(x);
  return result;
}

/// x = k/2 + r exactly; then sine and cosine of pi r.
template <class T> Reduced<T> reduce_turns(T x) {
  constexpr T pi_hi = T(sizeof(T) == 4 ? 0x1.921fb6p+1 : 0x1.921fb54442d18p+1);
  constexpr T pi_lo = T(sizeof(T) == 4 ? -0x1.777a5cp-24 : 0x1.1a62633145c07p-53);
  const T whole = T(2) * round_even(x * T(0.5)), rest = x - whole;
  const Nearest<T> k = nearest(rest * T(2));
  const T r = fma(T(-0.5), k.value, rest);
  const Two<T> product = two_product(r, pi_hi);
  return {k.integer, {product.hi, fma(r, pi_lo, product.lo)}};
}
/// Zeros of sinpi take the sign of x, those of cospi are positive (IEEE 754-2019, 9.2).
template <class T> T sinpi(T x) {
  const T value = turned(reduce_turns(x)).sin;
  return value == T(0) ? copysign(T(0), x) : value;
}
template <class T> T cospi(T x) {
  const T value = turned(reduce_turns(x)).cos;
  return value == T(0) ? T(0) : value;
}
/// The sign of zeros and poles goes with the half turn that x is in.
template <class T> T tanpi(T x) {
  const Reduced<T> reduced = reduce_turns(abs(x));
  const bool inverse = (reduced.quadrant & 1) != 0;
  const T side = (reduced.quadrant & 2) != 0 ? T(-1) : T(1), at_multiple = side * (inverse ? infinity<T> : T(0));
  const T value = reduced.r.hi == T(0) ? at_multiple : tan_of(reduced);
  return with_sign_of(x, value);
}

} // namespace weft::math
