// What device::get_info says of products of small matrices (sycl_ext_oneapi_matrix).
#pragma once

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::matrix {

enum class matrix_type { bf16, fp16, tf32, fp32, fp64, sint8, sint16, sint32, sint64, uint8, uint16, uint32, uint64 };

/// Of one size where the largest sizes are 0.
struct combination {
  std::size_t max_msize, max_nsize, max_ksize;
  std::size_t msize, nsize, ksize;
  matrix_type atype, btype, ctype, dtype;
};

} // namespace ext::oneapi::experimental::matrix
} // namespace _V1
} // namespace sycl
