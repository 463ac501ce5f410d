// Information descriptors: what get_info() of each class can be asked (SYCL 2020, 4.6, appendix A).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sycl/aspects.hpp>
#include <sycl/backend_types.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

class context;
class device;
class kernel_id;
class platform;
class queue;

namespace detail {
struct platform_query {};
struct device_query {};
struct intel_gpu_query : device_query {}; ///< what no device of Weft's can tell
struct context_query {};
struct queue_query {};
struct event_query {};
struct profiling_query {};
} // namespace detail

namespace info {

enum class device_type : std::uint32_t { cpu, gpu, accelerator, custom, automatic, host, all };
enum class local_mem_type { none, local, global };
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class fp_config {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class partition_property {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
  ext_intel_partition_by_cslice ///< Of Intel's GPUs alone.
};
enum class partition_affinity_domain {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class event_command_status { submitted, running, complete, ext_oneapi_unknown = -1 };

#define WEFT_DESCRIPTOR(Query, Name, ...)                                                                              \
  struct Name : sycl::detail::Query {                                                                                  \
    using return_type = __VA_ARGS__;                                                                                   \
  }

namespace platform {
WEFT_DESCRIPTOR(platform_query, name, std::string);
WEFT_DESCRIPTOR(platform_query, vendor, std::string);
WEFT_DESCRIPTOR(platform_query, version, std::string);
WEFT_DESCRIPTOR(platform_query, profile, std::string);
WEFT_DESCRIPTOR(platform_query, extensions, std::vector<std::string>);
} // namespace platform

namespace context {
WEFT_DESCRIPTOR(context_query, platform, sycl::platform);
WEFT_DESCRIPTOR(context_query, devices, std::vector<sycl::device>);
WEFT_DESCRIPTOR(context_query, reference_count, std::uint32_t);
WEFT_DESCRIPTOR(context_query, atomic_memory_order_capabilities, std::vector<memory_order>);
WEFT_DESCRIPTOR(context_query, atomic_fence_order_capabilities, std::vector<memory_order>);
WEFT_DESCRIPTOR(context_query, atomic_memory_scope_capabilities, std::vector<memory_scope>);
WEFT_DESCRIPTOR(context_query, atomic_fence_scope_capabilities, std::vector<memory_scope>);
} // namespace context

namespace queue {
WEFT_DESCRIPTOR(queue_query, context, sycl::context);
WEFT_DESCRIPTOR(queue_query, device, sycl::device);
WEFT_DESCRIPTOR(queue_query, reference_count, std::uint32_t);
} // namespace queue

namespace event {
WEFT_DESCRIPTOR(event_query, command_execution_status, event_command_status);
WEFT_DESCRIPTOR(event_query, reference_count, std::uint32_t);
} // namespace event

namespace event_profiling {
WEFT_DESCRIPTOR(profiling_query, command_submit, std::uint64_t);
WEFT_DESCRIPTOR(profiling_query, command_start, std::uint64_t);
WEFT_DESCRIPTOR(profiling_query, command_end, std::uint64_t);
} // namespace event_profiling

namespace device {
WEFT_DESCRIPTOR(device_query, device_type, info::device_type);
WEFT_DESCRIPTOR(device_query, vendor_id, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_compute_units, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_work_item_dimensions, std::uint32_t);
template <int Dimensions = 3> WEFT_DESCRIPTOR(device_query, max_work_item_sizes, range<Dimensions>);
WEFT_DESCRIPTOR(device_query, max_work_group_size, std::size_t);
WEFT_DESCRIPTOR(device_query, max_num_sub_groups, std::uint32_t);
WEFT_DESCRIPTOR(device_query, sub_group_independent_forward_progress, bool);
WEFT_DESCRIPTOR(device_query, sub_group_sizes, std::vector<std::size_t>);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_char, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_short, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_int, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_long, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_long_long, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_float, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_double, std::uint32_t);
WEFT_DESCRIPTOR(device_query, preferred_vector_width_half, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_char, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_short, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_int, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_long, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_long_long, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_float, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_double, std::uint32_t);
WEFT_DESCRIPTOR(device_query, native_vector_width_half, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_clock_frequency, std::uint32_t);
WEFT_DESCRIPTOR(device_query, address_bits, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_mem_alloc_size, std::uint64_t);
WEFT_DESCRIPTOR(device_query, image_support, bool);
WEFT_DESCRIPTOR(device_query, max_read_image_args, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_write_image_args, std::uint32_t);
WEFT_DESCRIPTOR(device_query, image2d_max_width, std::size_t);
WEFT_DESCRIPTOR(device_query, image2d_max_height, std::size_t);
WEFT_DESCRIPTOR(device_query, image3d_max_width, std::size_t);
WEFT_DESCRIPTOR(device_query, image3d_max_height, std::size_t);
WEFT_DESCRIPTOR(device_query, image3d_max_depth, std::size_t);
WEFT_DESCRIPTOR(device_query, image_max_buffer_size, std::size_t);
WEFT_DESCRIPTOR(device_query, max_samplers, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_parameter_size, std::size_t);
WEFT_DESCRIPTOR(device_query, mem_base_addr_align, std::uint32_t);
WEFT_DESCRIPTOR(device_query, half_fp_config, std::vector<info::fp_config>);
WEFT_DESCRIPTOR(device_query, single_fp_config, std::vector<info::fp_config>);
WEFT_DESCRIPTOR(device_query, double_fp_config, std::vector<info::fp_config>);
WEFT_DESCRIPTOR(device_query, global_mem_cache_type, info::global_mem_cache_type);
WEFT_DESCRIPTOR(device_query, global_mem_cache_line_size, std::uint32_t);
WEFT_DESCRIPTOR(device_query, global_mem_cache_size, std::uint64_t);
WEFT_DESCRIPTOR(device_query, global_mem_size, std::uint64_t);
WEFT_DESCRIPTOR(device_query, max_constant_buffer_size, std::uint64_t);
WEFT_DESCRIPTOR(device_query, max_constant_args, std::uint32_t);
WEFT_DESCRIPTOR(device_query, local_mem_type, info::local_mem_type);
WEFT_DESCRIPTOR(device_query, local_mem_size, std::uint64_t);
WEFT_DESCRIPTOR(device_query, error_correction_support, bool);
WEFT_DESCRIPTOR(device_query, host_unified_memory, bool);
WEFT_DESCRIPTOR(device_query, atomic_memory_order_capabilities, std::vector<memory_order>);
WEFT_DESCRIPTOR(device_query, atomic_fence_order_capabilities, std::vector<memory_order>);
WEFT_DESCRIPTOR(device_query, atomic_memory_scope_capabilities, std::vector<memory_scope>);
WEFT_DESCRIPTOR(device_query, atomic_fence_scope_capabilities, std::vector<memory_scope>);
WEFT_DESCRIPTOR(device_query, profiling_timer_resolution, std::size_t);
WEFT_DESCRIPTOR(device_query, is_endian_little, bool);
WEFT_DESCRIPTOR(device_query, is_available, bool);
WEFT_DESCRIPTOR(device_query, is_compiler_available, bool);
WEFT_DESCRIPTOR(device_query, is_linker_available, bool);
WEFT_DESCRIPTOR(device_query, execution_capabilities, std::vector<info::execution_capability>);
WEFT_DESCRIPTOR(device_query, queue_profiling, bool);
WEFT_DESCRIPTOR(device_query, built_in_kernel_ids, std::vector<sycl::kernel_id>);
WEFT_DESCRIPTOR(device_query, built_in_kernels, std::vector<std::string>);
WEFT_DESCRIPTOR(device_query, platform, sycl::platform);
WEFT_DESCRIPTOR(device_query, name, std::string);
WEFT_DESCRIPTOR(device_query, vendor, std::string);
WEFT_DESCRIPTOR(device_query, driver_version, std::string);
WEFT_DESCRIPTOR(device_query, version, std::string);
WEFT_DESCRIPTOR(device_query, backend_version, std::string);
WEFT_DESCRIPTOR(device_query, profile, std::string);
WEFT_DESCRIPTOR(device_query, opencl_c_version, std::string);
WEFT_DESCRIPTOR(device_query, aspects, std::vector<sycl::aspect>);
WEFT_DESCRIPTOR(device_query, extensions, std::vector<std::string>);
WEFT_DESCRIPTOR(device_query, printf_buffer_size, std::size_t);
WEFT_DESCRIPTOR(device_query, preferred_interop_user_sync, bool);
WEFT_DESCRIPTOR(device_query, parent_device, sycl::device);
WEFT_DESCRIPTOR(device_query, partition_max_sub_devices, std::uint32_t);
WEFT_DESCRIPTOR(device_query, partition_properties, std::vector<info::partition_property>);
WEFT_DESCRIPTOR(device_query, partition_affinity_domains, std::vector<info::partition_affinity_domain>);
WEFT_DESCRIPTOR(device_query, partition_type_property, info::partition_property);
WEFT_DESCRIPTOR(device_query, partition_type_affinity_domain, info::partition_affinity_domain);
WEFT_DESCRIPTOR(device_query, reference_count, std::uint32_t);
WEFT_DESCRIPTOR(device_query, primary_sub_group_size, std::uint32_t); ///< sycl_ext_oneapi_named_sub_group_sizes
// What aspects tell since SYCL 2020.
WEFT_DESCRIPTOR(device_query, usm_device_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_host_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_shared_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_restricted_shared_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_system_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_system_allocator, bool);
WEFT_DESCRIPTOR(device_query, usm_atomic_host_allocations, bool);
WEFT_DESCRIPTOR(device_query, usm_atomic_shared_allocations, bool);
} // namespace device
} // namespace info

namespace ext::oneapi::info::device {
WEFT_DESCRIPTOR(device_query, num_compute_units, std::size_t);
} // namespace ext::oneapi::info::device

namespace ext::oneapi::experimental::matrix {
struct combination;
} // namespace ext::oneapi::experimental::matrix

namespace ext::oneapi::experimental {
// sycl_ext_oneapi_forward_progress; what is written first here is the strongest guarantee, and the narrowest scope.
enum class forward_progress_guarantee { concurrent, parallel, weakly_parallel };
enum class execution_scope { work_item, sub_group, work_group, root_group };
} // namespace ext::oneapi::experimental

namespace ext::oneapi::experimental::info::device {
template <execution_scope Coordination>
WEFT_DESCRIPTOR(device_query, work_group_progress_capabilities, std::vector<forward_progress_guarantee>);
template <execution_scope Coordination>
WEFT_DESCRIPTOR(device_query, sub_group_progress_capabilities, std::vector<forward_progress_guarantee>);
template <execution_scope Coordination>
WEFT_DESCRIPTOR(device_query, work_item_progress_capabilities, std::vector<forward_progress_guarantee>);
WEFT_DESCRIPTOR(device_query, architecture, experimental::architecture);
template <int Dimensions> WEFT_DESCRIPTOR(device_query, max_work_groups, id<Dimensions>);
WEFT_DESCRIPTOR(device_query, max_global_work_groups, std::size_t);
// sycl_ext_oneapi_composite_device: no device is made of others.
WEFT_DESCRIPTOR(device_query, component_devices, std::vector<sycl::device>);
WEFT_DESCRIPTOR(device_query, composite_device, sycl::device);
/// Products that every device computes, of the sizes that tensor cores have; others are computed, too.
WEFT_DESCRIPTOR(device_query, matrix_combinations, std::vector<experimental::matrix::combination>);
} // namespace ext::oneapi::experimental::info::device

namespace khr::info::device { // sycl_khr_max_work_group_queries
template <int Dimensions = 3> WEFT_DESCRIPTOR(device_query, max_work_group_range, range<Dimensions>);
WEFT_DESCRIPTOR(device_query, max_work_group_range_size, std::size_t);
} // namespace khr::info::device

namespace ext::intel {
enum class throttle_reason { power_cap, current_limit, thermal_limit, psu_alert, sw_range, hw_range, other };
} // namespace ext::intel

namespace ext::intel::info::device {
WEFT_DESCRIPTOR(device_query, uuid, std::array<std::uint8_t, 16>);
WEFT_DESCRIPTOR(device_query, free_memory, std::uint64_t);
WEFT_DESCRIPTOR(device_query, device_id, std::uint32_t);
WEFT_DESCRIPTOR(device_query, pci_address, std::string);
WEFT_DESCRIPTOR(device_query, max_mem_bandwidth, std::uint64_t);
WEFT_DESCRIPTOR(device_query, memory_clock_rate, std::uint32_t);
WEFT_DESCRIPTOR(device_query, memory_bus_width, std::uint32_t);
WEFT_DESCRIPTOR(device_query, max_compute_queue_indices, int);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_eu_count, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_eu_simd_width, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_slices, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_subslices_per_slice, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_eu_count_per_subslice, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, gpu_hw_threads_per_eu, std::uint32_t);
WEFT_DESCRIPTOR(intel_gpu_query, current_clock_throttle_reasons, std::vector<throttle_reason>);
WEFT_DESCRIPTOR(intel_gpu_query, fan_speed, std::int32_t);
WEFT_DESCRIPTOR(intel_gpu_query, min_power_limit, std::int32_t);
WEFT_DESCRIPTOR(intel_gpu_query, max_power_limit, std::int32_t);
WEFT_DESCRIPTOR(intel_gpu_query, luid, std::array<unsigned char, 8>);
WEFT_DESCRIPTOR(intel_gpu_query, node_mask, std::uint32_t);
} // namespace ext::intel::info::device

namespace info::device { // as they were called first
using ext_intel_pci_address = ext::intel::info::device::pci_address;
using ext_intel_gpu_eu_count = ext::intel::info::device::gpu_eu_count;
using ext_intel_gpu_eu_simd_width = ext::intel::info::device::gpu_eu_simd_width;
using ext_intel_gpu_slices = ext::intel::info::device::gpu_slices;
using ext_intel_gpu_subslices_per_slice = ext::intel::info::device::gpu_subslices_per_slice;
using ext_intel_gpu_eu_count_per_subslice = ext::intel::info::device::gpu_eu_count_per_subslice;
using ext_intel_gpu_hw_threads_per_eu = ext::intel::info::device::gpu_hw_threads_per_eu;
} // namespace info::device

#undef WEFT_DESCRIPTOR

} // namespace _V1
} // namespace sycl
