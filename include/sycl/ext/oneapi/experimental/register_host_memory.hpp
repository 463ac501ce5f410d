// Host memory of the program as a USM host allocation (sycl_ext_oneapi_register_host_memory).
#pragma once

#include <cstddef>

#include <sycl/context.hpp>
#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool_properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {
WEFT_API void register_host_memory(void *pointer, std::size_t bytes, const context &c, bool read_only);
}
namespace ext::oneapi::experimental {

/// No kernel writes the memory, which the host may not, either. The type of this name is a property of memory pools.
inline constexpr struct read_only read_only{};

/// Whole pages that stay where they are until unregister_host_memory(), and the program's own.
template <class Properties = empty_properties_t>
void register_host_memory(void *pointer, std::size_t bytes, const context &c, Properties = {}) {
  if constexpr (is_property_list_v<Properties>)
    sycl::detail::register_host_memory(pointer, bytes, c, Properties::template has_property<read_only_key>());
  else
    sycl::detail::register_host_memory(pointer, bytes, c, std::is_same_v<Properties, read_only_key>);
}

/// Once all commands that use the memory are done.
WEFT_API void unregister_host_memory(void *pointer, const context &c);

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
