// Functions of oneMKL's LAPACK that others make up: what they give solves what was asked.
#include <algorithm>
#include <complex>
#include <vector>

#include "matrices.hpp"

using lapack::detail::Real;
using oneapi::mkl::diag;
using oneapi::mkl::job;
using oneapi::mkl::transpose;
using oneapi::mkl::uplo;

class Drivers : public EachDeviceOfMatrices {
public:
  template <class T> void expect_eigenvalues(Int type, uplo half, Int n) {
    const Matrix<T> a = symmetric<T>(n), b = positive_definite<T>(n, 4);
    T *const at = in_usm(a), *const with = in_usm(b), *const pad = shared<T>(1);
    auto *const w = shared<Real<T>>(static_cast<std::size_t>(n));
    const Int size = lapack::sygvd_scratchpad_size<T>(q, type, job::vec, half, n, n, n);
    lapack::sygvd(q, type, job::vec, half, n, at, n, with, n, w, pad, size).wait();
    EXPECT_TRUE(std::is_sorted(w, w + n));
    const Matrix<T> x = from_usm(at, n, n);
    Matrix<T> of_values{n, n};
    for (Int i = 0; i < n; ++i)
      of_values(i, i) = T(w[i]);
    const double tolerance = sizeof(Real<T>) == 4 ? 2e-3 : 1e-9;
    if (type == 1)
      expect_near(a * x, b * x * of_values, tolerance);
    else
      expect_near(type == 2 ? a * (b * x) : b * (a * x), x * of_values, tolerance);
    std::copy(a.elements.begin(), a.elements.end(), at);
    std::copy(b.elements.begin(), b.elements.end(), with);
    auto *const alone = shared<Real<T>>(static_cast<std::size_t>(n));
    lapack::hegvd(q, type, job::novec, half, n, at, n, with, n, alone, pad, size).wait();
    EXPECT_TRUE(std::equal(w, w + n, alone));
  }
};
WEFT_EACH_DEVICE(Drivers);

TEST_P(Drivers, EigenvaluesOfTwoMatrices) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    for (const Int type : {1, 2, 3})
      for (const uplo half : {uplo::lower, uplo::upper})
        expect_eigenvalues<T>(type, half, 7);
  });
  double *const pad = shared<double>(4);
  EXPECT_THROW(lapack::sygvd(q, 4, job::vec, uplo::lower, 2, pad, 2, pad, 2, pad, pad, 1), lapack::invalid_argument);
  EXPECT_THROW(lapack::sygvd(q, 1, job::vec, uplo::lower, 2, pad, 2, pad, 2, pad, pad, 1),
               lapack::computation_error); // b is 0
}

TEST_P(Drivers, Equations) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    const Int n = 9, columns = 3;
    const Matrix<T> a = numbers<T>(n, n, 1), b = numbers<T>(n, columns, 2);
    T *const at = in_usm(a), *const x = in_usm(b), *const pad = shared<T>(1);
    Int *const pivots = shared<Int>(static_cast<std::size_t>(n));
    const Int size = lapack::gesv_scratchpad_size<T>(q, n, columns, n, n);
    lapack::gesv(q, n, columns, at, n, pivots, x, n, pad, size).wait();
    expect_near(a * from_usm(x, n, columns), b, sizeof(Real<T>) == 4 ? 1e-3 : 1e-11);
  });
}

TEST_P(Drivers, LeastSquares) {
  const Matrix<double> a = numbers<double>(8, 3, 1), b = numbers<double>(8, 2, 2);
  double *const at = in_usm(a), *const x = in_usm(b), *const pad = shared<double>(1);
  lapack::gels(q, transpose::nontrans, 8, 3, 2, at, 8, x, 8, pad,
               lapack::gels_scratchpad_size<double>(q, transpose::nontrans, 8, 3, 2, 8, 8))
      .wait();
  Matrix<double> solution{3, 2}, rest = b;
  for (Int i = 0; i < 3; ++i)
    for (Int j = 0; j < 2; ++j)
      solution(i, j) = x[i + 8 * j];
  const Matrix<double> near = a * solution;
  for (std::size_t i = 0; i < rest.elements.size(); ++i)
    rest.elements[i] -= near.elements[i];
  expect_near(turned(a) * rest, Matrix<double>{3, 2}, 1e-12); // what is left stands on all columns
}

TEST_P(Drivers, InversesOfTriangles) {
  for_types([&](auto zero) {
    using T = decltype(zero);
    const Int n = 6;
    for (const uplo half : {uplo::lower, uplo::upper})
      for (const diag diagonal : {diag::nonunit, diag::unit}) {
        Matrix<T> a = numbers<T>(n, n, 5);
        for (Int i = 0; i < n; ++i)
          a(i, i) += T(2);
        T *const at = in_usm(a), *const pad = shared<T>(1);
        lapack::trtri(q, half, diagonal, n, at, n, pad, lapack::trtri_scratchpad_size<T>(q, half, diagonal, n, n))
            .wait();
        const bool lower = half == uplo::lower, of_ones = diagonal == diag::unit;
        const Matrix<T> given = from_usm(at, n, n), inverse = half_of(given, lower, n, n, of_ones);
        expect_near(half_of(a, lower, n, n, of_ones) * inverse, identity<T>(n), sizeof(Real<T>) == 4 ? 1e-3 : 1e-11);
        EXPECT_EQ(given(lower ? 0 : n - 1, lower ? n - 1 : 0), a(lower ? 0 : n - 1, lower ? n - 1 : 0)); // as it was
      }
  });
  double *const zero = shared<double>(4), *const pad = shared<double>(1);
  EXPECT_THROW(lapack::trtri(q, uplo::lower, diag::nonunit, 2, zero, 2, pad, 1), lapack::computation_error);
}
