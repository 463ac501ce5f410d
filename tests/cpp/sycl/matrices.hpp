// Small matrices on the host, by which what LAPACK gives is checked.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace lapack = oneapi::mkl::lapack;
using lapack::detail::conjugated;
using lapack::detail::Int;
using lapack::detail::is_complex;

/// A matrix of rows and columns that lies in columns.
template <class T> struct Matrix {
  Int rows, columns;
  std::vector<T> elements = std::vector<T>(static_cast<std::size_t>(rows * columns));

  T &operator()(Int i, Int j) { return elements[static_cast<std::size_t>(i + j * rows)]; }
  const T &operator()(Int i, Int j) const { return elements[static_cast<std::size_t>(i + j * rows)]; }
};

template <class T> Matrix<T> numbers(Int rows, Int columns, unsigned seed) {
  Matrix<T> a{rows, columns};
  for (T &element : a.elements) {
    const auto next = [&seed] {
      return static_cast<float>((seed = seed * 1664525u + 1013904223u) >> 16) / 32768.0f - 1;
    };
    if constexpr (is_complex<T>::value)
      element = T(next(), next());
    else
      element = static_cast<T>(next());
  }
  return a;
}

template <class T> Matrix<T> turned(const Matrix<T> &a) {
  Matrix<T> result{a.columns, a.rows};
  for (Int i = 0; i < a.rows; ++i)
    for (Int j = 0; j < a.columns; ++j)
      result(j, i) = conjugated(a(i, j));
  return result;
}

template <class T> Matrix<T> transposed(const Matrix<T> &a) {
  Matrix<T> result{a.columns, a.rows};
  for (Int i = 0; i < a.rows; ++i)
    for (Int j = 0; j < a.columns; ++j)
      result(j, i) = a(i, j);
  return result;
}

template <class By, class T> Matrix<T> times(By by, Matrix<T> a) {
  for (T &element : a.elements)
    element *= by;
  return a;
}

template <class T> Matrix<T> operator+(Matrix<T> a, const Matrix<T> &b) {
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    a.elements[i] += b.elements[i];
  return a;
}

template <class T> Matrix<T> operator*(const Matrix<T> &a, const Matrix<T> &b) {
  Matrix<T> result{a.rows, b.columns};
  for (Int j = 0; j < b.columns; ++j)
    for (Int k = 0; k < a.columns; ++k)
      for (Int i = 0; i < a.rows; ++i)
        result(i, j) += a(i, k) * b(k, j);
  return result;
}

/// What is on and below the diagonal, or above it.
template <class T> Matrix<T> half_of(const Matrix<T> &a, bool lower, Int rows, Int columns, bool of_ones = false) {
  Matrix<T> result{rows, columns};
  for (Int i = 0; i < rows; ++i)
    for (Int j = 0; j < columns; ++j)
      if (i == j)
        result(i, j) = of_ones ? T(1) : a(i, j);
      else if ((i > j) == lower)
        result(i, j) = a(i, j);
  return result;
}

template <class T> Matrix<T> identity(Int n) {
  Matrix<T> result{n, n};
  for (Int i = 0; i < n; ++i)
    result(i, i) = T(1);
  return result;
}

/// Symmetric, and of eigenvalues of both signs.
template <class T> Matrix<T> symmetric(Int n) {
  const Matrix<T> a = numbers<T>(n, n, 5);
  return a + turned(a);
}

/// As many times its side on the diagonal.
template <class T> Matrix<T> positive_definite(Int n, unsigned seed) {
  const Matrix<T> a = numbers<T>(n, n, seed);
  Matrix<T> result = a * turned(a);
  for (Int i = 0; i < n; ++i)
    result(i, i) += T(static_cast<float>(n) / 8);
  return result;
}

template <class T> void expect_near(const Matrix<T> &a, const Matrix<T> &b, double tolerance = 0) {
  ASSERT_EQ(a.elements.size(), b.elements.size());
  if (tolerance == 0)
    tolerance = (sizeof(lapack::detail::Real<T>) == 4 ? 2e-5 : 1e-13) * static_cast<double>(a.rows + a.columns);
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    ASSERT_LT(std::abs(a.elements[i] - b.elements[i]), tolerance) << i;
}

/// A test of every device with matrices in its shared memory, for each type of elements.
class EachDeviceOfMatrices : public EachDevice {
public:
  template <class T> T *in_usm(const std::vector<T> &values) {
    T *const p = shared<T>(values.size());
    std::copy(values.begin(), values.end(), p);
    return p;
  }
  template <class T> T *in_usm(const Matrix<T> &a) { return in_usm(a.elements); }
  template <class T> static Matrix<T> from_usm(const T *p, Int rows, Int columns) {
    return {rows, columns, std::vector<T>(p, p + rows * columns)};
  }

  template <class Does> void for_types(Does does) {
    does(float());
    does(std::complex<float>());
    if (q.get_device().has(sycl::aspect::fp64)) {
      does(double());
      does(std::complex<double>());
    }
  }
};
