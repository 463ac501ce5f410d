// LAPACK of oneMKL as SYCL kernels: factors of matrices, equations, inverses, least squares and spectra, of one matrix
// or many.
//
// Matrices lie in columns. Functions wait for their result, since they throw what it says; scratchpads are not used.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include <oneapi/mkl/lapack/cholesky.hpp>
#include <oneapi/mkl/lapack/exceptions.hpp>
#include <oneapi/mkl/lapack/lu.hpp>
#include <oneapi/mkl/lapack/places.hpp>
#include <oneapi/mkl/lapack/qr.hpp>
#include <oneapi/mkl/lapack/spectra.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack {

namespace detail {

/// Calls each(group, its first matrix, how many) for groups that have matrices.
template <class Each> void for_groups_of_matrices(Int groups, const Int *sizes, Each each) {
  for (Int g = 0, first = 0; g < groups; first += sizes[g++])
    if (sizes[g] > 0)
      each(g, first, sizes[g]);
}

struct Getrf : OfBuffers<Getrf> {
  using OfBuffers<Getrf>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, Int *ipiv, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("getrf", m, n, lda, 1, 2, 4);
    return run<T>(queue, 1, m, n, Evenly<T *>{a}, lda, Evenly<Int *>{ipiv}, false, dependencies);
  }

  template <class T, class At, class Pivots>
  static sycl::event run(sycl::queue &queue, Int matrices, Int m, Int n, At at, Int lda, Pivots pivots, bool batch,
                         const Events &after) {
    const Failures failures(queue, matrices);
    return failures.thrown_by(batch ? "getrf_batch" : "getrf", "the pivot is zero",
                              lu<T>(queue, matrices, m, n, at, lda, pivots, Pivoting::partial, failures.steps(), after),
                              batch);
  }
};

/// L * U, no row of which changed its place.
struct Getrfnp : OfBuffers<Getrfnp> {
  using OfBuffers<Getrfnp>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("getrfnp", m, n, lda, 1, 2, 4);
    return run<T>(queue, 1, m, n, Evenly<T *>{a}, lda, false, dependencies);
  }

  template <class T, class At>
  static sycl::event run(sycl::queue &queue, Int matrices, Int m, Int n, At at, Int lda, bool batch,
                         const Events &after) {
    const Failures failures(queue, matrices);
    const Int steps = std::min(m, n);
    const auto rows = device_memory<Int>(queue, matrices * steps);
    return failures.thrown_by(batch ? "getrfnp_batch" : "getrfnp", "the pivot is zero",
                              lu<T>(queue, matrices, m, n, at, lda, Evenly<Int *>{rows.get(), steps}, Pivoting::none,
                                    failures.steps(), after),
                              batch);
  }
};

struct GetrfnpBatch : OfBuffers<GetrfnpBatch> {
  using OfBuffers<GetrfnpBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, Int stride_a, Int matrices, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("getrfnp_batch", m, n, lda, 1, 2, 4);
    return Getrfnp::run<T>(queue, matrices, m, n, Evenly<T *>{a, stride_a}, lda, true, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *m, const Int *n, T *const *a, const Int *lda, Int groups,
                         const Int *sizes, T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Addresses<T> at(queue, a, std::accumulate(sizes, sizes + groups, Int(0)));
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = Getrfnp::run<T>(queue, count, m[g], n[g], at.from(first), lda[g], true, {done});
    });
    return done;
  }
};

struct GetrfBatch : OfBuffers<GetrfBatch> {
  using OfBuffers<GetrfBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, Int stride_a, Int *ipiv, Int stride_ipiv,
                         Int matrices, T *, Int, const Events &dependencies = {}) const {
    check_matrix("getrf_batch", m, n, lda, 1, 2, 4);
    return Getrf::run<T>(queue, matrices, m, n, Evenly<T *>{a, stride_a}, lda, Evenly<Int *>{ipiv, stride_ipiv}, true,
                         dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *m, const Int *n, T *const *a, const Int *lda, Int *const *ipiv,
                         Int groups, const Int *sizes, T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Int all = std::accumulate(sizes, sizes + groups, Int(0));
    const Addresses<T> at(queue, a, all);
    const Addresses<Int> pivots(queue, ipiv, all);
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = Getrf::run<T>(queue, count, m[g], n[g], at.from(first), lda[g], pivots.from(first), true, {done});
    });
    return done;
  }
};

