// Sparse matrices of oneMKL as SYCL kernels: products with vectors and dense matrices, and equations of triangles.
#pragma once

#include <any>
#include <cstdint>
#include <string>
#include <utility>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/exceptions.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::sparse {

enum class property : char { symmetric, sorted };

namespace detail {
using blas::detail::Events, blas::detail::Evenly, blas::detail::Int, blas::detail::Scalar, blas::detail::Real;
using blas::detail::factor, blas::detail::is_complex, blas::detail::times;

/// Rows that are compressed: where each begins, and the columns and values of what is in them.
template <class Starts, class Columns, class Values> struct Compressed {
  Int rows, columns, base;
  Evenly<Starts> starts;
  Evenly<Columns> places;
  Evenly<Values> values;

  auto in(sycl::handler &handler) const {
    const auto a = starts.in(handler, sycl::read_only);
    const auto b = places.in(handler, sycl::read_only);
    const auto c = values.in(handler, sycl::read_only);
    return Compressed<decltype(a.first), decltype(b.first), decltype(c.first)>{rows, columns, base, a, b, c};
  }
  /// Calls each(column, value) of a row's elements.
  template <class Each> void in_row(Int row, Each each) const {
    const auto *const from = starts(0);
    const auto *const columns_of = places(0);
    const auto *const values_of = values(0);
    for (Int k = from[row] - base, end = from[row + 1] - base; k < end; ++k)
      each(static_cast<Int>(columns_of[k]) - base, values_of[k]);
  }
};
template <class I, class T> using InUsm = Compressed<const I *, const I *, const T *>;
template <class I, class T> using InBuffers = Compressed<sycl::buffer<I, 1>, sycl::buffer<I, 1>, sycl::buffer<T, 1>>;
} // namespace detail

/// A matrix, once set_csr_data told where it lies.
struct matrix_handle {
  std::any matrix;
};
using matrix_handle_t = matrix_handle *;

