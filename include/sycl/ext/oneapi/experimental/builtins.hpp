// printf in kernels (sycl_ext_oneapi_printf).
#pragma once

#include <cstdio>

namespace sycl::ext::oneapi::experimental {

/// The C library's printf on the host, the device's own in kernels. Floats are promoted to double as C does.
template <class... Args> int printf(const char *format, Args... args) {
  if constexpr (sizeof...(Args) == 0)
    return __builtin_printf(format, 0);
  else
    return __builtin_printf(format, args...);
}

} // namespace sycl::ext::oneapi::experimental
