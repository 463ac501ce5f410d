// Roots and lengths, each corrected by the exact remainder of a first estimate.
#pragma once

#include "libdevice/math/log.hpp"

namespace weft::math {

/// Square root of a number in two parts; 0 of 0.
inline Two<double> sqrt_two(Two<double> v) {
  const double root = sqrt(v.hi);
  const double rest = (fma(-root, root, v.hi) + v.lo) / (root * 2.0);
  return fast_two_sum(root, root > 0.0 ? rest : 0.0);
}

inline double hypot(double x, double y) {
  const double a = max(abs(x), abs(y)), b = min(abs(x), abs(y));
  const double factor = a > 0x1p500 ? 0x1p-600 : (a < 0x1p-450 ? 0x1p600 : 1.0);
  const double back = a > 0x1p500 ? 0x1p600 : (a < 0x1p-450 ? 0x1p-600 : 1.0);
  const double large = a * factor, small = b * factor;
  const Two<double> squares = two_product(large, large) + two_product(small, small);
  const double value = sqrt_two(squares).hi * back;
  const double result = is_nan(x) || is_nan(y) ? x + y : value;
  return is_infinite(x) || is_infinite(y) ? infinity<double> : result;
}
inline float hypot(float x, float y) {
  const double a = x, b = y;
  const float value = static_cast<float>(sqrt(fma(a, a, b * b)));
  return is_infinite(x) || is_infinite(y) ? infinity<float> : value;
}

/// 1 / sqrt(x), where sqrt(x) is root + rest and 1 / root leaves a remainder of its own.
inline double rsqrt(double x) {
  const bool small = x < 0x1p-900;
  const double lifted = small ? x * 0x1p400 : x;
  const double root = sqrt(lifted), inverse = 1.0 / root;
  const double rest = fma(-root, root, lifted) * 0.5 * inverse;
  const double remainder = fma(-inverse, root, 1.0);
  const double value = fma(inverse, fma(-inverse, rest, remainder), inverse) * (small ? 0x1p200 : 1.0);
  return x > 0.0 && is_finite(x) ? value : inverse;
}
inline float rsqrt(float x) {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}

/// |x| = m 8^k with m in [0.35, 2.83], and m^(-1/3) by two steps of fourth order.
struct CubeReduced {
  double m, inverse, scale;
  WEFT_BY_ADDRESS(CubeReduced)
};
inline CubeReduced cube_reduce(double x) {
  const Split<double> parts = split(abs(x));
  const Nearest<double> third = nearest(parts.k * (1.0 / 3.0));
  const double left = fma(-3.0, third.value, parts.k);
  const double m = (1.0 + parts.f) * (left == 0.0 ? 1.0 : (left < 0.0 ? 0.5 : 2.0));
  double inverse = polynomial(m, 0x1.dcd69c3adc693p+0, -0x1.a6ceb95016d39p+0, 0x1.18da216a89739p+0,
                              -0x1.6d456d6f2303p-2, 0x1.6820991bf585dp-5);
  for (int step = 0; step < 2; ++step) {
    const double h = fma(-m * inverse, inverse * inverse, 1.0);
    inverse = fma(inverse * h, fma(h, fma(h, 14.0 / 81, 2.0 / 9), 1.0 / 3), inverse);
  }
  return {m, inverse, power_of_two<double>(third.integer)};
}

/// The cube of the root is compared with m.
inline double cbrt(double x) {
  const CubeReduced reduced = cube_reduce(x);
  const double m = reduced.m, inverse = reduced.inverse, root = m * inverse * inverse;
  const Two<double> square = two_product(root, root), cube = two_product(square.hi, root);
  const double rest = ((m - cube.hi) - cube.lo) - square.lo * root;
  const double value = fma(rest, inverse * inverse * (1.0 / 3), root) * reduced.scale;
  return x == 0.0 || !is_finite(x) ? x : copysign(value, x);
}
inline float cbrt(float x) {
  const CubeReduced reduced = cube_reduce(x);
  const float value = static_cast<float>(reduced.m * reduced.inverse * reduced.inverse * reduced.scale);
  return x == 0.0f || !is_finite(x) ? x : copysign(value, x);
}

} // namespace weft::math