namespace detail {

/// Calls use(matrix) with what the handle refers to, whose elements are of type T.
template <class T, class Use> auto with_matrix(const char *function, matrix_handle_t handle, Use use) {
  if (handle == nullptr || !handle->matrix.has_value())
    throw uninitialized("sparse", function, "the handle has no matrix; call set_csr_data");
  const std::any &any = handle->matrix;
  if (const auto *m = std::any_cast<InUsm<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InUsm<std::int64_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InBuffers<std::int32_t, T>>(&any))
    return use(*m);
  if (const auto *m = std::any_cast<InBuffers<std::int64_t, T>>(&any))
    return use(*m);
  throw invalid_argument("sparse", function, "the matrix has elements of another type than the vectors");
}

template <class T> void add_atomically(T &to, T value) {
  using Part = Real<T>;
  const auto add = [](Part &part, Part by) {
    sycl::atomic_ref<Part, sycl::memory_order::relaxed, sycl::memory_scope::device>(part) += by;
  };
  if constexpr (is_complex<T>::value) {
    add(reinterpret_cast<Part(&)[2]>(to)[0], value.real());
    add(reinterpret_cast<Part(&)[2]>(to)[1], value.imag());
  } else {
    add(to, value);
  }
}

template <class T> T scaled(T beta, T y) {
  return beta == T(0) ? T(0) : times(beta, y); // which may be no number
}

/// Dense vectors beside each other: elements `down` apart, vectors `right` apart.
template <class Place> struct Lines {
  Evenly<Place> first;
  Int down, right;

  template <class Mode> auto in(sycl::handler &handler, Mode mode) const {
    const auto place = first.in(handler, mode);
    return Lines<decltype(place.first)>{place, down, right};
  }
  auto &at(Int row, Int column) const { return first(0)[row * down + column * right]; }
};
template <class Place> Lines<Place> lines(Place place, Int down, Int right) {
  return {Evenly<Place>{std::move(place)}, down, right};
}

/// y = alpha * op(matrix) * x + beta * y, for each of `count` vectors.
template <class T, class Matrix, class X, class Y>
sycl::event multiply(sycl::queue &queue, transpose op, T alpha, const Matrix &matrix, const Lines<X> &of_x, T beta,
                     const Lines<Y> &of_y, Int count, const Events &after) {
  const auto over = [&](Int rows, const Events &events, auto each) {
    return queue.submit([&](sycl::handler &handler) {
      handler.depends_on(events);
      const auto a = matrix.in(handler);
      const auto x = of_x.in(handler, sycl::read_only);
      const auto y = of_y.in(handler, sycl::read_write);
      const sycl::range<2> range(static_cast<std::size_t>(rows), static_cast<std::size_t>(count));
      handler.parallel_for(
          range, [=](sycl::item<2> item) { each(a, x, y, static_cast<Int>(item[0]), static_cast<Int>(item[1])); });
    });
  };
  if (op == transpose::nontrans)
    return over(matrix.rows, after, [=](const auto &a, const auto &x, const auto &y, Int row, Int c) {
      T sum(0);
      a.in_row(row, [&](Int column, T value) { sum += times(value, x.at(column, c)); });
      T &to = y.at(row, c);
      to = times(alpha, sum) + scaled(beta, to);
    });
  const auto begun = over(matrix.columns, after, [=](const auto &, const auto &, const auto &y, Int row, Int c) {
    y.at(row, c) = scaled(beta, y.at(row, c));
  });
  const bool conjugates = op == transpose::conjtrans;
  return over(matrix.rows, {begun}, [=](const auto &a, const auto &x, const auto &y, Int row, Int c) {
    const T by = times(alpha, x.at(row, c));
    a.in_row(row, [&](Int column, T value) {
      add_atomically(y.at(column, c), times(conjugates ? factor<true>(value) : value, by));
    });
  });
}

/// y = alpha * inverse(triangle) * x, where the triangle is a half of the matrix: one work-item does it row by row.
template <class T, class Matrix, class X, class Y>
sycl::event solve(sycl::queue &queue, uplo half, transpose op, diag diagonal, T alpha, const Matrix &matrix,
                  const Lines<X> &of_x, const Lines<Y> &of_y, const Events &after) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto a = matrix.in(handler);
    const auto x = of_x.in(handler, sycl::read_only);
    const auto y = of_y.in(handler, sycl::read_write);
    const bool lower = half == uplo::lower, turned = op != transpose::nontrans, conjugates = op == transpose::conjtrans;
    const bool forward = lower != turned, of_ones = diagonal == diag::unit;
    handler.single_task([=] {
      const auto element = [=](T value) { return conjugates ? factor<true>(value) : value; };
      for (Int i = 0; i < a.rows; ++i)
        y.at(i, 0) = times(alpha, x.at(i, 0));
      for (Int i = 0; i < a.rows; ++i) {
        const Int row = forward ? i : a.rows - 1 - i;
        T on_diagonal(1), sum = y.at(row, 0);
        a.in_row(row, [&](Int column, T value) {
          if (column == row && !of_ones)
            on_diagonal = element(value);
          else if (!turned && column != row && (column < row) == lower)
            sum -= times(value, y.at(column, 0));
        });
        const T found = y.at(row, 0) = sum / on_diagonal;
        if (turned) // a row is a column of the triangle: what it adds to others is known now
          a.in_row(row, [&](Int column, T value) {
            if (column != row && (column < row) == lower)
              y.at(column, 0) -= times(element(value), found);
          });
      }
    });
  });
}

} // namespace detail

inline void init_matrix_handle(matrix_handle_t *handle) {
  *handle = new matrix_handle;
}
inline void init_matrix_handle(sycl::queue &, matrix_handle_t *handle) {
  init_matrix_handle(handle);
}
/// Waits for `dependencies`: what uses the matrix.
inline sycl::event release_matrix_handle(sycl::queue &queue, matrix_handle_t *handle,
                                         const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  delete std::exchange(*handle, nullptr);
  return queue.ext_oneapi_submit_barrier();
}
inline void release_matrix_handle(matrix_handle_t *handle, const detail::Events &dependencies = {}) {
  sycl::event::wait(dependencies);
  delete std::exchange(*handle, nullptr);
}
inline void set_matrix_property(matrix_handle_t, property) {}

template <class I, class T>
sycl::event set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns,
                         index_base base, I *starts, I *places, T *values, const detail::Events &dependencies = {}) {
  handle->matrix = detail::InUsm<I, T>{rows, columns, base == index_base::one ? 1 : 0, {starts}, {places}, {values}};
  return queue.ext_oneapi_submit_barrier(dependencies);
}
template <class I, class T>
void set_csr_data(sycl::queue &, matrix_handle_t handle, std::int64_t rows, std::int64_t columns, index_base base,
                  sycl::buffer<I, 1> &starts, sycl::buffer<I, 1> &places, sycl::buffer<T, 1> &values) {
  handle->matrix =
      detail::InBuffers<I, T>{rows, columns, base == index_base::one ? 1 : 0, {starts}, {places}, {values}};
}
/// With the number of elements, which the last row's end says.
template <class I, class T>
sycl::event set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns,
                         std::int64_t, index_base base, I *starts, I *places, T *values,
                         const detail::Events &dependencies = {}) {
  return set_csr_data(queue, handle, rows, columns, base, starts, places, values, dependencies);
}
template <class I, class T>
void set_csr_data(sycl::queue &queue, matrix_handle_t handle, std::int64_t rows, std::int64_t columns, std::int64_t,
                  index_base base, sycl::buffer<I, 1> &starts, sycl::buffer<I, 1> &places, sycl::buffer<T, 1> &values) {
  set_csr_data(queue, handle, rows, columns, base, starts, places, values);
}

