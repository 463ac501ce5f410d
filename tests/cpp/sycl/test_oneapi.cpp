// What there is of oneMKL's linear algebra, against plain loops.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace blas = oneapi::mkl::blas;
using oneapi::mkl::diag;
using oneapi::mkl::side;
using oneapi::mkl::transpose;
using oneapi::mkl::uplo;

class OneMkl : public EachDevice {
public:
  bool has_double() const { return q.get_device().has(sycl::aspect::fp64); }

  /// Small whole numbers, so that sums are exact in any order.
  template <class T> T *numbers(std::size_t n, int seed) {
    T *p = shared<T>(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int value = static_cast<int>((i * 7 + static_cast<std::size_t>(seed)) % 11) - 5;
      if constexpr (blas::detail::is_complex<T>::value)
        p[i] = T(static_cast<typename T::value_type>(value), static_cast<typename T::value_type>(value % 3));
      else
        p[i] = static_cast<T>(value);
    }
    return p;
  }

  template <class T> static T conjugated(T a) { return blas::detail::factor<true>(a); }

  template <class T> void matrix_with_vector() {
    constexpr std::int64_t m = 5, n = 150, lda = 160, ldc = 8;
    const T *by_rows = numbers<T>(m * lda, 1), *by_columns = numbers<T>(n * ldc, 2);
    for (const auto op : {transpose::nontrans, transpose::trans, transpose::conjtrans})
      for (const std::int64_t step : {1, 3, -2})
        for (const bool rows : {true, false}) {
          const std::int64_t in = op == transpose::N ? n : m, out = op == transpose::N ? m : n;
          const T *x = numbers<T>(static_cast<std::size_t>(in * 3), 3), alpha(2), beta(rows ? 0 : -1);
          T *y = numbers<T>(static_cast<std::size_t>(out * 3), 4);
          const auto at = [&](std::int64_t i, std::int64_t length) {
            return step > 0 ? i * step : (i - length + 1) * step;
          };
          std::vector<T> expected(y, y + out * 3);
          for (std::int64_t i = 0; i < out; ++i) {
            T sum(0);
            for (std::int64_t k = 0; k < in; ++k) {
              const std::int64_t row = op == transpose::N ? i : k, column = op == transpose::N ? k : i;
              const T a = rows ? by_rows[row * lda + column] : by_columns[column * ldc + row];
              sum += (op == transpose::C ? conjugated(a) : a) * x[at(k, in)];
            }
            T &to = expected[static_cast<std::size_t>(at(i, out))];
            to = alpha * sum + beta * to;
          }
          if (rows)
            blas::row_major::gemv(q, op, m, n, alpha, by_rows, lda, x, step, beta, y, step).wait();
          else
            blas::column_major::gemv(q, op, m, n, alpha, by_columns, ldc, x, step, beta, y, step).wait();
          EXPECT_EQ(std::vector<T>(y, y + out * 3), expected) << "step " << step << ", rows " << rows;
        }
  }

