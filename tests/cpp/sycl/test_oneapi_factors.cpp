// What there is of LAPACK in oneMKL's interface: factors multiply to their matrix, and solutions give their other side.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numeric>
#include <vector>

#include "matrices.hpp"

using oneapi::mkl::side;
using oneapi::mkl::transpose;
using oneapi::mkl::uplo;

class Factors : public EachDeviceOfMatrices {
public:
  template <class T> void expect_lu(Int m, Int n) {
    const Matrix<T> a = numbers<T>(m, n, 1);
    T *const at = in_usm(a), *const scratchpad = shared<T>(1);
    const Int steps = std::min(m, n), size = lapack::getrf_scratchpad_size<T>(q, m, n, m);
    Int *const pivots = shared<Int>(static_cast<std::size_t>(steps));
    lapack::getrf(q, m, n, at, m, pivots, scratchpad, size).wait();
    const Matrix<T> factors = from_usm(at, m, n);
    Matrix<T> product = half_of(factors, true, m, steps, true) * half_of(factors, false, steps, n);
    for (Int i = steps; i-- > 0;)
      for (Int j = 0; j < n; ++j)
        std::swap(product(i, j), product(pivots[i] - 1, j));
    expect_near(product, a);
    for (const T element : half_of(factors, true, m, steps, true).elements)
      ASSERT_LT(std::abs(element), 1.5);
  }

  template <class T> void expect_solutions() {
    constexpr Int n = 70, columns = 3;
    Matrix<T> a = numbers<T>(n, n, 2);
    for (Int i = 0; i < n; ++i)
      a((i * 11) % n, i) += T(12); // far from singular
    const Matrix<T> x = numbers<T>(n, columns, 3);
    T *const at = in_usm(a), *const scratchpad = shared<T>(1);
    Int *const pivots = shared<Int>(n);
    lapack::getrf(q, n, n, at, n, pivots, scratchpad, 1).wait();
    for (const auto op : {transpose::nontrans, transpose::conjtrans}) {
      T *const b = in_usm(op == transpose::nontrans ? a * x : turned(a) * x);
      lapack::getrs(q, op, n, columns, at, n, pivots, b, n, scratchpad, 1).wait();
      expect_near(from_usm(b, n, columns), x, sizeof(lapack::detail::Real<T>) == 4 ? 1e-3 : 1e-11);
    }
    lapack::getri(q, n, at, n, pivots, scratchpad, 1).wait();
    expect_near(from_usm(at, n, n) * a, identity<T>(n));
  }

  template <class T> void expect_cholesky(uplo half) {
    constexpr Int n = 200, columns = 2;
    const bool lower = half == uplo::lower;
    const Matrix<T> a = positive_definite<T>(n, 4), x = numbers<T>(n, columns, 5);
    T *const at = in_usm(a), *const b = in_usm(a * x), *const scratchpad = shared<T>(1);
    lapack::potrf(q, half, n, at, n, scratchpad, lapack::potrf_scratchpad_size<T>(q, half, n, n)).wait();
    const Matrix<T> root = half_of(from_usm(at, n, n), lower, n, n);
    expect_near(lower ? root * turned(root) : turned(root) * root, a);
    for (Int i = 1; i < n; ++i) // the other half is left alone
      EXPECT_EQ(lower ? at[i * n] : at[i], lower ? a(0, i) : a(i, 0));
    lapack::potrs(q, half, n, columns, at, n, b, n, scratchpad, 1).wait();
    expect_near(from_usm(b, n, columns), x, sizeof(lapack::detail::Real<T>) == 4 ? 1e-3 : 1e-11);
    lapack::potri(q, half, n, at, n, scratchpad, 1).wait();
    Matrix<T> inverse = half_of(from_usm(at, n, n), lower, n, n);
    for (Int i = 0; i < n; ++i)
      for (Int j = 0; j < n; ++j)
        if (i != j && (i > j) != lower)
          inverse(i, j) = conjugated(inverse(j, i));
    expect_near(inverse * a, identity<T>(n));
  }

