// oneMKL's operations that make sparse matrices, matrices of coordinates, and triangles, against dense ones.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

#include "devices.hpp"
#include <oneapi/mkl.hpp>

namespace {

namespace mkl = oneapi::mkl;
namespace sparse = oneapi::mkl::sparse;
using mkl::index_base;
using mkl::transpose;

class SparseResults : public EachDevice {};
WEFT_EACH_DEVICE(SparseResults);

template <class T> struct Dense {
  std::int64_t rows, columns;
  std::vector<T> values = std::vector<T>(static_cast<std::size_t>(rows * columns));

  T &at(std::int64_t r, std::int64_t c) { return values[static_cast<std::size_t>(r * columns + c)]; }
  T at(std::int64_t r, std::int64_t c) const { return values[static_cast<std::size_t>(r * columns + c)]; }
};

template <class T> T conjugate(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return x;
  else
    return std::conj(x);
}

/// Small whole numbers, most of them 0, and a row of nothing.
template <class T> Dense<T> matrix(std::int64_t rows, std::int64_t columns, unsigned seed) {
  std::minstd_rand random(seed);
  Dense<T> m{rows, columns};
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c)
      if (r != 1 && random() % 3 == 0)
        m.at(r, c) = static_cast<T>(static_cast<float>(random() % 9) - 4);
  if constexpr (!std::is_floating_point_v<T>)
    m.at(0, 0) = {1, 2};
  return m;
}

template <class T> Dense<T> turned(transpose op, const Dense<T> &m) {
  if (op == transpose::nontrans)
    return m;
  Dense<T> result{m.columns, m.rows};
  for (std::int64_t r = 0; r < m.rows; ++r)
    for (std::int64_t c = 0; c < m.columns; ++c)
      result.at(c, r) = op == transpose::conjtrans ? conjugate(m.at(r, c)) : m.at(r, c);
  return result;
}

template <class T> Dense<T> product(const Dense<T> &a, const Dense<T> &b) {
  Dense<T> result{a.rows, b.columns};
  for (std::int64_t r = 0; r < a.rows; ++r)
    for (std::int64_t c = 0; c < b.columns; ++c)
      for (std::int64_t k = 0; k < a.columns; ++k)
        result.at(r, c) += a.at(r, k) * b.at(k, c);
  return result;
}

/// Compressed rows in USM, whose elements come from the last column to the first.
template <class I, class T> class Rows {
public:
  Rows(sycl::queue &queue, std::int64_t rows, std::int64_t columns, std::int64_t room, I base)
      : queue_(queue), base_(base), count(room),
        starts(sycl::malloc_shared<I>(static_cast<std::size_t>(rows + 1), queue)),
        columns_of(sycl::malloc_shared<I>(static_cast<std::size_t>(room + 1), queue)),
        values(sycl::malloc_shared<T>(static_cast<std::size_t>(room + 1), queue)), rows_(rows), columns_(columns) {
    sparse::init_matrix_handle(&handle);
    sparse::set_csr_data(queue, handle, rows, columns, base == 1 ? index_base::one : index_base::zero, starts,
                         columns_of, values)
        .wait();
  }
  Rows(sycl::queue &queue, const Dense<T> &m, I base)
      : Rows(queue, m.rows, m.columns, static_cast<std::int64_t>(m.values.size()), base) {
    count = 0;
    for (std::int64_t r = 0; r < m.rows; ++r) {
      starts[r] = static_cast<I>(count) + base;
      for (std::int64_t c = m.columns; c-- > 0;)
        if (m.at(r, c) != T(0)) {
          columns_of[count] = static_cast<I>(c) + base;
          values[count++] = m.at(r, c);
        }
    }
    starts[m.rows] = static_cast<I>(count) + base;
  }
  Rows(const Rows &) = delete;
  ~Rows() {
    sparse::release_matrix_handle(&handle);
    sycl::free(starts, queue_);
    sycl::free(columns_of, queue_);
    sycl::free(values, queue_);
  }

  Dense<T> dense() const {
    Dense<T> m{rows_, columns_};
    for (std::int64_t r = 0; r < rows_; ++r)
      for (I k = starts[r] - base_; k < starts[r + 1] - base_; ++k)
        m.at(r, columns_of[k] - base_) += values[k];
    return m;
  }
  bool in_order() const {
    for (std::int64_t r = 0; r < rows_; ++r)
      if (!std::is_sorted(columns_of + (starts[r] - base_), columns_of + (starts[r + 1] - base_)))
        return false;
    return true;
  }

private:
  sycl::queue queue_;
  I base_;

public:
  std::int64_t count;
  I *starts, *columns_of;
  T *values;
  sparse::matrix_handle_t handle = nullptr;

private:
  std::int64_t rows_, columns_;
};

