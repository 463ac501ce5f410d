// The name of the translation unit, which weft-clang++ includes before everything but precompiled headers.
#pragma once

#include <sycl/detail/config.hpp>

#if defined(__WEFT_TU_ID__)
namespace sycl {
inline namespace _V1 {
class queue; // programs name it in headers that include none of SYCL's, as with DPC++

namespace detail {
const char *unit() {
  return __WEFT_TU_ID__;
}
} // namespace detail
} // namespace _V1
} // namespace sycl
#endif
