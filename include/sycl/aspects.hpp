// What a device can do (SYCL 2020, 4.6.4.5).
#pragma once

#include <cstdint>
#include <type_traits>

namespace sycl {

enum class aspect : std::uint8_t {
#define WEFT_ASPECT(name) name,
#include <sycl/info/aspects.def>
#undef WEFT_ASPECT
};

namespace detail {

/// Aspects that no device has, whatever the machine.
constexpr bool is_nowhere(aspect a) {
  return a == aspect::accelerator || a == aspect::custom || a == aspect::host_debuggable ||
         a == aspect::ext_oneapi_is_component || a == aspect::ext_oneapi_is_composite;
}

} // namespace detail

/// Can a device that programs are compiled for have the aspect? (SYCL 2020, 4.6.4.4)
template <aspect Aspect> struct any_device_has : std::bool_constant<!detail::is_nowhere(Aspect)> {};
template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;

/// Has every device the aspect? One program serves all devices, so little is sure.
template <aspect Aspect> struct all_devices_have : std::bool_constant<Aspect == aspect::usm_device_allocations> {};
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace sycl
