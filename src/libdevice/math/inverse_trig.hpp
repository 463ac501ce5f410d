// Inverse trigonometric functions: arguments are moved near 0 by exact identities, angles added in two parts.
#pragma once

#include "libdevice/math/common.hpp"

namespace weft::math {

inline constexpr double pi = 0x1.921fb54442d18p+1;
inline constexpr Two<double> pi_two{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr Two<double> half_pi_two{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
inline constexpr Two<double> quarter_pi_two{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
inline constexpr Two<double> three_quarters_pi_two{0x1.2d97c7f3321d2p+1, 0x1.a79394c9e8a0ap-54};
inline constexpr Two<double> inverse_pi_two{0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};

/// asin(x) = x + x z q(z) with z = x^2 <= 1/4.
inline double asin_tail(double z) {
  return polynomial(z, 0x1.5555555555576p-3, 0x1.333333332e3cdp-4, 0x1.6db6db71f042dp-5, 0x1.f1c71aa268624p-6,
                    0x1.6e8bdd59f3cecp-6, 0x1.1c4a0c33dcb7ep-6, 0x1.ca1cec27f0751p-7, 0x1.759b222ddbf0ep-7,
                    0x1.60c37c53569f8p-7, 0x1.ed16b9d7001d8p-9, 0x1.61736be6b58eap-6, -0x1.54f2adff088c8p-6,
                    0x1.0a5498ba841ap-5);
}

/// asin(|x|) for |x| <= 1/2, else the s with asin(|x|) = pi/2 - 2 asin(s).
struct AsinReduced {
  bool outer;
  Two<double> angle; ///< asin(|x|) or 2 asin(s)
  WEFT_BY_ADDRESS(AsinReduced)
};
inline AsinReduced asin_reduce(double x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double z = outer ? fma(-0.5, a, 0.5) : a * a;
  const double root = sqrt(z), rest = root > 0.0 ? fma(-root, root, z) / (root * 2.0) : 0.0;
  const double s = outer ? root : a;
  const Two<double> angle = fast_two_sum(s, fma(s * z, asin_tail(z), outer ? rest : 0.0));
  return {outer, {outer ? 2.0 * angle.hi : angle.hi, outer ? 2.0 * angle.lo : angle.lo}};
}

inline Two<double> asin_two(double x) {
  const AsinReduced reduced = asin_reduce(x);
  const Two<double> other = half_pi_two + -reduced.angle;
  const Two<double> angle = select(reduced.outer, other, reduced.angle);
  const bool negative = is_negative(x);
  return select(negative, -angle, angle);
}
inline Two<double> acos_two(double x) {
  const AsinReduced reduced = asin_reduce(x);
  const bool negative = is_negative(x);
  const Two<double> angle = select(negative, -reduced.angle, reduced.angle);
  const Two<double> from_half = half_pi_two + -angle, from_pi = pi_two + angle;
  const Two<double> outer = select(negative, from_pi, angle);
  return select(reduced.outer, outer, from_half);
}

/// atan(y / x) for finite y and x that are not both 0.
inline Two<double> atan2_two(double y, double x) {
  const double tall = abs(y), wide = abs(x), larger = max(tall, wide);
  const double factor = larger > 0x1p900 ? 0x1p-300 : (larger < 0x1p400 ? 0x1p500 : 1.0);
  const double a = tall * factor, b = wide * factor;
  const bool steep = a > b * 2.414213562373095, middle = a > b * 0.41421356237309503 && !steep;
  const Two<double> difference = two_sum(a, -b), sum = two_sum(a, b);
  const Two<double> over = select(middle, difference, {steep ? -b : a, 0.0});
  const Two<double> under = select(middle, sum, {steep ? a : b, 0.0});
  const Two<double> q = over / under;
  const double z = q.hi * q.hi;
  const double p = polynomial(z, -0x1.555555555553ap-2, 0x1.999999999529ep-3, -0x1.249249228c5f9p-3,
                              0x1.c71c70da11db4p-4, -0x1.745cf796540fbp-4, 0x1.3b110373ab256p-4, -0x1.10eacb3043a5dp-4,
                              0x1.df023e52b9dfbp-5, -0x1.9c998e73fd449p-5, 0x1.3747e35ca86f8p-5, -0x1.243a92bcc3ebbp-6);
  const Two<double> near = fast_two_sum(q.hi, fma(q.hi * z, p, q.lo));
  const bool left = is_negative(x);
  const Two<double> right_base = select(middle, quarter_pi_two, select(steep, half_pi_two, {0.0, 0.0}));
  const Two<double> left_base = select(middle, three_quarters_pi_two, select(steep, half_pi_two, pi_two));
  const Two<double> base = select(left, left_base, right_base);
  const Two<double> moved = base + select(left, -near, near);
  const Two<double> angle = select(left || middle || steep, moved, near);
  const bool below = is_negative(y);
  return select(below, -angle, angle);
}

/// Infinities become 1 against 0, both zero becomes 0 against 1 on the same side.
struct Direction {
  double y, x;
  WEFT_BY_ADDRESS(Direction)
};
inline Direction finite_direction(double y, double x) {
  const bool infinite = is_infinite(y) || is_infinite(x), zero = y == 0.0 && x == 0.0;
  const double finite_y = infinite ? copysign(is_infinite(y) ? 1.0 : 0.0, y) : y;
  const double finite_x = infinite ? copysign(is_infinite(x) ? 1.0 : 0.0, x) : x;
  return {finite_y, zero ? copysign(1.0, x) : finite_x};
}

inline Two<double> atan_two(double x) {
  const double bounded = abs(x) > 0x1p100 ? copysign(0x1p100, x) : x;
  return atan2_two(bounded, 1.0);
}

inline constexpr double tiny_arc = 0x1p-27; ///< Below this x is its own arc sine and tangent.

inline double asin(double x) {
  const double value = asin_two(x).hi;
  return abs(x) < tiny_arc ? x : value;
}
inline double acos(double x) {
  return acos_two(x).hi;
}
inline double atan(double x) {
  const double value = atan_two(x).hi;
  return abs(x) < tiny_arc ? x : value;
}
inline double atan2(double y, double x) {
  const Direction d = finite_direction(y, x);
  const Two<double> value = atan2_two(d.y, d.x);
  return is_nan(x) || is_nan(y) ? x + y : value.hi;
}

// The same in parts of a half turn.

/// Lifted before the product where its low part would underflow.
inline double over_pi(Two<double> angle) {
  const bool small = abs(angle.hi) < 0x1p-900;
  const double lift = small ? 0x1p200 : 1.0, drop = small ? 0x1p-200 : 1.0;
  return (Two<double>{angle.hi * lift, angle.lo * lift} * inverse_pi_two).hi * drop;
}
inline double asinpi(double x) {
  return copysign(over_pi(asin_two(x)), x);
}
inline double acospi(double x) {
  return over_pi(acos_two(x));
}
inline double atanpi(double x) {
  return copysign(over_pi(atan_two(x)), x);
}
inline double atan2pi(double y, double x) {
  const Direction d = finite_direction(y, x);
  const double value = over_pi(atan2_two(d.y, d.x));
  const double result = d.y == 0.0 ? copysign(is_negative(d.x) ? 1.0 : 0.0, d.y) : copysign(value, d.y);
  return is_nan(x) || is_nan(y) ? x + y : result;
}

// float computes in double, whose short polynomials round right for it.
inline double asin_tail_f(double z) {
  return polynomial(z, 0x1.555556033eb26p-3, 0x1.3332ac4bc6f5fp-4, 0x1.6dda358e31f6p-5, 0x1.ed6b318f864e3p-6,
                    0x1.92c58ec712168p-6, 0x1.f07c1f292033bp-8, 0x1.1b2ca9b05d35ep-5);
}
inline double asin_wide(double x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double z = outer ? fma(-0.5, a, 0.5) : a * a, s = outer ? sqrt(z) : a;
  const double angle = fma(s * z, asin_tail_f(z), s);
  return copysign(outer ? fma(-2.0, angle, half_pi_two.hi) : angle, x);
}
inline double acos_wide(double x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double z = outer ? fma(-0.5, a, 0.5) : a * a, s = outer ? sqrt(z) : a;
  const double angle = fma(s * z, asin_tail_f(z), s), twice = 2.0 * angle;
  const double outer_angle = x < 0.0 ? pi - twice : twice;
  return outer ? outer_angle : half_pi_two.hi - copysign(angle, x);
}
inline double atan2_wide(double y, double x) {
  const double a = abs(y), b = abs(x);
  const bool steep = a > b * 2.414213562373095, middle = a > b * 0.41421356237309503 && !steep;
  const double over = middle ? a - b : (steep ? -b : a), under = middle ? a + b : (steep ? a : b);
  const double q = over / under, z = q * q;
  const double p = polynomial(z, -0x1.555554bc466a1p-2, 0x1.999912c87417fp-3, -0x1.247e426f86804p-3,
                              0x1.c45640f7ae951p-4, -0x1.5ae72f4f4a096p-4, 0x1.837fb695be3abp-5);
  const double base = middle ? pi / 4 : (steep ? pi / 2 : 0.0);
  const double angle = base + fma(q * z, p, q);
  return copysign(is_negative(x) ? pi - angle : angle, y);
}
inline float asin(float x) {
  return static_cast<float>(asin_wide(x));
}
inline float acos(float x) {
  return static_cast<float>(acos_wide(x));
}
inline float atan(float x) {
  return static_cast<float>(atan2_wide(abs(x) > 0x1p60f ? copysign(0x1p60f, x) : x, 1.0));
}
inline float atan2(float y, float x) {
  const Direction d = finite_direction(y, x);
  const float value = static_cast<float>(atan2_wide(d.y, d.x));
  return is_nan(x) || is_nan(y) ? x + y : value;
}
inline float asinpi(float x) {
  return static_cast<float>(asin_wide(x) * (1 / pi));
}
inline float acospi(float x) {
  return static_cast<float>(acos_wide(x) * (1 / pi));
}
inline float atanpi(float x) {
  return static_cast<float>(atan2_wide(abs(x) > 0x1p60f ? copysign(0x1p60f, x) : x, 1.0) * (1 / pi));
}
inline float atan2pi(float y, float x) {
  const Direction d = finite_direction(y, x);
  const float value = static_cast<float>(atan2_wide(d.y, d.x) * (1 / pi));
  return is_nan(x) || is_nan(y) ? x + y : value;
}

} // namespace weft::math