  /// Large ones are a library's, where the device has one, and packed on the CPU.
  template <class T, class Result = T> void matrix_with_matrix() {
    matrix_with_matrix<T, Result>(21, 18, 35);
    matrix_with_matrix<T, Result>(70, 65, 68);
    matrix_with_matrix<T, Result>(303, 370, 66);
  }
  template <class T, class Result> void matrix_with_matrix(std::int64_t m, std::int64_t n, std::int64_t k) {
    const std::int64_t most = std::max({m, n, k}), lda = most + 5, ldb = most + 2, ldc = most + 1, matrices = 2;
    const T *a = numbers<T>(matrices * lda * lda, 1), *b = numbers<T>(matrices * ldb * ldb, 2);
    for (const auto op : {transpose::nontrans, transpose::trans, transpose::conjtrans})
      for (const bool rows : {true, false}) {
        Result *c = numbers<Result>(matrices * ldc * ldc, 3);
        std::vector<Result> expected(c, c + matrices * ldc * ldc);
        const auto place = [&](std::int64_t row, std::int64_t column, std::int64_t apart, bool turned) {
          return static_cast<std::size_t>(rows != turned ? row * apart + column : column * apart + row);
        };
        const auto as_result = [](T value) { return static_cast<Result>(value); };
        for (std::int64_t z = 0; z < matrices; ++z)
          for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
              Result sum(0);
              for (std::int64_t l = 0; l < k; ++l) {
                const T left = a[z * lda * lda + place(i, l, lda, op != transpose::N)];
                sum += as_result(op == transpose::C ? conjugated(left) : left) *
                       as_result(b[z * ldb * ldb + place(l, j, ldb, false)]);
              }
              Result &to = expected[static_cast<std::size_t>(z * ldc * ldc) + place(i, j, ldc, false)];
              to = Result(2) * sum - to;
            }
        const auto multiply = [&](const auto &gemm_batch) {
          gemm_batch(q, op, transpose::N, m, n, k, 2, a, lda, lda * lda, b, ldb, ldb * ldb, -1, c, ldc, ldc * ldc,
                     matrices)
              .wait();
        };
        if (rows)
          multiply([](auto &&...given) { return blas::row_major::gemm_batch(given...); });
        else
          multiply([](auto &&...given) { return blas::column_major::gemm_batch(given...); });
        EXPECT_EQ(std::vector<Result>(c, c + matrices * ldc * ldc), expected) << "rows " << rows;
      }
  }

  /// One triangle of ones or twos on its diagonal, so that quotients are exact.
  template <class T>
  void triangle(side where, uplo half, transpose op, diag diagonal, bool rows, std::int64_t m, std::int64_t n) {
    const std::int64_t ldb = m + 1;
    const std::int64_t size = where == side::left ? m : n, lda = size + 1;
    T *a = numbers<T>(static_cast<std::size_t>(size * lda), 1), *b = numbers<T>(static_cast<std::size_t>(ldb * ldb), 2);
    for (std::int64_t i = 0; i < size; ++i)
      a[i * lda + i] = T(2);
    const std::vector<T> old(b, b + ldb * ldb);
    const auto place = [&](std::int64_t row, std::int64_t column, std::int64_t apart) {
      return rows ? row * apart + column : column * apart + row;
    };
    const auto of_triangle = [&](std::int64_t row, std::int64_t column) {
      if (op != transpose::N)
        std::swap(row, column);
      if (row == column)
        return diagonal == diag::unit ? T(1) : T(2);
      const T value = (half == uplo::upper) == (row < column) ? a[place(row, column, lda)] : T(0);
      return op == transpose::C ? conjugated(value) : value;
    };
    std::vector<T> product = old;
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        T sum(0);
        for (std::int64_t k = 0; k < size; ++k)
          sum += where == side::left ? of_triangle(i, k) * old[static_cast<std::size_t>(place(k, j, ldb))]
                                     : old[static_cast<std::size_t>(place(i, k, ldb))] * of_triangle(k, j);
        product[static_cast<std::size_t>(place(i, j, ldb))] = T(2) * sum;
      }
    const auto call = [&](const auto &in_rows, const auto &in_columns, T alpha) {
      const auto done = rows ? in_rows(q, where, half, op, diagonal, m, n, alpha, a, lda, b, ldb)
                             : in_columns(q, where, half, op, diagonal, m, n, alpha, a, lda, b, ldb);
      done.wait();
      return std::vector<T>(b, b + ldb * ldb);
    };
    EXPECT_EQ(call(blas::row_major::trmm, blas::column_major::trmm, T(2)), product);
    EXPECT_EQ(call(blas::row_major::trsm, blas::column_major::trsm, T(0.5f)), old);
    if (where == side::left && m == 4)
      vector_with_triangle(half, op, diagonal, rows, a, lda, old);
  }

  /// As a matrix of one column.
  template <class T>
  void vector_with_triangle(uplo half, transpose op, diag diagonal, bool rows, const T *a, std::int64_t lda,
                            const std::vector<T> &old) {
    const std::int64_t n = lda - 1;
    T *x = shared<T>(9), *b = shared<T>(4);
    for (int i = 0; i < 4; ++i)
      x[(3 - i) * 2] = b[i] = old[static_cast<std::size_t>(i)];
    const auto expect = [&](auto &&with_vector, auto &&with_matrix) {
      with_vector(q, half, op, diagonal, n, a, lda, x, -2).wait();
      with_matrix(q, side::left, half, op, diagonal, n, 1, T(1), a, lda, b, rows ? 1 : n).wait();
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(x[(3 - i) * 2], b[i]) << i;
    };
    if (rows) {
      expect(blas::row_major::trmv, blas::row_major::trmm);
      expect(blas::row_major::trsv, blas::row_major::trsm);
    } else {
      expect(blas::column_major::trmv, blas::column_major::trmm);
      expect(blas::column_major::trsv, blas::column_major::trsm);
    }
  }

  template <class T> void triangles() {
    for (const auto where : {side::left, side::right})
      for (const auto half : {uplo::upper, uplo::lower})
        for (const auto op : {transpose::N, transpose::T, transpose::C})
          for (const auto diagonal : {diag::unit, diag::nonunit})
            for (const bool rows : {true, false})
              for (const auto &[m, n] : {std::pair(4, 3), {144, 131}}) // large ones are products for the most part
                triangle<T>(where, half, op, diagonal, rows, m, n);
  }

  template <class T> void vector_with_vector() {
    constexpr std::int64_t n = 333;
    const T *x = numbers<T>(2 * n, 1), *y = numbers<T>(n, 2);
    T *result = shared<T>(3, T(9)), plain(0), conjugate(0);
    for (std::int64_t i = 0; i < n; ++i) {
      plain += x[2 * i] * y[n - 1 - i];
      conjugate += conjugated(x[2 * i]) * y[n - 1 - i];
    }
    const auto first = blas::row_major::dot(q, n, x, 2, y, -1, result);
    blas::column_major::dotc(q, n, x, 2, y, -1, result + 1, {first}).wait();
    blas::row_major::dot(q, 0, x, 1, y, 1, result + 2, {first}).wait();
    EXPECT_EQ(result[0], plain);
    EXPECT_EQ(result[1], conjugate);
    EXPECT_EQ(result[2], T(0));
  }

  /// Each of the calls on x, every second element of its memory, and y, whose elements lie backwards.
  template <class T> void vectors_changed() {
    constexpr std::int64_t n = 100;
    const auto changed = [&](auto call, auto expect) {
      T *x = numbers<T>(2 * n, 1), *y = numbers<T>(n, 2);
      const T *old_x = numbers<T>(2 * n, 1), *old_y = numbers<T>(n, 2);
      call(x, y).wait();
      for (std::int64_t i = 0; i < n; ++i) {
        T a = old_x[2 * i], b = old_y[n - 1 - i];
        expect(a, b);
        EXPECT_EQ(x[2 * i], a) << i;
        EXPECT_EQ(y[n - 1 - i], b) << i;
        EXPECT_EQ(x[2 * i + 1], old_x[2 * i + 1]) << i;
      }
    };
    changed([&](T *x, T *y) { return blas::axpy(q, n, 3, x, 2, y, -1); }, [](T &a, T &b) { b += T(3) * a; });
    changed([&](T *x, T *y) { return blas::row_major::axpby(q, n, 3, x, 2, 2, y, -1); },
            [](T &a, T &b) { b = T(3) * a + T(2) * b; });
    changed([&](T *x, T *) { return blas::column_major::scal(q, n, -2, x, 2); }, [](T &a, T &) { a *= T(-2); });
    changed([&](T *x, T *y) { return blas::copy(q, n, x, 2, y, -1); }, [](T &a, T &b) { b = a; });
    changed([&](T *x, T *y) { return blas::swap(q, n, x, 2, y, -1); }, [](T &a, T &b) { std::swap(a, b); });
    changed([&](T *x, T *y) { return blas::rot(q, n, x, 2, y, -1, 2, 3); },
            [](T &a, T &b) { std::tie(a, b) = std::tuple(T(2) * a + T(3) * b, T(2) * b - T(3) * a); });
    changed([&](T *x, T *y) { return blas::axpy(q, 0, 3, x, 2, y, 1); }, [](T &, T &) {});
  }

  template <class T> void vectors_measured() {
    using Real = blas::detail::Real<T>;
    constexpr std::int64_t n = 1000;
    const T *x = numbers<T>(2 * n, 1);
    Real *result = shared<Real>(3, Real(9)), sum = 0, squares = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      sum += std::abs(std::real(x[2 * i])) + std::abs(std::imag(x[2 * i]));
      squares += std::norm(x[2 * i]);
    }
    const auto first = blas::asum(q, n, x, 2, result);
    blas::column_major::nrm2(q, n, x, 2, result + 1, {first}).wait();
    blas::row_major::nrm2(q, 0, x, 2, result + 2).wait();
    EXPECT_EQ(result[0], sum);
    EXPECT_NEAR(result[1], std::sqrt(squares), 1e-6 * std::sqrt(squares));
    EXPECT_EQ(result[2], 0);
  }

  template <class T> T norm_of(std::initializer_list<T> values) {
    T *x = shared<T>(values.size()), *result = shared<T>(1);
    std::copy(values.begin(), values.end(), x);
    blas::nrm2(q, static_cast<std::int64_t>(values.size()), x, 1, result).wait();
    return *result;
  }

  template <class T> void norms_at_the_ends_of_the_range() {
    using limits = std::numeric_limits<T>;
    constexpr T tolerance = 4 * limits::epsilon();
    const T huge = limits::max() / 8, tiny = limits::min() * 8;
    EXPECT_NEAR(norm_of<T>({3 * huge, -4 * huge, 1}) / (5 * huge), 1, tolerance);
    EXPECT_NEAR(norm_of<T>({3 * tiny, 0, -4 * tiny}) / (5 * tiny), 1, tolerance);
    EXPECT_NEAR(norm_of<T>({3, 4, tiny, huge / limits::max()}), 5, 1);
    EXPECT_EQ(norm_of<T>({0, 0}), 0);
    EXPECT_EQ(norm_of<T>({1, -limits::infinity(), huge}), limits::infinity());
    EXPECT_TRUE(std::isnan(norm_of<T>({huge, limits::quiet_NaN(), tiny})));
  }
};
WEFT_EACH_DEVICE(OneMkl);

