// Chooses block shapes for range launches.
#include "backends/cuda/geometry.hpp"

#include <algorithm>
#include <bit>

#include "backends/cuda/executable.hpp"
#include "runtime/kernel_cache.hpp"
#include "support/error.hpp"
#include "support/round.hpp"

namespace weft::cuda {

namespace {

constexpr unsigned warp = 32;
constexpr unsigned deepest_block = 64; // hardware's limit for the third dimension

std::size_t groups(std::size_t global, unsigned local) {
  return ceil_div(global, local);
}

unsigned power_up_to(std::size_t extent, unsigned limit) {
  const std::size_t covering = std::bit_ceil(std::max<std::size_t>(extent, 1));
  return static_cast<unsigned>(std::min<std::size_t>(covering, std::max(limit, 1u)));
}

/// Neighbours in dimension 0 share a warp, those in the others a block.
std::array<unsigned, 3> block_for(const runtime::NdRange &range, unsigned size) {
  std::array<unsigned, 3> block{};
  if (range.dims == 1)
    return {size, 1, 1};
  const unsigned rows = power_up_to(range.global[1] * range.global[2], std::max(size / warp, 1u));
  block[0] = power_up_to(range.global[0], size / rows);
  block[1] = power_up_to(range.global[1], size / block[0]);
  block[2] = power_up_to(range.global[2], std::min(size / (block[0] * block[1]), deepest_block));
  return block;
}

/// Along dimensions that are too long for a grid, up to `limit` work-items.
void grow(std::array<unsigned, 3> &block, const runtime::NdRange &range, unsigned limit) {
  for (int d = 1; d < 3; ++d)
    while (groups(range.global[d], block[d]) > grid_limit[d] && !(d == 2 && block[2] == deepest_block)) {
      if (block[0] * block[1] * block[2] * 2 > limit) {
        if (block[0] == 1)
          break;
        block[0] /= 2;
      }
      block[d] *= 2;
    }
}

/// For work-groups of `size`.
std::array<unsigned, 3> grid_for(const runtime::NdRange &range, const std::array<unsigned, 3> &size, bool folded,
                                 const runtime::DeviceInfo &device) {
  std::array<std::size_t, 3> count{};
  for (int d = 0; d < 3; ++d)
    count[d] = groups(range.global[d], size[d]);
  if (folded)
    count = {count[0] * count[1] * count[2], 1, 1};
  std::array<unsigned, 3> grid{};
  for (int d = 0; d < 3; ++d) {
    if (count[d] > grid_limit[d])
      throw Error(Errc::nd_range, "a global range of {} x {} x {} (fastest first) needs {} work-groups; {} launches {}",
                  range.global[0], range.global[1], range.global[2], count[d], device.name, grid_limit[d]);
    grid[d] = static_cast<unsigned>(count[d]);
  }
  return grid;
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
  const bool folded = runtime::folds_groups(range, grid_limit);
  if (range.is_range()) {
    const unsigned limit = std::bit_floor(code.max_group_size());
    block = block_for(range, std::min(code.range_group_size(), limit));
    if (!folded)
      grow(block, range, limit);
  } else {
    for (int d = 0; d < 3; ++d)
      block[d] = static_cast<unsigned>(range.local[d]);
    if (std::size_t(block[0]) * block[1] * block[2] > code.max_group_size())
      throw Error(Errc::nd_range,
                  "a work-group of {} x {} x {} work-items needs more registers than {} has; at most {} fit", block[0],
                  block[1], block[2], device.name, code.max_group_size());
  }
  grid = grid_for(range, block, folded, device);
  if (code.fixed_group_size() != 0)
    block = {code.fixed_group_size(), 1, 1};
  return shape;
}

} // namespace weft::cuda
