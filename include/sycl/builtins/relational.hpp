// Relational functions on scalars (SYCL 2020, 4.17.9).
#pragma once

#include <cstdint>
#include <limits>

#include <sycl/builtins/traits.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, detail::if_floats<T> = 0> inline bool isequal(T x, T y) {
  return x == y;
}
template <class T, detail::if_floats<T> = 0> inline bool isnotequal(T x, T y) {
  return x != y;
}
template <class T, detail::if_floats<T> = 0> inline bool isgreater(T x, T y) {
  return x > y;
}
template <class T, detail::if_floats<T> = 0> inline bool isgreaterequal(T x, T y) {
  return x >= y;
}
template <class T, detail::if_floats<T> = 0> inline bool isless(T x, T y) {
  return x < y;
}
template <class T, detail::if_floats<T> = 0> inline bool islessequal(T x, T y) {
  return x <= y;
}
template <class T, detail::if_floats<T> = 0> inline bool islessgreater(T x, T y) {
  return x < y || x > y;
}
template <class T, detail::if_floats<T> = 0> inline bool isordered(T x, T y) {
  return x == x && y == y;
}
template <class T, detail::if_floats<T> = 0> inline bool isunordered(T x, T y) {
  return x != x || y != y;
}

// Written over bits, so that -ffast-math does not fold them away.
namespace detail {
template <class T> constexpr auto bits_type() {
  if constexpr (sizeof(T) == 8)
    return std::uint64_t();
  else if constexpr (sizeof(T) == 4)
    return std::uint32_t();
  else if constexpr (sizeof(T) == 2)
    return std::uint16_t();
  else
    return std::uint8_t();
}
template <class T> using bits_t = decltype(bits_type<T>());
template <class T> inline bits_t<T> bits_of(T x) {
  return __builtin_bit_cast(bits_t<T>, x);
}
template <class T> inline constexpr bits_t<T> sign_bit = static_cast<bits_t<T>>(bits_t<T>(1) << (sizeof(T) * 8 - 1));
template <class T> inline bits_t<T> magnitude_bits(T x) {
  return bits_of(x) & static_cast<bits_t<T>>(~sign_bit<T>);
}
template <class T> inline bits_t<T> infinity_bits() {
  return bits_of(std::numeric_limits<T>::infinity());
}
} // namespace detail

template <class T, detail::if_floats<T> = 0> inline bool isnan(T x) {
  return detail::magnitude_bits(x) > detail::infinity_bits<T>();
}
template <class T, detail::if_floats<T> = 0> inline bool isinf(T x) {
  return detail::magnitude_bits(x) == detail::infinity_bits<T>();
}
template <class T, detail::if_floats<T> = 0> inline bool isfinite(T x) {
  return detail::magnitude_bits(x) < detail::infinity_bits<T>();
}
template <class T, detail::if_floats<T> = 0> inline bool isnormal(T x) {
  return isfinite(x) && detail::magnitude_bits(x) >= detail::bits_of(std::numeric_limits<T>::min());
}
template <class T, detail::if_floats<T> = 0> inline bool signbit(T x) {
  return (detail::bits_of(x) & detail::sign_bit<T>) != 0;
}

/// Is the most significant bit set? (Of all elements of a vector, or any; a scalar has one.)
template <class T, std::enable_if_t<detail::is_int_scalar<T> && std::is_signed_v<T>, int> = 0> inline bool any(T x) {
  return x < 0;
}
template <class T, std::enable_if_t<detail::is_int_scalar<T> && std::is_signed_v<T>, int> = 0> inline bool all(T x) {
  return x < 0;
}

/// b where the condition holds, else a.
template <class T, detail::if_scalars<T> = 0> inline T select(T a, T b, bool condition) {
  return condition ? b : a;
}
/// Each bit from b where the mask has a one, else from a.
template <class T, detail::if_scalars<T> = 0> inline T bitselect(T a, T b, T mask) {
  const auto m = detail::bits_of(mask);
  using B = detail::bits_t<T>;
  return __builtin_bit_cast(
      T, static_cast<detail::bits_t<T>>((detail::bits_of(b) & m) | (detail::bits_of(a) & static_cast<B>(~m))));
}

} // namespace _V1
} // namespace sycl
