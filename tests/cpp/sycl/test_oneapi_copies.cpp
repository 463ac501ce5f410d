// Copies, sums and scaled lines of matrices in oneMKL's interface, against plain loops.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace blas = oneapi::mkl::blas;
using oneapi::mkl::side;
using oneapi::mkl::transpose;

class MatrixCopies : public EachDevice {
public:
  static constexpr std::int64_t m = 5, n = 3, count = 2, step = 40;

  template <class T> std::vector<T> numbers(int seed) {
    std::vector<T> values;
    for (int i = 0; i < count * step; ++i)
      values.push_back(static_cast<T>(static_cast<float>((i * 7 + seed) % 13)));
    if constexpr (blas::detail::is_complex<T>::value)
      for (T &value : values)
        value.imag(value.real() - 4);
    return values;
  }
  template <class T> T *in_usm(const std::vector<T> &values) {
    T *const p = shared<T>(values.size());
    std::copy(values.begin(), values.end(), p);
    return p;
  }

  /// Where an element of a matrix lies.
  static std::size_t at(bool rows, std::int64_t matrix, std::int64_t row, std::int64_t column, std::int64_t apart) {
    return static_cast<std::size_t>(matrix * step + (rows ? row * apart + column : column * apart + row));
  }
  /// An element of op(A).
  template <class T>
  static T element(const std::vector<T> &a, bool rows, transpose op, std::int64_t matrix, std::int64_t i,
                   std::int64_t j, std::int64_t apart) {
    const T value = op == transpose::nontrans ? a[at(rows, matrix, i, j, apart)] : a[at(rows, matrix, j, i, apart)];
    return op == transpose::conjtrans ? blas::detail::factor<true>(value) : value;
  }

  template <class T> void expect_copies(transpose op, bool rows) {
    constexpr std::int64_t lda = 6, ldb = 7;
    const std::vector<T> a = numbers<T>(1), b = numbers<T>(2);
    std::vector<T> expected = b, in_place = a;
    const std::int64_t height = op == transpose::N ? m : n, width = op == transpose::N ? n : m;
    for (std::int64_t z = 0; z < count; ++z)
      for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j)
          in_place[at(rows, z, i, j, ldb)] = expected[at(rows, z, i, j, ldb)] =
              T(3) * element(a, rows, op, z, i, j, lda);
    T *const from = in_usm(a), *const to = in_usm(b), *const both = in_usm(a);
    std::vector<T> buffered = b, buffered_both = a;
    const auto copy = [&](const auto &omatcopy_batch, const auto &imatcopy_batch) {
      omatcopy_batch(q, op, m, n, 3, from, lda, step, to, ldb, step, count).wait();
      imatcopy_batch(q, op, m, n, 3, both, lda, ldb, step, count).wait();
      sycl::buffer<T> x(a.data(), a.size()), y(buffered), z(buffered_both);
      omatcopy_batch(q, op, m, n, 3, x, lda, step, y, ldb, step, count);
      imatcopy_batch(q, op, m, n, 3, z, lda, ldb, step, count);
    };
    rows ? copy(blas::row_major::omatcopy_batch, blas::row_major::imatcopy_batch)
         : copy(blas::column_major::omatcopy_batch, blas::column_major::imatcopy_batch);
    EXPECT_EQ(std::vector<T>(to, to + expected.size()), expected) << rows;
    EXPECT_EQ(std::vector<T>(both, both + expected.size()), in_place) << rows;
    EXPECT_EQ(buffered, expected) << rows;
    EXPECT_EQ(buffered_both, in_place) << rows;
  }

  template <class T> void expect_sums(transpose op_a, transpose op_b, bool rows) {
    constexpr std::int64_t lda = 6, ldc = 7;
    const std::vector<T> a = numbers<T>(1), b = numbers<T>(2), c = numbers<T>(3);
    std::vector<T> expected = c;
    for (std::int64_t z = 0; z < count; ++z)
      for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          expected[at(rows, z, i, j, ldc)] =
              T(3) * element(a, rows, op_a, z, i, j, lda) - T(2) * element(b, rows, op_b, z, i, j, lda);
    const T *const left = in_usm(a), *const right = in_usm(b);
    T *const to = in_usm(c);
    std::vector<T> buffered = c;
    const auto add = [&](const auto &omatadd_batch) {
      omatadd_batch(q, op_a, op_b, m, n, 3, left, lda, step, -2, right, lda, step, to, ldc, step, count).wait();
      sycl::buffer<T> x(a.data(), a.size()), y(b.data(), b.size()), z(buffered);
      omatadd_batch(q, op_a, op_b, m, n, 3, x, lda, step, -2, y, lda, step, z, ldc, step, count);
    };
    rows ? add(blas::row_major::omatadd_batch) : add(blas::column_major::omatadd_batch);
    EXPECT_EQ(std::vector<T>(to, to + expected.size()), expected) << rows;
    EXPECT_EQ(buffered, expected) << rows;
  }
};
WEFT_EACH_DEVICE(MatrixCopies);

