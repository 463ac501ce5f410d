// How many groups of how many items a reduction over a range gets.
#include <algorithm>

#include <sycl/detail/reduce.hpp>

#include "sycl/bridge.hpp"

namespace sycl::detail {

namespace {
constexpr std::size_t native_double = 5; // of DeviceInfo::native_vector_width

/// On CPUs a group is one step of the vector code, so that it goes through its stretch once: four vectors of doubles.
std::size_t items_of_group(const weft::runtime::DeviceInfo &device) {
  if (device.type == weft::runtime::DeviceType::gpu)
    return 256;
  return std::clamp<std::size_t>(4 * device.native_vector_width[native_double], 16, 64);
}
} // namespace

reduction_shape plan_reduction(const queue &q, std::size_t total) {
  const weft::runtime::DeviceInfo &device = weft::sycl_api::queue_of(q)->device()->info();
  const bool gpu = device.type == weft::runtime::DeviceType::gpu;
  const std::size_t items = std::min<std::size_t>(items_of_group(device), device.max_work_group_size);
  const std::size_t most = static_cast<std::size_t>(device.max_compute_units) * (gpu ? 8 : 4);
  const std::size_t needed = (total + items - 1) / items;
  return {std::clamp<std::size_t>(needed, 1, most), items};
}

} // namespace sycl::detail
