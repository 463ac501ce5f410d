// What programs write for NVIDIA's GPUs alone (sycl_ext_oneapi_cuda_tex_cache_read); it runs on every device.
#pragma once

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::cuda {

/// A load of memory that nobody writes while the kernel runs.
template <class T> WEFT_INLINE T ldg(const T *from) {
  return *from;
}

} // namespace ext::oneapi::experimental::cuda
} // namespace _V1
} // namespace sycl
