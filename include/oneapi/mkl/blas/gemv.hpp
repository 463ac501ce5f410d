// Products of matrices with vectors: one, several a stride apart, or groups of some shape each.
#pragma once

#include <cstddef>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas::detail {

template <class Group, class T> T sum_over_group(const Group &group, T value) {
  if constexpr (is_complex<T>::value)
    return T(sycl::reduce_over_group(group, value.real(), sycl::plus<>()),
             sycl::reduce_over_group(group, value.imag(), sycl::plus<>()));
  else
    return sycl::reduce_over_group(group, value, sycl::plus<>());
}

/// y = alpha * sum + beta * y, where a beta of zero does not read y.
template <class T> void update(T &y, T alpha, T sum, T beta) {
  y = beta == T(0) ? times(alpha, sum) : times(alpha, sum) + times(beta, y);
}

/// Matrices that lie in `count` lines of `extent` elements, each `apart` from the next.
template <class Where> struct LinesAt {
  Where where;
  Int count, extent, apart;
};

/// Of each line of each matrix its product with x: a group each.
template <bool Conjugates, class T, class A, class X, class Y>
sycl::event products_of_lines(sycl::queue &queue, Int batch, T alpha, const LinesAt<A> &a, const X &x, T beta,
                              const Y &y, const Events &after) {
  constexpr std::size_t size = 64;
  const auto matrices = static_cast<std::size_t>(batch), lines = static_cast<std::size_t>(a.count);
  return queue.parallel_for(sycl::nd_range<2>({matrices, lines * size}, {1, size}), after, [=](sycl::nd_item<2> item) {
    const Int matrix = static_cast<Int>(item.get_group(0)), line = static_cast<Int>(item.get_group(1));
    const T *const elements = a.where(matrix) + line * a.apart;
    T sum(0);
    for (Int k = static_cast<Int>(item.get_local_id(1)); k < a.extent; k += static_cast<Int>(size))
      sum += times(factor<Conjugates>(elements[k]), x(matrix, k));
    sum = sum_over_group(item.get_group(), sum);
    if (item.get_group().leader())
      update(y(matrix, line), alpha, sum, beta);
  });
}

/// Of each matrix the sum of its lines, each times an element of x: a work-item for each of the `extent` results.
template <bool Conjugates, class T, class A, class X, class Y>
sycl::event sum_of_lines(sycl::queue &queue, Int batch, T alpha, const LinesAt<A> &a, const X &x, T beta, const Y &y,
                         const Events &after) {
  const sycl::range<2> range(static_cast<std::size_t>(batch), static_cast<std::size_t>(a.extent));
  return queue.parallel_for(range, after, [=](sycl::id<2> id) {
    const Int matrix = static_cast<Int>(id[0]), k = static_cast<Int>(id[1]);
    const T *const elements = a.where(matrix) + k;
    T sum(0);
    for (Int line = 0; line < a.count; ++line)
      sum += times(factor<Conjugates>(elements[line * a.apart]), x(matrix, line));
    update(y(matrix, k), alpha, sum, beta);
  });
}

/// y = alpha * op(A) * x + beta * y for matrices of m rows and n columns.
template <Lines L, class T, class A, class X, class Y>
sycl::event gemv(sycl::queue &queue, Int batch, transpose op, Int m, Int n, T alpha, const A &at_a, Int lda,
                 const X &at_x, Int incx, T beta, const Y &at_y, Int incy, const Events &after) {
  const bool along_lines = (L == Lines::rows) == (op == transpose::nontrans);
  const LinesAt<A> a{at_a, L == Lines::rows ? m : n, L == Lines::rows ? n : m, lda};
  const auto x = vectors_at(at_x, along_lines ? a.extent : a.count, incx);
  const auto y = vectors_at(at_y, along_lines ? a.count : a.extent, incy);
  const auto run = [&](auto product) { return product(queue, batch, alpha, a, x, beta, y, after); };
  using VectorsX = decltype(vectors_at(at_x, 1, 1));
  using VectorsY = decltype(vectors_at(at_y, 1, 1));
  const bool conjugates = op == transpose::conjtrans;
  if (along_lines)
    return conjugates ? run(products_of_lines<true, T, A, VectorsX, VectorsY>)
                      : run(products_of_lines<false, T, A, VectorsX, VectorsY>);
  return conjugates ? run(sum_of_lines<true, T, A, VectorsX, VectorsY>)
                    : run(sum_of_lines<false, T, A, VectorsX, VectorsY>);
}

template <Lines L> struct GemvBatch : OfBuffers<GemvBatch<L>> {
  using OfBuffers<GemvBatch>::operator();
  /// As many as lie a stride apart.
  template <class T>
  sycl::event operator()(sycl::queue &queue, transpose op, Int m, Int n, Scalar<T> alpha, const T *a, Int lda,
                         Int stride_a, const T *x, Int incx, Int stride_x, Scalar<T> beta, T *y, Int incy, Int stride_y,
                         Int batch_size, const Events &dependencies = {}) const {
    return gemv<L, T>(queue, batch_size, op, m, n, alpha, Evenly<const T *>{a, stride_a}, lda,
                      Evenly<const T *>{x, stride_x}, incx, beta, Evenly<T *>{y, stride_y}, incy, dependencies);
  }

  /// Groups of one shape each, with all addresses one after the other.
  template <class T>
  sycl::event operator()(sycl::queue &queue, const transpose *op, const Int *m, const Int *n, const T *alpha,
                         const T *const *a, const Int *lda, const T *const *x, const Int *incx, const T *beta,
                         T *const *y, const Int *incy, Int groups, const Int *group_sizes,
                         const Events &dependencies = {}) const {
    const auto one = [&](Int g, Int count, const auto &at_a, const auto &at_x, const auto &at_y) {
      return gemv<L, T>(queue, count, op[g], m[g], n[g], alpha[g], at_a, lda[g], at_x, incx[g], beta[g], at_y, incy[g],
                        dependencies);
    };
    return in_groups(queue, groups, group_sizes, one, a, x, y);
  }
};

} // namespace oneapi::mkl::blas::detail
