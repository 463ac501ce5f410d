// Inverse trigonometric and hyperbolic functions of complex numbers, on C99's branches.
#pragma once

#include "libdevice/elementwise/trigonometric.hpp"

namespace weft::device {

/// Beyond this the inverse functions are logarithms to full precision.
template <class T> inline constexpr T far_away = sizeof(T) == 4 ? T(0x1p13f) : T(0x1p27);

/// log(2 * |z|), for |z| that 2 * z would overflow too.
template <class T> T log_twice(Complex<T> z) {
  return log(Complex<T>{z.re * T(0.5), z.im * T(0.5)}).re + T(2 * ln2);
}

/// asinh of a finite point in the first quadrant (Hull, Fairgrieve and Tang 1997): with r and s the distances to -i and
/// i and a = (r + s) / 2, re = acosh(a) and im = asin(y / a), both from differences that do not cancel.
template <class T> Complex<T> asinh_first_quadrant(T x, T y) {
  const T above = y + T(1), below = y - T(1);
  const bool inside = below < T(0);
  const T r = m::hypot(x, above), s = m::hypot(x, below), a = (r + s) * T(0.5), b = y / a;
  const T from_r = x * x / (r + above), from_s = inside ? x * x / (s - below) : s + below;
  const T excess = (from_r + from_s) * T(0.5);
  const T re = m::log1p(excess + m::sqrt(excess * (a + T(1))));
  const T half_sum = (a + y) * T(0.5);
  const T leg_inside = m::sqrt(half_sum * (from_r + (s - below)));
  const T leg_outside = x * m::sqrt(half_sum * (T(1) / (r + above) + T(1) / (s + below)));
  const T leg = inside || x == T(0) ? (inside ? leg_inside : T(0)) : leg_outside;
  return {re, b <= T(0.6417) ? m::asin(b) : m::atan2(y, leg)};
}

template <class T> Complex<T> asinh(Complex<T> z) {
  const T x = m::fabs(z.re), y = m::fabs(z.im);
  const auto signed_as_z = [z](T re, T im) { return Complex<T>{m::copysign(re, z.re), m::copysign(im, z.im)}; };
  if (!isnan(z) && isfinite(x) && isfinite(y)) [[likely]] {
    if (x > far_away<T> || y > far_away<T>)
      return signed_as_z(log_twice(Complex<T>{x, y}), m::atan2(y, x));
    const Complex<T> value = asinh_first_quadrant(x, y);
    return signed_as_z(value.re, value.im);
  }
  if (isinf(x))
    return isnan(y) ? Complex<T>{z.re, z.im} : signed_as_z(x, isinf(y) ? T(pi / 4) : T(0));
  if (isinf(y))
    return signed_as_z(y, isnan(x) ? not_a_number<T> : T(pi / 2));
  return {not_a_number<T>, z.im == T(0) ? z.im : not_a_number<T>};
}

template <class T> Complex<T> asin(Complex<T> z) {
  return times_minus_i(asinh(times_i(z)));
}

/// The real part from the quotient of two square roots, which is exact near the branch points (Kahan 1987).
template <class T> Complex<T> acos(Complex<T> z) {
  const T x = m::fabs(z.re), y = m::fabs(z.im);
  if (isnan(z)) {
    if (isinf(x) || isinf(y))
      return {not_a_number<T>, isinf(y) ? -z.im : infinity<T>};
    return {z.re == T(0) ? T(pi / 2) : not_a_number<T>, not_a_number<T>};
  }
  if (!isfinite(x) || !isfinite(y) || x > far_away<T> || y > far_away<T>) {
    const T size = isfinite(x) && isfinite(y) ? log_twice(Complex<T>{x, y}) : infinity<T>;
    return {m::atan2(y, z.re), m::copysign(size, -z.im)};
  }
  const Complex<T> minus = sqrt(Complex<T>{T(1) - z.re, -z.im}), plus = sqrt(Complex<T>{T(1) + z.re, z.im});
  return {T(2) * m::atan2(minus.re, plus.re), m::copysign(asin(z).im, -z.im)};
}

template <class T> Complex<T> acosh(Complex<T> z) {
  const Complex<T> w = acos(z);
  if (isnan(z.im) && z.re == T(0))
    return {not_a_number<T>, T(pi / 2)};
  if (isnan(w.im) || isnan(w.re))
    return {isnan(w.im) ? w.im : m::fabs(w.im), isinf(z.re) && isnan(z.im) ? not_a_number<T> : w.re};
  return {m::fabs(w.im), m::copysign(w.re, z.im)};
}

/// Kahan 1987, with the logarithm of the quotient of the distances to 1 and -1 by log1p.
template <class T> Complex<T> atanh(Complex<T> z) {
  const T x = m::fabs(z.re), y = m::fabs(z.im);
  if (!isnan(z) && isfinite(x) && isfinite(y)) [[likely]] {
    if (x > far_away<T> || y > far_away<T>) {
      const Complex<T> inverse = divide(Complex<T>{T(1), T(0)}, Complex<T>{x, y});
      return {m::copysign(inverse.re, z.re), m::copysign(T(pi / 2), z.im)};
    }
    const T gap = T(1) - x, distance = gap * gap + y * y;
    const T tiny =
        x == T(1) ? m::log(m::sqrt(m::sqrt(T(4) + y * y)) / m::sqrt(y)) : m::log1p(T(4) * x / distance) * T(0.25);
    const T angle = m::atan2(T(2) * y, gap * (T(1) + x) - y * y) * T(0.5);
    return {m::copysign(tiny, z.re), m::copysign(angle, z.im)};
  }
  if (isinf(y))
    return {m::copysign(T(0), z.re), m::copysign(T(pi / 2), z.im)};
  if (isinf(x))
    return {m::copysign(T(0), z.re), isnan(y) ? z.im : m::copysign(T(pi / 2), z.im)};
  return {z.re == T(0) ? z.re : not_a_number<T>, not_a_number<T>};
}

template <class T> Complex<T> atan(Complex<T> z) {
  return times_minus_i(atanh(times_i(z)));
}

} // namespace weft::device
