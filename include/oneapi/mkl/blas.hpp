// BLAS of matrices as SYCL kernels: products of a matrix with a vector, of matrices, and of one with itself.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <oneapi/mkl/blas/banded.hpp>
#include <oneapi/mkl/blas/copies.hpp>
#include <oneapi/mkl/blas/gemm.hpp>
#include <oneapi/mkl/blas/gemv.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/rotations.hpp>
#include <oneapi/mkl/blas/symmetric.hpp>
#include <oneapi/mkl/blas/triangular.hpp>
#include <oneapi/mkl/blas/vector_batches.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {

namespace detail {

/// C = alpha * op(A) * op(B) + beta * C, of m rows and n columns.
template <Lines L> struct Gemm {
  template <class A, class B, class C>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                         const A *a, Int lda, const B *b, Int ldb, ScaleOf<C> beta, C *c, Int ldc,
                         const Events &dependencies = {}) const {
    return product<L, C>(queue, 1, m, n, k, alpha, matrix<A>(a, lda, op_a), matrix<B>(b, ldb, op_b), beta,
                         Evenly<C *>{c}, ldc, dependencies);
  }
  template <class A, class B, class C>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                         const A *a, Int lda, const B *b, Int ldb, ScaleOf<C> beta, C *c, Int ldc, compute_mode,
                         const Events &dependencies = {}) const {
    return operator()(queue, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, dependencies);
  }
  template <class A, class B, class C, class AllocatorA, class AllocatorB, class AllocatorC>
  void operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                  sycl::buffer<A, 1, AllocatorA> &a, Int lda, sycl::buffer<B, 1, AllocatorB> &b, Int ldb,
                  ScaleOf<C> beta, sycl::buffer<C, 1, AllocatorC> &c, Int ldc,
                  compute_mode = compute_mode::unset) const {
    product<L, C>(queue, 1, m, n, k, alpha, matrix<A>(a, lda, op_a), matrix<B>(b, ldb, op_b), beta,
                  Evenly<sycl::buffer<C, 1, AllocatorC>>{c}, ldc, {});
  }
};