TEST_P(OneMkl, MatricesTimesVectors) {
  matrix_with_vector<float>();
  matrix_with_vector<std::complex<float>>();
  if (has_double()) {
    matrix_with_vector<double>();
    matrix_with_vector<std::complex<double>>();
  }
}

TEST_P(OneMkl, VectorsTimesVectors) {
  vector_with_vector<float>();
  vector_with_vector<std::complex<float>>();
  if (has_double())
    vector_with_vector<std::complex<double>>();
}

TEST_P(OneMkl, VectorsThatCallsChange) {
  vectors_changed<float>();
  vectors_changed<std::complex<float>>();
  if (has_double())
    vectors_changed<double>();
}

TEST_P(OneMkl, SizesOfVectors) {
  vectors_measured<float>();
  vectors_measured<std::complex<float>>();
  norms_at_the_ends_of_the_range<float>();
  if (has_double()) {
    vectors_measured<double>();
    norms_at_the_ends_of_the_range<double>();
  }
}

TEST_P(OneMkl, PlacesOfTheLargestAndTheSmallest) {
  float *x = shared<float>(6);
  std::copy_n(std::array{1.f, -5.f, 0.5f, 5.f, -0.5f, 1.f}.begin(), 6, x);
  auto *z = reinterpret_cast<std::complex<float> *>(x); // of sizes 6, 5.5, 1.5
  auto *place = shared<std::int64_t>(5, 9);
  auto *small = shared<int>(1);
  blas::iamax(q, 6, x, 1, place);
  blas::column_major::iamin(q, 6, x, 1, place + 1, oneapi::mkl::index_base::one);
  blas::row_major::iamax(q, 3, z, 1, small, oneapi::mkl::index_base::one);
  blas::iamin(q, 3, z, 1, place + 2);
  blas::iamax(q, 0, x, 1, place + 3, oneapi::mkl::index_base::one);
  blas::iamin(q, 3, x + 1, 2, place + 4).wait();
  q.wait();
  EXPECT_EQ(place[0], 1);
  EXPECT_EQ(place[1], 3);
  EXPECT_EQ(*small, 1);
  EXPECT_EQ(place[2], 2);
  EXPECT_EQ(place[3], 0);
  EXPECT_EQ(place[4], 2);
  float *equal = shared<float>(3000, 2);
  blas::iamax(q, 3000, equal, 1, place);
  blas::iamin(q, 3000, equal, 1, place + 1);
  q.wait();
  EXPECT_EQ(place[0], 0) << "the first of many";
  EXPECT_EQ(place[1], 0) << "the first of many";
}

