// Properties of kernels, commands and pointers that only Intel's GPUs heed: programs name them beside others, and they
// have no effect.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/event_mode_property.hpp>
#include <sycl/ext/oneapi/experimental/prefetch.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#define SYCL_EXT_INTEL_GRF_SIZE 1
#define SYCL_EXT_INTEL_CACHE_CONTROLS 1
#define SYCL_EXT_INTEL_CACHE_CONFIG 1
#define SYCL_EXT_INTEL_FP_CONTROL 1

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental {

using sycl::ext::oneapi::experimental::cache_level;
using sycl::ext::oneapi::experimental::property_value;

struct grf_size_key {
  template <unsigned Size> using value_t = property_value<grf_size_key, std::integral_constant<unsigned, Size>>;
};
template <unsigned Size> inline constexpr grf_size_key::value_t<Size> grf_size;
struct grf_size_automatic_key {
  using value_t = property_value<grf_size_automatic_key>;
};
inline constexpr grf_size_automatic_key::value_t grf_size_automatic;

enum class cache_config_enum : std::uint16_t { large_slm, large_data };
inline constexpr cache_config_enum large_slm = cache_config_enum::large_slm;
inline constexpr cache_config_enum large_data = cache_config_enum::large_data;
struct cache_config {
  cache_config(cache_config_enum v) : value(v) {}
  cache_config_enum value;
};
using cache_config_key = cache_config;
inline bool operator==(const cache_config &a, const cache_config &b) {
  return a.value == b.value;
}
inline bool operator!=(const cache_config &a, const cache_config &b) {
  return !(a == b);
}

enum class fp_mode : std::uint32_t {
  round_to_nearest = 0,
  round_upward = 1 << 4,
  round_downward = 1 << 5,
  round_toward_zero = round_upward | round_downward,
  denorm_ftz = 0,
  denorm_d_allow = 1 << 6,
  denorm_f_allow = 1 << 7,
  denorm_hf_allow = 1 << 10,
  denorm_allow = denorm_d_allow | denorm_f_allow | denorm_hf_allow
};
constexpr fp_mode operator|(fp_mode a, fp_mode b) {
  return static_cast<fp_mode>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
struct fp_control_key {
  template <fp_mode Mode> using value_t = property_value<fp_control_key, std::integral_constant<fp_mode, Mode>>;
};
template <fp_mode Mode> inline constexpr fp_control_key::value_t<Mode> fp_control;

enum class cache_mode { uncached, cached, streaming, invalidate, constant, write_through, write_back };
template <cache_mode Mode, cache_level... Levels> struct cache_control {
  static constexpr cache_mode mode = Mode;
};
#define WEFT_CACHE_HINT(name)                                                                                          \
  struct name##_key {                                                                                                  \
    template <class... Controls> using value_t = property_value<name##_key, Controls...>;                              \
  };                                                                                                                   \
  template <class... Controls> inline constexpr name##_key::value_t<Controls...> name;
WEFT_CACHE_HINT(read_hint)
WEFT_CACHE_HINT(read_assertion)
WEFT_CACHE_HINT(write_hint)
#undef WEFT_CACHE_HINT

} // namespace ext::intel::experimental
} // namespace _V1
} // namespace sycl
