// LU factors of matrices as SYCL kernels, the equations that they solve, and inverses.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include <oneapi/mkl/blas/triangular.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

/// Columns that a group goes through before all groups change what is right of them.
inline constexpr Int panel_width = 32;

template <class T> void swap_elements(T &a, T &b) {
  const T kept = a;
  a = b;
  b = kept;
}

/// The row of the largest element of a column from its diagonal down.
template <class T> Int pivot_row(const sycl::group<1> &group, const T *column, Int j, Int m, Int first, Int step) {
  Real<T> largest = -1;
  Int row = std::numeric_limits<Int>::max();
  for (Int i = j + first; i < m; i += step) {
    const Real<T> size = sycl::fabs(real_part(column[i])) + sycl::fabs(imaginary_part(column[i]));
    if (size > largest) {
      largest = size;
      row = i;
    }
  }
  const Real<T> most = sycl::reduce_over_group(group, largest, sycl::maximum<>());
  row = sycl::reduce_over_group(group, largest == most ? row : std::numeric_limits<Int>::max(), sycl::minimum<>());
  return row < m ? row : j; // none of NaNs
}

/// Whether rows change places for the largest element.
enum class Pivoting { partial, none };

/// Factors of the columns from `begin` to `end`, in which the columns before them have been applied.
template <class T, class At, class Pivots>
sycl::event lu_panel(sycl::queue &queue, Int matrices, Int m, Int begin, Int end, At at, Int lda, Pivots pivots,
                     Pivoting pivoting, Int *failed, const Events &after) {
  return for_groups(queue, matrices, after, [=](Int matrix, const sycl::group<1> &group, Int first, Int step) {
    T *const a = at(matrix);
    for (Int j = begin; j < end; ++j) {
      T *const column = a + j * lda;
      const Int row = pivoting == Pivoting::partial ? pivot_row(group, column, j, m, first, step) : j;
      const T pivot = column[row];
      sycl::group_barrier(group);
      if (group.leader()) {
        pivots(matrix)[j] = row + 1;
        if (pivot == T(0) && failed[matrix] == 0)
          failed[matrix] = j + 1;
      }
      for (Int c = begin + first; c < end && row != j; c += step)
        swap_elements(a[j + c * lda], a[row + c * lda]);
      sycl::group_barrier(group);
      for (Int i = j + 1 + first; i < m && pivot != T(0); i += step)
        column[i] = column[i] / pivot;
      sycl::group_barrier(group);
      for (Int c = j + 1; c < end; ++c)
        for (Int i = j + 1 + first; i < m; i += step)
          a[i + c * lda] -= times(column[i], a[j + c * lda]);
      sycl::group_barrier(group);
    }
  });
}

/// Rows change places in the other columns as they did in the panel, and those on its right are solved for its rows.
template <class T, class At, class Pivots>
sycl::event lu_rows(sycl::queue &queue, Int matrices, Int n, Int begin, Int end, At at, Int lda, Pivots pivots,
                    const sycl::event &after) {
  const sycl::range<2> range(size_of(matrices), size_of(n));
  return queue.parallel_for(range, after, [=](sycl::id<2> id) {
    const Int matrix = static_cast<Int>(id[0]), c = static_cast<Int>(id[1]);
    const T *const panel = at(matrix);
    T *const column = at(matrix) + c * lda;
    if (c >= begin && c < end)
      return;
    for (Int j = begin; j < end; ++j)
      swap_elements(column[j], column[pivots(matrix)[j] - 1]);
    for (Int j = begin + 1; c >= end && j < end; ++j)
      for (Int k = begin; k < j; ++k)
        column[j] -= times(panel[j + k * lda], column[k]);
  });
}

template <class T, class At>
sycl::event lu_rest(sycl::queue &queue, Int matrices, Int m, Int n, Int begin, Int end, At at, Int lda,
                    const sycl::event &after) {
  const sycl::range<3> range(size_of(matrices), size_of(n - end), size_of(m - end));
  return queue.parallel_for(range, after, [=](sycl::id<3> id) {
    T *const a = at(static_cast<Int>(id[0]));
    const Int c = end + static_cast<Int>(id[1]), i = end + static_cast<Int>(id[2]);
    T sum(0);
    for (Int k = begin; k < end; ++k)
      sum += times(a[i + k * lda], a[k + c * lda]);
    a[i + c * lda] -= sum;
  });
}

/// P * L * U in the place of matrices of m rows and n columns.
template <class T, class At, class Pivots>
sycl::event lu(sycl::queue &queue, Int matrices, Int m, Int n, At at, Int lda, Pivots pivots, Pivoting pivoting,
               Int *failed, const Events &after) {
  sycl::event done = queue.ext_oneapi_submit_barrier(after);
  for (Int begin = 0, steps = std::min(m, n); begin < steps; begin += panel_width) {
    const Int end = std::min(begin + panel_width, steps);
    done = lu_panel<T>(queue, matrices, m, begin, end, at, lda, pivots, pivoting, failed, {done});
    if (end - begin < n)
      done = lu_rows<T>(queue, matrices, n, begin, end, at, lda, pivots, done);
    if (end < m && end < n)
      done = lu_rest<T>(queue, matrices, m, n, begin, end, at, lda, done);
  }
  return done;
}

