// Vector mathematics: elementwise work over USM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sycl/sycl.hpp>

namespace oneapi::mkl::vm {

/// How exact functions are; what is here is as exact as can be.
enum class mode : std::uint64_t { not_defined = 0, la = 1, ha = 2, ep = 3 };

namespace detail {
template <class T, class F>
sycl::event each(sycl::queue &queue, std::int64_t n, const T *a, const T *b, T *y,
                 const std::vector<sycl::event> &after, F function) {
  return queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(n)), after,
                            [=](sycl::id<1> i) { y[i] = function(a[i], b[i]); });
}
} // namespace detail

template <class T>
sycl::event add(sycl::queue &queue, std::int64_t n, const T *a, const T *b, T *y,
                const std::vector<sycl::event> &dependencies = {}, mode = mode::not_defined) {
  return detail::each(queue, n, a, b, y, dependencies, [](T p, T q) { return p + q; });
}

template <class T>
sycl::event sub(sycl::queue &queue, std::int64_t n, const T *a, const T *b, T *y,
                const std::vector<sycl::event> &dependencies = {}, mode = mode::not_defined) {
  return detail::each(queue, n, a, b, y, dependencies, [](T p, T q) { return p - q; });
}

} // namespace oneapi::mkl::vm
