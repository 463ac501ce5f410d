// Roots and lengths, each corrected by the exact remainder of a first estimate.
#pragma once

#include "libdevice/math/log.hpp"

namespace weft::math {

/// Square root of a number in two parts; 0 of 0.
template <class T> Two<T> sqrt_two(Two<T> v) {
  const T root = sqrt(v.hi), rest = (fma(-root, root, v.hi) + v.lo) / (root * T(2));
  return fast_two_sum(root, root > T(0) ? rest : T(0));
}

/// What a root's rounding lost of the root of v + v_rest, to float's precision, which is cheaper to divide in.
template <class T> T root_rest(T root, T v, T v_rest) {
  const float divisor = max(static_cast<float>(root), 0x1p-60f); // nothing is lost of 0
  return (fma(-root, root, v) + v_rest) * static_cast<T>(0.5f / divisor);
}

/// Numbers are multiplied by `up` below `low` and by `down` above `high`, so that squares and their errors stay normal.
template <class T> struct SquareRange;
template <> struct SquareRange<float> {
  static constexpr float low = 0x1p-40f, high = 0x1p60f, up = 0x1p80f, down = 0x1p-80f;
};
template <> struct SquareRange<double> {
  static constexpr double low = 0x1p-450, high = 0x1p500, up = 0x1p600, down = 0x1p-600;
};

template <class T> T hypot(T x, T y) {
  using R = SquareRange<T>;
  const T a = max(abs(x), abs(y)), b = min(abs(x), abs(y));
  const T factor = a > R::high ? R::down : (a < R::low ? R::up : T(1));
  const T back = a > R::high ? R::up : (a < R::low ? R::down : T(1));
  const T large = a * factor, small = b * factor;
  const Two<T> squares = two_product(large, large) + two_product(small, small);
  const T value = sqrt_two(squares).hi * back;
  const T result = is_nan(x) || is_nan(y) ? first_nan(x, y) : value;
  return is_infinite(x) || is_infinite(y) ? infinity<T> : result;
}

/// 1 / sqrt(x), where sqrt(x) is root + rest and 1 / root leaves a remainder of its own.
template <class T> T rsqrt(T x) {
  constexpr T low = sizeof(T) == 4 ? T(0x1p-100f) : T(0x1p-900), lift = sizeof(T) == 4 ? T(0x1p60f) : T(0x1p400);
  constexpr T root_lift = sizeof(T) == 4 ? T(0x1p30f) : T(0x1p200);
  const bool small = x < low;
  const T lifted = small ? x * lift : x;
  const T root = sqrt(lifted), inverse = T(1) / root;
  const T rest = fma(-root, root, lifted) * T(0.5) * inverse, remainder = fma(-inverse, root, T(1));
  const T value = fma(inverse, fma(-inverse, rest, remainder), inverse) * (small ? root_lift : T(1));
  return x > T(0) && is_finite(x) ? value : inverse;
}

/// Where the root's remainder is a normal number; smaller arguments are lifted.
template <class T> struct CubeRange;
template <> struct CubeRange<float> {
  static constexpr float low = 0x1p-64f, lift = 0x1p96f, drop = 0x1p-32f;
};
template <> struct CubeRange<double> {
  static constexpr double low = 0x1p-900, lift = 0x1p300, drop = 0x1p-100;
};

/// x^(-1/3) to 10 % of its cube: a third of the exponent, linear between powers of 8.
inline float inverse_cube_start(float x) {
  const float third = fma(static_cast<float>(bits(x)), -1.0f / 3, 0x1.5287dcp+30f);
  return from_bits<float>(static_cast<int>(third));
}
inline double inverse_cube_start(double x) {
  const unsigned long third = (static_cast<unsigned long>(bits(x)) >> 32) * (0xffffffffu / 3);
  return from_bits<double>(static_cast<long>(0x553ee98b3a600000ul - third));
}

/// a^(1/3) from root = a inverse^2, of which `rest` is what the cube lacks. Double's estimate is far enough off for
/// three powers of its part in a.
inline float cube_root_step(float root, float rest, float square_inverse, float) {
  return fma(rest, square_inverse * (1.0f / 3), root);
}
inline double cube_root_step(double root, double rest, double square_inverse, double inverse) {
  const double part = rest * square_inverse * inverse;
  return fma(root * part, polynomial(part, 1.0 / 3, 7.0 / 18, 391.0 / 648), root);
}

/// The root's square is rounded, which takes up to a third of an ULP away.
template <class T> T cbrt(T x) {
  using R = CubeRange<T>;
  const T size = abs(x);
  const bool small = size < R::low;
  const T a = small ? size * R::lift : size;
  const T start = inverse_cube_start(a), h = fma(-a * start, start * start, T(1));
  const T inverse =
      fma(start * h, polynomial(h, T(0x1.55542e9de90c8p-2), T(0x1.c9b8ee3cf3129p-3), T(0x1.65604841de95ap-3)), start);
  const T square_inverse = inverse * inverse, root = a * square_inverse, rest = fma(-root * root, root, a);
  const T value = copysign(cube_root_step(root, rest, square_inverse, inverse), x);
  return is_finite(x) ? (small ? value * R::drop : value) : x;
}

} // namespace weft::math
