// BLAS of matrices that are not zero near their diagonal alone, and of halves that lie without room for the other one.
#pragma once

#include <algorithm>
#include <type_traits>

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/blas/gemv.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/symmetric.hpp>
#include <oneapi/mkl/blas/triangular.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

/// Where an element of a line is: so many are stored before the diagonal's.
struct BandOfLines {
  Int before, apart;
  Int operator()(Int line, Int element) const { return line * apart + before + element - line; }
};

/// Each line has what is on one side of the diagonal, with it, and the next one follows at once.
struct PackedLines {
  bool right; ///< of the diagonal
  Int n;
  Int operator()(Int line, Int element) const {
    return element + (right ? line * (2 * n - line - 1) / 2 : line * (line + 1) / 2);
  }
};

/// Whether `half` is what lies right of the diagonal in lines.
template <Lines L> bool lies_right(uplo half) {
  return (half == uplo::upper) == (L == Lines::rows);
}
template <Lines L> BandOfLines band_of(uplo half, Int reach, Int apart) {
  return {lies_right<L>(half) ? 0 : reach, apart};
}
template <Lines L> PackedLines packed(uplo half, Int n) {
  return {lies_right<L>(half), n};
}

/// y = alpha * op(A) * x + beta * y for A with so many diagonals below and above the main one.
template <Lines L> struct Gbmv : OfBuffers<Gbmv<L>> {
  using OfBuffers<Gbmv>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Int below, Int above, Scalar<T> alpha,
                         const T *a, Int lda, const T *x, Int x_step, Scalar<T> beta, T *y, Int y_step,
                         const Events &dependencies = {}) const {
    const bool turned = op != transpose::nontrans;
    const Int results = turned ? n : m, terms = turned ? m : n;
    const Int left = turned ? above : below, right = turned ? below : above;
    x = first_of(x, terms, x_step);
    y = first_of(y, results, y_step);
    const BandOfLines place{L == Lines::rows ? below : above, lda};
    const bool along_lines = (L == Lines::rows) != turned;
    return queue.parallel_for(count_of(results), dependencies, [=](sycl::id<1> id) {
      const Int i = static_cast<Int>(id[0]);
      T sum(0);
      for (Int k = std::max<Int>(0, i - left), end = std::min(terms, i + right + 1); k < end; ++k) {
        const T element = a[along_lines ? place(i, k) : place(k, i)];
        sum += times(op == transpose::conjtrans ? factor<true>(element) : element, x[k * x_step]);
      }
      update(y[i * y_step], T(alpha), sum, T(beta));
    });
  }
};

/// y = alpha * A * x + beta * y for A that equals its mirror, of which only what `reach` tells is not zero.
template <Lines L, class T, class Matrix>
sycl::event mirrored_times_vector(sycl::queue &queue, Int n, Int reach, T alpha, const Matrix &matrix, const T *x,
                                  Int x_step, T beta, T *y, Int y_step, const Events &after) {
  x = first_of(x, n, x_step);
  y = first_of(y, n, y_step);
  return queue.parallel_for(count_of(n), after, [=](sycl::id<1> id) {
    const Int row = static_cast<Int>(id[0]);
    T sum(0);
    for (Int column = std::max<Int>(0, row - reach), end = std::min(n, row + reach + 1); column < end; ++column)
      sum += times(L == Lines::rows ? matrix.at(0, row, column) : matrix.at(0, column, row), x[column * x_step]);
    update(y[row * y_step], alpha, sum, beta);
  });
}

template <Lines L, bool Hermitian> struct Sbmv : OfBuffers<Sbmv<L, Hermitian>> {
  using OfBuffers<Sbmv>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Int reach, Scalar<T> alpha, const T *a, Int lda,
                         const T *x, Int x_step, Scalar<T> beta, T *y, Int y_step,
                         const Events &dependencies = {}) const {
    const Half<Hermitian, T, BandOfLines> matrix{a, band_of<L>(half, reach, lda), lies_right<L>(half)};
    return mirrored_times_vector<L, T>(queue, n, reach, alpha, matrix, x, x_step, beta, y, y_step, dependencies);
  }
};

