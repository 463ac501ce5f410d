// Memory that is had and given back in the order of commands (sycl_ext_oneapi_async_memory_alloc).
//
// It is there at once. Given back, it is used again when the tasks are done that were submitted before; a graph keeps
// what is freed while it is recorded.
#pragma once

#include <cstddef>

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>
#include <sycl/handler.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

// Each throws errc::memory_allocation for what cannot be had.
WEFT_API void *async_malloc(const queue &q, usm::alloc kind, std::size_t bytes);
WEFT_API void *async_malloc(handler &h, usm::alloc kind, std::size_t bytes);
WEFT_API void *async_malloc_from_pool(const queue &q, std::size_t bytes, const memory_pool &pool);
WEFT_API void *async_malloc_from_pool(handler &h, std::size_t bytes, const memory_pool &pool);

WEFT_API void async_free(const queue &q, void *pointer);
WEFT_API void async_free(handler &h, void *pointer);

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
