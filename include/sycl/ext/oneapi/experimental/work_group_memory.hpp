// Local memory that kernels hold as a place alone, without extents (sycl_ext_oneapi_work_group_memory).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/local_accessor.hpp>

#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

template <class T, class Properties> class dynamic_work_group_memory;

/// One object of each work-group, or an array of them: T[n], or T[] with the length given at run time.
template <class T, class Properties = empty_properties_t> class work_group_memory {
  static_assert(std::is_same_v<Properties, empty_properties_t>, "work_group_memory has no properties");
  static constexpr bool has_length = !std::is_array_v<T> || std::extent_v<T> != 0;

public:
  using value_type = std::remove_all_extents_t<T>;

  work_group_memory(const indeterminate_t &) noexcept {} ///< Of nothing: only to be assigned to.
  template <bool Known = has_length, class = std::enable_if_t<Known>>
  work_group_memory(handler &h) : place_(sizeof(T) / sizeof(value_type), h) {}
  template <bool Known = has_length, class = std::enable_if_t<!Known>>
  work_group_memory(std::size_t n, handler &h)
      : place_(n * (sizeof(std::remove_extent_t<T>) / sizeof(value_type)), h) {}
  work_group_memory(const work_group_memory &) = default;
  work_group_memory &operator=(const work_group_memory &) = default;

  operator T &() const noexcept { return *&*this; }
  template <class U = T, class = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_memory &operator=(const T &value) const {
    *&*this = value;
    return *this;
  }
  T *operator&() const noexcept { return reinterpret_cast<T *>(place_.get()); }

  template <access::decorated Decorated = access::decorated::no>
  multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const noexcept {
    return multi_ptr<value_type, access::address_space::local_space, Decorated>(place_.get());
  }

private:
  template <class, class> friend class dynamic_work_group_memory;
  explicit work_group_memory(sycl::detail::local_place<value_type> place) noexcept : place_(place) {}

  sycl::detail::local_place<value_type> place_;
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
