// Order and equality; of complex numbers lexicographic, with NumPy's answers where a part is NaN.
#pragma once

#include "libdevice/elementwise/predicates.hpp"

namespace weft::device {

template <Real T> constexpr bool equal(T a, T b) {
  return a == b;
}
template <Real T> constexpr bool not_equal(T a, T b) {
  return a != b;
}
template <Real T> constexpr bool less(T a, T b) {
  return a < b;
}
template <Real T> constexpr bool less_equal(T a, T b) {
  return a <= b;
}

template <class T> constexpr bool equal(Complex<T> a, Complex<T> b) {
  return a.re == b.re && a.im == b.im;
}
template <class T> constexpr bool not_equal(Complex<T> a, Complex<T> b) {
  return !equal(a, b);
}
template <class T> constexpr bool less(Complex<T> a, Complex<T> b) {
  return (a.re < b.re && !isnan(a.im) && !isnan(b.im)) || (a.re == b.re && a.im < b.im);
}
template <class T> constexpr bool less_equal(Complex<T> a, Complex<T> b) {
  return (a.re < b.re && !isnan(a.im) && !isnan(b.im)) || (a.re == b.re && a.im <= b.im);
}

// Signed against unsigned, exactly.
constexpr bool equal(long a, unsigned long b) {
  return a >= 0 && bits_of(a) == b;
}
constexpr bool not_equal(long a, unsigned long b) {
  return !equal(a, b);
}
constexpr bool less(long a, unsigned long b) {
  return a < 0 || bits_of(a) < b;
}
constexpr bool less_equal(long a, unsigned long b) {
  return a < 0 || bits_of(a) <= b;
}
constexpr bool equal(unsigned long a, long b) {
  return equal(b, a);
}
constexpr bool not_equal(unsigned long a, long b) {
  return !equal(b, a);
}
constexpr bool less(unsigned long a, long b) {
  return !less_equal(b, a);
}
constexpr bool less_equal(unsigned long a, long b) {
  return !less(b, a);
}

template <class T, class U> constexpr bool greater(T a, U b) {
  return less(b, a);
}
template <class T, class U> constexpr bool greater_equal(T a, U b) {
  return less_equal(b, a);
}

template <class T> constexpr T maximum(T a, T b) {
  return greater_equal(a, b) || isnan(a) ? a : b;
}
template <class T> constexpr T minimum(T a, T b) {
  return less_equal(a, b) || isnan(a) ? a : b;
}

/// Of NaN and a number the number.
template <class T> constexpr T fmax(T a, T b) {
  return greater_equal(a, b) || isnan(b) ? a : b;
}
template <class T> constexpr T fmin(T a, T b) {
  return less_equal(a, b) || isnan(b) ? a : b;
}

/// NaN of NaN.
template <Float T> constexpr T heaviside(T x, T at_zero) {
  const T step = x > T(0) ? T(1) : T(0);
  return isnan(x) ? x : (x == T(0) ? at_zero : step);
}

template <class T> constexpr T clip(T x, T low, T high) {
  return minimum(maximum(x, low), high);
}

template <class T> constexpr T wrap_index(T index, T extent) {
  const T last = static_cast<T>(extent - 1);
  if (!(index < T(0)))
    return index < last ? index : last;
  const T first = static_cast<T>(T(0) - extent);
  return static_cast<T>((index < first ? first : index) + extent);
}

template <Real T> constexpr bool argmax_replaces(T x, T best) {
  return !less_equal(x, best) && !isnan(best);
}
template <Real T> constexpr bool argmin_replaces(T x, T best) {
  return !less_equal(best, x) && !isnan(best);
}
template <class T> constexpr bool argmax_replaces(Complex<T> x, Complex<T> best) {
  return greater(x, best) || (isnan(x) && !isnan(best));
}
template <class T> constexpr bool argmin_replaces(Complex<T> x, Complex<T> best) {
  return less(x, best) || (isnan(x) && !isnan(best));
}

} // namespace weft::device