template <Lines L> struct GemmBatch {
  /// As many products of matrices that lie a stride apart.
  template <class A, class B, class C>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                         const A *a, Int lda, Int stride_a, const B *b, Int ldb, Int stride_b, ScaleOf<C> beta, C *c,
                         Int ldc, Int stride_c, Int batch_size, const Events &dependencies = {}) const {
    return product<L, C>(queue, batch_size, m, n, k, alpha, matrix<A>(a, lda, op_a, stride_a),
                         matrix<B>(b, ldb, op_b, stride_b), beta, Evenly<C *>{c, stride_c}, ldc, dependencies);
  }
  template <class A, class B, class C>
  sycl::event operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                         const A *a, Int lda, Int stride_a, const B *b, Int ldb, Int stride_b, ScaleOf<C> beta, C *c,
                         Int ldc, Int stride_c, Int batch_size, compute_mode, const Events &dependencies = {}) const {
    return operator()(queue, op_a, op_b, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, ldc, stride_c,
                      batch_size, dependencies);
  }
  template <class A, class B, class C, class AllocatorA, class AllocatorB, class AllocatorC>
  void operator()(sycl::queue &queue, transpose op_a, transpose op_b, Int m, Int n, Int k, ScaleOf<C> alpha,
                  sycl::buffer<A, 1, AllocatorA> &a, Int lda, Int stride_a, sycl::buffer<B, 1, AllocatorB> &b, Int ldb,
                  Int stride_b, ScaleOf<C> beta, sycl::buffer<C, 1, AllocatorC> &c, Int ldc, Int stride_c,
                  Int batch_size, compute_mode = compute_mode::unset) const {
    product<L, C>(queue, batch_size, m, n, k, alpha, matrix<A>(a, lda, op_a, stride_a),
                  matrix<B>(b, ldb, op_b, stride_b), beta, Evenly<sycl::buffer<C, 1, AllocatorC>>{c, stride_c}, ldc,
                  {});
  }

  /// Groups of products of one shape each, with the addresses of the matrices of all groups one after the other.
  template <class A, class B, class C, class Scale>
  sycl::event operator()(sycl::queue &queue, const transpose *op_a, const transpose *op_b, const Int *m, const Int *n,
                         const Int *k, const Scale *alpha, const A *const *a, const Int *lda, const B *const *b,
                         const Int *ldb, const Scale *beta, C *const *c, const Int *ldc, Int groups,
                         const Int *group_sizes, const Events &dependencies = {}) const {
    const auto multiply = [&](Int g, Int count, const auto &at_a, const auto &at_b, const auto &at_c) {
      const auto of_a = matrix_at<A>(at_a, lda[g], op_a[g]);
      const auto of_b = matrix_at<B>(at_b, ldb[g], op_b[g]);
      return product<L, C>(queue, count, m[g], n[g], k[g], static_cast<ScaleOf<C>>(alpha[g]), of_a, of_b,
                           static_cast<ScaleOf<C>>(beta[g]), at_c, ldc[g], dependencies);
    };
    return in_groups(queue, groups, group_sizes, multiply, a, b, c);
  }
  template <class A, class B, class C, class Scale>
  sycl::event operator()(sycl::queue &queue, const transpose *op_a, const transpose *op_b, const Int *m, const Int *n,
                         const Int *k, const Scale *alpha, const A *const *a, const Int *lda, const B *const *b,
                         const Int *ldb, const Scale *beta, C *const *c, const Int *ldc, Int groups,
                         const Int *group_sizes, compute_mode, const Events &dependencies = {}) const {
    return operator()(queue, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups, group_sizes,
                      dependencies);
  }

  /// The same by spans of one for each group, or of one for all groups.
  template <class A, class B, class C, class Scale, class Size>
  sycl::event operator()(sycl::queue &queue, sycl::span<transpose> op_a, sycl::span<transpose> op_b, sycl::span<Int> m,
                         sycl::span<Int> n, sycl::span<Int> k, sycl::span<Scale> alpha, sycl::span<const A *> a,
                         sycl::span<Int> lda, sycl::span<const B *> b, sycl::span<Int> ldb, sycl::span<Scale> beta,
                         sycl::span<C *> c, sycl::span<Int> ldc, Int groups, sycl::span<Size> group_sizes,
                         compute_mode = compute_mode::unset, const Events &dependencies = {}) const {
    const auto each = [groups](auto span) {
      const auto count = static_cast<std::size_t>(groups);
      return span.size() < count ? std::vector(count, span[0]) : std::vector(span.begin(), span.end());
    };
    const std::vector<Int> sizes(group_sizes.begin(), group_sizes.end());
    return operator()(queue, each(op_a).data(), each(op_b).data(), each(m).data(), each(n).data(), each(k).data(),
                      each(alpha).data(), a.data(), each(lda).data(), b.data(), each(ldb).data(), each(beta).data(),
                      c.data(), each(ldc).data(), groups, sizes.data(), dependencies);
  }
  template <class A, class B, class C, class Scale, class Size>
  sycl::event operator()(sycl::queue &queue, sycl::span<transpose> op_a, sycl::span<transpose> op_b, sycl::span<Int> m,
                         sycl::span<Int> n, sycl::span<Int> k, sycl::span<Scale> alpha, sycl::span<const A *> a,
                         sycl::span<Int> lda, sycl::span<const B *> b, sycl::span<Int> ldb, sycl::span<Scale> beta,
                         sycl::span<C *> c, sycl::span<Int> ldc, Int groups, sycl::span<Size> group_sizes,
                         const Events &dependencies) const {
    return operator()(queue, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups, group_sizes,
                      compute_mode::unset, dependencies);
  }
};

/// C = alpha * A * B + beta * C, or alpha * B * A, where A is symmetric or Hermitian; C has m rows and n columns.
template <Lines L, bool Hermitian> struct Symm : OfBuffers<Symm<L, Hermitian>> {
  using OfBuffers<Symm>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, side where, uplo half, Int m, Int n, Scalar<T> alpha, const T *a, Int lda,
                         const T *b, Int ldb, Scalar<T> beta, T *c, Int ldc, const Events &dependencies = {}) const {
    const auto whole = half_of<L, Hermitian>(half, a, lda);
    const auto other = matrix<T>(b, ldb, transpose::nontrans);
    const Evenly<T *> to{c};
    return where == side::left ? product<L, T>(queue, 1, m, n, m, alpha, whole, other, beta, to, ldc, dependencies)
                               : product<L, T>(queue, 1, m, n, n, alpha, other, whole, beta, to, ldc, dependencies);
  }
};

} // namespace detail