/// Solves with a triangle of `a` in each column of b.
template <class T, class At, class To>
sycl::event solve(sycl::queue &queue, Int matrices, uplo half, transpose op, diag diagonal, Int n, Int columns, At at,
                  Int lda, To to, Int ldb, const sycl::event &after) {
  using namespace blas::detail;
  return with_triangles<Solve, T>(queue, matrices,
                                  beside_matrix<Lines::columns>(side::left, half, op, diagonal, n, columns), T(1), at,
                                  lda, to, ldb, {after});
}

template <class T, class To, class Pivots>
sycl::event swap_rows(sycl::queue &queue, Int matrices, bool forward, Int n, Int columns, To to, Int ldb, Pivots pivots,
                      const Events &after) {
  const sycl::range<2> range(size_of(matrices), size_of(columns));
  return queue.parallel_for(range, after, [=](sycl::id<2> id) {
    const Int matrix = static_cast<Int>(id[0]);
    T *const column = to(matrix) + static_cast<Int>(id[1]) * ldb;
    for (Int i = 0; i < n; ++i) {
      const Int j = forward ? i : n - 1 - i;
      swap_elements(column[j], column[pivots(matrix)[j] - 1]);
    }
  });
}

/// b = inverse(op(a)) * b by the factors of a.
template <class T, class At, class Pivots, class To>
sycl::event lu_solve(sycl::queue &queue, Int matrices, transpose op, Int n, Int columns, At at, Int lda, Pivots pivots,
                     To to, Int ldb, const Events &after) {
  const auto lower = [&](const sycl::event &before) {
    return solve<T>(queue, matrices, uplo::lower, op, diag::unit, n, columns, at, lda, to, ldb, before);
  };
  const auto upper = [&](const sycl::event &before) {
    return solve<T>(queue, matrices, uplo::upper, op, diag::nonunit, n, columns, at, lda, to, ldb, before);
  };
  if (op == transpose::nontrans)
    return upper(lower(swap_rows<T>(queue, matrices, true, n, columns, to, ldb, pivots, after)));
  const sycl::event solved = lower(upper(queue.ext_oneapi_submit_barrier(after)));
  return swap_rows<T>(queue, matrices, false, n, columns, to, ldb, pivots, {solved});
}

/// Ones on the diagonal of matrices, and zeros elsewhere.
template <class T, class To>
sycl::event set_identity(sycl::queue &queue, Int matrices, Int n, To to, Int ldb, const Events &after) {
  const sycl::range<3> range(size_of(matrices), size_of(n), size_of(n));
  return queue.parallel_for(range, after, [=](sycl::id<3> id) {
    to(static_cast<Int>(id[0]))[static_cast<Int>(id[1]) * ldb + static_cast<Int>(id[2])] = T(id[1] == id[2] ? 1 : 0);
  });
}

template <class T, class To>
sycl::event copy_square(sycl::queue &queue, Int matrices, Int n, const T *from, To to, Int ldb,
                        const sycl::event &after) {
  const sycl::range<3> range(size_of(matrices), size_of(n), size_of(n));
  return queue.parallel_for(range, after, [=](sycl::id<3> id) {
    to(static_cast<Int>(id[0]))[static_cast<Int>(id[1]) * ldb + static_cast<Int>(id[2])] =
        from[(static_cast<Int>(id[0]) * n + static_cast<Int>(id[1])) * n + static_cast<Int>(id[2])];
  });
}

/// The inverse in the place of the factors; waits for it.
template <class T, class At, class Pivots>
sycl::event lu_invert(sycl::queue &queue, Int matrices, Int n, At at, Int lda, Pivots pivots, Int *failed,
                      const Events &after) {
  const auto memory = device_memory<T>(queue, matrices * n * n);
  const Evenly<T *> inverses{memory.get(), n * n};
  const sycl::event looked = queue.parallel_for(sycl::range<1>(size_of(matrices)), after, [=](sycl::id<1> id) {
    const Int matrix = static_cast<Int>(id[0]);
    for (Int i = n; i-- > 0;)
      if (at(matrix)[i + i * lda] == T(0))
        failed[matrix] = i + 1;
  });
  const sycl::event begun = set_identity<T>(queue, matrices, n, inverses, n, {looked});
  const sycl::event solved =
      lu_solve<T>(queue, matrices, transpose::nontrans, n, n, at, lda, pivots, inverses, n, {begun});
  sycl::event done = copy_square<T>(queue, matrices, n, memory.get(), at, lda, solved);
  done.wait();
  return done;
}

} // namespace oneapi::mkl::lapack::detail
