// BLAS of matrices that equal their transposed or conjugated one, of which one half is read and written, and of
// products of vectors that are added to a matrix.
#pragma once

#include <type_traits>

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

template <class T> T real_of(T a) {
  if constexpr (is_complex<T>::value)
    return T(a.real());
  else
    return a;
}

template <Lines L> Int place_of(Int row, Int column, Int apart) {
  return L == Lines::rows ? row * apart + column : column * apart + row;
}

/// Where an element of a line is in a matrix that lies whole.
struct WholeLines {
  Int apart;
  Int operator()(Int line, Int element) const { return line * apart + element; }
};

/// What is on the diagonal and on one side of it, with its mirror, as Matrix is: lines are rows.
template <bool Hermitian, class T, class Place = WholeLines> struct Half {
  const T *first;
  Place place;
  bool right; ///< of the diagonal, in lines

  Half in(sycl::handler &) const { return *this; }
  T at(Int, Int line, Int element) const {
    if (line == element)
      return Hermitian ? real_of(first[place(line, element)]) : first[place(line, element)];
    return (element > line) == right ? first[place(line, element)] : factor<Hermitian>(first[place(element, line)]);
  }
};
template <Lines L, bool Hermitian, class T> Half<Hermitian, T> half_of(uplo half, const T *a, Int apart) {
  return {a, {apart}, (half == uplo::upper) == (L == Lines::rows)};
}

/// a(row, column) = changed(row, column, a(row, column)) in one half; what has to be real there becomes so.
template <Lines L, bool Hermitian, class T, class Place, class Changed>
sycl::event change_half(sycl::queue &queue, uplo half, Int n, T *a, const Place &place, const Events &after,
                        Changed changed) {
  const auto side = count_of(n)[0];
  return queue.parallel_for(sycl::range<2>(side, side), after, [=](sycl::id<2> id) {
    const Int line = static_cast<Int>(id[0]), other = static_cast<Int>(id[1]);
    const Int row = L == Lines::rows ? line : other, column = L == Lines::rows ? other : line;
    if (half == uplo::upper ? column < row : row < column)
      return;
    T &element = a[place(line, other)];
    const T value = changed(row, column, element);
    element = Hermitian && row == column ? real_of(value) : value;
  });
}

/// A = alpha * x * transposed(y) + A.
template <Lines L, bool Conjugates> struct Ger : OfBuffers<Ger<L, Conjugates>> {
  using OfBuffers<Ger>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, Scalar<T> alpha, const T *x, Int x_step, const T *y,
                         Int y_step, T *a, Int lda, const Events &dependencies = {}) const {
    x = first_of(x, m, x_step);
    y = first_of(y, n, y_step);
    const auto rows = count_of(m)[0], columns = count_of(n)[0];
    const sycl::range<2> range = L == Lines::rows ? sycl::range(rows, columns) : sycl::range(columns, rows);
    return queue.parallel_for(range, dependencies, [=](sycl::id<2> id) {
      const Int row = static_cast<Int>(id[L == Lines::rows ? 0 : 1]),
                column = static_cast<Int>(id[L == Lines::rows ? 1 : 0]);
      a[place_of<L>(row, column, lda)] += times(times(alpha, x[row * x_step]), factor<Conjugates>(y[column * y_step]));
    });
  }
};

/// y = alpha * A * x + beta * y.
template <Lines L, bool Hermitian> struct Symv : OfBuffers<Symv<L, Hermitian>> {
  using OfBuffers<Symv>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Scalar<T> alpha, const T *a, Int lda, const T *x,
                         Int x_step, Scalar<T> beta, T *y, Int y_step, const Events &dependencies = {}) const {
    x = first_of(x, n, x_step);
    y = first_of(y, n, y_step);
    const auto matrix = half_of<L, Hermitian>(half, a, lda);
    return queue.parallel_for(count_of(n), dependencies, [=](sycl::id<1> id) {
      const Int row = static_cast<Int>(id[0]);
      T sum(0);
      for (Int column = 0; column < n; ++column)
        sum += times(L == Lines::rows ? matrix.at(0, row, column) : matrix.at(0, column, row), x[column * x_step]);
      T &to = y[row * y_step];
      to = beta == T(0) ? times(alpha, sum) : times(alpha, sum) + times(beta, to);
    });
  }
};

