// Inverse trigonometric functions: arguments are moved near 0 by exact identities, angles added in two parts.
#pragma once

#include "libdevice/math/roots.hpp"

namespace weft::math {

/// pi, pi/2 and 1/pi in two parts, and where arguments are scaled.
template <class T> struct Angles;
template <> struct Angles<float> {
  static constexpr Two<float> pi{0x1.921fb6p+1f, -0x1.777a5cp-24f}, half_pi{0x1.921fb6p+0f, -0x1.777a5cp-25f},
      inverse_pi{0x1.45f306p-2f, 0x1.b9391p-27f};
  static constexpr float infinite = 0x1p60f; ///< as good as infinity
  static constexpr float low = 0x1p-80f, high = 0x1p80f, up = 0x1p70f, down = 0x1p-60f;
  static constexpr float subnormal_product = 0x1p-90f, lift = 0x1p40f, drop = 0x1p-40f;
};
template <> struct Angles<double> {
  static constexpr Two<double> pi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},
      half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}, inverse_pi{0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};
  static constexpr double infinite = 0x1p100;
  static constexpr double low = 0x1p-400, high = 0x1p800, up = 0x1p700, down = 0x1p-300;
  static constexpr double subnormal_product = 0x1p-900, lift = 0x1p200, drop = 0x1p-200;
};

/// asin(x) = x + x z q(z) with z = x^2 <= 1/4.
inline float asin_tail(float z) {
  return polynomial(z, 0x1.55554cp-3f, 0x1.333896p-4f, 0x1.6cac82p-5f, 0x1.049d6ap-5f, 0x1.d8b82ap-7f, 0x1.3367dcp-5f);
}
inline double asin_tail(double z) {
  return polynomial(z, 0x1.5555555555576p-3, 0x1.333333332e3cdp-4, 0x1.6db6db71f042dp-5, 0x1.f1c71aa268624p-6,
                    0x1.6e8bdd59f3cecp-6, 0x1.1c4a0c33dcb7ep-6, 0x1.ca1cec27f0751p-7, 0x1.759b222ddbf0ep-7,
                    0x1.60c37c53569f8p-7, 0x1.ed16b9d7001d8p-9, 0x1.61736be6b58eap-6, -0x1.54f2adff088c8p-6,
                    0x1.0a5498ba841ap-5);
}

/// z = x^2 for |x| <= 1/2, else the s with asin(|x|) = pi/2 - 2 asin(s) and z = s^2.
template <class T> struct AsinReduced {
  bool outer;
  T root, lost; ///< s, and about what its rounding lost
  T tail;       ///< asin(t) = t + t tail for t^2 = z
  WEFT_BY_ADDRESS(AsinReduced)
};
template <class T> AsinReduced<T> asin_reduce(T x) {
  const T a = abs(x);
  const bool outer = a > T(0.5);
  const T z = outer ? fma(T(-0.5), a, T(0.5)) : a * a;
  // 3 - 4 root is near enough to 1 / (2 root) from 1/4 on. Of smaller roots it gives back too little, which asin does
  // not see beside pi/2, and acos is within 1 ULP all the same.
  const T root = sqrt(z), lost = fma(-root, root, z) * fma(T(-4), root, T(3));
  return {outer, root, lost, z * asin_tail(z)};
}

/// asin(|x|), in parts that are not normalised.
template <class T> Two<T> asin_two(T x) {
  const AsinReduced<T> reduced = asin_reduce(x);
  const Two<T> half_pi = Angles<T>::half_pi;
  const T s = reduced.outer ? reduced.root : abs(x), rest = s * reduced.tail;
  const Two<T> sum = fast_two_sum(half_pi.hi, T(-2) * s);
  const T sum_rest = sum.lo + fma(T(-2), rest + reduced.lost, half_pi.lo);
  return select(reduced.outer, {sum.hi, sum_rest}, Two<T>{s, rest});
}
/// acos(x), in parts that are not normalised.
template <class T> Two<T> acos_two(T x, const AsinReduced<T> &reduced) {
  const bool negative = is_negative(x);
  const T twice = negative ? T(-2) : T(2), s = reduced.outer ? twice * reduced.root : -x;
  const T rest = fma(s, reduced.tail, reduced.outer ? twice * reduced.lost : T(0));
  const Two<T> base = select(reduced.outer, select(negative, Angles<T>::pi, {T(0), T(0)}), Angles<T>::half_pi);
  const Two<T> sum = fast_two_sum(base.hi, s);
  return {sum.hi, sum.lo + (base.lo + rest)};
}

