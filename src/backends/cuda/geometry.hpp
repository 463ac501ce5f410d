// How a launch becomes a grid of blocks.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/device.hpp"
#include "runtime/ndrange.hpp"

namespace weft::cuda {

class CudaExecutable;

/// Throws Error(nd_range) naming the range where it exceeds what a CUDA grid can hold.
struct Geometry {
  /// The kernel's second parameter (libdevice/nvptx/ids.cpp).
  struct Words {
    std::array<std::uint64_t, 3> global;
    std::array<std::uint64_t, 3> offset;
  };

  Geometry(const runtime::NdRange &, const CudaExecutable &, const runtime::DeviceInfo &);

  std::array<unsigned, 3> grid;
  std::array<unsigned, 3> block;
  Words words;
};

} // namespace weft::cuda
