// class device: one device or sub-device (SYCL 2020, 4.6.4).
#pragma once

#include <cstddef>
#include <vector>

#include <sycl/detail/objects.hpp>
#include <sycl/detail/selection.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>
#include <sycl/platform.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi {
enum class peer_access { access_supported, atomics_supported };
}
namespace ext::oneapi::experimental {
enum class source_language;
}

class device : public detail::shared_object<device, weft::runtime::Device> {
public:
  WEFT_API device(); ///< The default device.
  template <class Selector, class = detail::if_selector<Selector>>
  explicit device(const Selector &selector) : device(detail::select_device(detail::scores_of(selector))) {}

  WEFT_API backend get_backend() const noexcept;
  WEFT_API bool is_cpu() const;
  WEFT_API bool is_gpu() const;
  static constexpr bool is_host() noexcept { return false; } ///< SYCL 1.2.1's device that was none.
  WEFT_API bool is_accelerator() const;
  WEFT_API bool has(aspect a) const;
  WEFT_API bool has_extension(const std::string &name) const;
  WEFT_API platform get_platform() const;
  /// Its platform's (sycl_ext_oneapi_device_default_context).
  WEFT_API context ext_oneapi_get_default_context() const;
  /// Its place among its platform's; only of root devices (sycl_ext_oneapi_platform_device_index).
  WEFT_API std::size_t ext_oneapi_index_within_platform() const;
  /// Of programs that are text at run time (kernel_compiler.hpp).
  bool ext_oneapi_can_compile(ext::oneapi::experimental::source_language language) const;
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture a) const {
    return get_info<ext::oneapi::experimental::info::device::architecture>() == a;
  }
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category c) const {
    return detail::architectures_of(c).hold(get_info<ext::oneapi::experimental::info::device::architecture>());
  }

  /// Asks for one fact; the descriptors that exist are those of <sycl/info.hpp>.
  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::device_query, Param>, "not an info::device descriptor");
    if constexpr (std::is_base_of_v<detail::intel_gpu_query, Param>)
      detail::throw_error(errc::feature_not_supported,
                          "get_info: only GPUs of Intel tell this; ask device::has() for its aspect first");
    else
      return query<Param>();
  }
  /// max_work_item_sizes without dimensions, as SYCL 1.2.1 has it.
  template <template <int> class Param> typename Param<3>::return_type get_info() const { return get_info<Param<3>>(); }

  template <info::partition_property Property> std::vector<device> create_sub_devices(std::size_t count) const {
    static_assert(Property == info::partition_property::partition_equally,
                  "a number of compute units is for partition_equally");
    return partition_equally(count);
  }
  template <info::partition_property Property>
  std::vector<device> create_sub_devices(const std::vector<std::size_t> &counts) const {
    static_assert(Property == info::partition_property::partition_by_counts,
                  "a list of compute units is for partition_by_counts");
    return partition_by_counts(counts);
  }
  template <info::partition_property Property>
  std::vector<device> create_sub_devices(info::partition_affinity_domain domain) const {
    static_assert(Property == info::partition_property::partition_by_affinity_domain,
                  "an affinity domain is for partition_by_affinity_domain");
    return partition_by_affinity(domain);
  }
  template <info::partition_property Property> std::vector<device> create_sub_devices() const {
    static_assert(Property == info::partition_property::ext_intel_partition_by_cslice,
                  "no arguments are for ext_intel_partition_by_cslice");
    detail::throw_error(errc::feature_not_supported, "create sub-devices: only GPUs of Intel have compute slices");
  }

  WEFT_API bool
  ext_oneapi_can_access_peer(const device &peer,
                             ext::oneapi::peer_access value = ext::oneapi::peer_access::access_supported) const;
  WEFT_API void ext_oneapi_enable_peer_access(const device &peer) const;
  WEFT_API void ext_oneapi_disable_peer_access(const device &peer) const;

  WEFT_API static std::vector<device> get_devices(info::device_type type = info::device_type::all);

private:
  explicit device(std::shared_ptr<weft::runtime::Device> impl) noexcept : shared_object(std::move(impl)) {}
  template <class Param> WEFT_API typename Param::return_type query() const;
  WEFT_API std::vector<device> partition_equally(std::size_t count) const;
  WEFT_API std::vector<device> partition_by_counts(const std::vector<std::size_t> &counts) const;
  WEFT_API std::vector<device> partition_by_affinity(info::partition_affinity_domain domain) const;
  friend struct detail::access;
};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::device> : sycl::detail::hash_by_identity<sycl::device> {};
