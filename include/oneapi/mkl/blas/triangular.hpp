// BLAS of triangular matrices as SYCL kernels: equations of them, and products with them, in the place of the other
// side.
#pragma once

#include <algorithm>
#include <utility>

#include <oneapi/mkl/blas/gemm.hpp>
#include <oneapi/mkl/blas/halves.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {
namespace detail {

/// From a row, and from a column, to the next.
struct Apart {
  Int down, right;
  Int operator()(Int row, Int column) const { return row * down + column * right; }
};

/// A square triangle, of which the other half is not read, nor what is further from the diagonal than it reaches.
template <class T, class Place = Apart> struct Triangle {
  const T *first;
  Place place;
  Int side, reach;
  bool lower, conjugates, of_ones;

  T at(Int row, Int column) const {
    const T value = first[place(row, column)];
    return conjugates ? factor<true>(value) : value;
  }
  T times_diagonal(Int row, T x) const { return of_ones ? x : times(at(row, row), x); }
  T by_diagonal(Int row, T x) const { return of_ones ? x : x / at(row, row); }

  /// The sum of a row's products beside the diagonal.
  T beside(Int row, const T *x, Int step) const {
    T sum(0);
    const Int begin = lower ? (row > reach ? row - reach : 0) : row + 1;
    const Int end = lower ? row : (side - row > reach ? row + 1 + reach : side);
    for (Int k = begin; k < end; ++k)
      sum += times(at(row, k), x[k * step]);
    return sum;
  }
};

/// x = inverse(triangle) * alpha * x: rows that need no other one come first.
struct Solve {
  static constexpr bool begins_with_the_needed = true;
  template <class T, class Place> void operator()(const Triangle<T, Place> &triangle, T alpha, T *x, Int step) const {
    for (Int i = 0; i < triangle.side; ++i) {
      const Int row = triangle.lower ? i : triangle.side - 1 - i;
      x[row * step] = triangle.by_diagonal(row, times(alpha, x[row * step]) - triangle.beside(row, x, step));
    }
  }
};

/// x = triangle * alpha * x: rows that no other one needs come first.
struct Multiply {
  static constexpr bool begins_with_the_needed = false;
  template <class T, class Place> void operator()(const Triangle<T, Place> &triangle, T alpha, T *x, Int step) const {
    for (Int i = 0; i < triangle.side; ++i) {
      const Int row = triangle.lower ? triangle.side - 1 - i : i;
      x[row * step] = times(alpha, triangle.times_diagonal(row, x[row * step]) + triangle.beside(row, x, step));
    }
  }
};

/// Triangles as they lie in columns, and the lines of the matrix beside them that are multiplied by their rows.
struct Shape {
  bool upper, turned, conjugates, of_ones;
  Int side, lines;
  bool lines_are_rows;

