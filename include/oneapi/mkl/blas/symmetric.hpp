// BLAS of matrices that equal their transposed or conjugated one, of which one half is read and written, and of
// products of vectors that are added to a matrix.
#pragma once

#include <type_traits>

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/blas/gemm.hpp>
#include <oneapi/mkl/blas/halves.hpp>
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
template <Lines L, bool Hermitian, class T> class Factor {
public:
  Factor(const T *first, Int apart, transpose op)
      : first_(first), apart_(apart), turned_(op != transpose::nontrans),
        row_step_(turned_ == (L == Lines::rows) ? 1 : apart), step_(turned_ == (L == Lines::rows) ? apart : 1) {}

  T at(Int row, Int k) const {
    const T value = first_[row * row_step_ + k * step_];
    return Hermitian && turned_ ? factor<true>(value) : value;
  }
  Factor from(Int row) const {
    Factor rest = *this;
    rest.first_ += row * row_step_;
    return rest;
  }
  auto left() const { return matrix<T>(first_, apart_, turned_ ? turn : transpose::nontrans); }
  /// As the other factor of a product.
  auto right() const { return matrix<T>(first_, apart_, turned_ ? transpose::nontrans : turn); }

private:
  static constexpr transpose turn = Hermitian ? transpose::conjtrans : transpose::trans;

  const T *first_;
  Int apart_;
  bool turned_;
  Int row_step_, step_; ///< from a row to the next, and within it
};

template <bool Hermitian, class T> using RealWhere = std::conditional_t<Hermitian, Real<T>, T>;

/// C = alpha * op(A) * op(B)^ + beta * C beside the diagonal, where ^ turns and, of Hermitian ones, conjugates.
template <Lines L, bool Hermitian, class T>
sycl::event multiply_beside(sycl::queue &queue, uplo half, Int begin, Int middle, Int end, Int depth, T alpha,
                            const Factor<L, Hermitian, T> &a, const Factor<L, Hermitian, T> &b, T beta, T *c, Int ldc,
                            const Events &after) {
  const auto [row, column, rows, columns] = beside(half == uplo::upper, begin, middle, end);
  return product<L, T>(queue, 1, rows, columns, depth, alpha, a.from(row).left(), b.from(column).right(), beta,
                       Evenly<T *>{c + place_of<L>(row, column, ldc)}, ldc, after);
}

/// C = alpha * op(A) * op(A)^ + beta * C.
template <Lines L, bool Hermitian> struct Syrk : OfBuffers<Syrk<L, Hermitian>> {
  using OfBuffers<Syrk>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, Int n, Int depth,
                         Scalar<RealWhere<Hermitian, T>> alpha, const T *a, Int lda,
                         Scalar<RealWhere<Hermitian, T>> beta, T *c, Int ldc, const Events &dependencies = {}) const {
    const Factor<L, Hermitian, T> whole(a, lda, op);
    const auto part = [&](Int begin, Int end, const Events &after) {
      const auto left = whole.from(begin);
      return change_half<L, Hermitian>(queue, half, end - begin, c + begin * (ldc + 1), WholeLines{ldc}, after,
                                       [=](Int row, Int column, T element) {
                                         T sum(0);
                                         for (Int k = 0; k < depth; ++k)
                                           sum += times(left.at(row, k), factor<Hermitian>(left.at(column, k)));
                                         update(element, T(alpha), sum, T(beta));
                                         return element;
                                       });
    };
    const auto between = [&](Int begin, Int middle, Int end, const Events &after) {
      return multiply_beside(queue, half, begin, middle, end, depth, T(alpha), whole, whole, T(beta), c, ldc, after);
    };
    return by_halves(0, n, false, dependencies, part, between);
  }
};

/// C = alpha * op(A) * op(B)^ + alpha^ * op(B) * op(A)^ + beta * C.
template <Lines L, bool Hermitian> struct Syr2k : OfBuffers<Syr2k<L, Hermitian>> {
  using OfBuffers<Syr2k>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, Int n, Int depth, Scalar<T> alpha, const T *a,
                         Int lda, const T *b, Int ldb, Scalar<RealWhere<Hermitian, T>> beta, T *c, Int ldc,
                         const Events &dependencies = {}) const {
    const Factor<L, Hermitian, T> of_a(a, lda, op), of_b(b, ldb, op);
    const auto part = [&](Int begin, Int end, const Events &after) {
      const auto left = of_a.from(begin), right = of_b.from(begin);
      return change_half<L, Hermitian>(queue, half, end - begin, c + begin * (ldc + 1), WholeLines{ldc}, after,
                                       [=](Int row, Int column, T element) {
                                         T first(0), second(0);
                                         for (Int k = 0; k < depth; ++k) {
                                           first += times(left.at(row, k), factor<Hermitian>(right.at(column, k)));
                                           second += times(right.at(row, k), factor<Hermitian>(left.at(column, k)));
                                         }
                                         const T sum = times(alpha, first) + times(factor<Hermitian>(alpha), second);
                                         return T(beta) == T(0) ? sum : sum + times(T(beta), element);
                                       });
    };
    const auto between = [&](Int begin, Int middle, Int end, const Events &after) {
      const auto add = [&](T by, const auto &left, const auto &right, T scale, const Events &before) {
        return multiply_beside(queue, half, begin, middle, end, depth, by, left, right, scale, c, ldc, before);
      };
      return add(factor<Hermitian>(alpha), of_b, of_a, T(1), {add(alpha, of_a, of_b, T(beta), after)});
    };
    return by_halves(0, n, false, dependencies, part, between);
  }
};

} // namespace oneapi::mkl::blas::detail