struct Getrs : OfBuffers<Getrs> {
  using OfBuffers<Getrs>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int n, Int columns, const T *a, Int lda, const Int *ipiv,
                         T *b, Int ldb, T *, Int, const Events &dependencies = {}) const {
    check_matrix("getrs", n, columns, ldb, 2, 3, 8);
    return lu_solve<T>(queue, 1, op, n, columns, Evenly<const T *>{a}, lda, Evenly<const Int *>{ipiv}, Evenly<T *>{b},
                       ldb, dependencies);
  }
};

struct GetrsBatch : OfBuffers<GetrsBatch> {
  using OfBuffers<GetrsBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int n, Int columns, const T *a, Int lda, Int stride_a,
                         const Int *ipiv, Int stride_ipiv, T *b, Int ldb, Int stride_b, Int matrices, T *, Int,
                         const Events &dependencies = {}) const {
    return lu_solve<T>(queue, matrices, op, n, columns, Evenly<const T *>{a, stride_a}, lda,
                       Evenly<const Int *>{ipiv, stride_ipiv}, Evenly<T *>{b, stride_b}, ldb, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const transpose *op, const Int *n, const Int *columns, T *const *a,
                         const Int *lda, Int *const *ipiv, T *const *b, const Int *ldb, Int groups, const Int *sizes,
                         T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Int all = std::accumulate(sizes, sizes + groups, Int(0));
    const Addresses<T> at(queue, a, all), to(queue, b, all);
    const Addresses<Int> pivots(queue, ipiv, all);
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int) {
      done = lu_solve<T>(queue, sizes[g], op[g], n[g], columns[g], at.from(first), lda[g], pivots.from(first),
                         to.from(first), ldb[g], {done});
    });
    done.wait();
    return done;
  }
};

struct Getri : OfBuffers<Getri> {
  using OfBuffers<Getri>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, T *a, Int lda, const Int *ipiv, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("getri", n, n, lda, 1, 1, 3);
    return run<T>(queue, 1, n, Evenly<T *>{a}, lda, Evenly<const Int *>{ipiv}, false, dependencies);
  }

  template <class T, class At, class Pivots>
  static sycl::event run(sycl::queue &queue, Int matrices, Int n, At at, Int lda, Pivots pivots, bool batch,
                         const Events &after) {
    const Failures failures(queue, matrices);
    return failures.thrown_by(batch ? "getri_batch" : "getri", "the diagonal of U is zero",
                              lu_invert<T>(queue, matrices, n, at, lda, pivots, failures.steps(), after), batch);
  }
};

struct GetriBatch : OfBuffers<GetriBatch> {
  using OfBuffers<GetriBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, T *a, Int lda, Int stride_a, const Int *ipiv, Int stride_ipiv,
                         Int matrices, T *, Int, const Events &dependencies = {}) const {
    return Getri::run<T>(queue, matrices, n, Evenly<T *>{a, stride_a}, lda, Evenly<const Int *>{ipiv, stride_ipiv},
                         true, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *n, T *const *a, const Int *lda, Int *const *ipiv, Int groups,
                         const Int *sizes, T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Int all = std::accumulate(sizes, sizes + groups, Int(0));
    const Addresses<T> at(queue, a, all);
    const Addresses<Int> pivots(queue, ipiv, all);
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = Getri::run<T>(queue, count, n[g], at.from(first), lda[g], pivots.from(first), true, {done});
    });
    return done;
  }
};

struct Potrf : OfBuffers<Potrf> {
  using OfBuffers<Potrf>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, T *a, Int lda, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("potrf", n, n, lda, 2, 2, 4);
    return run<T>(queue, 1, half, n, Evenly<T *>{a}, lda, false, dependencies);
  }

  template <class T, class At>
  static sycl::event run(sycl::queue &queue, Int matrices, uplo half, Int n, At at, Int lda, bool batch,
                         const Events &after) {
    const Failures failures(queue, matrices);
    return failures.thrown_by(batch ? "potrf_batch" : "potrf", "the matrix is not positive definite",
                              cholesky<T>(queue, matrices, half, n, at, lda, failures.steps(), after), batch);
  }
};

struct PotrfBatch : OfBuffers<PotrfBatch> {
  using OfBuffers<PotrfBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, T *a, Int lda, Int stride_a, Int matrices, T *, Int,
                         const Events &dependencies = {}) const {
    return Potrf::run<T>(queue, matrices, half, n, Evenly<T *>{a, stride_a}, lda, true, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const uplo *half, const Int *n, T *const *a, const Int *lda, Int groups,
                         const Int *sizes, T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Addresses<T> at(queue, a, std::accumulate(sizes, sizes + groups, Int(0)));
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = Potrf::run<T>(queue, count, half[g], n[g], at.from(first), lda[g], true, {done});
    });
    return done;
  }
};

