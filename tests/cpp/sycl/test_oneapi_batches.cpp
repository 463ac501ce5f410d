// Batches of oneMKL's functions of vectors give what as many calls of the single function give.
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace blas = oneapi::mkl::blas;
using oneapi::mkl::transpose;
using Int = std::int64_t;

class OneMklBatches : public EachDevice {
public:
  template <class T> T *filled(std::size_t n, int seed) {
    T *const values = shared<T>(n);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = T(static_cast<float>((static_cast<int>(i) * 7 + seed) % 11 - 5));
    return values;
  }
  template <class T> void expect_same(const T *found, const T *wanted, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_EQ(found[i], wanted[i]) << i;
  }
  template <class T> void expect_gemv_batch();
};
WEFT_EACH_DEVICE(OneMklBatches);

namespace {
constexpr Int rows = 5, columns = 7, apart = 8, batch = 3, matrix_size = 70, vector_size = 20;
}

template <class T> void OneMklBatches::expect_gemv_batch() {
  constexpr std::size_t of_a = batch * matrix_size, of_x = batch * vector_size;
  T *const a = filled<T>(of_a, 1), *const x = filled<T>(of_x, 2), *const y = filled<T>(of_x, 3),
           *const wanted = filled<T>(of_x, 3);
  for (const bool by_rows : {true, false})
    for (const transpose op : {transpose::nontrans, transpose::trans, transpose::conjtrans})
      for (const Int step : {1, -2}) {
        for (Int i = 0; i < batch; ++i) {
          const auto one = [&](auto gemv) {
            gemv(q, op, rows, columns, 2, a + i * matrix_size, apart, x + i * vector_size, step, -1,
                 wanted + i * vector_size, step)
                .wait();
          };
          if (by_rows)
            one([](auto &&...given) { return blas::row_major::gemv(given...); });
          else
            one([](auto &&...given) { return blas::column_major::gemv(given...); });
        }
        const auto all = [&](const auto &gemv_batch) {
          gemv_batch(q, op, rows, columns, 2, a, apart, matrix_size, x, step, vector_size, -1, y, step, vector_size,
                     batch)
              .wait();
        };
        if (by_rows)
          all(blas::row_major::gemv_batch);
        else
          all(blas::column_major::gemv_batch);
        expect_same(y, wanted, of_x);
      }
}

TEST_P(OneMklBatches, ProductsWithVectorsAStrideApart) {
  expect_gemv_batch<float>();
  expect_gemv_batch<std::complex<float>>();
}

TEST_P(OneMklBatches, ProductsWithVectorsInBuffers) {
  const float of_a[] = {1, 2, 3, 4, 5, 6, 7, 8}, of_x[] = {1, -1, 2, 1};
  float of_y[] = {1, 1, 1, 1};
  {
    sycl::buffer<float> a(of_a, 8), x(of_x, 4), y(of_y, 4);
    blas::row_major::gemv_batch(q, transpose::N, 2, 2, 1.0f, a, 2, 4, x, 1, 2, 1.0f, y, 1, 2, 2);
  }
  EXPECT_EQ(std::vector<float>(of_y, of_y + 4), (std::vector<float>{0, 0, 17, 23}));
}

TEST_P(OneMklBatches, GroupsOfProductsWithVectors) {
  const transpose ops[] = {transpose::N, transpose::T};
  const Int m[] = {5, 4}, n[] = {7, 3}, lda[] = {8, 9}, incx[] = {1, -1}, incy[] = {2, 1}, sizes[] = {3, 2};
  const float alpha[] = {2, -1}, beta[] = {0, 1};
  float *const a = filled<float>(matrix_size * 5, 4), *const x = filled<float>(vector_size * 5, 5);
  // evenly and unevenly apart, and one group's addresses ahead of the other's
  const Int places[] = {1, 2, 0, 4, 3};
  const float *of_a[5], *of_x[5];
  float *of_y[5];
  for (const bool in_usm : {false, true}) {
    float *const y = filled<float>(vector_size * 5, 6), *const wanted = filled<float>(vector_size * 5, 6);
    for (std::size_t i = 0; i < 5; ++i) {
      of_a[i] = a + places[i] * matrix_size;
      of_x[i] = x + places[i] * vector_size;
      of_y[i] = y + places[i] * vector_size;
      const std::size_t g = i < 3 ? 0 : 1;
      blas::column_major::gemv(q, ops[g], m[g], n[g], alpha[g], of_a[i], lda[g], of_x[i], incx[g], beta[g],
                               wanted + places[i] * vector_size, incy[g])
          .wait();
    }
    const auto run = [&](const float *const *at_a, const float *const *at_x, float *const *at_y) {
      blas::column_major::gemv_batch(q, ops, m, n, alpha, at_a, lda, at_x, incx, beta, at_y, incy, 2, sizes).wait();
    };
    if (in_usm) {
      const float **const at_a = shared<const float *>(5), **const at_x = shared<const float *>(5);
      float **const at_y = shared<float *>(5);
      for (std::size_t i = 0; i < 5; ++i) {
        at_a[i] = of_a[i];
        at_x[i] = of_x[i];
        at_y[i] = of_y[i];
      }
      run(at_a, at_x, at_y);
    } else {
      run(of_a, of_x, of_y);
    }
    expect_same(y, wanted, vector_size * 5);
  }
}

TEST_P(OneMklBatches, SumsAndCopiesOfVectors) {
  constexpr Int n = 6;
  float *const x = filled<float>(60, 1), *const y = filled<float>(60, 2), *const wanted = filled<float>(60, 2);
  for (const Int step : {1, -3}) {
    for (Int i = 0; i < batch; ++i)
      blas::axpy(q, n, 3, x + 20 * i, 2, wanted + 20 * i, step).wait();
    blas::column_major::axpy_batch(q, n, 3, x, 2, 20, y, step, 20, batch).wait();
    expect_same(y, wanted, 60);
    for (Int i = 0; i < batch; ++i)
      blas::copy(q, n, x + 20 * i, -1, wanted + 20 * i, step).wait();
    blas::row_major::copy_batch(q, n, x, -1, 20, y, step, 20, batch).wait();
    expect_same(y, wanted, 60);
  }
}

TEST_P(OneMklBatches, GroupsOfSumsAndCopies) {
  const Int n[] = {4, 6}, incx[] = {1, 2}, incy[] = {-1, 1}, sizes[] = {2, 1};
  const float alpha[] = {2, -1};
  float *const x = filled<float>(60, 1), *const y = filled<float>(60, 2), *const wanted = filled<float>(60, 2);
  const float *const of_x[] = {x, x + 20, x + 40};
  float *const of_y[] = {y, y + 20, y + 40};
  for (Int i = 0; i < 3; ++i)
    blas::axpy(q, n[i / 2], alpha[i / 2], of_x[i], incx[i / 2], wanted + 20 * i, incy[i / 2]).wait();
  blas::axpy_batch(q, n, alpha, of_x, incx, of_y, incy, 2, sizes).wait();
  expect_same(y, wanted, 60);
  for (Int i = 0; i < 3; ++i)
    blas::copy(q, n[i / 2], of_x[i], incx[i / 2], wanted + 20 * i, incy[i / 2]).wait();
  blas::copy_batch(q, n, of_x, incx, of_y, incy, 2, sizes).wait();
  expect_same(y, wanted, 60);
}
