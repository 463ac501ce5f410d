// class memory_pool: where async_malloc_from_pool counts what it gives out (sycl_ext_oneapi_async_memory_alloc).
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool_properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm_enums.hpp>

namespace weft::sycl_api {
class MemoryPool;
}

namespace sycl {
inline namespace _V1 {
namespace detail {
struct pool_limits {
  std::size_t threshold = 0, maximum = std::numeric_limits<std::size_t>::max();
  bool read_only = false, zeroes = false;
};

template <class Properties> pool_limits pool_limits_of(const Properties &given) {
  namespace xp = ext::oneapi::experimental;
  pool_limits limits;
  if constexpr (Properties::template has_property<xp::initial_threshold>())
    limits.threshold = given.template get_property<xp::initial_threshold>().value;
  if constexpr (Properties::template has_property<xp::maximum_size>())
    limits.maximum = given.template get_property<xp::maximum_size>().value;
  limits.read_only = Properties::template has_property<xp::read_only_key>();
  limits.zeroes = Properties::template has_property<xp::zero_init>();
  return limits;
}
} // namespace detail
namespace ext::oneapi::experimental {

class memory_pool : public sycl::detail::shared_object<memory_pool, weft::sycl_api::MemoryPool> {
  template <class P> using if_properties = std::enable_if_t<is_property_list_v<P>, int>;

public:
  template <class Properties = empty_properties_t, if_properties<Properties> = 0>
  memory_pool(const context &c, const device &d, usm::alloc kind, const Properties &properties = {})
      : memory_pool(c, d, kind, sycl::detail::pool_limits_of(properties)) {}
  template <class Properties = empty_properties_t, if_properties<Properties> = 0>
  memory_pool(const queue &q, usm::alloc kind, const Properties &properties = {})
      : memory_pool(q.get_context(), q.get_device(), kind, properties) {}

  WEFT_API context get_context() const;
  WEFT_API device get_device() const;
  WEFT_API usm::alloc get_alloc_kind() const;

  WEFT_API std::size_t get_threshold() const;
  WEFT_API void increase_threshold_to(std::size_t bytes);
  void set_new_threshold(std::size_t bytes) { increase_threshold_to(bytes); }
  /// A pool reserves nothing beyond what is used.
  std::size_t get_reserved_size_current() const { return get_used_size_current(); }
  std::size_t get_reserved_size_high() const { return get_used_size_high(); }
  WEFT_API std::size_t get_used_size_current() const;
  WEFT_API std::size_t get_used_size_high() const;
  void reset_reserved_size_high() { reset_used_size_high(); }
  WEFT_API void reset_used_size_high();
  void trim_to(std::size_t) {}

private:
  WEFT_API memory_pool(const context &c, const device &d, usm::alloc kind, const sycl::detail::pool_limits &limits);
  explicit memory_pool(std::shared_ptr<weft::sycl_api::MemoryPool> impl) noexcept : shared_object(std::move(impl)) {}
  friend struct sycl::detail::access;
};

} // namespace ext::oneapi::experimental
inline ext::oneapi::experimental::memory_pool queue::ext_oneapi_get_default_memory_pool(usm::alloc kind) const {
  return get_context().ext_oneapi_get_default_memory_pool(get_device(), kind);
}
} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::experimental::memory_pool>
    : sycl::detail::hash_by_identity<sycl::ext::oneapi::experimental::memory_pool> {};
