// How many groups of how many items a reduction over a range gets.
#include <algorithm>

#include <sycl/detail/reduce.hpp>

#include "sycl/bridge.hpp"

namespace sycl::inline _V1::detail {

namespace {
constexpr std::size_t native_int = 2; // of DeviceInfo::native_vector_width

/// On CPUs a group is one step of the vector code, two vectors of what is reduced, so that it goes through its stretch
/// once.
std::size_t items_of_group(const weft::runtime::DeviceInfo &device, std::size_t value_bytes) {
  if (device.type == weft::runtime::DeviceType::gpu)
    return 256;
  const std::size_t vector_bytes = sizeof(int) * device.native_vector_width[native_int];
  return std::clamp<std::size_t>(2 * vector_bytes / std::max(value_bytes, sizeof(int)), 8, 32);
}
} // namespace

reduction_shape plan_reduction(const queue &q, std::size_t total, std::size_t value_bytes) {
  const weft::runtime::DeviceInfo &device = weft::sycl_api::queue_of(q)->device()->info();
  const bool gpu = device.type == weft::runtime::DeviceType::gpu;
  const std::size_t items = std::min<std::size_t>(items_of_group(device, value_bytes), device.max_work_group_size);
  const std::size_t most = static_cast<std::size_t>(device.max_compute_units) * (gpu ? 8 : 4);
  const std::size_t needed = (total + items - 1) / items;
  return {std::clamp<std::size_t>(needed, 1, most), items};
}

} // namespace sycl::inline _V1::detail