  template <class T> void expect_qr(Int m, Int n) {
    const Matrix<T> a = numbers<T>(m, n, 6), c = numbers<T>(m, 4, 7);
    const Int k = std::min(m, n);
    T *const at = in_usm(a), *const tau = shared<T>(static_cast<std::size_t>(k)), *const scratchpad = shared<T>(1);
    lapack::geqrf(q, m, n, at, m, tau, scratchpad, lapack::geqrf_scratchpad_size<T>(q, m, n, m)).wait();
    const Matrix<T> factors = from_usm(at, m, n), upper = half_of(factors, false, m, n);
    T *const whole = shared<T>(static_cast<std::size_t>(m * m));
    std::copy(at, at + m * k, whole);
    lapack::orgqr(q, m, m, k, whole, m, tau, scratchpad, 1).wait();
    const Matrix<T> orthogonal = from_usm(whole, m, m);
    expect_near(orthogonal * upper, a);
    expect_near(turned(orthogonal) * orthogonal, identity<T>(m));
    for (const bool undo : {false, true}) {
      const Matrix<T> by = undo ? turned(orthogonal) : orthogonal;
      const transpose op = !undo ? transpose::nontrans : is_complex<T>::value ? transpose::conjtrans : transpose::trans;
      T *const left = in_usm(c), *const right = in_usm(turned(c));
      lapack::ormqr(q, side::left, op, m, Int(4), k, at, m, tau, left, m, scratchpad, 1).wait();
      expect_near(from_usm(left, m, 4), by * c);
      lapack::unmqr(q, side::right, op, 4, m, k, at, m, tau, right, 4, scratchpad, 1).wait();
      expect_near(from_usm(right, 4, m), turned(c) * by);
    }
  }
};
WEFT_EACH_DEVICE(Factors);

TEST_P(Factors, OfLuMultiplyToTheirMatrix) {
  for_types([&](auto type) {
    for (const auto &[m, n] : {std::pair<Int, Int>{1, 1}, {7, 7}, {80, 80}, {90, 40}, {33, 75}})
      expect_lu<decltype(type)>(m, n);
  });
}

TEST_P(Factors, OfLuSolveAndInvert) {
  for_types([&](auto type) { expect_solutions<decltype(type)>(); });
}

TEST_P(Factors, OfCholeskyMultiplySolveAndInvert) {
  for_types([&](auto type) {
    for (const uplo half : {uplo::lower, uplo::upper})
      expect_cholesky<decltype(type)>(half);
  });
}

TEST_P(Factors, OfQrMultiplyToTheirMatrix) {
  for_types([&](auto type) {
    for (const auto &[m, n] : {std::pair<Int, Int>{1, 1}, {20, 20}, {50, 12}, {9, 14}})
      expect_qr<decltype(type)>(m, n);
  });
}