template <class I, class T> void expect_product(sycl::queue &q, transpose op_a, transpose op_b) {
  const Dense<T> a = matrix<T>(7, 7, 1), b = matrix<T>(7, 7, 2);
  Rows<I, T> of_a(q, a, 1), of_b(q, b, 0), of_c(q, 7, 7, 49, 1);
  sparse::matmat_descr_t descr = nullptr;
  sparse::init_matmat_descr(&descr);
  using sparse::matmat_request, sparse::matrix_view_descr;
  const auto general = matrix_view_descr::general;
  sparse::set_matmat_data(descr, general, op_a, general, op_b, general);
  std::int64_t size = 0;
  const auto step = [&](matmat_request request, std::int64_t *number) {
    sparse::matmat(q, of_a.handle, of_b.handle, of_c.handle, request, descr, number, nullptr, {}).wait();
  };
  EXPECT_THROW(step(matmat_request::finalize, nullptr), mkl::uninitialized);
  step(matmat_request::get_work_estimation_buf_size, &size);
  EXPECT_GT(size, 0);
  step(matmat_request::work_estimation, nullptr);
  step(matmat_request::compute, nullptr);
  step(matmat_request::get_nnz, &size);
  EXPECT_EQ(size, of_c.starts[7] - 1);
  step(matmat_request::finalize, nullptr);
  EXPECT_EQ(of_c.dense().values, product(turned(op_a, a), turned(op_b, b)).values);
  EXPECT_TRUE(of_c.in_order());
  sparse::release_matmat_descr(&descr);
}

} // namespace

TEST_P(SparseResults, ProductsOfSparseMatrices) {
  expect_product<std::int32_t, float>(q, transpose::N, transpose::N);
  expect_product<std::int64_t, double>(q, transpose::T, transpose::N);
  expect_product<std::int32_t, std::complex<float>>(q, transpose::N, transpose::C);
}

TEST_P(SparseResults, CopiesAndRowsInOrder) {
  const Dense<double> a = matrix<double>(5, 8, 3);
  Rows<std::int32_t, double> of_a(q, a, 1), turned_a(q, 8, 5, 40, 0), same(q, 5, 8, 40, 0);
  sparse::omatcopy(q, transpose::T, of_a.handle, turned_a.handle).wait();
  EXPECT_EQ(turned_a.dense().values, turned(transpose::T, a).values);
  sparse::omatcopy(q, transpose::N, of_a.handle, same.handle).wait();
  EXPECT_EQ(same.dense().values, a.values);
  EXPECT_FALSE(same.in_order());
  sparse::sort_matrix(q, same.handle).wait();
  EXPECT_TRUE(same.in_order());
  EXPECT_EQ(same.dense().values, a.values);
}

