// Roots and lengths, each corrected by the exact remainder of a first estimate.
#pragma once

#include "libdevice/math/log.hpp"

namespace weft::math {

/// Square root of a number in two parts; 0 of 0.
template <class T> Two<T> sqrt_two(Two<T> v) {
  const T root = sqrt(v.hi), rest = (fma(-root, root, v.hi) + v.lo) / (root * T(2));
  return fast_two_sum(root, root > T(0) ? rest : T(0));
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

/// A first m^(-1/3) for m in [0.35, 2.83].
template <class T> T cube_start(T m) {
  return polynomial(m, T(0x1.dcd69c3adc693p+0), T(-0x1.a6ceb95016d39p+0), T(0x1.18da216a89739p+0),
                    T(-0x1.6d456d6f2303p-2), T(0x1.6820991bf585dp-5));
}
/// A step of fourth order towards it.
template <class T> T cube_step(T m, T inverse) {
  const T h = fma(-m * inverse, inverse * inverse, T(1));
  return fma(inverse * h, fma(h, fma(h, T(14.0 / 81), T(2.0 / 9)), T(1.0 / 3)), inverse);
}

/// |x| = m 8^k; the cube of the root is compared with m.
template <class T> T cbrt(T x) {
  const Split<T> parts = split(abs(x));
  const Nearest<T> third = nearest(parts.k * T(1.0 / 3.0));
  const T left = fma(T(-3), third.value, parts.k);
  const T m = (T(1) + parts.f) * (left == T(0) ? T(1) : (left < T(0) ? T(0.5) : T(2)));
  const T once = cube_step(m, cube_start(m)), inverse = sizeof(T) == 4 ? once : cube_step(m, once);
  const T root = m * inverse * inverse;
  const Two<T> square = two_product(root, root), cube = two_product(square.hi, root);
  const T rest = ((m - cube.hi) - cube.lo) - square.lo * root;
  const T value = fma(rest, inverse * inverse * T(1.0 / 3), root) * power_of_two<T>(third.integer);
  return x == T(0) || !is_finite(x) ? x : copysign(value, x);
}

} // namespace weft::math
