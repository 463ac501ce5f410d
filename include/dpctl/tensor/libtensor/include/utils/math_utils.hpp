// Order of complex numbers and sums of exponentials, as the functions of arrays have them.
#pragma once

#include <cmath>
#include <complex>
#include <limits>

#include <sycl/sycl.hpp>

namespace dpctl::tensor::math_utils {

namespace detail {

/// By the real parts, where these are equal by the imaginary ones; false for what is not a number.
template <typename T, typename Compare> bool compare_parts(const T &x1, const T &x2, Compare compare) {
  if (x1.real() == x2.real())
    return compare(x1.imag(), x2.imag());
  return compare(x1.real(), x2.real()) && !std::isnan(x1.imag()) && !std::isnan(x2.imag());
}

template <typename T> bool is_nan(const T &x) {
  return std::isnan(x.real()) || std::isnan(x.imag());
}

} // namespace detail

template <typename T> bool less_complex(const T &x1, const T &x2) {
  return detail::compare_parts(x1, x2, [](auto a, auto b) { return a < b; });
}

template <typename T> bool greater_complex(const T &x1, const T &x2) {
  return detail::compare_parts(x1, x2, [](auto a, auto b) { return a > b; });
}

template <typename T> bool less_equal_complex(const T &x1, const T &x2) {
  return detail::compare_parts(x1, x2, [](auto a, auto b) { return a <= b; });
}

template <typename T> bool greater_equal_complex(const T &x1, const T &x2) {
  return detail::compare_parts(x1, x2, [](auto a, auto b) { return a >= b; });
}

/// The first where it is not a number.
template <typename T> T max_complex(const T &x1, const T &x2) {
  return detail::is_nan(x1) || greater_complex(x1, x2) ? x1 : x2;
}

/// The first where it is not a number.
template <typename T> T min_complex(const T &x1, const T &x2) {
  return detail::is_nan(x1) || less_complex(x1, x2) ? x1 : x2;
}

/// log(exp(x) + exp(y)) without overflow between.
template <typename T> T logaddexp(T x, T y) {
  if (x == y) // infinities of one sign, too
    return x + sycl::log(T(2));
  const T difference = x - y;
  if (difference > T(0))
    return x + sycl::log1p(sycl::exp(-difference));
  return difference <= T(0) ? y + sycl::log1p(sycl::exp(difference)) : std::numeric_limits<T>::quiet_NaN();
}

} // namespace dpctl::tensor::math_utils
