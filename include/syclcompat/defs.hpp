// Names that tools write into migrated programs (SYCLcompat).
#pragma once

#include <iostream>

#define SYCLCOMPAT_MAJOR_VERSION 0
#define SYCLCOMPAT_MINOR_VERSION 2
#define SYCLCOMPAT_PATCH_VERSION 0
#define SYCLCOMPAT_MAKE_VERSION(major, minor, patch) ((1E6 * major) + (1E3 * minor) + patch)
#define SYCLCOMPAT_VERSION                                                                                             \
  SYCLCOMPAT_MAKE_VERSION(SYCLCOMPAT_MAJOR_VERSION, SYCLCOMPAT_MINOR_VERSION, SYCLCOMPAT_PATCH_VERSION)

#define __syclcompat_align__(n) __attribute__((aligned(n)))
#define __syclcompat_inline__ __inline__ __attribute__((always_inline))
#define __syclcompat_noinline__ __attribute__((noinline))

/// As they were called first.
#define __sycl_compat_align__(n) __syclcompat_align__(n)
#define __sycl_compat_inline__ __syclcompat_inline__
#define __sycl_compat_noinline__ __syclcompat_noinline__

namespace syclcompat {

/// Names of kernels.
template <class... Args> class syclcompat_kernel_name;
template <int Arg> class syclcompat_kernel_scalar;
template <class... Args> class sycl_compat_kernel_name;
template <int Arg> class sycl_compat_kernel_scalar;

enum error_code { SUCCESS = 0, BACKEND_ERROR = 1, DEFAULT_ERROR = 999 };

namespace detail {
/// Runs f; what it throws is told and becomes a code.
template <class F> error_code checked(F f, const char *expression, const char *file, int line) {
  try {
    f();
    return SUCCESS;
  } catch (const std::exception &e) {
    std::cerr << e.what() << "\nError caught at FILE:" << file << ", LINE:" << line << ", FUNCTION: " << expression
              << std::endl;
    return DEFAULT_ERROR;
  }
}
} // namespace detail

} // namespace syclcompat

#define SYCLCOMPAT_CHECK_ERROR(expr) (syclcompat::detail::checked([&] { expr; }, #expr, __FILE__, __LINE__))