/// Matrices lie in rows of `lda` elements. Scalars by value, results in USM; each returns the event of its kernel.
namespace row_major {

/// y = alpha * op(A) * x + beta * y for A of m rows and n columns.
template <class T>
sycl::event gemv(sycl::queue &queue, transpose op, std::int64_t m, std::int64_t n, detail::Scalar<T> alpha, const T *a,
                 std::int64_t lda, const T *x, std::int64_t incx, detail::Scalar<T> beta, T *y, std::int64_t incy,
                 const std::vector<sycl::event> &dependencies = {}) {
  return detail::GemvBatch<detail::Lines::rows>()(queue, op, m, n, alpha, a, lda, 0, x, incx, 0, beta, y, incy, 0, 1,
                                                  dependencies);
}

WEFT_OF_BUFFERS(gemv)

inline constexpr detail::Gemm<detail::Lines::rows> gemm;
inline constexpr detail::GemmBatch<detail::Lines::rows> gemm_batch;
inline constexpr detail::GemvBatch<detail::Lines::rows> gemv_batch;
inline constexpr detail::OutOfPlace<detail::Lines::rows> omatcopy;
inline constexpr detail::OutOfPlaceBatch<detail::Lines::rows> omatcopy_batch;
inline constexpr detail::InPlace<detail::Lines::rows> imatcopy;
inline constexpr detail::InPlaceBatch<detail::Lines::rows> imatcopy_batch;
inline constexpr detail::Sum<detail::Lines::rows> omatadd;
inline constexpr detail::SumBatch<detail::Lines::rows> omatadd_batch;
inline constexpr detail::TimesDiagonal<detail::Lines::rows> dgmm;
inline constexpr detail::WithTriangle<detail::Lines::rows, detail::Solve> trsm;
inline constexpr detail::WithTriangle<detail::Lines::rows, detail::Multiply> trmm;
inline constexpr detail::TrsmBatch<detail::Lines::rows> trsm_batch;
inline constexpr detail::TriangleWithVector<detail::Lines::rows, detail::Solve> trsv;
inline constexpr detail::TriangleWithVector<detail::Lines::rows, detail::Multiply> trmv;
inline constexpr detail::Ger<detail::Lines::rows, false> ger;
inline constexpr detail::Ger<detail::Lines::rows, false> geru;
inline constexpr detail::Ger<detail::Lines::rows, true> gerc;
inline constexpr detail::Symv<detail::Lines::rows, false> symv;
inline constexpr detail::Symv<detail::Lines::rows, true> hemv;
inline constexpr detail::Syr<detail::Lines::rows, false> syr;
inline constexpr detail::Syr<detail::Lines::rows, true> her;
inline constexpr detail::Syr2<detail::Lines::rows, false> syr2;
inline constexpr detail::Syr2<detail::Lines::rows, true> her2;
inline constexpr detail::Symm<detail::Lines::rows, false> symm;
inline constexpr detail::Symm<detail::Lines::rows, true> hemm;
inline constexpr detail::Syrk<detail::Lines::rows, false> syrk;
inline constexpr detail::Syrk<detail::Lines::rows, true> herk;
inline constexpr detail::Syr2k<detail::Lines::rows, false> syr2k;
inline constexpr detail::Syr2k<detail::Lines::rows, true> her2k;
inline constexpr detail::Gbmv<detail::Lines::rows> gbmv;
inline constexpr detail::Sbmv<detail::Lines::rows, false> sbmv;
inline constexpr detail::Sbmv<detail::Lines::rows, true> hbmv;
inline constexpr detail::Spmv<detail::Lines::rows, false> spmv;
inline constexpr detail::Spmv<detail::Lines::rows, true> hpmv;
inline constexpr detail::Spr<detail::Lines::rows, false> spr;
inline constexpr detail::Spr<detail::Lines::rows, true> hpr;
inline constexpr detail::Spr2<detail::Lines::rows, false> spr2;
inline constexpr detail::Spr2<detail::Lines::rows, true> hpr2;
inline constexpr detail::BandWithVector<detail::Lines::rows, detail::Solve> tbsv;
inline constexpr detail::BandWithVector<detail::Lines::rows, detail::Multiply> tbmv;
inline constexpr detail::PackedWithVector<detail::Lines::rows, detail::Solve> tpsv;
inline constexpr detail::PackedWithVector<detail::Lines::rows, detail::Multiply> tpmv;

} // namespace row_major