template <Lines L, bool Hermitian> struct Spmv : OfBuffers<Spmv<L, Hermitian>> {
  using OfBuffers<Spmv>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Scalar<T> alpha, const T *a, const T *x, Int x_step,
                         Scalar<T> beta, T *y, Int y_step, const Events &dependencies = {}) const {
    const Half<Hermitian, T, PackedLines> matrix{a, packed<L>(half, n), lies_right<L>(half)};
    return mirrored_times_vector<L, T>(queue, n, n, alpha, matrix, x, x_step, beta, y, y_step, dependencies);
  }
};

/// A = alpha * x * transposed(x) + A.
template <Lines L, bool Hermitian> struct Spr : OfBuffers<Spr<L, Hermitian>> {
  using OfBuffers<Spr>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Real<T> alpha, const T *x, Int x_step, T *a,
                         const Events &dependencies = {}) const {
    x = first_of(x, n, x_step);
    return change_half<L, Hermitian>(
        queue, half, n, a, packed<L>(half, n), dependencies, [=](Int row, Int column, T element) {
          return element + times(times(T(alpha), x[row * x_step]), factor<Hermitian>(x[column * x_step]));
        });
  }
};

/// A = alpha * x * transposed(y) + alpha * y * transposed(x) + A.
template <Lines L, bool Hermitian> struct Spr2 : OfBuffers<Spr2<L, Hermitian>> {
  using OfBuffers<Spr2>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Scalar<T> alpha, const T *x, Int x_step, const T *y,
                         Int y_step, T *a, const Events &dependencies = {}) const {
    x = first_of(x, n, x_step);
    y = first_of(y, n, y_step);
    return change_half<L, Hermitian>(
        queue, half, n, a, packed<L>(half, n), dependencies, [=](Int row, Int column, T element) {
          return element + times(times(alpha, x[row * x_step]), factor<Hermitian>(y[column * y_step])) +
                 times(times(factor<Hermitian>(T(alpha)), y[row * y_step]), factor<Hermitian>(x[column * x_step]));
        });
  }
};

/// An element of a triangle that lies in lines, which are its rows where it is turned.
template <class Place> struct InLines {
  Place place;
  bool turned;
  Int operator()(Int row, Int column) const { return turned ? place(row, column) : place(column, row); }
};

/// x = op(triangle) * x, or the other way round, by one work-item.
template <class Does, class T, class Place>
sycl::event triangle_with_vector(sycl::queue &queue, const Shape &shape, Int reach, const T *a, const Place &place,
                                 T *x, Int x_step, const Events &after) {
  const Triangle<T, InLines<Place>> triangle{
      a, {place, shape.turned}, shape.side, reach, shape.upper == shape.turned, shape.conjugates, shape.of_ones};
  x = first_of(x, shape.side, x_step);
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    handler.single_task([=] { Does()(triangle, T(1), x, x_step); });
  });
}

template <Lines L, class Does> struct BandWithVector : OfBuffers<BandWithVector<L, Does>> {
  using OfBuffers<BandWithVector>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, diag diagonal, Int n, Int reach, const T *a,
                         Int lda, T *x, Int x_step, const Events &dependencies = {}) const {
    return triangle_with_vector<Does>(queue, beside_vector<L>(half, op, diagonal, n), reach, a,
                                      band_of<L>(half, reach, lda), x, x_step, dependencies);
  }
};

template <Lines L, class Does> struct PackedWithVector : OfBuffers<PackedWithVector<L, Does>> {
  using OfBuffers<PackedWithVector>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, diag diagonal, Int n, const T *a, T *x,
                         Int x_step, const Events &dependencies = {}) const {
    return triangle_with_vector<Does>(queue, beside_vector<L>(half, op, diagonal, n), n, a, packed<L>(half, n), x,
                                      x_step, dependencies);
  }
};

} // namespace oneapi::mkl::blas::detail
