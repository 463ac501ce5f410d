// How many groups a reduction over a range gets.
#include <algorithm>

#include <sycl/detail/reduce.hpp>

#include "sycl/bridge.hpp"

namespace sycl::detail {

reduction_shape plan_reduction(const queue &q, std::size_t total) {
  const weft::runtime::DeviceInfo &device = weft::sycl_api::queue_of(q)->device()->info();
  const bool gpu = device.type == weft::runtime::DeviceType::gpu;
  const std::size_t items = std::min<std::size_t>(gpu ? 256 : 64, device.max_work_group_size);
  const std::size_t most = static_cast<std::size_t>(device.max_compute_units) * (gpu ? 8 : 4);
  const std::size_t needed = (total + items - 1) / items;
  return {std::clamp<std::size_t>(needed, 1, most), items};
}

} // namespace sycl::detail