TEST_P(SparseResults, ElementsByTheirCoordinates) {
  const Dense<float> a = matrix<float>(6, 4, 5);
  std::vector<std::int32_t> rows, columns;
  std::vector<float> values;
  for (std::int64_t k = 24; k-- > 0;) // in no order of rows or columns
    if (const std::int64_t r = k * 5 % 24 / 4, c = k * 5 % 24 % 4; a.at(r, c) != 0) {
      rows.push_back(static_cast<std::int32_t>(r) + 1);
      columns.push_back(static_cast<std::int32_t>(c) + 1);
      values.push_back(a.at(r, c));
    }
  const auto count = static_cast<std::int64_t>(values.size());
  std::int32_t *const of_rows = shared<std::int32_t>(rows.size()), *const of_columns =
                                                                       shared<std::int32_t>(rows.size());
  float *const of_values = shared<float>(rows.size()), *const x = shared<float>(6), *const y = shared<float>(6, 1.f);
  std::copy(rows.begin(), rows.end(), of_rows);
  std::copy(columns.begin(), columns.end(), of_columns);
  std::copy(values.begin(), values.end(), of_values);
  Dense<float> of_x{6, 1};
  for (int i = 0; i < 6; ++i)
    x[i] = of_x.values[static_cast<std::size_t>(i)] = static_cast<float>(i + 1);
  sparse::matrix_handle_t handle = nullptr;
  sparse::init_matrix_handle(&handle);
  sparse::set_coo_data(q, handle, 6, 4, count, index_base::one, of_rows, of_columns, of_values).wait();
  sparse::gemv(q, transpose::T, 2.f, handle, x, 0.f, y).wait();
  const Dense<float> wanted = product(turned(transpose::T, a), of_x);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(y[i], 2 * wanted.at(i, 0));
  EXPECT_THROW(sparse::trsv(q, mkl::uplo::lower, transpose::N, mkl::diag::unit, handle, x, y), mkl::invalid_argument);
  {
    std::vector<float> result(6, 1.f);
    sycl::buffer<std::int32_t> rows_buffer(rows), columns_buffer(columns);
    sycl::buffer<float> values_buffer(values), x_buffer(of_x.values), y_buffer(result);
    sparse::set_coo_data(q, handle, 6, 4, count, index_base::one, rows_buffer, columns_buffer, values_buffer);
    sparse::gemv(q, transpose::N, 1.f, handle, x_buffer, 1.f, y_buffer);
    const Dense<float> first_four{4, 1, {1, 2, 3, 4}}, sums = product(a, first_four);
    const sycl::host_accessor y_read(y_buffer, sycl::read_only);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(y_read[i], 1 + sums.values[i]);
  }
  sparse::release_matrix_handle(&handle);
}

TEST_P(SparseResults, TrianglesAndSymmetricMatrices) {
  Dense<double> a = matrix<double>(6, 6, 9), lower{6, 6}, symmetric{6, 6};
  for (int i = 0; i < 6; ++i)
    a.at(i, i) = i + 2;
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c <= r; ++c) {
      lower.at(r, c) = r == c ? 1 : a.at(r, c);
      symmetric.at(r, c) = symmetric.at(c, r) = a.at(r, c);
    }
  Rows<std::int32_t, double> of_a(q, a, 0);
  double *const x = shared<double>(12), *const y = shared<double>(12, 1.0), *const dot = shared<double>(1);
  Dense<double> of_x{6, 2};
  for (std::size_t i = 0; i < 12; ++i)
    x[i] = of_x.values[i] = static_cast<double>(i) - 4;
  Dense<double> first{6, 1};
  std::copy(x, x + 6, first.values.begin());

  sparse::symv(q, mkl::uplo::lower, 2.0, of_a.handle, x, 3.0, y).wait();
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(y[i], 2 * product(symmetric, first).at(i, 0) + 3);
  sparse::trmv(q, mkl::uplo::lower, transpose::T, mkl::diag::unit, 1.0, of_a.handle, x, 0.0, y).wait();
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(y[i], product(turned(transpose::T, lower), first).at(i, 0));
  sparse::gemvdot(q, transpose::N, 1.0, of_a.handle, x, 0.0, y, dot).wait();
  double sum = 0;
  for (int i = 0; i < 6; ++i)
    sum += x[i] * y[i];
  EXPECT_EQ(*dot, sum);
  sparse::trsm(q, mkl::layout::row_major, transpose::N, transpose::N, mkl::uplo::lower, mkl::diag::unit, 1.0,
               of_a.handle, x, 2, 2, y, 2)
      .wait();
  const Dense<double> back = product(lower, Dense<double>{6, 2, {y, y + 12}});
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(back.values[i], of_x.values[i], 1e-9);
}