  bool lower() const { return upper == turned; } ///< as it is multiplied
  /// By which what is beside its diagonal is multiplied, from the right side by lines that are rows.
  transpose op() const {
    if (turned == lines_are_rows)
      return transpose::nontrans;
    return conjugates ? transpose::conjtrans : transpose::trans;
  }
};

template <Lines L> Shape beside_matrix(side where, uplo half, transpose op, diag diagonal, Int m, Int n) {
  // What lies in rows is the turned matrix in columns, on the other side of the turned other one.
  const bool columns = L == Lines::columns, left = (where == side::left) == columns;
  if (!columns)
    std::swap(m, n);
  return {(half == uplo::upper) == columns,
          (op != transpose::N) == left,
          op == transpose::C,
          diagonal == diag::unit,
          left ? m : n,
          left ? n : m,
          !left};
}

template <Lines L> Shape beside_vector(uplo half, transpose op, diag diagonal, Int n) {
  const bool columns = L == Lines::columns;
  return {(half == uplo::upper) == columns,
          (op != transpose::N) == columns,
          op == transpose::C,
          diagonal == diag::unit,
          n,
          1,
          true};
}

/// Each row or column of each B is a work-item's.
template <class Does, class T, class WhereA, class WhereB>
sycl::event line_by_line(sycl::queue &queue, Int matrices, const Shape &shape, T alpha, const WhereA &of_a, Int lda,
                         const WhereB &of_b, Int ldb, const Events &after) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto a = of_a.in(handler, sycl::read_only);
    const auto b = of_b.in(handler, sycl::read_write);
    const Triangle<T> triangle{nullptr,       {shape.turned ? lda : 1, shape.turned ? 1 : lda},
                               shape.side,    shape.side,
                               shape.lower(), shape.conjugates,
                               shape.of_ones};
    const Int apart = shape.lines_are_rows ? 1 : ldb, step = shape.lines_are_rows ? ldb : 1;
    const sycl::range<2> range(static_cast<std::size_t>(matrices), static_cast<std::size_t>(shape.lines));
    handler.parallel_for(range, [=](sycl::item<2> item) {
      const Int matrix = static_cast<Int>(item[0]);
      Triangle<T> own = triangle;
      own.first = a(matrix);
      Does()(own, alpha, b(matrix) + static_cast<Int>(item[1]) * apart, step);
    });
  });
}

/// Large triangles by halves, of which the one that `Does` begins with has been scaled by alpha when the other one
/// gets its share of it.
template <class Does, class T, class WhereA, class WhereB>
sycl::event with_triangles(sycl::queue &queue, Int matrices, const Shape &shape, T alpha, const WhereA &of_a, Int lda,
                           const WhereB &of_b, Int ldb, const Events &after) {
  const Int step = shape.lines_are_rows ? ldb : 1;
  const bool back = shape.lower() != Does::begins_with_the_needed;
  // What has taken its share of the first part by then is scaled already.
  const auto scale = [&](Int begin, Int end) {
    return !Does::begins_with_the_needed || (back ? end == shape.side : begin == 0) ? alpha : T(1);
  };
  const auto part = [&](Int begin, Int end, const Events &before) {
    Shape small = shape;
    small.side = end - begin;
    return line_by_line<Does, T>(queue, matrices, small, scale(begin, end), of_a.further(begin * (lda + 1)), lda,
                                 of_b.further(begin * step), ldb, before);
  };
  const auto between = [&](Int begin, Int middle, Int end, const Events &before) {
    const Beside stored = beside(shape.upper, begin, middle, end);
    const auto [to, from, rows, depth] = beside(!shape.lower(), begin, middle, end);
    const auto block = matrix_at<T>(of_a.further(stored.row + stored.column * lda), lda, shape.op());
    const auto x = matrix_at<T>(of_b.further(from * step), ldb, transpose::nontrans);
    const auto y = of_b.further(to * step);
    const T by = Does::begins_with_the_needed ? T(-1) : alpha,
            old = Does::begins_with_the_needed ? scale(begin, end) : T(1);
    if (shape.lines_are_rows)
      return product<Lines::columns, T>(queue, matrices, shape.lines, rows, depth, by, x, block, old, y, ldb, before);
    return product<Lines::columns, T>(queue, matrices, rows, shape.lines, depth, by, block, x, old, y, ldb, before);
  };
  return by_halves(0, shape.side, back, after, part, between);
}