TEST_P(OneMkl, MatricesTimesThemselvesInOneHalf) {
  constexpr std::int64_t depth = 4;
  for (const std::int64_t n : {7, 200})
    for (const auto half : {uplo::upper, uplo::lower})
      for (const auto op : {transpose::N, transpose::T}) {
        const float *a = numbers<float>(static_cast<std::size_t>(n * depth), 5);
        float *c = shared<float>(static_cast<std::size_t>(n * n), 1.f);
        blas::row_major::syrk(q, half, op, n, depth, 2, a, op == transpose::N ? depth : n, -1, c, n).wait();
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            float sum = 0;
            for (std::int64_t k = 0; k < depth; ++k)
              sum += op == transpose::N ? a[i * depth + k] * a[j * depth + k] : a[k * n + i] * a[k * n + j];
            const bool inside = half == uplo::upper ? i <= j : j <= i;
            ASSERT_EQ(c[i * n + j], inside ? 2 * sum - 1 : 1.f) << i << ", " << j << " of " << n;
          }
      }
}

TEST_P(OneMkl, DifferencesOfVectors) {
  const float *a = numbers<float>(50, 1), *b = numbers<float>(50, 2);
  float *y = shared<float>(50);
  oneapi::mkl::vm::sub(q, 50, a, b, y, {}, oneapi::mkl::vm::mode::ha).wait();
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(y[i], a[i] - b[i]);
}

