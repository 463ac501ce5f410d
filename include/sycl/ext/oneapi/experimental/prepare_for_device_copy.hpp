// Says that memory of the host will be copied often (sycl_ext_oneapi_copy_optimize). A hint without effect: copies of a
// GPU go through pinned memory of Weft's own.
#pragma once

#include <cstddef>

#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_COPY_OPTIMIZE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

inline void prepare_for_device_copy(const void *, std::size_t, const context &) noexcept {}
inline void prepare_for_device_copy(const void *, std::size_t, const queue &) noexcept {}
inline void release_from_device_copy(const void *, const context &) noexcept {}
inline void release_from_device_copy(const void *, const queue &) noexcept {}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