struct Potrs : OfBuffers<Potrs> {
  using OfBuffers<Potrs>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Int columns, const T *a, Int lda, T *b, Int ldb, T *,
                         Int, const Events &dependencies = {}) const {
    check_matrix("potrs", n, columns, ldb, 2, 3, 7);
    return cholesky_solve<T>(queue, 1, half, n, columns, Evenly<const T *>{a}, lda, Evenly<T *>{b}, ldb, dependencies);
  }
};

struct PotrsBatch : OfBuffers<PotrsBatch> {
  using OfBuffers<PotrsBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, Int columns, const T *a, Int lda, Int stride_a, T *b,
                         Int ldb, Int stride_b, Int matrices, T *, Int, const Events &dependencies = {}) const {
    return cholesky_solve<T>(queue, matrices, half, n, columns, Evenly<const T *>{a, stride_a}, lda,
                             Evenly<T *>{b, stride_b}, ldb, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const uplo *half, const Int *n, const Int *columns, T *const *a,
                         const Int *lda, T *const *b, const Int *ldb, Int groups, const Int *sizes, T *, Int,
                         const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Int all = std::accumulate(sizes, sizes + groups, Int(0));
    const Addresses<T> at(queue, a, all), to(queue, b, all);
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = cholesky_solve<T>(queue, count, half[g], n[g], columns[g], at.from(first), lda[g], to.from(first), ldb[g],
                               {done});
    });
    done.wait();
    return done;
  }
};

struct Potri : OfBuffers<Potri> {
  using OfBuffers<Potri>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, Int n, T *a, Int lda, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("potri", n, n, lda, 2, 2, 4);
    return cholesky_invert<T>(queue, 1, half, n, Evenly<T *>{a}, lda, dependencies);
  }
};

struct Trtrs : OfBuffers<Trtrs> {
  using OfBuffers<Trtrs>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, uplo half, transpose op, diag diagonal, Int n, Int columns, const T *a,
                         Int lda, T *b, Int ldb, T *, Int, const Events &dependencies = {}) const {
    check_matrix("trtrs", n, columns, ldb, 4, 5, 9);
    return solve<T>(queue, 1, half, op, diagonal, n, columns, Evenly<const T *>{a}, lda, Evenly<T *>{b}, ldb,
                    queue.ext_oneapi_submit_barrier(dependencies));
  }
};

struct Geqrf : OfBuffers<Geqrf> {
  using OfBuffers<Geqrf>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, T *tau, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("geqrf", m, n, lda, 1, 2, 4);
    return qr<T>(queue, 1, m, n, Evenly<T *>{a}, lda, Evenly<T *>{tau}, dependencies);
  }
};

struct GeqrfBatch : OfBuffers<GeqrfBatch> {
  using OfBuffers<GeqrfBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, T *a, Int lda, Int stride_a, T *tau, Int stride_tau,
                         Int matrices, T *, Int, const Events &dependencies = {}) const {
    return qr<T>(queue, matrices, m, n, Evenly<T *>{a, stride_a}, lda, Evenly<T *>{tau, stride_tau}, dependencies);
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *m, const Int *n, T *const *a, const Int *lda, T *const *tau,
                         Int groups, const Int *sizes, T *, Int, const Events &dependencies = {}) const {
    sycl::event done = queue.ext_oneapi_submit_barrier(dependencies);
    const Int all = std::accumulate(sizes, sizes + groups, Int(0));
    const Addresses<T> at(queue, a, all), taus(queue, tau, all);
    for_groups_of_matrices(groups, sizes, [&](Int g, Int first, Int count) {
      done = qr<T>(queue, count, m[g], n[g], at.from(first), lda[g], taus.from(first), {done});
    });
    done.wait();
    return done;
  }
};

/// The first n columns of the orthogonal factor.
struct Orgqr : OfBuffers<Orgqr> {
  using OfBuffers<Orgqr>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, Int k, T *a, Int lda, const T *tau, T *, Int,
                         const Events &dependencies = {}) const {
    check_matrix("orgqr", m, n, lda, 1, 2, 5);
    check(k >= 0 && k <= n, "orgqr", "the number of reflections", k, 3);
    return make_q<T>(queue, 1, m, n, k, Evenly<T *>{a}, lda, Evenly<const T *>{tau}, dependencies);
  }
};

struct OrgqrBatch : OfBuffers<OrgqrBatch> {
  using OfBuffers<OrgqrBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int m, Int n, Int k, T *a, Int lda, Int stride_a, const T *tau,
                         Int stride_tau, Int matrices, T *, Int, const Events &dependencies = {}) const {
    return make_q<T>(queue, matrices, m, n, k, Evenly<T *>{a, stride_a}, lda, Evenly<const T *>{tau, stride_tau},
                     dependencies);
  }
};

