// What a memory_pool is made with (sycl_ext_oneapi_async_memory_alloc).
#pragma once

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Bytes that the pool may keep for itself; Weft keeps freed memory for all.
struct initial_threshold {
  initial_threshold(std::size_t bytes) : value(bytes) {}
  std::size_t value;
};
using initial_threshold_key = initial_threshold;

/// More than that is errc::memory_allocation.
struct maximum_size {
  maximum_size(std::size_t bytes) : value(bytes) {}
  std::size_t value;
};
using maximum_size_key = maximum_size;

struct read_only {
  using value_t = read_only;
  constexpr read_only operator()() const noexcept { return {}; } ///< Where the name is that of a value, too.
};
using read_only_key = read_only;

/// Memory is zero when it is first used.
struct zero_init {};
using zero_init_key = zero_init;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
