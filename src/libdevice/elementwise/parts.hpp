// Parts of numbers: real, imaginary, phase, sign, significand and exponent; the number next to one.
#pragma once

#include "libdevice/elementwise/predicates.hpp"
#include "libdevice/math/parts.hpp"

namespace weft::device {

template <Real T> constexpr T real(T x) {
  return x;
}
template <Real T> constexpr T imag(T) {
  return T(0);
}
template <Real T> constexpr T conj(T x) {
  return x;
}
template <class T> constexpr T real(Complex<T> z) {
  return z.re;
}
template <class T> constexpr T imag(Complex<T> z) {
  return z.im;
}
template <class T> constexpr Complex<T> conj(Complex<T> z) {
  return {z.re, -z.im};
}
template <class T> T angle(Complex<T> z) {
  return m::atan2(z.im, z.re);
}
template <class T> Complex<T> proj(Complex<T> z) {
  const bool infinite = isinf(z);
  return {infinite ? infinity<T> : z.re, infinite ? m::copysign(T(0), z.im) : z.im};
}

template <Float T> constexpr T copysign(T size, T sign) {
  using Bits = BitsOf<T>;
  constexpr Bits sign_bit = static_cast<Bits>(Bits(1) << (sizeof(T) * 8 - 1));
  const Bits bits = static_cast<Bits>((__builtin_bit_cast(Bits, size) & static_cast<Bits>(~sign_bit)) |
                                      (__builtin_bit_cast(Bits, sign) & sign_bit));
  return __builtin_bit_cast(T, bits);
}

template <Float T> constexpr T nextafter(T from, T to) {
  return math::nextafter(from, to);
}

template <WideFloat T> T significand(T x) {
  return math::binary(x).mantissa;
}
template <WideFloat T> T exponent(T x) {
  return static_cast<T>(math::binary(x).exponent);
}
inline half significand(half x) {
  return static_cast<half>(significand(static_cast<float>(x)));
}
inline half exponent(half x) {
  return static_cast<half>(exponent(static_cast<float>(x)));
}

} // namespace weft::device