TEST_P(MatrixCopies, CopiesMayBeTransposedScaledAndInPlace) {
  for (const auto op : {transpose::nontrans, transpose::trans, transpose::conjtrans})
    for (const bool rows : {true, false}) {
      expect_copies<float>(op, rows);
      expect_copies<std::complex<float>>(op, rows);
    }
}

TEST_P(MatrixCopies, SumsOfMatrices) {
  for (const auto op_a : {transpose::nontrans, transpose::conjtrans})
    for (const auto op_b : {transpose::nontrans, transpose::trans})
      for (const bool rows : {true, false}) {
        expect_sums<float>(op_a, op_b, rows);
        expect_sums<std::complex<float>>(op_a, op_b, rows);
      }
}

TEST_P(MatrixCopies, OneMatrixIsABatchOfOne) {
  float *const a = in_usm<float>({1, 2, 3, 4, 5, 6}), *const b = shared<float>(6), *const c = shared<float>(6);
  blas::row_major::omatcopy(q, transpose::trans, 2, 3, 2.0f, a, 3, b, 2).wait();
  EXPECT_EQ(std::vector<float>(b, b + 6), (std::vector<float>{2, 8, 4, 10, 6, 12}));
  blas::omatadd(q, transpose::trans, transpose::nontrans, 2, 3, 1, a, 3, 1, b, 2, c, 2).wait();
  EXPECT_EQ(std::vector<float>(c, c + 6), (std::vector<float>{3, 12, 6, 15, 9, 18}));
  blas::row_major::imatcopy(q, transpose::trans, 2, 3, 1, a, 3, 2).wait();
  EXPECT_EQ(std::vector<float>(a, a + 6), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST_P(MatrixCopies, GroupsOfCopiesHaveShapesOfTheirOwn) {
  const std::vector<float> values{1, 2, 3, 4, 5, 6, 7, 8};
  const float *const x = in_usm(values), *const from[] = {x, x + 2, x + 4};
  float *const y = shared<float>(8), *const to[] = {y + 4, y + 6, y};
  const transpose ops[] = {transpose::nontrans, transpose::trans};
  const std::int64_t rows[] = {1, 2}, columns[] = {2, 2}, lda[] = {1, 2}, sizes[] = {2, 1};
  const float alpha[] = {1, 10};
  blas::omatcopy_batch(q, ops, rows, columns, alpha, from, lda, to, lda, 2, sizes).wait();
  EXPECT_EQ(std::vector<float>(y, y + 8), (std::vector<float>{50, 70, 60, 80, 1, 2, 3, 4}));
}

TEST_P(MatrixCopies, RowsAndColumnsAreScaledByAVector) {
  const float *const a = in_usm<float>({1, 2, 3, 4, 5, 6}), *const x = in_usm<float>({2, 0, 3, 0, 5});
  float *const c = shared<float>(6);
  blas::column_major::dgmm(q, side::left, 2, 3, a, 2, x, 2, c, 2).wait();
  EXPECT_EQ(std::vector<float>(c, c + 6), (std::vector<float>{2, 6, 6, 12, 10, 18}));
  blas::row_major::dgmm(q, side::left, 2, 3, a, 3, x, -2, c, 3).wait();
  EXPECT_EQ(std::vector<float>(c, c + 6), (std::vector<float>{3, 6, 9, 8, 10, 12}));
  blas::column_major::dgmm(q, side::right, 2, 3, a, 2, x, 2, c, 2).wait();
  EXPECT_EQ(std::vector<float>(c, c + 6), (std::vector<float>{2, 4, 9, 12, 25, 30}));
}