TEST_P(Factors, OfManyMatricesByStepsAndByAddresses) {
  constexpr Int n = 6, count = 5;
  std::vector<float> all, sides;
  std::vector<Matrix<float>> matrices, solutions;
  for (unsigned i = 0; i < count; ++i) {
    matrices.push_back(positive_definite<float>(n, i));
    solutions.push_back(numbers<float>(n, 1, 100 + i));
    const Matrix<float> b = matrices.back() * solutions.back();
    all.insert(all.end(), matrices.back().elements.begin(), matrices.back().elements.end());
    sides.insert(sides.end(), b.elements.begin(), b.elements.end());
  }
  float *const scratchpad = shared<float>(1), *const tau = shared<float>(n * count);
  Int *const pivots = shared<Int>(n * count);
  const auto expect_solved = [&](const float *b) {
    for (Int i = 0; i < count; ++i)
      expect_near(from_usm(b + i * n, n, 1), solutions[static_cast<std::size_t>(i)], 1e-3);
  };
  const auto addresses = [](auto *first, Int step) {
    std::vector<decltype(first)> result;
    for (Int i = 0; i < count; ++i)
      result.push_back(first + (count - 1 - i) * step);
    return result;
  };
  const Int sizes[] = {2, count - 2}, side[] = {n, n}, ones[] = {1, 1};
  const transpose none[] = {transpose::nontrans, transpose::nontrans};
  const uplo lower[] = {uplo::lower, uplo::lower};
  {
    float *const a = in_usm(all), *const b = in_usm(sides);
    const Int size = lapack::getrf_batch_scratchpad_size<float>(q, n, n, n, n * n, n, count);
    lapack::getrf_batch(q, n, n, a, n, n * n, pivots, n, count, scratchpad, size).wait();
    lapack::getrs_batch(q, transpose::nontrans, n, 1, a, n, n * n, pivots, n, b, n, n, count, scratchpad, 1).wait();
    expect_solved(b);
    lapack::getri_batch(q, n, a, n, n * n, pivots, n, count, scratchpad, 1).wait();
    expect_near(from_usm(a + n * n, n, n) * matrices[1], identity<float>(n));
  }
  {
    float *const a = in_usm(all), *const b = in_usm(sides);
    const auto each_a = addresses(a, n * n), each_b = addresses(b, n);
    const auto each_pivots = addresses(pivots, n);
    lapack::getrf_batch(q, side, side, each_a.data(), side, each_pivots.data(), 2, sizes, scratchpad, 1).wait();
    lapack::getrs_batch(q, none, side, ones, each_a.data(), side, each_pivots.data(), each_b.data(), side, 2, sizes,
                        scratchpad, 1)
        .wait();
    expect_solved(b);
    lapack::getri_batch(q, side, each_a.data(), side, each_pivots.data(), 2, sizes, scratchpad, 1).wait();
    expect_near(from_usm(a + n * n, n, n) * matrices[1], identity<float>(n));
  }
  {
    float *const a = in_usm(all), *const b = in_usm(sides);
    lapack::potrf_batch(q, uplo::upper, n, a, n, n * n, count, scratchpad, 1).wait();
    lapack::potrs_batch(q, uplo::upper, n, 1, a, n, n * n, b, n, n, count, scratchpad, 1).wait();
    expect_solved(b);
  }
  {
    float *const a = in_usm(all), *const b = in_usm(sides), **const each_a = shared<float *>(count);
    const auto each = addresses(a, n * n), each_b = addresses(b, n);
    std::copy(each.begin(), each.end(), each_a);
    lapack::potrf_batch(q, lower, side, each_a, side, 2, sizes, scratchpad, 1).wait();
    lapack::potrs_batch(q, lower, side, ones, each_a, side, each_b.data(), side, 2, sizes, scratchpad, 1).wait();
    expect_solved(b);
  }
  {
    float *const a = in_usm(all), *const b = in_usm(sides);
    lapack::gels_batch(q, transpose::nontrans, n, n, 1, a, n, n * n, b, n, n, count, scratchpad, 1).wait();
    expect_solved(b);
  }
  {
    float *const a = in_usm(all);
    lapack::geqrf_batch(q, n, n, a, n, n * n, tau, n, count, scratchpad, 1).wait();
    const Matrix<float> upper = half_of(from_usm(a + n * n, n, n), false, n, n);
    lapack::orgqr_batch(q, n, n, n, a, n, n * n, tau, n, count, scratchpad, 1).wait();
    expect_near(from_usm(a + n * n, n, n) * upper, matrices[1], 1e-3);
  }
}

