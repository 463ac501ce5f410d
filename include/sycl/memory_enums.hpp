// Memory orders, scopes and address spaces (SYCL 2020, 3.8.3, 4.7.7).
#pragma once

namespace sycl {
inline namespace _V1 {

enum class memory_order : int { relaxed, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope : int { work_item, sub_group, work_group, device, system };
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

namespace access {
enum class address_space : int {
  global_space,
  local_space,
  constant_space,
  private_space,
  generic_space,
  // Where global memory lies (sycl_ext_intel_usm_address_spaces), which no device asks for.
  ext_intel_global_device_space = global_space,
  ext_intel_global_host_space = global_space,
  ext_intel_host_device_space = global_space, ///< as it was called first
};
enum class decorated : int { no, yes, legacy };
enum class fence_space : char { local_space, global_space, global_and_local };
} // namespace access

} // namespace _V1
} // namespace sycl
