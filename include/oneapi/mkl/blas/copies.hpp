// Copies, transposed or scaled, and sums of matrices as SYCL kernels: one or several, in place or to another place.
#pragma once

#include <memory>
#include <vector>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

/// Sides of op(A) as lines lie, for A of m rows and n columns.
struct Sides {
  Int lines, length;

  Sides(Lines lie, transpose op, Int m, Int n) {
    const bool by_lines = (lie == Lines::rows) == (op == transpose::nontrans);
    lines = by_lines ? m : n;
    length = by_lines ? n : m;
  }
};

/// Each element of a result is each(what it was, its matrix, line and place there).
template <class T, class Where, class Each>
sycl::event for_elements(sycl::queue &queue, Int matrices, const Sides &sides, const Where &to, Int apart,
                         const Events &after, const Each &each) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto place = to.in(handler, sycl::read_write);
    const auto value = each(handler);
    const sycl::range<3> range(static_cast<std::size_t>(matrices), static_cast<std::size_t>(sides.lines),
                               static_cast<std::size_t>(sides.length));
    handler.parallel_for(range, [=](sycl::id<3> id) {
      const Int matrix = static_cast<Int>(id[0]), line = static_cast<Int>(id[1]), i = static_cast<Int>(id[2]);
      T &element = place(matrix)[line * apart + i];
      element = value(matrix, line, i);
    });
  });
}

template <class T, class From, class To>
sycl::event copy_matrices(sycl::queue &queue, Int matrices, const Sides &sides, T alpha, const Matrix<T, From> &from,
                          const To &to, Int apart, const Events &after) {
  return for_elements<T>(queue, matrices, sides, to, apart, after, [&](sycl::handler &handler) {
    return [alpha, source = from.in(handler)](Int matrix, Int line, Int i) {
      return times(alpha, source.at(matrix, line, i));
    };
  });
}

/// Through an array without gaps, since lines of a transposed matrix lie across those they come from.
template <class T, class Place>
sycl::event copy_in_place(sycl::queue &queue, Int matrices, const Sides &sides, T alpha, const Place &matrix_at,
                          Int step, Int lda, Int ldb, transpose op, const Events &after) {
  const Int size = sides.lines * sides.length;
  const std::shared_ptr<T> copies(sycl::malloc_device<T>(static_cast<std::size_t>(matrices * size), queue),
                                  [queue](T *p) { sycl::free(p, queue); });
  const sycl::event copied = copy_matrices<T>(queue, matrices, sides, alpha, matrix<T>(matrix_at, lda, op, step),
                                              Evenly<T *>{copies.get(), size}, sides.length, after);
  const sycl::event done =
      copy_matrices<T>(queue, matrices, sides, T(1),
                       matrix<T>(static_cast<const T *>(copies.get()), sides.length, transpose::nontrans, size),
                       Evenly<Place>{matrix_at, step}, ldb, {copied});
  queue.submit([&](sycl::handler &handler) {
    handler.depends_on(done);
    handler.host_task([copies] {});
  });
  return done;
}

template <Lines L> struct OutOfPlaceBatch {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, const T *a, Int lda,
                         Int stride_a, T *b, Int ldb, Int stride_b, Int matrices,
                         const Events &dependencies = {}) const {
    return copy_matrices<T>(queue, matrices, Sides(L, op, m, n), alpha, matrix<T>(a, lda, op, stride_a),
                            Evenly<T *>{b, stride_b}, ldb, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, sycl::buffer<T, 1> &a, Int lda,
                  Int stride_a, sycl::buffer<T, 1> &b, Int ldb, Int stride_b, Int matrices) const {
    copy_matrices<T>(queue, matrices, Sides(L, op, m, n), alpha, matrix<T>(a, lda, op, stride_a),
                     Evenly<sycl::buffer<T, 1>>{b, stride_b}, ldb, {});
  }
  /// Groups of matrices of one shape each.
  template <class T>
  sycl::event operator()(sycl::queue &queue, const transpose *op, const Int *m, const Int *n, const T *alpha,
                         const T *const *a, const Int *lda, T *const *b, const Int *ldb, Int groups,
                         const Int *group_sizes, const Events &dependencies = {}) const {
    Events copies;
    for (Int g = 0; g < groups; ++g)
      for (Int i = 0; i < group_sizes[g]; ++i, ++a, ++b)
        copies.push_back(operator()(queue, op[g], m[g], n[g], alpha[g], *a, lda[g], 0, *b, ldb[g], 0, 1, dependencies));
    return queue.ext_oneapi_submit_barrier(copies);
  }
};