/// atan(t) = t + t z p(z) with z = t^2, for t up to steepest_quotient.
inline float atan_tail(float z) {
  return polynomial(z, -0x1.55555p-2f, 0x1.99979ap-3f, -0x1.247p-3f, 0x1.c4c60ap-4f, -0x1.6846c8p-4f, 0x1.12bd56p-4f,
                    -0x1.6a3bd4p-5f, 0x1.6acefcp-6f, -0x1.d38614p-8f, 0x1.1a6a9cp-10f);
}
inline double atan_tail(double z) {
  return polynomial(z, -0x1.5555555555551p-2, 0x1.9999999998f2cp-3, -0x1.249249244afdp-3, 0x1.c71c71a8260abp-4,
                    -0x1.745d1347f656ep-4, 0x1.3b135c10372b1p-4, -0x1.110c3d43c0cd8p-4, 0x1.e17fb69273542p-5,
                    -0x1.ac620721bccd1p-5, 0x1.77c0092d227e8p-5, -0x1.2f90d74b4a703p-5, 0x1.822a2f80af70fp-6,
                    -0x1.106e48a1766dbp-7);
}
/// Beyond it, atan(a / b) is pi/4 + atan((a - b) / (a + b)): worth it where that halves a long polynomial.
template <class T> inline constexpr T steepest_quotient = sizeof(T) == 4 ? T(1) : T(0.5);

/// base + atan(t), or base - atan(t) where minus, in parts that are not normalised, for t up to steepest_quotient and a
/// base of at least pi/4 or 0; t.lo counts by about 1 / (1 + t^2).
template <class T> Two<T> add_atan(Two<T> base, bool minus, Two<T> t) {
  const T z = t.hi * t.hi, p = atan_tail(z), w = z * p;
  const T slope = sizeof(T) == 4 ? T(-0.5) : T(-0.85);
  T rest = fma(slope * z, t.lo, t.lo);
  if constexpr (sizeof(T) == 4)
    rest = fma(t.hi, fma(z, p, -w), rest); // w may be large
  rest = fma(t.hi, w, rest);
  const Two<T> sum = fast_two_sum(base.hi, minus ? -t.hi : t.hi);
  return {sum.hi, sum.lo + (base.lo + (minus ? -rest : rest))};
}

/// What atan is taken of, and what is added to it.
template <class T> struct AtanArgument {
  Two<T> base, t;
  WEFT_BY_ADDRESS(AtanArgument)
};
template <class T> Two<T> times(T factor, Two<T> a) {
  return {factor * a.hi, factor * a.lo};
}
/// over / under with what was lost of it
template <class T> Two<T> exact_quotient(T over, T under) {
  const T inverse = T(1) / under, t = over * inverse;
  return {t, fma(-t, under, over) * inverse};
}
template <class T> Two<T> exact_quotient(T over, Two<T> under) {
  const T inverse = T(1) / under.hi, t = over * inverse;
  return {t, fma(-t, under.lo, fma(-t, under.hi, over)) * inverse};
}

/// atan(a / b) between base and base + pi/2 or, to the left, back from there.
inline AtanArgument<float> atan_argument(float a, float b, bool, Two<float> base) {
  return {base, exact_quotient(a, b)};
}
inline AtanArgument<double> atan_argument(double a, double b, bool left, Two<double> base) {
  const bool diagonal = a > steepest_quotient<double> * b;
  const Two<double> between = times(left ? 0.75 : 0.25, Angles<double>::pi);
  const Two<double> under = select(diagonal, fast_two_sum(b, a), {b, 0.0});
  return {select(diagonal, between, base), exact_quotient(diagonal ? a - b : a, under)};
}

/// The angle of (x, y) whose larger one is between Angles::low and Angles::high; NaN if one is. Lifted, so that the
/// quotient's remainder is a normal number.
template <class T> Two<T> atan2_two(T y, T x) {
  using A = Angles<T>;
  const T tall = abs(y), wide = abs(x);
  const bool steep = tall > wide, left = is_negative(x), below = is_negative(y);
  const Two<T> axis = select(steep, A::half_pi, select(left, A::pi, {T(0), T(0)}));
  const AtanArgument<T> argument = atan_argument(min(wide, tall) * A::lift, max(tall, wide) * A::lift, left, axis);
  const Two<T> angle = add_atan(argument.base, steep != left, argument.t);
  return select(below, -angle, angle);
}

