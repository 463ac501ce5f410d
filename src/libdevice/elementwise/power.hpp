// Powers and roots.
#pragma once

#include "libdevice/elementwise/exponential.hpp"

namespace weft::device {

/// By squaring; a negative exponent gives 0, as dpctl does.
template <Integer T> constexpr T pow(T base, T exponent) {
  unsigned long result = 1, factor = bits_of(base);
  for (T rest = exponent; rest > 0; rest = static_cast<T>(rest >> 1)) {
    result = rest & 1 ? result * factor : result;
    factor *= factor;
  }
  return exponent < T(0) ? T(0) : static_cast<T>(result);
}
template <Float T> T pow(T base, T exponent) {
  return m::pow(base, exponent);
}

// Powers by numbers that are common.

template <class T> constexpr T cube(T x) {
  return multiply(x, square(x));
}
inline float fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
/// What the square's rounding took away goes into the product.
template <WideFloat T> T cube(T x) {
  const T squared = x * x, rest = fma(x, x, -squared);
  return isfinite(squared) ? fma(squared, x, rest * x) : squared * x;
}
inline half cube(half x) {
  return static_cast<half>(cube(static_cast<float>(x)));
}
template <class T> constexpr T fifth_power(T x) {
  return multiply(x, square(square(x)));
}
inline half fifth_power(half x) {
  return static_cast<half>(fifth_power(static_cast<float>(x)));
}

/// At 0 and -infinity as pow, which knows no sign there.
template <WideFloat T> T inverse_root(T x) {
  const T value = T(1) / m::sqrt(x);
  return x == -infinity<T> ? T(0) : (x == T(0) ? infinity<T> : value);
}
template <WideFloat T> T root_cubed(T x) {
  return x == -infinity<T> ? infinity<T> : x * m::sqrt(x);
}
template <WideFloat T> T inverse_root_cubed(T x) {
  return x == -infinity<T> ? T(0) : (T(1) / x) * (T(1) / m::sqrt(x));
}
inline half inverse_root(half x) {
  return static_cast<half>(inverse_root(static_cast<float>(x)));
}
inline half root_cubed(half x) {
  return static_cast<half>(root_cubed(static_cast<float>(x)));
}
inline half inverse_root_cubed(half x) {
  return static_cast<half>(inverse_root_cubed(static_cast<float>(x)));
}

template <Float T> T sqrt(T x) {
  return m::sqrt(x);
}
template <Float T> T cbrt(T x) {
  return m::cbrt(x);
}
template <WideFloat T> T rsqrt(T x) {
  return T(1) / m::sqrt(x);
}
inline half rsqrt(half x) {
  return static_cast<half>(rsqrt(static_cast<float>(x)));
}
template <Float T> T hypot(T a, T b) {
  return m::hypot(a, b);
}

/// C99, G.6.4.2. The larger part first, from |z| + |re|; halved beforehand where that overflows, raised where it is
/// tiny.
template <class T> Complex<T> sqrt(Complex<T> z) {
  const T a = m::fabs(z.re), b = m::fabs(z.im), larger = a > b ? a : b;
  const bool huge = larger > std::numeric_limits<T>::max() / T(4);
  const bool tiny = larger < std::numeric_limits<T>::min() * T(16);
  constexpr T raise = sizeof(T) == 4 ? T(0x1p48f) : T(0x1p108), root = sizeof(T) == 4 ? T(0x1p-24f) : T(0x1p-54);
  const T scale = huge ? T(0.0625) : (tiny ? raise : T(1)), unscale = huge ? T(4) : (tiny ? root : T(1));
  const T sa = a * scale, sb = b * scale;
  const T main = m::sqrt((m::hypot(sa, sb) + sa) * T(0.5)), minor = main == T(0) ? T(0) : sb / (main * T(2));
  const T first = main * unscale, second = minor * unscale;
  const bool left = signbit(z.re);
  const T re = left ? second : first, im = left ? first : second;
  if (isfinite(larger) && !isnan(z)) [[likely]]
    return {re, m::copysign(im, z.im)};
  if (b == infinity<T>)
    return {b, z.im};
  if (a == infinity<T>)
    return {left ? (isnan(z.im) ? z.im : T(0)) : a,
            left ? m::copysign(a, z.im) : (isnan(z.im) ? z.im : m::copysign(T(0), z.im))};
  return {not_a_number<T>, not_a_number<T>};
}

template <class T> Complex<T> integer_power(Complex<T> base, int exponent) {
  Complex<T> result{T(1), T(0)}, factor = base;
  for (int rest = exponent < 0 ? -exponent : exponent; rest != 0; rest >>= 1) {
    if (rest & 1)
      result = multiply(result, factor);
    factor = multiply(factor, factor);
  }
  return exponent < 0 ? reciprocal(result) : result;
}

/// As NumPy: small integer powers by multiplication, 0 to a power without positive real part is undefined.
inline c128 pow(c128 base, c128 exponent) {
  if (exponent.re == 0.0 && exponent.im == 0.0)
    return {1.0, 0.0};
  if (base.re == 0.0 && base.im == 0.0) {
    const double value = exponent.re > 0.0 ? 0.0 : not_a_number<double>;
    return {value, value};
  }
  if (exponent.im == 0.0 && m::fabs(exponent.re) < 100.0 && m::trunc(exponent.re) == exponent.re)
    return integer_power(base, static_cast<int>(exponent.re));
  return exp(multiply(exponent, log(base)));
}
inline c64 pow(c64 base, c64 exponent) {
  const c128 value = pow(c128{base.re, base.im}, c128{exponent.re, exponent.im});
  return {static_cast<float>(value.re), static_cast<float>(value.im)};
}

} // namespace weft::device
