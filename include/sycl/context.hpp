// class context: devices of one platform that share allocations and events (SYCL 2020, 4.6.3).
#pragma once

#include <vector>

#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>
#include <sycl/usm_enums.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
class memory_pool;
}

class context : public detail::shared_object<context, weft::runtime::Context> {
public:
  explicit context(const property_list &properties = {}) : context(device(), properties) {}
  explicit context(async_handler handler, const property_list &properties = {})
      : context(device(), std::move(handler), properties) {}
  explicit context(const device &d, const property_list &properties = {}) : context(d, async_handler(), properties) {}
  WEFT_API explicit context(const device &d, async_handler handler, const property_list &properties = {});
  explicit context(const platform &p, const property_list &properties = {}) : context(p, async_handler(), properties) {}
  WEFT_API explicit context(const platform &p, async_handler handler, const property_list &properties = {});
  explicit context(const std::vector<device> &devices, const property_list &properties = {})
      : context(devices, async_handler(), properties) {}
  WEFT_API explicit context(const std::vector<device> &devices, async_handler handler,
                            const property_list &properties = {});

  WEFT_API backend get_backend() const noexcept;
  static constexpr bool is_host() noexcept { return false; } ///< SYCL 1.2.1's device that was none.
  WEFT_API platform get_platform() const;
  WEFT_API std::vector<device> get_devices() const;
  /// Of what async_malloc gives (async_alloc/memory_pool.hpp).
  WEFT_API ext::oneapi::experimental::memory_pool ext_oneapi_get_default_memory_pool(const device &d,
                                                                                     usm::alloc kind) const;

  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::context_query, Param>, "not an info::context descriptor");
    if constexpr (std::is_same_v<Param, info::context::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, info::context::devices>)
      return get_devices();
    else if constexpr (std::is_same_v<Param, info::context::reference_count>)
      return static_cast<std::uint32_t>(impl_.use_count());
    else if constexpr (std::is_same_v<typename Param::return_type, std::vector<memory_order>>)
      return get_devices()[0].template get_info<info::device::atomic_memory_order_capabilities>();
    else
      return get_devices()[0].template get_info<info::device::atomic_memory_scope_capabilities>();
  }

private:
  explicit context(std::shared_ptr<weft::runtime::Context> impl) noexcept : shared_object(std::move(impl)) {}
  friend struct detail::access;
};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::context> : sycl::detail::hash_by_identity<sycl::context> {};
