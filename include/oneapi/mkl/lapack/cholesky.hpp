// Cholesky factors of matrices as SYCL kernels, the equations that they solve, and inverses.
#pragma once

#include <algorithm>

#include <oneapi/mkl/blas/gemm.hpp>
#include <oneapi/mkl/blas/halves.hpp>
#include <oneapi/mkl/blas/triangular.hpp>
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

/// The factors of a block on the diagonal. A matrix stops at the first column that has no root; later blocks leave it.
template <class T, class At>
sycl::event cholesky_block(sycl::queue &queue, Int matrices, bool upper, Int begin, Int end, At at, Int lda,
                           Int *failed, const Events &after) {
  return for_groups(queue, matrices, after, [=](Int matrix, const sycl::group<1> &group, Int first, Int step) {
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
      for (Int i = j + 1 + first; i < end; i += step)
        l.set(i, j, l.at(i, j) / root);
      sycl::group_barrier(group);
      for (Int c = j + 1; c < end; ++c)
        for (Int i = c + first; i < end; i += step)
          l.set(i, c, l.at(i, c) - times(l.at(i, j), conjugated(l.at(c, j))));
      sycl::group_barrier(group);
    }
  });
}

/// What the columns from `first` to `last` of a factor take off the half from `begin` to `end`.
template <class T, class At>
sycl::event take_square_off(sycl::queue &queue, Int matrices, bool upper, Int first, Int last, Int begin, Int end,
                            At at, Int lda, const Events &after) {
  using namespace blas::detail;
  const auto part = [&](Int from, Int to, const Events &before) {
    const sycl::range<3> range(size_of(matrices), size_of(to - from), size_of(to - from));
    return queue.parallel_for(range, before, [=](sycl::id<3> id) {
      const LowerHalf<T> l{at(static_cast<Int>(id[0])), lda, upper};
      const Int c = from + static_cast<Int>(id[1]), i = from + static_cast<Int>(id[2]);
      if (i < c)
        return;
      T sum(0);
      for (Int k = first; k < last; ++k)
        sum += times(l.at(i, k), conjugated(l.at(c, k)));
      l.set(i, c, l.at(i, c) - sum);
    });
  };
  const auto between = [&](Int from, Int middle, Int to, const Events &before) {
    const auto factor_of = [&](Int row, transpose op) {
      return matrix_at<T>(at.further(upper ? first + row * lda : row + first * lda), lda, op);
    };
    const auto [row, column, rows, columns] = beside(upper, from, middle, to);
    return product<Lines::columns, T>(queue, matrices, rows, columns, last - first, T(-1),
                                      factor_of(row, upper ? transpose::conjtrans : transpose::nontrans),
                                      factor_of(column, upper ? transpose::nontrans : transpose::conjtrans), T(1),
                                      at.further(row + column * lda), lda, before);
  };
  return by_halves(begin, end, false, after, part, between);
}

template <class T, class At>
sycl::event cholesky(sycl::queue &queue, Int matrices, uplo half, Int n, At at, Int lda, Int *failed,
                     const Events &after) {
  using namespace blas::detail;
  const bool upper = half == uplo::upper;
  const auto block = [&](Int begin, Int end, const Events &before) {
    return cholesky_block<T>(queue, matrices, upper, begin, end, at, lda, failed, before);
  };
  const auto between = [&](Int begin, Int middle, Int end, const Events &before) {
    const auto [row, column, rows, columns] = beside(upper, begin, middle, end);
    const Shape shape = beside_matrix<Lines::columns>(upper ? side::left : side::right, half, transpose::conjtrans,
                                                      diag::nonunit, rows, columns);
    const sycl::event solved = with_triangles<Solve, T>(queue, matrices, shape, T(1), at.further(begin * (lda + 1)),
                                                        lda, at.further(row + column * lda), lda, before);
    return take_square_off<T>(queue, matrices, upper, begin, middle, middle, end, at, lda, {solved});
  };
  return by_halves(0, n, false, after, block, between);
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
