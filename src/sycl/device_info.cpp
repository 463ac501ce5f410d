// What device::get_info() answers for each descriptor (SYCL 2020, 4.6.4.2).
#include <algorithm>
#include <initializer_list>
#include <string>

#include <sycl/ext/oneapi/matrix/combinations.hpp>

#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;
namespace descriptor = info::device;

namespace {

constexpr info::device_type type_of(runtime::DeviceType type) {
  switch (type) {
  case runtime::DeviceType::cpu:
    return info::device_type::cpu;
  case runtime::DeviceType::gpu:
    return info::device_type::gpu;
  case runtime::DeviceType::accelerator:
    return info::device_type::accelerator;
  case runtime::DeviceType::custom:
    break;
  }
  return info::device_type::custom;
}

/// SYCL counts dimensions from the slowest, the runtime from the fastest.
template <int D> range<D> sizes_of(const std::array<std::size_t, 3> &fastest_first) {
  range<D> r = [] {
    if constexpr (D == 1)
      return range<1>(0);
    else if constexpr (D == 2)
      return range<2>(0, 0);
    else
      return range<3>(0, 0, 0);
  }();
  for (int d = 0; d < D; ++d)
    r[d] = fastest_first[static_cast<std::size_t>(D - 1 - d)];
  return r;
}

std::vector<info::fp_config> fp_config_of(const runtime::DeviceInfo &i) {
  std::vector<info::fp_config> config{info::fp_config::inf_nan, info::fp_config::round_to_nearest,
                                      info::fp_config::fma};
  if (i.fp_denormals)
    config.push_back(info::fp_config::denorm);
  return config;
}

const std::vector<memory_order> all_orders{memory_order::relaxed, memory_order::acquire, memory_order::release,
                                           memory_order::acq_rel, memory_order::seq_cst};
const std::vector<memory_scope> all_scopes{memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group,
                                           memory_scope::device, memory_scope::system};

std::vector<info::partition_property> partitions_of(const runtime::DeviceInfo &i) {
  if (i.partition_max_sub_devices < 2)
    return {};
  std::vector<info::partition_property> p{info::partition_property::partition_equally,
                                          info::partition_property::partition_by_counts};
  if (!i.partition_affinity_domains.empty())
    p.push_back(info::partition_property::partition_by_affinity_domain);
  return p;
}

std::vector<info::partition_affinity_domain> domains_of(const runtime::DeviceInfo &i) {
  std::vector<info::partition_affinity_domain> domains;
  for (runtime::AffinityDomain d : i.partition_affinity_domains)
    domains.push_back(static_cast<info::partition_affinity_domain>(d));
  return domains;
}

std::vector<aspect> aspects_of(const runtime::DeviceInfo &i) {
  std::vector<aspect> aspects;
  for (runtime::Aspect a : i.aspects)
    aspects.push_back(static_cast<aspect>(a));
  return aspects;
}

/// OpenCL's names of what the device can do, which programs before SYCL 2020 ask for instead of aspects.
std::vector<std::string> extensions_of(const runtime::DeviceInfo &i) {
  std::vector<std::string> names{"cl_khr_subgroups", "cl_intel_subgroups", "cl_intel_required_subgroup_size"};
  if (i.has(runtime::Aspect::fp16))
    names.emplace_back("cl_khr_fp16");
  if (i.has(runtime::Aspect::fp64))
    names.emplace_back("cl_khr_fp64");
  if (i.has(runtime::Aspect::atomic64))
    names.insert(names.end(), {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"});
  return names;
}

std::shared_ptr<runtime::Device> parent_of(const runtime::Device &d) {
  auto parent = d.parent();
  if (!parent)
    detail::throw_error(errc::invalid, "get_info: parent_device is asked of a root device");
  return parent;
}

template <class T> const T &told(const std::optional<T> &of_device, const runtime::DeviceInfo &i, const char *asked) {
  if (!of_device)
    detail::throw_error(errc::feature_not_supported,
                        "get_info: " + i.name + " is on no bus and has no " + asked + "; ask device::has() first");
  return *of_device;
}

} // namespace

// One line per descriptor; `i` is the runtime's DeviceInfo.
#define WEFT_ANSWER(Name, ...)                                                                                         \
  template <> WEFT_API descriptor::Name::return_type device::query<descriptor::Name>() const {                         \
    [[maybe_unused]] const runtime::DeviceInfo &i = impl_->info();                                                     \
    return __VA_ARGS__;                                                                                                \
  }

WEFT_ANSWER(device_type, type_of(i.type))
WEFT_ANSWER(vendor_id, i.vendor_id)
WEFT_ANSWER(max_compute_units, i.max_compute_units)
WEFT_ANSWER(max_work_item_dimensions, 3)
WEFT_ANSWER(max_work_item_sizes<1>, sizes_of<1>(i.max_work_item_sizes))
WEFT_ANSWER(max_work_item_sizes<2>, sizes_of<2>(i.max_work_item_sizes))
WEFT_ANSWER(max_work_item_sizes<3>, sizes_of<3>(i.max_work_item_sizes))
WEFT_ANSWER(max_work_group_size, i.max_work_group_size)
WEFT_ANSWER(max_num_sub_groups, i.max_num_sub_groups)
WEFT_ANSWER(sub_group_independent_forward_progress, i.sub_group_independent_forward_progress)
WEFT_ANSWER(sub_group_sizes, i.sub_group_sizes)
WEFT_ANSWER(preferred_vector_width_char, i.preferred_vector_width[0])
WEFT_ANSWER(preferred_vector_width_short, i.preferred_vector_width[1])
WEFT_ANSWER(preferred_vector_width_int, i.preferred_vector_width[2])
WEFT_ANSWER(preferred_vector_width_long, i.preferred_vector_width[3])
WEFT_ANSWER(preferred_vector_width_long_long, i.preferred_vector_width[3])
WEFT_ANSWER(preferred_vector_width_float, i.preferred_vector_width[4])
WEFT_ANSWER(preferred_vector_width_double, i.preferred_vector_width[5])
WEFT_ANSWER(preferred_vector_width_half, i.preferred_vector_width[6])
WEFT_ANSWER(native_vector_width_char, i.native_vector_width[0])
WEFT_ANSWER(native_vector_width_short, i.native_vector_width[1])
WEFT_ANSWER(native_vector_width_int, i.native_vector_width[2])
WEFT_ANSWER(native_vector_width_long, i.native_vector_width[3])
WEFT_ANSWER(native_vector_width_long_long, i.native_vector_width[3])
WEFT_ANSWER(native_vector_width_float, i.native_vector_width[4])
WEFT_ANSWER(native_vector_width_double, i.native_vector_width[5])
WEFT_ANSWER(native_vector_width_half, i.native_vector_width[6])
WEFT_ANSWER(max_clock_frequency, i.max_clock_frequency)
WEFT_ANSWER(address_bits, 64)
WEFT_ANSWER(max_mem_alloc_size, i.max_mem_alloc_size)
WEFT_ANSWER(image_support, i.has(runtime::Aspect::image))
// Images are plain memory that kernels read by themselves: no limit but its size, so these are what programs ask for.
WEFT_ANSWER(max_read_image_args, 128)
WEFT_ANSWER(max_write_image_args, 128)
WEFT_ANSWER(image2d_max_width, 65536)
WEFT_ANSWER(image2d_max_height, 65536)
WEFT_ANSWER(image3d_max_width, 16384)
WEFT_ANSWER(image3d_max_height, 16384)
WEFT_ANSWER(image3d_max_depth, 16384)
WEFT_ANSWER(image_max_buffer_size, i.max_mem_alloc_size / 16)
WEFT_ANSWER(max_samplers, 128)
WEFT_ANSWER(max_parameter_size, i.max_parameter_size)
WEFT_ANSWER(mem_base_addr_align, i.mem_base_addr_align)
WEFT_ANSWER(half_fp_config, i.has(runtime::Aspect::fp16) ? fp_config_of(i) : std::vector<info::fp_config>())
WEFT_ANSWER(single_fp_config, fp_config_of(i))
WEFT_ANSWER(double_fp_config, i.has(runtime::Aspect::fp64) ? fp_config_of(i) : std::vector<info::fp_config>())
WEFT_ANSWER(global_mem_cache_type, static_cast<info::global_mem_cache_type>(i.global_mem_cache_type))
WEFT_ANSWER(global_mem_cache_line_size, i.global_mem_cache_line_size)
WEFT_ANSWER(global_mem_cache_size, i.global_mem_cache_size)
WEFT_ANSWER(global_mem_size, i.global_mem_size)
WEFT_ANSWER(max_constant_buffer_size, i.max_mem_alloc_size) // constant memory is global memory
WEFT_ANSWER(max_constant_args, static_cast<std::uint32_t>(i.max_parameter_size / sizeof(void *)))
WEFT_ANSWER(local_mem_type,
            i.type == runtime::DeviceType::cpu ? info::local_mem_type::global : info::local_mem_type::local)
WEFT_ANSWER(local_mem_size, i.local_mem_size)
WEFT_ANSWER(error_correction_support, i.error_correction_support)
WEFT_ANSWER(host_unified_memory, i.type == runtime::DeviceType::cpu)
WEFT_ANSWER(atomic_memory_order_capabilities, all_orders)
WEFT_ANSWER(atomic_fence_order_capabilities, all_orders)
WEFT_ANSWER(atomic_memory_scope_capabilities, all_scopes)
WEFT_ANSWER(atomic_fence_scope_capabilities, all_scopes)
WEFT_ANSWER(profiling_timer_resolution, i.profiling_timer_resolution)
WEFT_ANSWER(is_endian_little, true)
WEFT_ANSWER(is_available, true)
WEFT_ANSWER(is_compiler_available, i.has(runtime::Aspect::online_compiler))
WEFT_ANSWER(is_linker_available, i.has(runtime::Aspect::online_linker))
WEFT_ANSWER(execution_capabilities, {info::execution_capability::exec_kernel})
WEFT_ANSWER(queue_profiling, i.has(runtime::Aspect::queue_profiling))
WEFT_ANSWER(built_in_kernel_ids, {})
WEFT_ANSWER(built_in_kernels, {})
WEFT_ANSWER(platform, get_platform())
WEFT_ANSWER(name, i.name)
WEFT_ANSWER(vendor, i.vendor)
WEFT_ANSWER(driver_version, i.driver_version)
WEFT_ANSWER(version, i.version)
WEFT_ANSWER(backend_version, i.version)
WEFT_ANSWER(profile, "FULL_PROFILE")
WEFT_ANSWER(opencl_c_version, "") // no OpenCL C compiler stands behind any device
WEFT_ANSWER(aspects, aspects_of(i))
WEFT_ANSWER(extensions, extensions_of(i))
WEFT_ANSWER(printf_buffer_size, i.printf_buffer_size)
WEFT_ANSWER(preferred_interop_user_sync, false)
WEFT_ANSWER(parent_device, make(parent_of(*impl_)))
WEFT_ANSWER(partition_max_sub_devices, i.partition_max_sub_devices)
WEFT_ANSWER(partition_properties, partitions_of(i))
WEFT_ANSWER(partition_affinity_domains, domains_of(i))
WEFT_ANSWER(partition_type_property, static_cast<info::partition_property>(i.partition))
WEFT_ANSWER(partition_type_affinity_domain, static_cast<info::partition_affinity_domain>(i.partition_domain))
WEFT_ANSWER(reference_count, static_cast<std::uint32_t>(impl_.use_count()))
WEFT_ANSWER(primary_sub_group_size, static_cast<std::uint32_t>(i.sub_group_sizes.back()))
WEFT_ANSWER(usm_device_allocations, has(aspect::usm_device_allocations))
WEFT_ANSWER(usm_host_allocations, has(aspect::usm_host_allocations))
WEFT_ANSWER(usm_shared_allocations, has(aspect::usm_shared_allocations))
WEFT_ANSWER(usm_restricted_shared_allocations, has(aspect::usm_shared_allocations))
WEFT_ANSWER(usm_system_allocations, has(aspect::usm_system_allocations))
WEFT_ANSWER(usm_system_allocator, has(aspect::usm_system_allocations))
WEFT_ANSWER(usm_atomic_host_allocations, has(aspect::usm_atomic_host_allocations))
WEFT_ANSWER(usm_atomic_shared_allocations, has(aspect::usm_atomic_shared_allocations))
#undef WEFT_ANSWER

template <> WEFT_API std::size_t device::query<ext::oneapi::info::device::num_compute_units>() const {
  return impl_->info().max_compute_units;
}
namespace {

using ext::oneapi::experimental::architecture;
using ext::oneapi::experimental::matrix::combination;
using ext::oneapi::experimental::matrix::matrix_type;

constexpr std::size_t most_groups = 0x7fffffff,
                      most_groups_of_gpu = 65535; ///< the latter but for the fastest dimension

architecture architecture_of(const runtime::DeviceInfo &i) {
  if (i.type != runtime::DeviceType::gpu)
    return i.type == runtime::DeviceType::cpu ? architecture::x86_64 : architecture::unknown;
  constexpr std::uint32_t nvidia = 0x10de; // the only vendor whose versions are architectures
  if (i.vendor_id != nvidia)
    return architecture::unknown;
  const std::size_t dot = i.version.find('.'); // as 9.0
  if (dot == std::string::npos)
    return architecture::unknown;
  return static_cast<architecture>(std::stoul(i.version.substr(0, dot)) * 10 + std::stoul(i.version.substr(dot + 1)));
}

template <class Space, int D> Space most_groups_of(const runtime::DeviceInfo &i) {
  Space most;
  for (int d = 0; d < D; ++d)
    most[d] = i.type == runtime::DeviceType::gpu && d != D - 1 ? most_groups_of_gpu : most_groups;
  return most;
}

std::vector<combination> combinations() {
  struct Types {
    matrix_type factor, sum;
  };
  struct Shape {
    std::size_t m, n, k;
  };
  using enum matrix_type;
  std::vector<combination> all;
  const auto add = [&](std::initializer_list<Types> types, std::initializer_list<Shape> shapes) {
    for (const auto &[factor, sum] : types)
      for (const auto &[m, n, k] : shapes)
        all.push_back({0, 0, 0, m, n, k, factor, factor, sum, sum});
  };
  add({{fp16, fp32}, {fp16, fp16}, {bf16, fp32}, {sint8, sint32}, {uint8, sint32}},
      {{16, 16, 16}, {8, 32, 16}, {32, 8, 16}});
  add({{tf32, fp32}}, {{16, 16, 8}});
  add({{fp64, fp64}}, {{8, 8, 4}});
  return all;
}

} // namespace

template <> WEFT_API architecture device::query<ext::oneapi::experimental::info::device::architecture>() const {
  return architecture_of(impl_->info());
}
#define WEFT_MOST_GROUPS(D)                                                                                            \
  template <> WEFT_API id<D> device::query<ext::oneapi::experimental::info::device::max_work_groups<D>>() const {      \
    return most_groups_of<id<D>, D>(impl_->info());                                                                    \
  }                                                                                                                    \
  template <> WEFT_API range<D> device::query<khr::info::device::max_work_group_range<D>>() const {                    \
    return most_groups_of<range<D>, D>(impl_->info());                                                                 \
  }
WEFT_MOST_GROUPS(1)
WEFT_MOST_GROUPS(2)
WEFT_MOST_GROUPS(3)
#undef WEFT_MOST_GROUPS
template <>
WEFT_API std::size_t device::query<ext::oneapi::experimental::info::device::max_global_work_groups>() const {
  return most_groups;
}
template <>
WEFT_API std::vector<device> device::query<ext::oneapi::experimental::info::device::component_devices>() const {
  return {};
}
template <> WEFT_API device device::query<ext::oneapi::experimental::info::device::composite_device>() const {
  detail::throw_error(errc::invalid, "get_info: composite_device is asked of a device that is no component of another");
}
template <> WEFT_API std::size_t device::query<khr::info::device::max_work_group_range_size>() const {
  return most_groups;
}
template <>
WEFT_API std::vector<combination> device::query<ext::oneapi::experimental::info::device::matrix_combinations>() const {
  return combinations();
}

template <> WEFT_API std::array<std::uint8_t, 16> device::query<ext::intel::info::device::uuid>() const {
  return impl_->info().uuid;
}
template <> WEFT_API std::uint64_t device::query<ext::intel::info::device::free_memory>() const {
  return impl_->free_memory();
}
template <> WEFT_API int device::query<ext::intel::info::device::max_compute_queue_indices>() const {
  return 1;
}

template <> WEFT_API std::uint32_t device::query<ext::intel::info::device::device_id>() const {
  return told(impl_->info().device_id, impl_->info(), "device_id");
}

// What devices on a bus know, by the member of BusInfo.
#define WEFT_BUS_ANSWER(Name, member)                                                                                  \
  template <>                                                                                                          \
  WEFT_API ext::intel::info::device::Name::return_type device::query<ext::intel::info::device::Name>() const {         \
    return told(impl_->info().bus, impl_->info(), #Name).member;                                                       \
  }
WEFT_BUS_ANSWER(pci_address, address)
WEFT_BUS_ANSWER(memory_clock_rate, memory_clock)
WEFT_BUS_ANSWER(memory_bus_width, memory_width)
WEFT_BUS_ANSWER(max_mem_bandwidth, memory_bandwidth)
#undef WEFT_BUS_ANSWER

} // namespace sycl::inline _V1