/// c = op(Q) * c or c * op(Q).
struct Ormqr : OfBuffers<Ormqr> {
  using OfBuffers<Ormqr>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, transpose op, Int m, Int n, Int k, const T *a, Int lda,
                         const T *tau, T *c, Int ldc, T *, Int, const Events &dependencies = {}) const {
    check_matrix("ormqr", m, n, ldc, 3, 4, 10);
    const bool left = where == side::left;
    const Vectors<Evenly<T *>> vectors{{c}, left ? n : m, left ? ldc : 1, left ? 1 : ldc, !left};
    return apply_q<T>(queue, 1, left ? m : n, k, op != transpose::nontrans, Evenly<const T *>{a}, lda,
                      Evenly<const T *>{tau}, vectors, queue.ext_oneapi_submit_barrier(dependencies));
  }
};

/// What comes nearest to b of what matrices of as many rows or more than columns give; waits for it.
struct GelsBatch : OfBuffers<GelsBatch> {
  using OfBuffers<GelsBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Int columns, T *a, Int lda, Int stride_a, T *b,
                         Int ldb, Int stride_b, Int matrices, T *, Int, const Events &dependencies = {}) const {
    check_matrix("gels_batch", m, n, lda, 2, 3, 6);
    if (op != transpose::nontrans || m < n)
      throw unimplemented("lapack", "gels_batch", "matrices are as they lie, of as many rows as columns or more");
    const auto memory = device_memory<T>(queue, matrices * n);
    const Evenly<T *> at{a, stride_a}, to{b, stride_b}, taus{memory.get(), n};
    sycl::event done = qr<T>(queue, matrices, m, n, at, lda, taus, dependencies);
    for (Int c = 0; c < columns; ++c) // vectors of one matrix follow each other
      done = apply_q<T>(queue, matrices, m, n, true, at, lda, taus,
                        Vectors<Evenly<T *>>{{b + c * ldb, stride_b}, 1, ldb, 1}, done);
    done =
        solve<T>(queue, matrices, uplo::upper, transpose::nontrans, diag::nonunit, n, columns, at, lda, to, ldb, done);
    done.wait();
    return done;
  }
};

} // namespace detail

inline constexpr detail::Getrf getrf;
inline constexpr detail::GetrfBatch getrf_batch;
inline constexpr detail::Getrfnp getrfnp;
inline constexpr detail::GetrfnpBatch getrfnp_batch;
inline constexpr detail::Getrs getrs;
inline constexpr detail::GetrsBatch getrs_batch;
inline constexpr detail::Getri getri;
inline constexpr detail::GetriBatch getri_batch;
inline constexpr detail::Potrf potrf;
inline constexpr detail::PotrfBatch potrf_batch;
inline constexpr detail::Potrs potrs;
inline constexpr detail::PotrsBatch potrs_batch;
inline constexpr detail::Potri potri;
inline constexpr detail::Trtrs trtrs;
inline constexpr detail::Geqrf geqrf;
inline constexpr detail::GeqrfBatch geqrf_batch;
inline constexpr detail::Orgqr orgqr;
inline constexpr detail::OrgqrBatch orgqr_batch;
inline constexpr detail::Orgqr ungqr;
inline constexpr detail::OrgqrBatch ungqr_batch;
inline constexpr detail::Ormqr ormqr;
inline constexpr detail::Ormqr unmqr;
inline constexpr detail::GelsBatch gels_batch;
inline constexpr detail::Syevd syevd;
inline constexpr detail::Syevd heevd;
inline constexpr detail::Syevd syev;
inline constexpr detail::Syevd heev;
inline constexpr detail::Gesvd gesvd;

// Nothing is kept in scratchpads, but programs allocate them.
template <class T, class... Shape> std::int64_t getrf_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getrf_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getrfnp_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getrfnp_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getrs_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getrs_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getri_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t getri_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t potrf_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t potrf_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t potrs_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t potrs_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t potri_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t trtrs_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t geqrf_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t geqrf_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t orgqr_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t orgqr_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t ungqr_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t ungqr_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t ormqr_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t unmqr_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t gels_batch_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t syevd_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t heevd_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t syev_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t heev_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}
template <class T, class... Shape> std::int64_t gesvd_scratchpad_size(sycl::queue &, const Shape &...) {
  return 1;
}

} // namespace oneapi::mkl::lapack

#include <oneapi/mkl/lapack/drivers.hpp>
