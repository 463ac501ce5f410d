// Logic on truth values, and bits.
#pragma once

#include "libdevice/elementwise/predicates.hpp"

namespace weft::device {

template <class T> constexpr bool logical_and(T a, T b) {
  return is_nonzero(a) && is_nonzero(b);
}
template <class T> constexpr bool logical_or(T a, T b) {
  return is_nonzero(a) || is_nonzero(b);
}
template <class T> constexpr bool logical_xor(T a, T b) {
  return is_nonzero(a) != is_nonzero(b);
}
template <class T> constexpr bool logical_not(T a) {
  return !is_nonzero(a);
}

template <class T> constexpr T bitwise_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T> constexpr T bitwise_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T> constexpr T bitwise_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <Integer T> constexpr T bitwise_invert(T a) {
  return static_cast<T>(~a);
}
constexpr bool bitwise_invert(bool a) {
  return !a;
}

/// Shifts by the width or more, or by a negative count, push every bit out.
template <Integer T> constexpr T bitwise_left_shift(T a, T count) {
  constexpr unsigned long width = sizeof(T) * 8;
  const bool fits = bits_of(count) < width;
  return fits ? static_cast<T>(bits_of(a) << (bits_of(count) & (width - 1))) : T(0);
}

template <Integer T> constexpr T bitwise_right_shift(T a, T count) {
  constexpr unsigned long width = sizeof(T) * 8;
  const T last = static_cast<T>(width - 1), shift = bits_of(count) < width ? count : last;
  const T shifted = static_cast<T>(a >> shift);
  return std::unsigned_integral<T> && bits_of(count) >= width ? T(0) : shifted;
}

} // namespace weft::device
