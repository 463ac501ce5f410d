// Cholesky factors of matrices as SYCL kernels, the equations that they solve, and inverses.
#pragma once

#include <algorithm>

#include <oneapi/mkl/lapack/lu.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

/// Half of a matrix as its lower one: the upper one is conjugated and transposed.
template <class T> struct LowerHalf {
  T *first;
  Int lda;
  bool upper;

  T at(Int row, Int column) const { return upper ? conjugated(first[column + row * lda]) : first[row + column * lda]; }
  void set(Int row, Int column, T value) const {
    (upper ? first[column + row * lda] : first[row + column * lda]) = upper ? conjugated(value) : value;
  }
};

/// A matrix stops at the first column that has no root; later panels leave it.
template <class T, class At>
sycl::event cholesky_panel(sycl::queue &queue, Int matrices, bool upper, Int n, Int begin, Int end, At at, Int lda,
                           Int *failed, const sycl::event &after) {
  return for_groups(queue, matrices, {after}, [=](Int matrix, const sycl::group<1> &group, Int first, Int step) {
    const LowerHalf<T> l{at(matrix), lda, upper};
    if (failed[matrix] != 0)
      return;
    for (Int j = begin; j < end; ++j) {
      const Real<T> square = real_part(l.at(j, j));
      const bool right = square > 0;
      sycl::group_barrier(group);
      if (!right) {
        if (group.leader())
          failed[matrix] = j + 1;
        return;
      }
      const Real<T> root = sycl::sqrt(square);
      if (group.leader())
        l.set(j, j, T(root));
      for (Int i = j + 1 + first; i < n; i += step)
        l.set(i, j, l.at(i, j) / root);
      sycl::group_barrier(group);
      for (Int c = j + 1; c < end; ++c)
        for (Int i = c + first; i < n; i += step)
          l.set(i, c, l.at(i, c) - times(l.at(i, j), conjugated(l.at(c, j))));
      sycl::group_barrier(group);
    }
  });
}

template <class T, class At>
sycl::event cholesky(sycl::queue &queue, Int matrices, uplo half, Int n, At at, Int lda, Int *failed,
                     const Events &after) {
  const bool upper = half == uplo::upper;
  sycl::event done = queue.ext_oneapi_submit_barrier(after);
  for (Int begin = 0; begin < n; begin += panel_width) {
    const Int end = std::min(begin + panel_width, n);
    done = cholesky_panel<T>(queue, matrices, upper, n, begin, end, at, lda, failed, done);
    const sycl::range<3> rest(size_of(matrices), size_of(n - end), size_of(n - end));
    if (end < n)
      done = queue.parallel_for(rest, done, [=](sycl::id<3> id) {
        const LowerHalf<T> l{at(static_cast<Int>(id[0])), lda, upper};
        const Int c = end + static_cast<Int>(id[1]), i = end + static_cast<Int>(id[2]);
        T sum(0);
        if (i < c || failed[id[0]] != 0)
          return;
        for (Int k = begin; k < end; ++k)
          sum += times(l.at(i, k), conjugated(l.at(c, k)));
        l.set(i, c, l.at(i, c) - sum);
      });
  }
  return done;
}

/// b = inverse(a) * b by the factors of a.
template <class T, class At, class To>
sycl::event cholesky_solve(sycl::queue &queue, Int matrices, uplo half, Int n, Int columns, At at, Int lda, To to,
                           Int ldb, const Events &after) {
  const auto solved = [&](transpose op, const sycl::event &before) {
    return solve<T>(queue, matrices, half, op, diag::nonunit, n, columns, at, lda, to, ldb, before);
  };
  const transpose turned = is_complex<T>::value ? transpose::conjtrans : transpose::trans;
  const bool upper = half == uplo::upper;
  const sycl::event begun = queue.ext_oneapi_submit_barrier(after);
  return solved(upper ? transpose::nontrans : turned, solved(upper ? turned : transpose::nontrans, begun));
}

/// The same half of the inverse in the place of the factors; waits for it.
template <class T, class At>
sycl::event cholesky_invert(sycl::queue &queue, Int matrices, uplo half, Int n, At at, Int lda, const Events &after) {
  const auto memory = device_memory<T>(queue, matrices * n * n);
  const Evenly<T *> inverses{memory.get(), n * n};
  const sycl::event begun = set_identity<T>(queue, matrices, n, inverses, n, after);
  const sycl::event solved = cholesky_solve<T>(queue, matrices, half, n, n, at, lda, inverses, n, {begun});
  const sycl::range<3> range(size_of(matrices), size_of(n), size_of(n));
  const bool upper = half == uplo::upper;
  sycl::event done = queue.parallel_for(range, solved, [=](sycl::id<3> id) {
    const Int matrix = static_cast<Int>(id[0]), c = static_cast<Int>(id[1]), i = static_cast<Int>(id[2]);
    if (upper ? i <= c : i >= c)
      at(matrix)[i + c * lda] = inverses(matrix)[i + c * n];
  });
  done.wait();
  return done;
}

} // namespace oneapi::mkl::lapack::detail