/// atan(a) for a up to Angles::infinite
inline Two<float> atan_two(float a) {
  const bool steep = a > 1.0f;
  const Two<float> inverse = exact_quotient(1.0f, a);
  const Two<float> t = select(steep, inverse, {a, 0.0f});
  return add_atan(select(steep, Angles<float>::half_pi, {0.0f, 0.0f}), steep, t);
}
inline Two<double> atan_two(double a) {
  const bool flat = a <= steepest_quotient<double>, steep = a > 1.0 / steepest_quotient<double>;
  const Two<double> turned = select(steep, Angles<double>::half_pi, times(0.25, Angles<double>::pi));
  const Two<double> under = select(flat, {1.0, 0.0}, select(steep, {a, 0.0}, fast_two_sum(1.0, a)));
  const double over = flat ? a : (steep ? -1.0 : a - 1.0);
  return add_atan(select(flat, {0.0, 0.0}, turned), false, exact_quotient(over, under));
}
/// atan(|x|)
template <class T> Two<T> atan_of_size(T x) {
  const T a = abs(x);
  return atan_two(a > Angles<T>::infinite ? Angles<T>::infinite : a);
}

/// The same direction within the range of atan2_two(). Infinities become 1 against 0, both zero becomes 0 against 1 on
/// the same side.
template <class T> struct Direction {
  T y, x;
  WEFT_BY_ADDRESS(Direction)
};
template <class T> Direction<T> bounded_direction(T y, T x) {
  using A = Angles<T>;
  Direction<T> d{y, x};
  if (!is_within(max(abs(y), abs(x)), A::low, A::high)) [[unlikely]] {
    const bool infinite = is_infinite(y) || is_infinite(x), zero = y == T(0) && x == T(0);
    const T finite_y = infinite ? copysign(is_infinite(y) ? T(1) : T(0), y) : y;
    const T finite_x = infinite ? copysign(is_infinite(x) ? T(1) : T(0), x) : x;
    const T factor = infinite ? T(1) : (max(abs(y), abs(x)) < A::low ? A::up : A::down);
    const bool undefined = is_nan(x) || is_nan(y);
    d.y = undefined ? first_nan(x, y) : finite_y * factor;
    d.x = zero ? copysign(T(1), x) : finite_x * factor;
  }
  return d;
}

template <class T> T asin(T x) {
  const Two<T> angle = asin_two(x);
  return copysign(angle.hi + angle.lo, x);
}
template <class T> T acos(T x) {
  const Two<T> angle = acos_two(x, asin_reduce(x));
  return angle.hi + angle.lo;
}
template <class T> T atan(T x) {
  const Two<T> angle = atan_of_size(x);
  return copysign(angle.hi + angle.lo, x);
}
template <class T> T atan2(T y, T x) {
  const Direction<T> d = bounded_direction(y, x);
  const Two<T> angle = atan2_two(d.y, d.x);
  return angle.hi + angle.lo;
}

// The same in parts of a half turn.

/// Lifted before the product where its low part would underflow.
template <class T> T over_pi(Two<T> angle) {
  using A = Angles<T>;
  const bool small = abs(angle.hi) < A::subnormal_product;
  const T lift = small ? A::lift : T(1), drop = small ? A::drop : T(1);
  return (Two<T>{angle.hi * lift, angle.lo * lift} * A::inverse_pi).hi * drop;
}
template <class T> T asinpi(T x) {
  return copysign(over_pi(normalised(asin_two(x))), x);
}
template <class T> T acospi(T x) {
  AsinReduced<T> reduced = asin_reduce(x);
  reduced.lost = root_rest(reduced.root, fma(T(-0.5), abs(x), T(0.5)), T(0)); // near 1 the product needs it
  return over_pi(normalised(acos_two(x, reduced)));
}
template <class T> T atanpi(T x) {
  return copysign(over_pi(normalised(atan_of_size(x))), x);
}
template <class T> T atan2pi(T y, T x) {
  const Direction<T> d = bounded_direction(y, x);
  const T value = over_pi(normalised(atan2_two(d.y, d.x)));
  const T result = d.y == T(0) ? copysign(is_negative(d.x) ? T(1) : T(0), d.y) : copysign(value, d.y);
  return is_nan(x) || is_nan(y) ? first_nan(x, y) : result;
}

} // namespace weft::math
