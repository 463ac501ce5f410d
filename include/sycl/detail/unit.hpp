// The name of the translation unit, which weft-clang++ includes before everything but precompiled headers.
#pragma once

#include <sycl/detail/config.hpp>

#if defined(__WEFT_TU_ID__)
namespace sycl {
inline namespace _V1 {
namespace detail {
const char *unit() {
  return __WEFT_TU_ID__;
}
} // namespace detail
} // namespace _V1
} // namespace sycl
#endif
