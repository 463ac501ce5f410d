// Chooses block shapes for range launches.
#include "backends/cuda/geometry.hpp"

#include <algorithm>
#include <bit>

#include "backends/cuda/executable.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::cuda {

namespace {

constexpr std::array<std::size_t, 3> grid_limit{0x7fffffff, 65535, 65535};
constexpr unsigned warp = 32;
constexpr unsigned deepest_block = 64; // hardware's limit for the third dimension

std::size_t groups(std::size_t global, unsigned local) {
  return ceil_div(global, local);
}

unsigned power_up_to(std::size_t extent, unsigned limit) {
  const std::size_t covering = std::bit_ceil(std::max<std::size_t>(extent, 1));
  return static_cast<unsigned>(std::min<std::size_t>(covering, std::max(limit, 1u)));
}

/// Neighbours in dimension 0 share a warp, those in the others a block; where the other dimensions are too long for a
/// grid, blocks grow along them.
std::array<unsigned, 3> block_for(const runtime::NdRange &range, unsigned size, unsigned limit) {
  std::array<unsigned, 3> block{};
  if (range.dims == 1)
    return {size, 1, 1};
  const unsigned rows = power_up_to(range.global[1] * range.global[2], std::max(size / warp, 1u));
  block[0] = power_up_to(range.global[0], size / rows);
  block[1] = power_up_to(range.global[1], size / block[0]);
  block[2] = power_up_to(range.global[2], std::min(size / (block[0] * block[1]), deepest_block));
  for (int d = 1; d < 3; ++d)
    while (groups(range.global[d], block[d]) > grid_limit[d] && !(d == 2 && block[2] == deepest_block)) {
      if (block[0] * block[1] * block[2] * 2 > limit) {
        if (block[0] == 1)
          break;
        block[0] /= 2;
      }
      block[d] *= 2;
    }
  return block;
}

} // namespace

IdWords::IdWords(const runtime::NdRange &range) {
  for (int d = 0; d < 3; ++d) {
    global[d] = range.global[d];
    offset[d] = range.offset[d];
  }
}

runtime::LaunchShape shape_for(const runtime::NdRange &range, const CudaExecutable &code,
                               const runtime::DeviceInfo &device) {
  runtime::LaunchShape shape;
  auto &[grid, block] = shape;
  if (range.is_range()) {
    const unsigned limit = std::bit_floor(code.max_group_size());
    block = block_for(range, std::min(code.range_group_size(), limit), limit);
  } else {
    for (int d = 0; d < 3; ++d)
      block[d] = static_cast<unsigned>(range.local[d]);
    if (std::size_t(block[0]) * block[1] * block[2] > code.max_group_size())
      throw Error(Errc::nd_range,
                  "a work-group of {} x {} x {} work-items needs more registers than {} has; at most {} fit", block[0],
                  block[1], block[2], device.name, code.max_group_size());
  }
  for (int d = 0; d < 3; ++d) {
    const std::size_t count = groups(range.global[d], block[d]);
    if (count > grid_limit[d])
      throw Error(Errc::nd_range,
                  "a global range of {} in dimension {} (counted from the fastest) exceeds what {} launches",
                  range.global[d], d, device.name);
    grid[d] = static_cast<unsigned>(count);
  }
  return shape;
}

} // namespace weft::cuda