TEST_P(Factors, LeastSquaresLeaveNoPartOfTheColumns) {
  constexpr Int m = 20, n = 4;
  const Matrix<float> a = numbers<float>(m, n, 8), b = numbers<float>(m, 2, 9);
  float *const at = in_usm(a), *const to = in_usm(b), *const scratchpad = shared<float>(1);
  lapack::gels_batch(q, transpose::nontrans, m, n, 2, at, m, m * n, to, m, 2 * m, 1, scratchpad, 1).wait();
  Matrix<float> x{n, 2};
  for (Int i = 0; i < n; ++i)
    for (Int j = 0; j < 2; ++j)
      x(i, j) = to[i + j * m];
  Matrix<float> rest = a * x;
  for (std::size_t i = 0; i < rest.elements.size(); ++i)
    rest.elements[i] -= b.elements[i];
  expect_near(turned(a) * rest, Matrix<float>{n, 2});
}

TEST_P(Factors, BuffersAreTakenInThePlaceOfUsm) {
  constexpr Int n = 9;
  Matrix<float> a = positive_definite<float>(n, 1), b = a * identity<float>(n);
  std::vector<Int> pivots(n);
  {
    sycl::buffer<float> at(a.elements), to(b.elements), scratchpad(1);
    sycl::buffer<Int> steps(pivots);
    lapack::getrf(q, n, n, at, n, steps, scratchpad, 1);
    lapack::getrs(q, transpose::nontrans, n, n, at, n, steps, to, n, scratchpad, 1);
  }
  EXPECT_GT(pivots[n - 1], 0);
  expect_near(b, identity<float>(n));
}

TEST_P(Factors, RowsStayWherePivotsAreNotChosen) {
  for_types([&](auto type) {
    using T = decltype(type);
    const Int n = 40, count = 2;
    const Matrix<T> a = positive_definite<T>(n, 6);
    std::vector<T> twice = a.elements;
    twice.insert(twice.end(), a.elements.begin(), a.elements.end());
    T *const at = in_usm(twice), *const scratchpad = shared<T>(1);
    const auto expect_factors = [&](const T *p) {
      const Matrix<T> factors = from_usm(p, n, n);
      expect_near(half_of(factors, true, n, n, true) * half_of(factors, false, n, n), a);
    };
    lapack::getrfnp_batch(q, n, n, at, n, n * n, count, scratchpad,
                          lapack::getrfnp_batch_scratchpad_size<T>(q, n, n, n, n * n, count))
        .wait();
    expect_factors(at);
    expect_factors(at + n * n);
    T *const one = in_usm(a);
    lapack::getrfnp(q, n, n, one, n, scratchpad, 1).wait();
    expect_factors(one);
  });
  float *const a = in_usm<float>({0, 1, 1, 0}), *const scratchpad = shared<float>(1);
  EXPECT_THROW(lapack::getrfnp(q, 2, 2, a, 2, scratchpad, 1), oneapi::mkl::computation_error);
}

TEST_P(Factors, WhatHasNoneIsAnError) {
  float *const a = in_usm<float>({1, 2, 4, 1, 2, 4, 0, 1, 5}), *const scratchpad = shared<float>(1);
  Int *const pivots = shared<Int>(3);
  try {
    lapack::getrf(q, 3, 3, a, 3, pivots, scratchpad, 1).wait();
    FAIL();
  } catch (const lapack::exception &e) {
    EXPECT_EQ(e.info(), 2);
    EXPECT_NE(std::string(e.what()).find("getrf"), std::string::npos);
  }
  float *const b = in_usm<float>({4, 0, 0, 4, 1, 2, 2, 1});
  EXPECT_THROW(lapack::potrf(q, uplo::lower, 2, b + 4, 2, scratchpad, 1), oneapi::mkl::computation_error);
  try {
    lapack::potrf_batch(q, uplo::lower, 2, b, 2, 4, 2, scratchpad, 1);
    FAIL();
  } catch (const lapack::batch_error &e) {
    EXPECT_EQ(e.ids(), std::vector<Int>{1});
    EXPECT_EQ(e.exceptions().size(), 1u);
  }
  EXPECT_EQ(b[3], 2); // the others are done
  EXPECT_THROW(lapack::getrf(q, 3, 3, a, 2, pivots, scratchpad, 1), oneapi::mkl::invalid_argument);
}
