// Sparse matrices of oneMKL as SYCL kernels: products with vectors and dense matrices, and equations of triangles.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/spblas/matmat.hpp>
#include <oneapi/mkl/spblas/matrix.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::sparse {

namespace detail {

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

/// The same of elements in any order, which are added one by one.
template <class T, class... Places, class X, class Y>
sycl::event multiply(sycl::queue &queue, transpose op, T alpha, const Coordinates<Places...> &matrix,
                     const Lines<X> &of_x, T beta, const Lines<Y> &of_y, Int count, const Events &after) {
  const auto columns = static_cast<std::size_t>(count);
  const auto begun = queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto y = of_y.in(handler, sycl::read_write);
    const auto rows = static_cast<std::size_t>(op == transpose::nontrans ? matrix.rows : matrix.columns);
    handler.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> item) {
      T &to = y.at(static_cast<Int>(item[0]), static_cast<Int>(item[1]));
      to = scaled(beta, to);
    });
  });
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(begun);
    const auto a = matrix.in(handler);
    const auto x = of_x.in(handler, sycl::read_only);
    const auto y = of_y.in(handler, sycl::read_write);
    handler.parallel_for(sycl::range<2>(static_cast<std::size_t>(matrix.count), columns), [=](sycl::item<2> item) {
      const Int c = static_cast<Int>(item[1]);
      a.element(static_cast<Int>(item[0]), [&](Int row, Int column, T value) {
        const Int from = op == transpose::nontrans ? column : row, to = op == transpose::nontrans ? row : column;
        const T element = op == transpose::conjtrans ? factor<true>(value) : value;
        add_atomically(y.at(to, c), times(times(alpha, element), x.at(from, c)));
      });
    });
  });
}

/// A half of a matrix of compressed rows, with what is said to be on its diagonal.
template <class Matrix> struct Half {
  enum class Diagonal { own, ones, none };

  Matrix matrix;
  bool lower;
  Diagonal diagonal;
  Int rows = matrix.rows, columns = matrix.columns;

  auto in(sycl::handler &handler) const {
    const auto a = matrix.in(handler);
    using Inside = Half<std::remove_const_t<decltype(a)>>;
    return Inside{a, lower, static_cast<typename Inside::Diagonal>(diagonal)};
  }
  template <class Each> void in_row(Int row, Each each) const {
    using T = std::remove_cv_t<std::remove_reference_t<decltype(*matrix.values(0))>>;
    matrix.in_row(row, [&](Int column, T value) {
      if (column == row ? diagonal == Diagonal::own : (column < row) == lower)
        each(column, value);
    });
    if (diagonal == Diagonal::ones)
      each(row, T(1));
  }
};

/// y = alpha * inverse(triangle) * x, where the triangle is a half of the matrix, for each of `count`
/// vectors: one work-item does it row by row.
template <class T, class Matrix, class X, class Y>
sycl::event solve(sycl::queue &queue, uplo half, transpose op, diag diagonal, T alpha, const Matrix &matrix,
                  const Lines<X> &of_x, const Lines<Y> &of_y, Int count, const Events &after) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto a = matrix.in(handler);
    const auto x = of_x.in(handler, sycl::read_only);
    const auto y = of_y.in(handler, sycl::read_write);
    const bool lower = half == uplo::lower, turned = op != transpose::nontrans, conjugates = op == transpose::conjtrans;
    const bool forward = lower != turned, of_ones = diagonal == diag::unit;
    handler.parallel_for(sycl::range<1>(static_cast<std::size_t>(count)), [=](sycl::id<1> vector) {
      const auto c = static_cast<Int>(vector[0]);
      const auto element = [=](T value) { return conjugates ? factor<true>(value) : value; };
      for (Int i = 0; i < a.rows; ++i)
        y.at(i, c) = times(alpha, x.at(i, c));
      for (Int i = 0; i < a.rows; ++i) {
        const Int row = forward ? i : a.rows - 1 - i;
        T on_diagonal(1), sum = y.at(row, c);
        a.in_row(row, [&](Int column, T value) {
          if (column == row && !of_ones)
            on_diagonal = element(value);
          else if (!turned && column != row && (column < row) == lower)
            sum -= times(value, y.at(column, c));
        });
        const T found = y.at(row, c) = sum / on_diagonal;
        if (turned) // a row is a column of the triangle: what it adds to others is known now
          a.in_row(row, [&](Int column, T value) {
            if (column != row && (column < row) == lower)
              y.at(column, c) -= times(element(value), found);
          });
      }
    });
  });
}

} // namespace detail

// Nothing is learnt of a matrix beforehand.
#define WEFT_NOTHING_TO_LEARN(name, ...)                                                                               \
  inline sycl::event name(sycl::queue &queue, __VA_ARGS__, matrix_handle_t, const detail::Events &dependencies = {}) { \
    return queue.ext_oneapi_submit_barrier(dependencies);                                                              \
  }
