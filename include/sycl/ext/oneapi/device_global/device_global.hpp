// class device_global: a variable of namespace scope that every device has a copy of (sycl_ext_oneapi_device_global).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/ext/oneapi/device_global/properties.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

namespace sycl {
inline namespace _V1 {

class queue;

namespace detail {

#if WEFT_DEVICE_PASS
class device_global_base {};
#else
/// The variable on the host: what its copies on devices are and begin with.
class device_global_base {
public:
  constexpr device_global_base(const void *first_value, std::size_t bytes, std::size_t alignment) noexcept
      : first_value_(first_value), bytes_(bytes), alignment_(alignment) {}
  device_global_base(const device_global_base &) = delete;
  device_global_base &operator=(const device_global_base &) = delete;

  const void *first_value() const noexcept { return first_value_; }
  std::size_t bytes() const noexcept { return bytes_; }
  std::size_t alignment() const noexcept { return alignment_; }

private:
  const void *first_value_;
  std::size_t bytes_, alignment_;
};
#endif

template <class T> inline constexpr std::size_t element_bytes = sizeof(std::remove_all_extents_t<T>);
template <class T> inline constexpr std::size_t elements = sizeof(T) / element_bytes<T>;

/// The copy on the queue's device, from `offset` on. Throws errc::invalid where `bytes` reach beyond the variable.
WEFT_API void *device_global_memory(const queue &q, const device_global_base &variable, std::size_t bytes,
                                    std::size_t offset);

} // namespace detail

namespace ext::oneapi::experimental {

/// Copied to and from by queue::memcpy and queue::copy; only kernels may look into it.
template <class T, class Properties = empty_properties_t>
class device_global : public sycl::detail::device_global_base {
  static_assert(std::is_trivially_destructible_v<T>, "a device_global's type must be trivially destructible");
  using element = std::remove_extent_t<T>;

public:
  using element_type = std::remove_extent_t<T>;

#if WEFT_DEVICE_PASS
  template <class... Args> constexpr device_global(Args &&...) noexcept {}
#else
  constexpr device_global() : device_global_base(&value_, sizeof(T), alignof(T)), value_{} {}
  template <class... Args, class U = T,
            class = std::enable_if_t<!std::is_array_v<U> && std::is_constructible_v<U, Args...> && sizeof...(Args)>>
  constexpr explicit device_global(Args &&...args)
      : device_global_base(&value_, sizeof(T), alignof(T)), value_(static_cast<Args &&>(args)...) {}
  template <class... Args, class U = T, class = std::enable_if_t<std::is_array_v<U> && sizeof...(Args)>, class = void>
  constexpr explicit device_global(Args &&...args)
      : device_global_base(&value_, sizeof(T), alignof(T)), value_{static_cast<Args &&>(args)...} {}
  /// Does something as far as compilers see, so that they keep a variable that nothing on the host uses.
  ~device_global() { __asm__ volatile("" ::"r"(this)); }
#endif
  device_global(const device_global &) = delete;
  device_global &operator=(const device_global &) = delete;

  template <access::decorated Decorated>
  multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() noexcept {
    return multi_ptr<T, access::address_space::global_space, Decorated>(memory());
  }
  template <access::decorated Decorated>
  multi_ptr<const T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept {
    return multi_ptr<const T, access::address_space::global_space, Decorated>(memory());
  }

  T &get() noexcept { return *memory(); }
  const T &get() const noexcept { return *memory(); }
  operator T &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  device_global &operator=(const T &value) noexcept {
    get() = value;
    return *this;
  }

  template <class Index, class U = T> auto operator[](Index i) noexcept -> decltype(std::declval<U &>()[i]) {
    return get()[i];
  }
  template <class Index, class U = T>
  auto operator[](Index i) const noexcept -> decltype(std::declval<const U &>()[i]) {
    return get()[i];
  }
  template <class U = T> auto operator->() noexcept { return pointed<U>(get()); }
  template <class U = T> auto operator->() const noexcept { return pointed<U>(get()); }

  template <class Key> static constexpr bool has_property() { return Properties::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return Properties().template get_property<Key>(); }

private:
  T *memory() const noexcept { WEFT_DEVICE_RETURN(static_cast<T *>(__weft_device_global(this))); }
  template <class U, class V> static auto pointed(V &value) noexcept {
    if constexpr (std::is_pointer_v<U>)
      return value;
    else
      return value.operator->();
  }

#if WEFT_DEVICE_PASS
  char value_ = 0; // so that it has an address
#else
  T value_;
#endif
};

} // namespace ext::oneapi::experimental

} // namespace _V1
} // namespace sycl
