// Copies and sums of many vectors: several a stride apart, or groups of some length each.
#pragma once

#include <cstddef>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {

namespace detail {

/// Calls each(x[i], y[i]) for the n elements of as many vectors.
template <class X, class Y, class Each>
sycl::event for_pairs_of(sycl::queue &queue, Int batch, Int n, const X &at_x, Int incx, const Y &at_y, Int incy,
                         const Events &after, const Each &each) {
  const auto x = vectors_at(at_x, n, incx);
  const auto y = vectors_at(at_y, n, incy);
  const sycl::range<2> range(static_cast<std::size_t>(batch), static_cast<std::size_t>(n));
  return queue.parallel_for(range, after, [=](sycl::id<2> id) {
    const Int vector = static_cast<Int>(id[0]), i = static_cast<Int>(id[1]);
    each(x(vector, i), y(vector, i));
  });
}

template <class T> struct AddScaled {
  T alpha;
  void operator()(const T &x, T &y) const { y += times(alpha, x); }
};
struct Assign {
  template <class T> void operator()(const T &x, T &y) const { y = x; }
};

/// y = alpha * x + y.
struct AxpyBatch : OfBuffers<AxpyBatch> {
  using OfBuffers<AxpyBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, Scalar<T> alpha, const T *x, Int incx, Int stride_x, T *y, Int incy,
                         Int stride_y, Int batch_size, const Events &dependencies = {}) const {
    return for_pairs_of(queue, batch_size, n, Evenly<const T *>{x, stride_x}, incx, Evenly<T *>{y, stride_y}, incy,
                        dependencies, AddScaled<T>{alpha});
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *n, const T *alpha, const T *const *x, const Int *incx,
                         T *const *y, const Int *incy, Int groups, const Int *group_sizes,
                         const Events &dependencies = {}) const {
    const auto one = [&](Int g, Int count, const auto &at_x, const auto &at_y) {
      return for_pairs_of(queue, count, n[g], at_x, incx[g], at_y, incy[g], dependencies, AddScaled<T>{alpha[g]});
    };
    return in_groups(queue, groups, group_sizes, one, x, y);
  }
};

/// y = x.
struct CopyBatch : OfBuffers<CopyBatch> {
  using OfBuffers<CopyBatch>::operator();
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, const T *x, Int incx, Int stride_x, T *y, Int incy, Int stride_y,
                         Int batch_size, const Events &dependencies = {}) const {
    return for_pairs_of(queue, batch_size, n, Evenly<const T *>{x, stride_x}, incx, Evenly<T *>{y, stride_y}, incy,
                        dependencies, Assign());
  }
  template <class T>
  sycl::event operator()(sycl::queue &queue, const Int *n, const T *const *x, const Int *incx, T *const *y,
                         const Int *incy, Int groups, const Int *group_sizes, const Events &dependencies = {}) const {
    const auto one = [&](Int g, Int count, const auto &at_x, const auto &at_y) {
      return for_pairs_of(queue, count, n[g], at_x, incx[g], at_y, incy[g], dependencies, Assign());
    };
    return in_groups(queue, groups, group_sizes, one, x, y);
  }
};

} // namespace detail

inline constexpr detail::AxpyBatch axpy_batch;
inline constexpr detail::CopyBatch copy_batch;

namespace row_major {
using blas::axpy_batch, blas::copy_batch;
}
namespace column_major {
using blas::axpy_batch, blas::copy_batch;
}

} // namespace oneapi::mkl::blas