/// B = alpha * op(A) for A of m rows and n columns.
template <Lines L> struct OutOfPlace {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, const T *a, Int lda, T *b,
                         Int ldb, const Events &dependencies = {}) const {
    return OutOfPlaceBatch<L>()(queue, op, m, n, alpha, a, lda, 0, b, ldb, 0, 1, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, sycl::buffer<T, 1> &a, Int lda,
                  sycl::buffer<T, 1> &b, Int ldb) const {
    OutOfPlaceBatch<L>()(queue, op, m, n, alpha, a, lda, 0, b, ldb, 0, 1);
  }
};

template <Lines L> struct InPlaceBatch {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, T *ab, Int lda, Int ldb,
                         Int stride, Int matrices, const Events &dependencies = {}) const {
    return copy_in_place<T>(queue, matrices, Sides(L, op, m, n), alpha, ab, stride, lda, ldb, op, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, sycl::buffer<T, 1> &ab, Int lda,
                  Int ldb, Int stride, Int matrices) const {
    copy_in_place<T>(queue, matrices, Sides(L, op, m, n), alpha, ab, stride, lda, ldb, op, {});
  }
};

/// A = alpha * op(A), in lines of lda elements before and of ldb elements after.
template <Lines L> struct InPlace {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, T *ab, Int lda, Int ldb,
                         const Events &dependencies = {}) const {
    return InPlaceBatch<L>()(queue, op, m, n, alpha, ab, lda, ldb, 0, 1, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, sycl::buffer<T, 1> &ab, Int lda,
                  Int ldb) const {
    InPlaceBatch<L>()(queue, op, m, n, alpha, ab, lda, ldb, 0, 1);
  }
};

template <Lines L> struct SumBatch {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Scalar<T> alpha, const T *a,
                         Int lda, Int stride_a, Scalar<T> beta, const T *b, Int ldb, Int stride_b, T *c, Int ldc,
                         Int stride_c, Int matrices, const Events &dependencies = {}) const {
    return add<T>(queue, matrices, m, n, alpha, matrix<T>(a, lda, op_a, stride_a), beta,
                  matrix<T>(b, ldb, op_b, stride_b), Evenly<T *>{c, stride_c}, ldc, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Scalar<T> alpha,
                  sycl::buffer<T, 1> &a, Int lda, Int stride_a, Scalar<T> beta, sycl::buffer<T, 1> &b, Int ldb,
                  Int stride_b, sycl::buffer<T, 1> &c, Int ldc, Int stride_c, Int matrices) const {
    add<T>(queue, matrices, m, n, alpha, matrix<T>(a, lda, op_a, stride_a), beta, matrix<T>(b, ldb, op_b, stride_b),
           Evenly<sycl::buffer<T, 1>>{c, stride_c}, ldc, {});
  }

private:
  template <class T, class FromA, class FromB, class To>
  static sycl::event add(sycl::queue &queue, Int matrices, Int m, Int n, T alpha, const Matrix<T, FromA> &a, T beta,
                         const Matrix<T, FromB> &b, const To &c, Int ldc, const Events &after) {
    const Sides sides(L, transpose::nontrans, m, n);
    return for_elements<T>(queue, matrices, sides, c, ldc, after, [&](sycl::handler &handler) {
      return [alpha, beta, left = a.in(handler), right = b.in(handler)](Int matrix, Int line, Int i) {
        return times(alpha, left.at(matrix, line, i)) + times(beta, right.at(matrix, line, i));
      };
    });
  }
};

/// C = alpha * op(A) + beta * op(B), of m rows and n columns.
template <Lines L> struct Sum {
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Scalar<T> alpha, const T *a,
                         Int lda, Scalar<T> beta, const T *b, Int ldb, T *c, Int ldc,
                         const Events &dependencies = {}) const {
    return SumBatch<L>()(queue, op_a, op_b, m, n, alpha, a, lda, 0, beta, b, ldb, 0, c, ldc, 0, 1, dependencies);
  }
  template <class T>
  void operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Scalar<T> alpha,
                  sycl::buffer<T, 1> &a, Int lda, Scalar<T> beta, sycl::buffer<T, 1> &b, Int ldb, sycl::buffer<T, 1> &c,
                  Int ldc) const {
    SumBatch<L>()(queue, op_a, op_b, m, n, alpha, a, lda, 0, beta, b, ldb, 0, c, ldc, 0, 1);
  }
};

/// C = A with each row, or on the right each column, times an element of x.
template <Lines L> struct TimesDiagonal {
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, Int m, Int n, const T *a, Int lda, const T *x, Int incx, T *c,
                         Int ldc, const Events &dependencies = {}) const {
    const bool by_line = (where == side::left) == (L == Lines::rows);
    const T *const first = first_of(x, where == side::left ? m : n, incx);
    return for_elements<T>(
        queue, 1, Sides(L, transpose::nontrans, m, n), Evenly<T *>{c}, ldc, dependencies, [&](sycl::handler &) {
          return [=](Int, Int line, Int i) { return times(first[(by_line ? line : i) * incx], a[line * lda + i]); };
        });
  }
};

} // namespace oneapi::mkl::blas::detail
