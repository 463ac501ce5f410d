// QR factors of matrices by reflections as SYCL kernels, what their orthogonal factor does, and least squares.
#pragma once

#include <algorithm>

#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

template <class T> T sum_over_group(const sycl::group<1> &group, T value) {
  if constexpr (is_complex<T>::value)
    return T(sycl::reduce_over_group(group, value.real(), sycl::plus<>()),
             sycl::reduce_over_group(group, value.imag(), sycl::plus<>()));
  else
    return sycl::reduce_over_group(group, value, sycl::plus<>());
}

template <class T> T complex_or_real(Real<T> real, Real<T> imaginary) {
  if constexpr (is_complex<T>::value)
    return T(real, imaginary);
  else
    return real;
}

/// The reflection I - tau * v * conjugated(v) that leaves column j one element below row j - 1. Its v is kept below
/// the diagonal, without its first element, which is one.
template <class T, class At, class Taus>
sycl::event make_reflection(sycl::queue &queue, Int matrices, Int m, Int j, At at, Int lda, Taus taus,
                            const sycl::event &after) {
  return for_groups(queue, matrices, {after}, [=](Int matrix, const sycl::group<1> &group, Int first, Int step) {
    T *const x = at(matrix) + j * lda;
    Real<T> squares = 0;
    for (Int i = j + 1 + first; i < m; i += step)
      squares += real_part(times(x[i], conjugated(x[i])));
    squares = sycl::reduce_over_group(group, squares, sycl::plus<>());
    const T alpha = x[j];
    const Real<T> real = real_part(alpha), imaginary = imaginary_part(alpha);
    sycl::group_barrier(group);
    if (squares == 0 && imaginary == 0) {
      if (group.leader())
        taus(matrix)[j] = T(0);
      return;
    }
    const Real<T> length = sycl::sqrt(real * real + imaginary * imaginary + squares),
                  beta = real > 0 ? -length : length;
    const T scale = T(1) / (alpha - beta);
    for (Int i = j + 1 + first; i < m; i += step)
      x[i] = times(x[i], scale);
    if (group.leader()) {
      x[j] = T(beta);
      taus(matrix)[j] = complex_or_real<T>((beta - real) / beta, -imaginary / beta);
    }
  });
}

/// Vectors of matrices, a group's each: columns, or rows, which are multiplied from the right.
template <class To> struct Vectors {
  To to;
  Int count, apart, step;
  bool rows = false;
};

/// Applies reflection j, or what undoes it, to each of the vectors.
template <class T, class At, class Taus, class To>
sycl::event reflect(sycl::queue &queue, Int matrices, Int m, Int j, bool undo, At at, Int lda, Taus taus,
                    const Vectors<To> &vectors, const sycl::event &after) {
  if (vectors.count <= 0)
    return after;
  return for_groups(queue, matrices * vectors.count, {after},
                    [=](Int all, const sycl::group<1> &group, Int first, Int step) {
                      const Int matrix = all / vectors.count;
                      const T *const v = at(matrix) + j * lda;
                      T *const x = vectors.to(matrix) + all % vectors.count * vectors.apart;
                      const T tau = undo ? conjugated(taus(matrix)[j]) : taus(matrix)[j];
                      const auto element = [&](Int i, bool conjugate) {
                        const T value = i == j ? T(1) : v[i];
                        return conjugate ? conjugated(value) : value;
                      };
                      T sum(0);
                      for (Int i = j + first; i < m; i += step)
                        sum += times(element(i, !vectors.rows), x[i * vectors.step]);
                      sum = times(tau, sum_over_group(group, sum));
                      for (Int i = j + first; i < m; i += step)
                        x[i * vectors.step] -= times(sum, element(i, vectors.rows));
                    });
}

/// Vectors times Q of k reflections of m elements, or times what undoes it.
template <class T, class At, class Taus, class To>
sycl::event apply_q(sycl::queue &queue, Int matrices, Int m, Int k, bool undo, At at, Int lda, Taus taus,
                    const Vectors<To> &vectors, sycl::event done) {
  // Q * x applies the last reflection first, and so does undoing it from the right.
  const bool forward = undo != vectors.rows;
  for (Int i = 0; i < k; ++i)
    done = reflect<T>(queue, matrices, m, forward ? i : k - 1 - i, undo, at, lda, taus, vectors, done);
  return done;
}

template <class T, class At, class Taus>
sycl::event qr(sycl::queue &queue, Int matrices, Int m, Int n, At at, Int lda, Taus taus, const Events &after) {
  sycl::event done = queue.ext_oneapi_submit_barrier(after);
  for (Int j = 0; j < std::min(m, n); ++j) {
    done = make_reflection<T>(queue, matrices, m, j, at, lda, taus, done);
    const Vectors<At> right{at.further((j + 1) * lda), n - j - 1, lda, 1};
    done = reflect<T>(queue, matrices, m, j, true, at, lda, taus, right, done);
  }
  return done;
}

/// The first n columns of Q in the place of its k reflections.
template <class T, class At, class Taus>
sycl::event make_q(sycl::queue &queue, Int matrices, Int m, Int n, Int k, At at, Int lda, Taus taus,
                   const Events &after) {
  const sycl::range<3> others(size_of(matrices), size_of(n - k), size_of(m));
  sycl::event done = queue.ext_oneapi_submit_barrier(after);
  if (others.size() > 0)
    done = queue.parallel_for(others, done, [=](sycl::id<3> id) {
      const Int column = k + static_cast<Int>(id[1]), row = static_cast<Int>(id[2]);
      at(static_cast<Int>(id[0]))[row + column * lda] = T(row == column ? 1 : 0);
    });
  for (Int j = k; j-- > 0;) {
    const Vectors<At> right{at.further((j + 1) * lda), n - j - 1, lda, 1};
    done = reflect<T>(queue, matrices, m, j, false, at, lda, taus, right, done);
    done = queue.parallel_for(sycl::range<2>(size_of(matrices), size_of(m)), done, [=](sycl::id<2> id) {
      const Int matrix = static_cast<Int>(id[0]), row = static_cast<Int>(id[1]);
      T &element = at(matrix)[row + j * lda];
      const T tau = taus(matrix)[j];
      element = row < j ? T(0) : row == j ? T(1) - tau : -times(tau, element);
    });
  }
  return done;
}

} // namespace oneapi::mkl::lapack::detail
