// What a device can do (SYCL 2020, 4.6.4.5).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {

enum class aspect : std::uint8_t {
#define WEFT_ASPECT(name) name,
#include <sycl/info/aspects.def>
#undef WEFT_ASPECT
  ext_intel_free_memory,
  ext_intel_device_info_uuid,
  ext_intel_pci_address,
  ext_intel_device_id,
  ext_intel_memory_clock_rate,
  ext_intel_memory_bus_width,
  ext_intel_max_mem_bandwidth,
  ext_oneapi_graph,
  ext_oneapi_limited_graph,
  ext_oneapi_fixed_size_group,
  ext_oneapi_tangle_group,
  ext_oneapi_ballot_group,
  ext_oneapi_queue_profiling_tag,
  ext_oneapi_clock_sub_group,
  ext_oneapi_clock_work_group,
  ext_oneapi_clock_device,
  ext_oneapi_chunk,
  ext_oneapi_fragment,
  ext_oneapi_tangle,
  ext_oneapi_async_memory_alloc,
  ext_oneapi_private_alloca,
  ext_oneapi_per_event_profiling,
  ext_oneapi_register_host_memory,
  // Of Intel's GPUs and of extensions that no device of Weft's has: programs ask for them.
  first_of_others,
  ext_intel_gpu_eu_count = first_of_others,
  ext_intel_gpu_eu_simd_width,
  ext_intel_gpu_slices,
  ext_intel_gpu_subslices_per_slice,
  ext_intel_gpu_eu_count_per_subslice,
  ext_intel_gpu_hw_threads_per_eu,
  ext_intel_current_clock_throttle_reasons,
  ext_intel_fan_speed,
  ext_intel_power_limits,
  ext_intel_device_info_luid,
  ext_intel_device_info_node_mask,
  ext_intel_esimd,
  ext_intel_matrix,
  ext_intel_spill_memory_size,
  ext_oneapi_srgb,
  ext_oneapi_bindless_images,
  ext_oneapi_virtual_mem,
  ext_oneapi_opportunistic_group,
};

// Programs list aspects by this file, too, and name the macro __SYCL_ASPECT(name, number), as DPC++ does.
#if WEFT_HAS_KERNELS
#define WEFT_ASPECT(name) __SYCL_ASPECT(name, static_cast<int>(::sycl::aspect::name))
#endif

namespace detail {

/// Aspects that no device has, whatever the machine.
constexpr bool is_nowhere(aspect a) {
  return a >= aspect::first_of_others || a == aspect::accelerator || a == aspect::custom ||
         a == aspect::host_debuggable || a == aspect::ext_oneapi_is_component || a == aspect::ext_oneapi_is_composite;
}

} // namespace detail

/// Can a device that programs are compiled for have the aspect? (SYCL 2020, 4.6.4.4)
template <aspect Aspect> struct any_device_has : std::bool_constant<!detail::is_nowhere(Aspect)> {};
template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;

/// Has every device the aspect? One program serves all devices, so little is sure.
template <aspect Aspect> struct all_devices_have : std::bool_constant<Aspect == aspect::usm_device_allocations> {};
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace _V1
} // namespace sycl
