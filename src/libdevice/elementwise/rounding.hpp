// Integers near a number.
#pragma once

#include "libdevice/elementwise/predicates.hpp"

namespace weft::device {

template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr T floor(T x) {
  return x;
}
template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr T ceil(T x) {
  return x;
}
template <class T>
  requires(Boolean<T> || Integer<T>)
constexpr T trunc(T x) {
  return x;
}
template <Integer T> constexpr T round(T x) {
  return x;
}

template <Float T> T floor(T x) {
  return m::floor(x);
}
template <Float T> T ceil(T x) {
  return m::ceil(x);
}
template <Float T> T trunc(T x) {
  return m::trunc(x);
}
template <Float T> T round(T x) {
  return m::roundeven(x);
}
template <class T> Complex<T> round(Complex<T> z) {
  return {m::roundeven(z.re), m::roundeven(z.im)};
}
template <class T> T rint(T x) {
  return round(x);
}

} // namespace weft::device
