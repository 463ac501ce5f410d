// Functions of LAPACK that others make up: equations in one call, inverses of triangles, one least-squares problem, and
// eigenvalues of two matrices. lapack.hpp includes it behind the others.
#pragma once

#include <cstdint>

#include <oneapi/mkl/blas.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack {

namespace detail {

/// a = L * U, and b = inverse(a) * b.
struct Gesv : OfBuffers<Gesv> {
  using OfBuffers<Gesv>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, Int columns, T *a, Int lda, Int *ipiv, T *b, Int ldb, T *pad,
                         Int size, const Events &dependencies = {}) const {
    check_matrix("gesv", n, columns, ldb, 1, 2, 7);
    const auto factored = getrf(queue, n, n, a, lda, ipiv, pad, size, dependencies);
    return getrs(queue, transpose::nontrans, n, columns, a, lda, ipiv, b, ldb, pad, size, {factored});
  }
};

struct Gels : OfBuffers<Gels> {
  using OfBuffers<Gels>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Int columns, T *a, Int lda, T *b, Int ldb,
                         T *pad, Int size, const Events &dependencies = {}) const {
    return gels_batch(queue, op, m, n, columns, a, lda, 0, b, ldb, 0, 1, pad, size, dependencies);
  }
};

/// The inverse of a triangle, in its place; waits for it.
struct Trtri : OfBuffers<Trtri> {
  using OfBuffers<Trtri>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, diag diagonal, Int n, T *a, Int lda, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("trtri", n, n, lda, 3, 3, 5);
    const Failures failures(queue, 1);
    Int *const step = failures.steps();
    const auto looked = queue.single_task(dependencies, [=] {
      for (Int i = n; diagonal == diag::nonunit && i-- > 0;)
        if (a[i + i * lda] == T(0))
          *step = i + 1;
    });
    failures.thrown_by("trtri", "the diagonal is zero", looked, false);
    const sycl::range<2> range(size_of(n), size_of(n));
    const auto memory = device_memory<T>(queue, n * n);
    T *const inverse = memory.get();
    auto done = queue.parallel_for(
        range, [=](sycl::id<2> id) { inverse[id[0] * size_of(n) + id[1]] = T(id[0] == id[1] ? 1 : 0); });
    done = blas::column_major::trsm(queue, side::left, half, transpose::nontrans, diagonal, n, n, T(1), a, lda, inverse,
                                    n, {done});
    done = queue.parallel_for(range, done, [=](sycl::id<2> id) {
      const auto column = static_cast<Int>(id[0]), row = static_cast<Int>(id[1]);
      if (row == column ? diagonal == diag::nonunit : (row > column) == (half == uplo::lower))
        a[row + column * lda] = inverse[row + column * n];
    });
    done.wait();
    return done;
  }
};

/// Eigenvalues and vectors of a * x = w * b * x (type 1), a * b * x = w * x (2), b * a * x = w * x (3), where b has a
/// factor of Cholesky's, which takes its place; waits for them.
struct Sygvd : OfBuffers<Sygvd> {
  using OfBuffers<Sygvd>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int type, job wanted, uplo half, Int n, T *a, Int lda, T *b, Int ldb,
                         Real<T> *w, T *pad, Int size, const Events &dependencies = {}) const {
    check(type >= 1 && type <= 3, "sygvd", "the type of the problem", type, 1);
    check_matrix("sygvd", n, n, lda, 4, 4, 6);
    check_matrix("sygvd", n, n, ldb, 4, 4, 8);
    const auto factored = potrf(queue, half, n, b, ldb, pad, size, dependencies);
    const bool lower = half == uplo::lower;
    const auto turned = transpose::conjtrans, as_is = transpose::nontrans;
    const auto by_factor = [&](bool inverse, side where, transpose op, const sycl::event &after) {
      return inverse
                 ? blas::column_major::trsm(queue, where, half, op, diag::nonunit, n, n, T(1), b, ldb, a, lda, {after})
                 : blas::column_major::trmm(queue, where, half, op, diag::nonunit, n, n, T(1), b, ldb, a, lda, {after});
    };
    // One side takes the factor as it is, the other one turned.
    const bool inverse = type == 1, left_as_is = lower == inverse;
    auto done = fill_both_halves(queue, lower, n, a, lda, factored);
    done = by_factor(inverse, side::left, left_as_is ? as_is : turned, done);
    done = by_factor(inverse, side::right, left_as_is ? turned : as_is, done);
    done = syevd(queue, wanted, half, n, a, lda, w, pad, size, {done});
    if (wanted == job::vec)
      done = by_factor(type != 3, side::left, lower == (type == 3) ? as_is : turned, done);
    done.wait();
    return done;
  }

private:
  template <class T>
  static sycl::event fill_both_halves(sycl::queue &queue, bool lower, Int n, T *a, Int lda, const sycl::event &after) {
    return queue.parallel_for(sycl::range<2>(size_of(n), size_of(n)), after, [=](sycl::id<2> id) {
      const auto column = static_cast<Int>(id[0]), row = static_cast<Int>(id[1]);
      if (row != column && (row > column) != lower)
        a[row + column * lda] = conjugated(a[column + row * lda]);
    });
  }
};

} // namespace detail

inline constexpr detail::Gesv gesv;
inline constexpr detail::Gels gels;
inline constexpr detail::Trtri trtri;
inline constexpr detail::Sygvd sygvd;
inline constexpr detail::Sygvd hegvd;

template <class T, class... Shape> std::int64_t gesv_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t gels_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t trtri_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t sygvd_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t hegvd_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}

} // namespace oneapi::mkl::lapack
