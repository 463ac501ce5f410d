// What a device_global may be told: all of it hints here, since every variable has one copy on each device.
#pragma once

#include <type_traits>

#include <sycl/ext/oneapi/properties/properties.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct device_image_scope_key {
  using value_t = property_value<device_image_scope_key>;
};
inline constexpr device_image_scope_key::value_t device_image_scope;

enum class host_access_enum { read, write, read_write, none };
struct host_access_key {
  template <host_access_enum Access>
  using value_t = property_value<host_access_key, std::integral_constant<host_access_enum, Access>>;
};
template <host_access_enum Access> inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;

enum class init_mode_enum { reprogram, reset };
struct init_mode_key {
  template <init_mode_enum Mode>
  using value_t = property_value<init_mode_key, std::integral_constant<init_mode_enum, Mode>>;
};
template <init_mode_enum Mode> inline constexpr init_mode_key::value_t<Mode> init_mode;

struct implement_in_csr_key {
  template <bool Enable> using value_t = property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