TEST_P(OneMkl, VectorsMayBeBuffers) {
  std::vector<float> x{3, -5, 4}, y{1, 2, 3}, results(3), a{1, 2, 3, 4, 5, 6}, ax(2);
  std::vector<std::int64_t> place(1);
  {
    sycl::buffer<float> of_x(x), of_y(y), of_a(a), of_ax(ax), all(results);
    sycl::buffer<float> product(all, sycl::id<1>(0), sycl::range<1>(1)), sum(all, sycl::id<1>(1), sycl::range<1>(1)),
        norm(all, sycl::id<1>(2), sycl::range<1>(1));
    sycl::buffer<std::int64_t> at(place);
    blas::dot(q, 3, of_x, 1, of_y, 1, product);
    blas::row_major::asum(q, 3, of_x, 1, sum);
    blas::column_major::nrm2(q, 2, of_x, 2, norm);
    blas::iamax(q, 3, of_x, 1, at);
    blas::axpy(q, 3, 2.0f, of_x, 1, of_y, 1);
    blas::row_major::gemv(q, transpose::N, 2, 3, 1.0f, of_a, 3, of_x, 1, 0.0f, of_ax, 1);
  }
  EXPECT_EQ(results, (std::vector<float>{5, 12, 5}));
  EXPECT_EQ(place[0], 1);
  EXPECT_EQ(y, (std::vector<float>{7, -8, 11}));
  EXPECT_EQ(ax, (std::vector<float>{5, 11}));
}

TEST_P(OneMkl, MatricesTimesMatrices) {
  matrix_with_matrix<float>();
  matrix_with_matrix<std::complex<float>>();
  matrix_with_matrix<sycl::half, float>();
  matrix_with_matrix<sycl::ext::oneapi::bfloat16, float>();
  if (has_double()) {
    matrix_with_matrix<double>();
    matrix_with_matrix<std::complex<double>>();
  }
  float *a = shared<float>(4, 2), *c = shared<float>(4, NAN); // not read
  const auto first = blas::gemm(q, transpose::N, transpose::T, 2, 2, 2, 1.0f, a, 2, a, 2, 0.0f, c, 2);
  blas::row_major::gemm(q, transpose::N, transpose::N, 2, 2, 2, 1.0f, a, 2, a, 2, 1.0f, c, 2, blas::compute_mode::any,
                        {first})
      .wait();
  EXPECT_EQ(c[3], 16);
}