// Nothing is learnt of a matrix beforehand.
#define WEFT_NOTHING_TO_LEARN(name, ...)                                                                               \
  inline sycl::event name(sycl::queue &queue, __VA_ARGS__, matrix_handle_t, const detail::Events &dependencies = {}) { \
    return queue.ext_oneapi_submit_barrier(dependencies);                                                              \
  }
WEFT_NOTHING_TO_LEARN(optimize_gemv, transpose)
WEFT_NOTHING_TO_LEARN(optimize_trsv, uplo, transpose, diag)
WEFT_NOTHING_TO_LEARN(optimize_trmv, uplo, transpose, diag)
#undef WEFT_NOTHING_TO_LEARN
inline sycl::event optimize_gemm(sycl::queue &queue, transpose, matrix_handle_t,
                                 const detail::Events &dependencies = {}) {
  return queue.ext_oneapi_submit_barrier(dependencies);
}

template <class T>
sycl::event gemv(sycl::queue &queue, transpose op, detail::Scalar<T> alpha, matrix_handle_t handle, const T *x,
                 detail::Scalar<T> beta, T *y, const detail::Events &dependencies = {}) {
  return detail::with_matrix<T>("gemv", handle, [&](const auto &matrix) {
    return detail::multiply<T>(queue, op, alpha, matrix, detail::lines(x, 1, 0), beta, detail::lines(y, 1, 0), 1,
                               dependencies);
  });
}
template <class T>
void gemv(sycl::queue &queue, transpose op, detail::Scalar<T> alpha, matrix_handle_t handle, sycl::buffer<T, 1> &x,
          detail::Scalar<T> beta, sycl::buffer<T, 1> &y) {
  detail::with_matrix<T>("gemv", handle, [&](const auto &matrix) {
    return detail::multiply<T>(queue, op, alpha, matrix, detail::lines(x, 1, 0), beta, detail::lines(y, 1, 0), 1, {});
  });
}

/// c = alpha * op(matrix) * b + beta * c of dense matrices b and c, of which c has so many columns.
template <class T>
sycl::event gemm(sycl::queue &queue, layout order, transpose op, transpose op_b, detail::Scalar<T> alpha,
                 matrix_handle_t handle, const T *b, std::int64_t columns, std::int64_t ldb, detail::Scalar<T> beta,
                 T *c, std::int64_t ldc, const detail::Events &dependencies = {}) {
  if (op_b == transpose::conjtrans && detail::is_complex<T>::value)
    throw unimplemented("sparse", "gemm", "the dense matrix is not conjugated");
  const bool rows = order == layout::row_major, turned = op_b != transpose::nontrans;
  return detail::with_matrix<T>("gemm", handle, [&](const auto &matrix) {
    return detail::multiply<T>(queue, op, alpha, matrix,
                               rows != turned ? detail::lines(b, ldb, 1) : detail::lines(b, 1, ldb), beta,
                               rows ? detail::lines(c, ldc, 1) : detail::lines(c, 1, ldc), columns, dependencies);
  });
}

template <class T>
sycl::event trsv(sycl::queue &queue, uplo half, transpose op, diag diagonal, detail::Scalar<T> alpha,
                 matrix_handle_t handle, const T *x, T *y, const detail::Events &dependencies = {}) {
  return detail::with_matrix<T>("trsv", handle, [&](const auto &matrix) {
    return detail::solve<T>(queue, half, op, diagonal, alpha, matrix, detail::lines(x, 1, 0), detail::lines(y, 1, 0),
                            dependencies);
  });
}
template <class T>
sycl::event trsv(sycl::queue &queue, uplo half, transpose op, diag diagonal, matrix_handle_t handle, const T *x, T *y,
                 const detail::Events &dependencies = {}) {
  return trsv(queue, half, op, diagonal, T(1), handle, x, y, dependencies);
}

} // namespace oneapi::mkl::sparse
