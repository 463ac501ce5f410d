// How a launch becomes a grid of blocks.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/device.hpp"
#include "runtime/ndrange.hpp"
#include "runtime/streams/driver.hpp"

namespace weft::cuda {

class CudaExecutable;

constexpr std::array<std::size_t, 3> grid_limit{0x7fffffff, 65535, 65535}; ///< blocks along each dimension

/// A kernel's second parameter (libdevice/nvptx/ids.cpp).
struct IdWords {
  explicit IdWords(const runtime::NdRange &);

  std::array<std::uint64_t, 3> global, offset;
};

/// The grid and its blocks; folded where runtime::folds_groups() says so. Throws Error(nd_range) naming the range where
/// it exceeds what a CUDA grid can hold.
runtime::LaunchShape shape_for(const runtime::NdRange &, const CudaExecutable &, const runtime::DeviceInfo &);

} // namespace weft::cuda