TEST_P(OneMkl, ARecordedProductIsReplayed) {
  namespace experimental = sycl::ext::oneapi::experimental;
  constexpr std::int64_t side = 200;
  auto *const a = shared<float>(side * side), *const b = shared<float>(side * side),
              *const c = shared<float>(side * side);
  experimental::command_graph graph(q.get_context(), q.get_device());
  graph.begin_recording(q);
  blas::row_major::gemm(q, transpose::N, transpose::T, side, side, side, 1, a, side, b, side, 0, c, side);
  graph.end_recording();
  auto replayed = graph.finalize();
  for (const float factor : {2.0f, 3.0f}) {
    std::fill_n(a, side * side, factor);
    std::fill_n(b, side * side, 1.0f);
    q.ext_oneapi_graph(replayed).wait();
    EXPECT_EQ(std::count(c, c + side * side, factor * side), side * side);
  }
}

TEST_P(OneMkl, MatricesMayLieInBuffers) {
  for (const std::int64_t side : {2, 70, 193}) {
    const std::int64_t m = side + 1, n = side, k = side + 2;
    const auto elements = [](std::int64_t count, int from) {
      std::vector<float> made(static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = static_cast<float>(static_cast<int>(i * 5 % 13) + from);
      return made;
    };
    const std::vector<float> a = elements(m * k, 1), b = elements(k * n, -3);
    std::vector<float> rows(static_cast<std::size_t>(m * n)), columns(rows.size());
    {
      sycl::buffer<float> in_a(a), in_b(b), of_rows(rows.data(), rows.size()), of_columns(columns.data(), rows.size());
      blas::row_major::gemm(q, transpose::N, transpose::N, m, n, k, 1, in_a, k, in_b, n, 0, of_rows, n);
      blas::row_major::gemm(q, transpose::N, transpose::N, m, n, k, 1, in_a, k, in_b, n, 2, of_rows, n);
      blas::column_major::gemm(q, transpose::T, transpose::T, m, n, k, 3, in_a, k, in_b, n, 0, of_columns, m);
    }
    const auto at = [](const std::vector<float> &x, std::int64_t i) { return x[static_cast<std::size_t>(i)]; };
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        float product = 0;
        for (std::int64_t l = 0; l < k; ++l)
          product += at(a, i * k + l) * at(b, l * n + j);
        ASSERT_EQ(at(rows, i * n + j), 3 * product) << i << ", " << j << " of " << m;
        ASSERT_EQ(at(columns, j * m + i), 3 * product) << i << ", " << j << " of " << m;
      }
  }
}

TEST_P(OneMkl, GroupsOfMatricesTimesMatrices) {
  constexpr std::int64_t sizes[] = {3, 2, 0}, sides[] = {4, 5, 1}, count = 5;
  const transpose plain[] = {transpose::N, transpose::T, transpose::N};
  const float alpha[] = {2, 1, 1}, beta[] = {0, -1, 0};
  float *all = numbers<float>(3 * 25 * 8, 1), *expected = shared<float>(25 * count);
  constexpr int place[] = {0, 1, 3, 2, 5}; // two that follow each other, then others
  float *a[count], *b[count], *c[count];
  for (int i = 0; i < count; ++i) {
    a[i] = all + 25 * place[i];
    b[i] = all + 25 * (8 + place[i]);
    c[i] = all + 25 * (16 + place[i]);
    std::copy(c[i], c[i] + 25, expected + 25 * i);
  }
  for (int i = 0; i < count; ++i) {
    const int group = i < 3 ? 0 : 1;
    const auto op = plain[group];
    blas::row_major::gemm(q, op, transpose::N, sides[group], sides[group], sides[group], alpha[group], a[i],
                          sides[group], b[i], sides[group], beta[group], expected + 25 * i, sides[group])
        .wait();
  }
  const transpose none[] = {transpose::N, transpose::N, transpose::N};
  blas::row_major::gemm_batch(q, plain, none, sides, sides, sides, alpha, a, sides, b, sides, beta, c, sides, 3, sizes)
      .wait();
  for (int i = 0; i < count; ++i)
    EXPECT_EQ(std::vector<float>(c[i], c[i] + 25), std::vector<float>(expected + 25 * i, expected + 25 * (i + 1))) << i;
}

