// Common and geometric functions on scalars (SYCL 2020, 4.17.7 and 4.17.8), and min, max and clamp of integers.
#pragma once

#include <type_traits>

#include <sycl/builtins/math.hpp>

namespace sycl {
inline namespace _V1 {

// NaN takes part as in C++: the comparison with it is false.
template <class T, detail::if_scalars<T> = 0> inline T min(T x, T y) {
  return y < x ? y : x;
}
template <class T, detail::if_scalars<T> = 0> inline T max(T x, T y) {
  return x < y ? y : x;
}
template <class T, detail::if_scalars<T> = 0> inline T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}

template <class T, detail::if_floats<T> = 0> inline T degrees(T radians) {
  using C = detail::computed_in<T>;
  return static_cast<T>(static_cast<C>(180) / detail::pi_v<C> * static_cast<C>(radians));
}
template <class T, detail::if_floats<T> = 0> inline T radians(T degrees) {
  using C = detail::computed_in<T>;
  return static_cast<T>(detail::pi_v<C> / static_cast<C>(180) * static_cast<C>(degrees));
}
template <class T, detail::if_floats<T> = 0> inline T mix(T x, T y, T a) {
  return x + (y - x) * a;
}
template <class T, detail::if_floats<T> = 0> inline T step(T edge, T x) {
  return x < edge ? T(0) : T(1);
}
template <class T, detail::if_floats<T> = 0> inline T smoothstep(T edge0, T edge1, T x) {
  const T t = clamp((x - edge0) / (edge1 - edge0), T(0), T(1));
  return t * t * (3 - 2 * t);
}
template <class T, detail::if_floats<T> = 0> inline T sign(T x) {
  return isnan(x) ? T(0) : x > 0 ? T(1) : x < 0 ? T(-1) : x;
}

template <class T, detail::if_floats<T> = 0> inline T dot(T x, T y) {
  return x * y;
}
template <class T, detail::if_floats<T> = 0> inline T length(T x) {
  return fabs(x);
}
template <class T, detail::if_floats<T> = 0> inline T distance(T x, T y) {
  return fabs(x - y);
}
template <class T, detail::if_floats<T> = 0> inline T normalize(T x) {
  return sign(x);
}
template <class T, detail::if_floats<T> = 0> inline T fast_length(T x) {
  return fabs(x);
}
template <class T, detail::if_floats<T> = 0> inline T fast_distance(T x, T y) {
  return fabs(x - y);
}
template <class T, detail::if_floats<T> = 0> inline T fast_normalize(T x) {
  return sign(x);
}

} // namespace _V1
} // namespace sycl