/// A = alpha * x * transposed(x) + A.
template <Lines L, bool Hermitian> struct Syr : OfBuffers<Syr<L, Hermitian>> {
  using OfBuffers<Syr>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Real<T> alpha, const T *x, Int x_step, T *a, Int lda,
                         const Events &dependencies = {}) const {
    return run(queue, half, n, T(alpha), x, x_step, a, lda, dependencies);
  }
  template <class T, class = std::enable_if_t<is_complex<T>::value && !Hermitian>>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Scalar<T> alpha, const T *x, Int x_step, T *a, Int lda,
                         const Events &dependencies = {}) const {
    return run(queue, half, n, alpha, x, x_step, a, lda, dependencies);
  }

private:
  template <class T>
  static sycl::event run(sycl::queue &queue, uplo half, Int n, T alpha, const T *x, Int x_step, T *a, Int lda,
                         const Events &after) {
    x = first_of(x, n, x_step);
    return change_half<L, Hermitian>(queue, half, n, a, WholeLines{lda}, after, [=](Int row, Int column, T element) {
      return element + times(times(alpha, x[row * x_step]), factor<Hermitian>(x[column * x_step]));
    });
  }
};

/// A = alpha * x * transposed(y) + alpha * y * transposed(x) + A.
template <Lines L, bool Hermitian> struct Syr2 : OfBuffers<Syr2<L, Hermitian>> {
  using OfBuffers<Syr2>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Scalar<T> alpha, const T *x, Int x_step, const T *y,
                         Int y_step, T *a, Int lda, const Events &dependencies = {}) const {
    x = first_of(x, n, x_step);
    y = first_of(y, n, y_step);
    return change_half<L, Hermitian>(
        queue, half, n, a, WholeLines{lda}, dependencies, [=](Int row, Int column, T element) {
          return element + times(times(alpha, x[row * x_step]), factor<Hermitian>(y[column * y_step])) +
                 times(times(factor<Hermitian>(alpha), y[row * y_step]), factor<Hermitian>(x[column * x_step]));
        });
  }
};

/// op(A) of n rows, as products of a matrix with itself read it.
template <Lines L, bool Hermitian, class T> struct Factor {
  const T *first;
  Int apart;
  bool turned;
  T at(Int row, Int k) const {
    return turned ? factor<Hermitian>(first[place_of<L>(k, row, apart)]) : first[place_of<L>(row, k, apart)];
  }
};

/// C = alpha * op(A) * conjugated(op(A)) + beta * C.
template <Lines L> struct Herk : OfBuffers<Herk<L>> {
  using OfBuffers<Herk>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, Int n, Int depth, Real<T> alpha, const T *a,
                         Int lda, Real<T> beta, T *c, Int ldc, const Events &dependencies = {}) const {
    const Factor<L, true, T> left{a, lda, op != transpose::nontrans};
    return change_half<L, true>(queue, half, n, c, WholeLines{ldc}, dependencies, [=](Int row, Int column, T element) {
      T sum(0);
      for (Int k = 0; k < depth; ++k)
        sum += times(left.at(row, k), factor<true>(left.at(column, k)));
      return beta == 0 ? alpha * sum : alpha * sum + beta * element;
    });
  }
};

/// C = alpha * op(A) * transposed(op(B)) + alpha * op(B) * transposed(op(A)) + beta * C.
template <Lines L, bool Hermitian> struct Syr2k : OfBuffers<Syr2k<L, Hermitian>> {
  using OfBuffers<Syr2k>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, Int n, Int depth, Scalar<T> alpha, const T *a,
                         Int lda, const T *b, Int ldb, Scalar<std::conditional_t<Hermitian, Real<T>, T>> beta, T *c,
                         Int ldc, const Events &dependencies = {}) const {
    const Factor<L, Hermitian, T> left{a, lda, op != transpose::nontrans}, right{b, ldb, op != transpose::nontrans};
    return change_half<L, Hermitian>(queue, half, n, c, WholeLines{ldc}, dependencies,
                                     [=](Int row, Int column, T element) {
                                       T first(0), second(0);
                                       for (Int k = 0; k < depth; ++k) {
                                         first += times(left.at(row, k), factor<Hermitian>(right.at(column, k)));
                                         second += times(right.at(row, k), factor<Hermitian>(left.at(column, k)));
                                       }
                                       const T sum = times(alpha, first) + times(factor<Hermitian>(alpha), second);
                                       return T(beta) == T(0) ? sum : sum + times(T(beta), element);
                                     });
  }
};

} // namespace oneapi::mkl::blas::detail
