// oneMKL's sparse matrices against dense ones, and its summary statistics; MKL's C interface beside them.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include "devices.hpp"
#include <mkl.h>
#include <oneapi/mkl.hpp>

namespace {

namespace mkl = oneapi::mkl;
using mkl::index_base;
using mkl::transpose;

class Sparse : public EachDevice {};
WEFT_EACH_DEVICE(Sparse);

/// 4 x 4 with a full diagonal, some elements beside it, and rows of different lengths.
template <class T> std::vector<T> dense() {
  std::vector<T> m{4, 0, 1, 0, 2, 5, 0, 0, 0, 3, 6, 1, 1, 2, 0, 8};
  if constexpr (!std::is_floating_point_v<T>)
    m[4] = {2, 1}, m[13] = {2, -3}, m[10] = {6, 2};
  return m;
}
constexpr std::int64_t n = 4;

template <class I, class T> struct Rows {
  explicit Rows(I base) : starts{base} {
    for (std::int64_t r = 0; r < n; ++r) {
      for (std::int64_t c = 0; c < n; ++c)
        if (const T value = dense<T>()[static_cast<std::size_t>(r * n + c)]; value != T(0)) {
          columns.push_back(static_cast<I>(c) + base);
          values.push_back(value);
        }
      starts.push_back(static_cast<I>(values.size()) + base);
    }
  }
  std::vector<I> starts, columns;
  std::vector<T> values;
};

template <class T> T conjugate(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return x;
  else
    return std::conj(x);
}
/// The element of op(matrix).
template <class T> T element(transpose op, std::int64_t row, std::int64_t column) {
  const std::vector<T> m = dense<T>();
  const auto at = [&](std::int64_t r, std::int64_t c) { return m[static_cast<std::size_t>(r * n + c)]; };
  return op == transpose::N ? at(row, column) : op == transpose::T ? at(column, row) : conjugate(at(column, row));
}
template <class T> std::vector<T> product(transpose op, T alpha, const std::vector<T> &x, T beta, std::vector<T> y) {
  for (std::int64_t r = 0; r < n; ++r) {
    T &to = y[static_cast<std::size_t>(r)];
    to *= beta;
    for (std::int64_t c = 0; c < n; ++c)
      to += alpha * element<T>(op, r, c) * x[static_cast<std::size_t>(c)];
  }
  return y;
}

template <class T> T *in_usm(const std::vector<T> &from, sycl::queue &q) {
  T *const to = sycl::malloc_shared<T>(from.size(), q);
  std::copy(from.begin(), from.end(), to);
  return to;
}

template <class I, class T> void expect_products(sycl::queue &q, index_base base) {
  const Rows<I, T> rows(base == index_base::one ? 1 : 0);
  const std::vector<T> x{1, 2, 3, 4}, y{5, 6, 7, 8};
  I *const starts = in_usm(rows.starts, q), *const columns = in_usm(rows.columns, q);
  T *const values = in_usm(rows.values, q), *const of_x = in_usm(x, q), *const of_y = in_usm(y, q);
  mkl::sparse::matrix_handle_t matrix = nullptr;
  mkl::sparse::init_matrix_handle(&matrix);
  mkl::sparse::set_csr_data(matrix, n, n, base, starts, columns, values);
  mkl::sparse::trsv(q, mkl::uplo::lower, transpose::N, mkl::diag::unit, matrix, of_x, of_y).wait();
  EXPECT_EQ(of_y[0], T(1));
  const auto set = mkl::sparse::set_csr_data(q, matrix, n, n, base, starts, columns, values);
  for (const transpose op : {transpose::N, transpose::T, transpose::C}) {
    std::copy(y.begin(), y.end(), of_y);
    const auto ready = mkl::sparse::optimize_gemv(q, op, matrix, {set});
    mkl::sparse::gemv(q, op, T(2), matrix, of_x, T(-1), of_y, {ready}).wait();
    EXPECT_EQ(std::vector<T>(of_y, of_y + n), product<T>(op, 2, x, -1, y)) << static_cast<int>(op);
    for (const mkl::uplo half : {mkl::uplo::lower, mkl::uplo::upper})
      for (const mkl::diag diagonal : {mkl::diag::nonunit, mkl::diag::unit}) {
        mkl::sparse::trsv(q, half, op, diagonal, T(3), matrix, of_x, of_y).wait();
        for (std::int64_t r = 0; r < n; ++r) { // the triangle by the solution gives the other side
          T sum = diagonal == mkl::diag::unit ? of_y[r] : element<T>(op, r, r) * of_y[r];
          for (std::int64_t c = 0; c < n; ++c)
            if (c != r && (c < r) == ((half == mkl::uplo::lower) == (op == transpose::N)))
              sum += element<T>(op, r, c) * of_y[c];
          EXPECT_LT(std::abs(sum - T(3) * x[static_cast<std::size_t>(r)]), 1e-4) << r;
        }
      }
  }
  mkl::sparse::release_matrix_handle(q, &matrix).wait();
  EXPECT_EQ(matrix, nullptr);
  for (void *p : {static_cast<void *>(starts), static_cast<void *>(columns), static_cast<void *>(values),
                  static_cast<void *>(of_x), static_cast<void *>(of_y)})
    sycl::free(p, q);
}

TEST_P(Sparse, ProductsAndTriangles) {
  expect_products<std::int32_t, float>(q, index_base::zero);
  expect_products<std::int64_t, double>(q, index_base::one);
  expect_products<std::int32_t, std::complex<float>>(q, index_base::one);
}

TEST_P(Sparse, Buffers) {
  Rows<std::int32_t, double> rows(0);
  const std::vector<double> x{1, 2, 3, 4};
  std::vector<double> y(4, 1);
  {
    sycl::buffer<std::int32_t> starts(rows.starts), columns(rows.columns);
    sycl::buffer<double> values(rows.values), of_x(x), of_y(y);
    mkl::sparse::matrix_handle_t matrix = nullptr;
    mkl::sparse::init_matrix_handle(&matrix);
    mkl::sparse::set_csr_data(q, matrix, n, n, index_base::zero, starts, columns, values);
    mkl::sparse::gemv(q, transpose::N, 1.0, matrix, of_x, 0.5, of_y);
    mkl::sparse::release_matrix_handle(q, &matrix);
  }
  EXPECT_EQ(y, product<double>(transpose::N, 1, x, 0.5, std::vector<double>(4, 1)));
}

TEST_P(Sparse, ProductsWithDenseMatrices) {
  Rows<std::int32_t, float> rows(0);
  std::int32_t *const starts = in_usm(rows.starts, q), *const columns = in_usm(rows.columns, q);
  float *const values = in_usm(rows.values, q), *const b = shared<float>(8), *const c = shared<float>(8, 1.f);
  for (int i = 0; i < 8; ++i)
    b[i] = static_cast<float>(i);
  mkl::sparse::matrix_handle_t matrix = nullptr;
  mkl::sparse::init_matrix_handle(&matrix);
  mkl::sparse::set_csr_data(q, matrix, n, n, static_cast<std::int64_t>(rows.values.size()), index_base::zero, starts,
                            columns, values)
      .wait();
  const auto column = [&](const float *from, int step) {
    return std::vector<float>{from[0], from[step], from[2 * step], from[3 * step]};
  };
  const std::vector<float> ones(4, 1.f);
  mkl::sparse::gemm(q, mkl::layout::row_major, transpose::N, transpose::N, 1.f, matrix, b, 2, 2, 1.f, c, 2).wait();
  EXPECT_EQ(column(c + 1, 2), product<float>(transpose::N, 1, column(b + 1, 2), 1, ones));
  mkl::sparse::gemm(q, mkl::layout::col_major, transpose::T, transpose::T, 1.f, matrix, b, 2, 2, 0.f, c, 4).wait();
  EXPECT_EQ(column(c + 4, 1), product<float>(transpose::T, 1, column(b + 1, 2), 0, ones));
  mkl::sparse::release_matrix_handle(q, &matrix).wait();
  for (void *p : {static_cast<void *>(starts), static_cast<void *>(columns), static_cast<void *>(values)})
    sycl::free(p, q);
}

TEST_P(Sparse, HandlesSayWhatTheyLack) {
  float *const x = shared<float>(4);
  std::int32_t *const places = shared<std::int32_t>(5);
  mkl::sparse::matrix_handle_t matrix = nullptr;
  EXPECT_THROW(mkl::sparse::gemv(q, transpose::N, 1.f, matrix, x, 0.f, x), mkl::uninitialized);
  mkl::sparse::init_matrix_handle(&matrix);
  EXPECT_THROW(mkl::sparse::gemv(q, transpose::N, 1.f, matrix, x, 0.f, x), mkl::uninitialized);
  mkl::sparse::set_csr_data(q, matrix, n, n, index_base::zero, places, places, shared<double>(4)).wait();
  EXPECT_THROW(mkl::sparse::gemv(q, transpose::N, 1.f, matrix, x, 0.f, x), mkl::invalid_argument);
  mkl::sparse::release_matrix_handle(q, &matrix).wait();
}

TEST_P(Sparse, StatisticsOfEachDimension) {
  namespace stats = mkl::stats;
  const std::vector<double> values{1, 2, 3, 6, -1, -3, 5, 7}; // two dimensions of four observations
  double *const data = in_usm(values, q), *const mean = shared<double>(2), *const second = shared<double>(2),
                *const third = shared<double>(2), *const least = shared<double>(2), *const most = shared<double>(2);
  const auto rows = stats::make_dataset<stats::layout::row_major>(2, 4, data);
  const auto averaged = stats::mean(q, rows, mean);
  stats::central_moment(q, mean, rows, second, third, static_cast<double *>(nullptr), {averaged}).wait();
  stats::min(q, rows, least).wait();
  stats::max(q, rows, most).wait();
  EXPECT_EQ(mean[0], 3);
  EXPECT_EQ(mean[1], 2);
  EXPECT_DOUBLE_EQ(second[0], 14. / 3);
  EXPECT_DOUBLE_EQ(third[0], 18. / 4);
  EXPECT_DOUBLE_EQ(second[1], 68. / 3);
  EXPECT_EQ(least[1], -3);
  EXPECT_EQ(most[0], 6);
  stats::mean(q, stats::make_dataset<stats::layout::col_major>(2, 4, data), mean).wait();
  EXPECT_EQ(mean[0], 2); // 1, 3, -1, 5
  EXPECT_EQ(mean[1], 3);
  EXPECT_THROW(stats::make_dataset(2, 4, data, data), mkl::unimplemented);
  sycl::buffer<double> of_values(values.data(), 4), of_mean(1), of_second(1);
  const auto one = stats::make_dataset(1, 4, of_values);
  stats::mean(q, one, of_mean);
  stats::central_moment(q, of_mean, one, of_second);
  EXPECT_EQ(of_mean.get_host_access()[0], 3);
  EXPECT_DOUBLE_EQ(of_second.get_host_access()[0], 14. / 3);
  sycl::free(data, q);
}

TEST_P(Sparse, TrianglesWithVectorsInBuffers) {
  const std::vector<double> a{2, 0, 0, 1, 4, 0, 3, 5, 8}; // lower, in rows
  std::vector<double> x{2, 9, 0, 27, 0};                  // 2, 9, 27 with another step, then from its end
  {
    sycl::buffer<double> of_a(a), of_x(x);
    mkl::blas::row_major::trsv(q, mkl::uplo::lower, transpose::N, mkl::diag::N, 3, of_a, 3, of_x, 1);
  }
  EXPECT_EQ(x, (std::vector<double>{1, 2, -1.625, 27, 0}));
  x = {27, 0, 9, 0, 2};
  {
    sycl::buffer<double> of_a(a), of_x(x);
    mkl::blas::row_major::trmv(q, mkl::uplo::lower, transpose::N, mkl::diag::N, 3, of_a, 3, of_x, -2);
  }
  EXPECT_EQ(x, (std::vector<double>{2 * 3 + 9 * 5 + 27 * 8, 0, 2 + 9 * 4, 0, 4}));
}

TEST(MklInC, HasTypesAndMemory) {
  const MKL_INT count = 3;
  auto *const zeros = static_cast<double *>(mkl_calloc(count, sizeof(double), 64));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(zeros) % 64, 0u);
  EXPECT_EQ(zeros[2], 0);
  mkl_free(zeros);
}

} // namespace
