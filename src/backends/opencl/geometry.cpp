// Chooses groups for range launches.
#include "backends/opencl/geometry.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "backends/opencl/executable.hpp"
#include "codegen/finalizer.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::opencl {

namespace {

constexpr unsigned preferred_group_size = codegen::Specialization::range_group;
constexpr unsigned row = 32; ///< Neighbours in the fastest dimension that stay together.

unsigned power_up_to(std::size_t extent, std::size_t limit) {
  const std::size_t covering = std::bit_ceil(std::max<std::size_t>(extent, 1));
  return static_cast<unsigned>(std::min(covering, std::max<std::size_t>(limit, 1)));
}

std::array<unsigned, 3> group_for(const runtime::NdRange &range, unsigned size,
                                  const std::array<std::size_t, 3> &most) {
  const unsigned rows = power_up_to(range.global[1] * range.global[2], std::max(size / row, 1u));
  std::array<unsigned, 3> group{};
  group[0] = power_up_to(range.global[0], std::min<std::size_t>(range.dims == 1 ? size : size / rows, most[0]));
  group[1] = power_up_to(range.global[1], std::min<std::size_t>(size / group[0], most[1]));
  group[2] = power_up_to(range.global[2], std::min<std::size_t>(size / (group[0] * group[1]), most[2]));
  return group;
}

} // namespace

runtime::LaunchShape shape_for(const runtime::NdRange &range, const OpenclExecutable &code,
                               const runtime::DeviceInfo &device) {
  runtime::LaunchShape shape;
  auto &[groups, items] = shape;
  if (range.is_range()) {
    items = group_for(range, std::bit_floor(std::min(preferred_group_size, code.max_group_size())),
                      device.max_work_item_sizes);
  } else {
    for (int d = 0; d < 3; ++d)
      items[d] = static_cast<unsigned>(range.local[d]);
    if (std::size_t(items[0]) * items[1] * items[2] > code.max_group_size())
      throw Error(Errc::nd_range, "a work-group of {} x {} x {} work-items is more than {} runs of this kernel: {}",
                  items[0], items[1], items[2], device.name, code.max_group_size());
  }
  for (int d = 0; d < 3; ++d) {
    const std::size_t count = ceil_div(range.global[d], std::size_t(items[d]));
    if (count > std::numeric_limits<unsigned>::max())
      throw Error(Errc::nd_range,
                  "a global range of {} in dimension {} (counted from the fastest) exceeds what {} launches",
                  range.global[d], d, device.name);
    groups[d] = static_cast<unsigned>(count);
  }
  return shape;
}

} // namespace weft::opencl