/// As programs call it.
template <Lines L, class Does> struct WithTriangle {
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, uplo half, transpose op, diag diagonal, Int m, Int n,
                         Scalar<T> alpha, const T *a, Int lda, T *b, Int ldb, const Events &dependencies = {}) const {
    return with_triangles<Does, T>(queue, 1, beside_matrix<L>(where, half, op, diagonal, m, n), alpha,
                                   Evenly<const T *>{a}, lda, Evenly<T *>{b}, ldb, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, uplo half, transpose op, diag diagonal, Int m, Int n,
                         Scalar<T> alpha, const T *a, Int lda, T *b, Int ldb, compute_mode,
                         const Events &dependencies = {}) const {
    return operator()(queue, where, half, op, diagonal, m, n, alpha, a, lda, b, ldb, dependencies);
  }
  template <class T, class AllocatorA, class AllocatorB>
  void operator()(sycl::queue &queue, side where, uplo half, transpose op, diag diagonal, Int m, Int n, Scalar<T> alpha,
                  sycl::buffer<T, 1, AllocatorA> &a, Int lda, sycl::buffer<T, 1, AllocatorB> &b, Int ldb,
                  compute_mode = compute_mode::unset) const {
    with_triangles<Does, T>(queue, 1, beside_matrix<L>(where, half, op, diagonal, m, n), alpha,
                            Evenly<sycl::buffer<T, 1, AllocatorA>>{a}, lda, Evenly<sycl::buffer<T, 1, AllocatorB>>{b},
                            ldb, {});
  }
};

template <Lines L> struct TrsmBatch {
  /// As many that lie a stride apart.
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, uplo half, transpose op, diag diagonal, Int m, Int n,
                         Scalar<T> alpha, const T *a, Int lda, Int stride_a, T *b, Int ldb, Int stride_b,
                         Int batch_size, const Events &dependencies = {}) const {
    return with_triangles<Solve, T>(queue, batch_size, beside_matrix<L>(where, half, op, diagonal, m, n), alpha,
                                    Evenly<const T *>{a, stride_a}, lda, Evenly<T *>{b, stride_b}, ldb, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, uplo half, transpose op, diag diagonal, Int m, Int n,
                         Scalar<T> alpha, const T *a, Int lda, Int stride_a, T *b, Int ldb, Int stride_b,
                         Int batch_size, compute_mode, const Events &dependencies = {}) const {
    return operator()(queue, where, half, op, diagonal, m, n, alpha, a, lda, stride_a, b, ldb, stride_b, batch_size,
                      dependencies);
  }

  /// Groups of one shape each, with all addresses one after the other.
  template <class T>
  sycl::event operator()(sycl::queue &queue, const side *where, const uplo *half, const transpose *op,
                         const diag *diagonal, const Int *m, const Int *n, const T *alpha, const T *const *a,
                         const Int *lda, T *const *b, const Int *ldb, Int groups, const Int *group_sizes,
                         const Events &dependencies = {}) const {
    const auto solve = [&](Int g, Int count, const auto &at_a, const auto &at_b) {
      const Shape shape = beside_matrix<L>(where[g], half[g], op[g], diagonal[g], m[g], n[g]);
      return with_triangles<Solve, T>(queue, count, shape, alpha[g], at_a, lda[g], at_b, ldb[g], dependencies);
    };
    return in_groups(queue, groups, group_sizes, solve, a, b);
  }
};

/// The same of a vector.
template <Lines L, class Does> struct TriangleWithVector {
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, diag diagonal, Int n, const T *a, Int lda, T *x,
                         Int incx, const Events &dependencies = {}) const {
    return with_triangles<Does, T>(queue, 1, beside_vector<L>(half, op, diagonal, n), T(1), Evenly<const T *>{a}, lda,
                                   Evenly<T *>{first_of(x, n, incx)}, incx, dependencies);
  }
  template <class T, class AllocatorA, class AllocatorX>
  void operator()(sycl::queue &queue, uplo half, transpose op, diag diagonal, Int n, sycl::buffer<T, 1, AllocatorA> &a,
                  Int lda, sycl::buffer<T, 1, AllocatorX> &x, Int incx) const {
    with_triangles<Does, T>(queue, 1, beside_vector<L>(half, op, diagonal, n), T(1),
                            Evenly<sycl::buffer<T, 1, AllocatorA>>{a}, lda,
                            Evenly<sycl::buffer<T, 1, AllocatorX>>{x, 0, incx < 0 ? (1 - n) * incx : 0}, incx, {});
  }
};

} // namespace detail

} // namespace oneapi::mkl::blas
