// Eigenvalues and singular values of oneMKL's interface: the vectors are orthonormal and give their matrix again.
#include <algorithm>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "matrices.hpp"

using lapack::detail::Real;
using oneapi::mkl::job;
using oneapi::mkl::jobsvd;
using oneapi::mkl::uplo;

namespace {

/// Diagonal numbers in a matrix of rows and columns.
template <class T, class R> Matrix<T> diagonal(Int rows, Int columns, const R *values) {
  Matrix<T> result{rows, columns};
  for (Int i = 0; i < std::min(rows, columns); ++i)
    result(i, i) = T(values[i]);
  return result;
}

template <class T> Matrix<T> part(const Matrix<T> &a, Int rows, Int columns) {
  Matrix<T> result{rows, columns};
  for (Int i = 0; i < rows; ++i)
    for (Int j = 0; j < columns; ++j)
      result(i, j) = a(i, j);
  return result;
}

} // namespace

class Spectra : public EachDeviceOfMatrices {
public:
  template <class T> void expect_eigenvalues(const Matrix<T> &a, uplo half) {
    const Int n = a.rows, apart = n + 2;
    Matrix<T> padded{apart, n};
    for (Int i = 0; i < n; ++i)
      for (Int j = 0; j < n; ++j)
        padded(i, j) = i == j || (i > j) == (half == uplo::lower) ? a(i, j) : T(99);
    T *const at = in_usm(padded), *const scratchpad = shared<T>(1);
    auto *const w = shared<Real<T>>(static_cast<std::size_t>(n));
    const Int size = lapack::syevd_scratchpad_size<T>(q, job::vec, half, n, apart);
    lapack::syevd(q, job::vec, half, n, at, apart, w, scratchpad, size).wait();
    EXPECT_TRUE(std::is_sorted(w, w + n));
    const Matrix<T> vectors = part(from_usm(at, apart, n), n, n);
    expect_near(turned(vectors) * vectors, identity<T>(n));
    expect_near(vectors * diagonal<T>(n, n, w) * turned(vectors), a);
    auto *const alone = shared<Real<T>>(static_cast<std::size_t>(n));
    std::copy(padded.elements.begin(), padded.elements.end(), at);
    lapack::heevd(q, job::novec, half, n, at, apart, alone, scratchpad, size).wait();
    EXPECT_TRUE(std::equal(w, w + n, alone));
  }

  template <class T> void expect_singular_values(const Matrix<T> &a, jobsvd left, jobsvd right) {
    const Int m = a.rows, n = a.columns, least = std::min(m, n);
    const Int columns = left == jobsvd::vectors ? m : least, rows = right == jobsvd::vectors ? n : least;
    T *const at = in_usm(a), *const u = shared<T>(static_cast<std::size_t>(m * m)),
             *const vt = shared<T>(static_cast<std::size_t>(n * n)), *const scratchpad = shared<T>(1);
    auto *const s = shared<Real<T>>(static_cast<std::size_t>(least));
    const Int size = lapack::gesvd_scratchpad_size<T>(q, left, right, m, n, m, m, n);
    lapack::gesvd(q, left, right, m, n, at, m, s, u, m, vt, n, scratchpad, size).wait();
    EXPECT_TRUE(std::is_sorted(s, s + least, std::greater<>()));
    EXPECT_GE(s[least - 1], 0);
    const Matrix<T> u_there = part(from_usm(left == jobsvd::vectorsina ? at : u, m, columns), m, columns),
                    vt_there = right == jobsvd::vectorsina ? part(from_usm(at, m, n), rows, n)
                                                           : part(from_usm(vt, n, n), rows, n);
    expect_near(turned(u_there) * u_there, identity<T>(columns));
    expect_near(vt_there * turned(vt_there), identity<T>(rows));
    expect_near(u_there * diagonal<T>(columns, rows, s) * vt_there, a);
  }
};
WEFT_EACH_DEVICE(Spectra);

TEST_P(Spectra, EigenvectorsAreOrthonormalAndGiveTheirMatrix) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    for (const Int n : {1, 2, 7, 33})
      for (const uplo half : {uplo::lower, uplo::upper})
        expect_eigenvalues(symmetric<T>(n), half);
    expect_eigenvalues(identity<T>(5), uplo::lower);
    expect_eigenvalues(Matrix<T>{4, 4}, uplo::upper);
  });
}

TEST_P(Spectra, EigenvaluesOfBuffers) {
  sycl::buffer<float> a{sycl::range<1>(4)}, w{sycl::range<1>(2)}, scratchpad{sycl::range<1>(1)};
  {
    const sycl::host_accessor to(a, sycl::write_only);
    const float values[] = {2, 1, 1, 2};
    std::copy(values, values + 4, to.begin());
  }
  lapack::syevd(q, job::novec, uplo::lower, 2, a, 2, w, scratchpad, 1);
  const sycl::host_accessor got(w, sycl::read_only);
  EXPECT_NEAR(got[0], 1, 1e-6);
  EXPECT_NEAR(got[1], 3, 1e-6);
}

TEST_P(Spectra, SingularVectorsAreOrthonormalAndGiveTheirMatrix) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    const Int shapes[][2] = {{1, 1}, {5, 5}, {19, 7}, {6, 20}};
    for (const auto &[m, n] : shapes) {
      const Matrix<T> a = numbers<T>(m, n, 3);
      expect_singular_values(a, jobsvd::vectors, jobsvd::vectors);
      expect_singular_values(a, jobsvd::somevec, jobsvd::somevec);
      expect_singular_values(a, jobsvd::vectorsina, jobsvd::somevec);
      expect_singular_values(a, jobsvd::vectors, jobsvd::vectorsina);
    }
  });
}

TEST_P(Spectra, VectorsOfSingularValuesThatAreZeroAreOrthonormalToo) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    expect_singular_values(Matrix<T>{6, 3}, jobsvd::vectors, jobsvd::somevec);
    expect_singular_values(numbers<T>(9, 1, 2) * numbers<T>(1, 6, 4), jobsvd::somevec, jobsvd::vectors);
  });
}

TEST_P(Spectra, NumbersWhoseSquaresOverflowHaveSingularValues) {
  float *const a = in_usm<float>({3e30f, 4e30f, 4e30f, -3e30f}), *const s = shared<float>(2),
               *const scratchpad = shared<float>(1);
  lapack::gesvd(q, jobsvd::novec, jobsvd::novec, 2, 2, a, 2, s, a, 2, a, 2, scratchpad, 1).wait();
  EXPECT_NEAR(s[0] / 5e30f, 1, 1e-6);
  EXPECT_NEAR(s[1] / 5e30f, 1, 1e-6);
}

TEST_P(Spectra, WhatIsNoNumberHasNoSpectrum) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  float *const a = in_usm<float>({1, nan, nan, 1}), *const w = shared<float>(2), *const scratchpad = shared<float>(1);
  EXPECT_THROW(lapack::syevd(q, job::vec, uplo::lower, 2, a, 2, w, scratchpad, 1), oneapi::mkl::computation_error);
  EXPECT_THROW(lapack::syevd(q, job::vec, uplo::lower, 2, a, 1, w, scratchpad, 1), oneapi::mkl::invalid_argument);
  EXPECT_THROW(lapack::gesvd(q, jobsvd::vectorsina, jobsvd::vectorsina, 2, 2, a, 2, w, a, 2, a, 2, scratchpad, 1),
               oneapi::mkl::invalid_argument);
}