WEFT_NOTHING_TO_LEARN(optimize_gemv, transpose)
WEFT_NOTHING_TO_LEARN(optimize_trsv, uplo, transpose, diag)
WEFT_NOTHING_TO_LEARN(optimize_trmv, uplo, transpose, diag)
#undef WEFT_NOTHING_TO_LEARN
inline sycl::event optimize_trsm(sycl::queue &queue, layout, uplo, transpose, diag, matrix_handle_t, std::int64_t,
                                 const detail::Events &dependencies = {}) {
  return queue.ext_oneapi_submit_barrier(dependencies);
}
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
  return detail::with_rows<T>("trsv", handle, [&](const auto &matrix) {
    return detail::solve<T>(queue, half, op, diagonal, alpha, matrix, detail::lines(x, 1, 0), detail::lines(y, 1, 0), 1,
                            dependencies);
  });
}
template <class T>
sycl::event trsv(sycl::queue &queue, uplo half, transpose op, diag diagonal, matrix_handle_t handle, const T *x, T *y,
                 const detail::Events &dependencies = {}) {
  return trsv(queue, half, op, diagonal, T(1), handle, x, y, dependencies);
}

/// y = alpha * inverse(triangle) * x of dense matrices x and y of so many columns.
template <class T>
sycl::event trsm(sycl::queue &queue, layout order, transpose op, transpose op_x, uplo half, diag diagonal,
                 detail::Scalar<T> alpha, matrix_handle_t handle, const T *x, std::int64_t columns, std::int64_t ldx,
                 T *y, std::int64_t ldy, const detail::Events &dependencies = {}) {
  if (op_x != transpose::nontrans)
    throw unimplemented("sparse", "trsm", "the dense matrix is not transposed");
  const bool rows = order == layout::row_major;
  return detail::with_rows<T>("trsm", handle, [&](const auto &matrix) {
    return detail::solve<T>(queue, half, op, diagonal, alpha, matrix,
                            rows ? detail::lines(x, ldx, 1) : detail::lines(x, 1, ldx),
                            rows ? detail::lines(y, ldy, 1) : detail::lines(y, 1, ldy), columns, dependencies);
  });
}

/// y = alpha * op(triangle) * x + beta * y.
template <class T>
sycl::event trmv(sycl::queue &queue, uplo half, transpose op, diag diagonal, detail::Scalar<T> alpha,
                 matrix_handle_t handle, const T *x, detail::Scalar<T> beta, T *y,
                 const detail::Events &dependencies = {}) {
  return detail::with_rows<T>("trmv", handle, [&](const auto &matrix) {
    using Triangle = detail::Half<std::decay_t<decltype(matrix)>>;
    const auto on_diagonal = diagonal == diag::unit ? Triangle::Diagonal::ones : Triangle::Diagonal::own;
    const Triangle triangle{matrix, half == uplo::lower, on_diagonal};
    return detail::multiply<T>(queue, op, alpha, triangle, detail::lines(x, 1, 0), beta, detail::lines(y, 1, 0), 1,
                               dependencies);
  });
}

/// y = alpha * matrix * x + beta * y of a symmetric matrix, of which a half is read.
template <class T>
sycl::event symv(sycl::queue &queue, uplo half, detail::Scalar<T> alpha, matrix_handle_t handle, const T *x,
                 detail::Scalar<T> beta, T *y, const detail::Events &dependencies = {}) {
  return detail::with_rows<T>("symv", handle, [&](const auto &matrix) {
    using Triangle = detail::Half<std::decay_t<decltype(matrix)>>;
    const bool lower = half == uplo::lower;
    const auto first =
        detail::multiply<T>(queue, transpose::nontrans, alpha, Triangle{matrix, lower, Triangle::Diagonal::own},
                            detail::lines(x, 1, 0), beta, detail::lines(y, 1, 0), 1, dependencies);
    return detail::multiply<T>(queue, transpose::trans, alpha, Triangle{matrix, lower, Triangle::Diagonal::none},
                               detail::lines(x, 1, 0), T(1), detail::lines(y, 1, 0), 1, {first});
  });
}

/// gemv, and the product of x, conjugated, and y then.
template <class T>
sycl::event gemvdot(sycl::queue &queue, transpose op, detail::Scalar<T> alpha, matrix_handle_t handle, const T *x,
                    detail::Scalar<T> beta, T *y, T *product, const detail::Events &dependencies = {}) {
  const auto multiplied = gemv(queue, op, alpha, handle, x, beta, y, dependencies);
  const auto count = detail::with_matrix<T>("gemvdot", handle, [&](const auto &matrix) { return matrix.rows; });
  if constexpr (detail::is_complex<T>::value)
    return blas::dotc(queue, count, x, 1, y, 1, product, {multiplied});
  else
    return blas::dot(queue, count, x, 1, y, 1, product, {multiplied});
}

} // namespace oneapi::mkl::sparse