TEST_P(OneMkl, GroupsOfMatricesInSpans) {
  using Int = std::int64_t;
  constexpr Int side = 3;
  float *all = numbers<float>(9 * 4, 1), *results = shared<float>(9 * 2), *expected = shared<float>(9 * 2);
  const float *a[] = {all, all + 9}, *b[] = {all + 18, all + 27};
  float *c[] = {results, results + 9};
  Int sides[] = {side};
  std::size_t sizes[] = {1, 1};
  float alpha[] = {2, -1}, beta[] = {0};
  transpose op[] = {transpose::N, transpose::T};
  for (std::size_t i = 0; i < 2; ++i)
    blas::gemm(q, op[i], op[0], side, side, side, alpha[i], a[i], side, b[i], side, 0, expected + 9 * i, side).wait();
  const sycl::span<Int> extent(sides, 1);
  blas::gemm_batch(q, sycl::span<transpose>(op, 2), sycl::span<transpose>(op, 1), extent, extent, extent,
                   sycl::span<float>(alpha, 2), sycl::span<const float *>(a, 2), extent,
                   sycl::span<const float *>(b, 2), extent, sycl::span<float>(beta, 1), sycl::span<float *>(c, 2),
                   extent, 2, sycl::span<std::size_t>(sizes, 2))
      .wait();
  EXPECT_TRUE(std::equal(expected, expected + 18, results));
}

TEST_P(OneMkl, AddressesInUsmAreReadWhenItIsTheirTurn) {
  constexpr std::int64_t side = 3, count = 2;
  const transpose none = transpose::N;
  const auto *matrices = numbers<sycl::half>(9 * 4, 1);
  const auto **a = shared<const sycl::half *>(count), **b = shared<const sycl::half *>(count);
  auto *results = shared<sycl::half>(9 * count), **c = shared<sycl::half *>(count);
  const auto written = q.single_task([=] {
    for (int i = 0; i < count; ++i) {
      a[i] = matrices + 9 * i;
      b[i] = matrices + 9 * (3 - i);
      c[i] = results + 9 * (1 - i);
    }
  });
  const float alpha = 0.5f, beta = 0;
  blas::gemm_batch(q, &none, &none, &side, &side, &side, &alpha, a, &side, b, &side, &beta, c, &side, 1, &count,
                   {written})
      .wait();
  auto *expected = shared<sycl::half>(9);
  for (int i = 0; i < count; ++i) {
    blas::gemm(q, none, none, side, side, side, alpha, a[i], side, b[i], side, 0, expected, side).wait();
    EXPECT_TRUE(std::equal(expected, expected + 9, c[i])) << i;
  }
}

TEST_P(OneMkl, EquationsOfTrianglesUndoProductsWithThem) {
  triangles<float>();
  triangles<std::complex<float>>();
}

TEST_P(OneMkl, TrianglesOfManyMatrices) {
  constexpr std::int64_t m = 3, n = 2, count = 3;
  const std::int64_t sizes[] = {1, 2};
  const side sides[] = {side::left, side::left};
  const uplo halves[] = {uplo::lower, uplo::lower};
  const transpose ops[] = {transpose::N, transpose::N};
  const diag diagonals[] = {diag::unit, diag::unit};
  const std::int64_t rows[] = {m, m}, columns[] = {n, n};
  const float *a = numbers<float>(9 * count, 1), ones[] = {1, 1};
  float *b = numbers<float>(6 * count, 2), *c = numbers<float>(6 * count, 2), *d = numbers<float>(6 * count, 2);
  for (int i = 0; i < count; ++i)
    blas::trsm(q, side::left, uplo::lower, transpose::N, diag::unit, m, n, 1, a + 9 * i, m, b + 6 * i, m).wait();
  blas::trsm_batch(q, side::left, uplo::lower, transpose::N, diag::unit, m, n, 1, a, m, 9, c, m, 6, count).wait();
  const float *all_a[] = {a, a + 9, a + 18};
  float *all_d[] = {d, d + 6, d + 12};
  blas::trsm_batch(q, sides, halves, ops, diagonals, rows, columns, ones, all_a, rows, all_d, rows, 2, sizes).wait();
  EXPECT_TRUE(std::equal(b, b + 6 * count, c));
  EXPECT_TRUE(std::equal(b, b + 6 * count, d));
}

TEST_P(OneMkl, WholeNumbersTimesFractions) {
  auto *a = shared<std::int8_t>(4, 100);
  auto *c = shared<std::int32_t>(4, 7);
  blas::gemm(q, transpose::N, transpose::T, 2, 2, 2, 0.25f, a, 2, a, 2, 1.0f, c, 2).wait();
  EXPECT_EQ(c[3], 5007);
}
