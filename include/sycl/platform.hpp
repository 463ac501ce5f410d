// class platform: the devices that one driver offers (SYCL 2020, 4.6.2).
#pragma once

#include <vector>

#include <sycl/detail/objects.hpp>
#include <sycl/detail/selection.hpp>
#include <sycl/info.hpp>

namespace sycl {
inline namespace _V1 {

class platform : public detail::shared_object<platform, weft::runtime::Platform> {
public:
  WEFT_API platform(); ///< That of the default device.
  template <class Selector, class = detail::if_selector<Selector>>
  explicit platform(const Selector &selector)
      : platform(detail::platform_of(detail::select_device(detail::scores_of(selector)))) {}

  WEFT_API backend get_backend() const noexcept;
  static constexpr bool is_host() noexcept { return false; } ///< SYCL 1.2.1's device that was none.
  WEFT_API std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  WEFT_API device ext_oneapi_device_at_index(std::size_t index) const;
  WEFT_API bool has(aspect a) const; ///< True if every device has it.
  WEFT_API bool has_extension(const std::string &name) const;
  WEFT_API static std::vector<platform> get_platforms();

  /// Devices that are made of others: none (sycl_ext_oneapi_composite_device).
  WEFT_API std::vector<device> ext_oneapi_get_composite_devices() const;

  /// The context over all devices of the platform that queues use by default (sycl_ext_oneapi_default_context).
  WEFT_API context ext_oneapi_get_default_context() const;
  WEFT_API context khr_get_default_context() const;

  template <class Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::platform_query, Param>, "not an info::platform descriptor");
    return query<Param>();
  }

private:
  explicit platform(std::shared_ptr<weft::runtime::Platform> impl) noexcept : shared_object(std::move(impl)) {}
  template <class Param> WEFT_API typename Param::return_type query() const;
  friend struct detail::access;
};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::platform> : sycl::detail::hash_by_identity<sycl::platform> {};