/// The same for matrices that lie in columns.
namespace column_major {

template <class T>
sycl::event gemv(sycl::queue &queue, transpose op, std::int64_t m, std::int64_t n, detail::Scalar<T> alpha, const T *a,
                 std::int64_t lda, const T *x, std::int64_t incx, detail::Scalar<T> beta, T *y, std::int64_t incy,
                 const std::vector<sycl::event> &dependencies = {}) {
  return detail::GemvBatch<detail::Lines::columns>()(queue, op, m, n, alpha, a, lda, 0, x, incx, 0, beta, y, incy, 0, 1,
                                                     dependencies);
}

WEFT_OF_BUFFERS(gemv)

inline constexpr detail::Gemm<detail::Lines::columns> gemm;
inline constexpr detail::GemmBatch<detail::Lines::columns> gemm_batch;
inline constexpr detail::GemvBatch<detail::Lines::columns> gemv_batch;
inline constexpr detail::OutOfPlace<detail::Lines::columns> omatcopy;
inline constexpr detail::OutOfPlaceBatch<detail::Lines::columns> omatcopy_batch;
inline constexpr detail::InPlace<detail::Lines::columns> imatcopy;
inline constexpr detail::InPlaceBatch<detail::Lines::columns> imatcopy_batch;
inline constexpr detail::Sum<detail::Lines::columns> omatadd;
inline constexpr detail::SumBatch<detail::Lines::columns> omatadd_batch;
inline constexpr detail::TimesDiagonal<detail::Lines::columns> dgmm;
inline constexpr detail::WithTriangle<detail::Lines::columns, detail::Solve> trsm;
inline constexpr detail::WithTriangle<detail::Lines::columns, detail::Multiply> trmm;
inline constexpr detail::TrsmBatch<detail::Lines::columns> trsm_batch;
inline constexpr detail::TriangleWithVector<detail::Lines::columns, detail::Solve> trsv;
inline constexpr detail::TriangleWithVector<detail::Lines::columns, detail::Multiply> trmv;
inline constexpr detail::Ger<detail::Lines::columns, false> ger;
inline constexpr detail::Ger<detail::Lines::columns, false> geru;
inline constexpr detail::Ger<detail::Lines::columns, true> gerc;
inline constexpr detail::Symv<detail::Lines::columns, false> symv;
inline constexpr detail::Symv<detail::Lines::columns, true> hemv;
inline constexpr detail::Syr<detail::Lines::columns, false> syr;
inline constexpr detail::Syr<detail::Lines::columns, true> her;
inline constexpr detail::Syr2<detail::Lines::columns, false> syr2;
inline constexpr detail::Syr2<detail::Lines::columns, true> her2;
inline constexpr detail::Symm<detail::Lines::columns, false> symm;
inline constexpr detail::Symm<detail::Lines::columns, true> hemm;
inline constexpr detail::Syrk<detail::Lines::columns, false> syrk;
inline constexpr detail::Syrk<detail::Lines::columns, true> herk;
inline constexpr detail::Syr2k<detail::Lines::columns, false> syr2k;
inline constexpr detail::Syr2k<detail::Lines::columns, true> her2k;
inline constexpr detail::Gbmv<detail::Lines::columns> gbmv;
inline constexpr detail::Sbmv<detail::Lines::columns, false> sbmv;
inline constexpr detail::Sbmv<detail::Lines::columns, true> hbmv;
inline constexpr detail::Spmv<detail::Lines::columns, false> spmv;
inline constexpr detail::Spmv<detail::Lines::columns, true> hpmv;
inline constexpr detail::Spr<detail::Lines::columns, false> spr;
inline constexpr detail::Spr<detail::Lines::columns, true> hpr;
inline constexpr detail::Spr2<detail::Lines::columns, false> spr2;
inline constexpr detail::Spr2<detail::Lines::columns, true> hpr2;
inline constexpr detail::BandWithVector<detail::Lines::columns, detail::Solve> tbsv;
inline constexpr detail::BandWithVector<detail::Lines::columns, detail::Multiply> tbmv;
inline constexpr detail::PackedWithVector<detail::Lines::columns, detail::Solve> tpsv;
inline constexpr detail::PackedWithVector<detail::Lines::columns, detail::Multiply> tpmv;

} // namespace column_major

// What names no layout is of columns.
using column_major::dgmm, column_major::gemm, column_major::gemm_batch, column_major::gemv, column_major::gemv_batch,
    column_major::imatcopy, column_major::imatcopy_batch, column_major::omatadd, column_major::omatadd_batch,
    column_major::omatcopy, column_major::omatcopy_batch, column_major::syrk, column_major::trmm, column_major::trmv,
    column_major::trsm, column_major::trsm_batch, column_major::trsv;
using column_major::gbmv, column_major::hbmv, column_major::hpmv, column_major::hpr, column_major::hpr2,
    column_major::sbmv, column_major::spmv, column_major::spr, column_major::spr2, column_major::tbmv,
    column_major::tbsv, column_major::tpmv, column_major::tpsv;
using column_major::ger, column_major::gerc, column_major::geru, column_major::hemm, column_major::hemv,
    column_major::her, column_major::her2, column_major::her2k, column_major::herk, column_major::symm,
    column_major::symv, column_major::syr, column_major::syr2, column_major::syr2k;

} // namespace oneapi::mkl::blas

#undef WEFT_OF_BUFFERS
