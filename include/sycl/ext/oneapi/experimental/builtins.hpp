// printf in kernels (sycl_ext_oneapi_printf), and functions that may be less exact (sycl_ext_oneapi_native_math).
#pragma once

#include <cstdio>
#include <type_traits>

#include <sycl/builtins.hpp>
#include <sycl/group.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/marray.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// The C library's printf on the host, the device's own in kernels. Floats are promoted to double as C does.
template <class... Args> int printf(const char *format, Args... args) {
  if constexpr (sizeof...(Args) == 0)
    return __builtin_printf(format, 0);
  else
    return __builtin_printf(format, args...);
}

/// Of float and half, numbers or with elements: as exact as the functions without `native`.
namespace native {
template <class T> auto tanh(const T &x) -> decltype(sycl::tanh(x)) {
  return sycl::tanh(x);
}
template <class T> auto exp2(const T &x) -> decltype(sycl::exp2(x)) {
  return sycl::exp2(x);
}
} // namespace native

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
