// The index space of a launch.
#pragma once

#include <array>
#include <cstddef>

namespace weft::runtime {

/// Dimension 0 varies fastest; unused dimensions are 1. A local of {0,0,0} is a range launch: the device chooses.
struct NdRange {
  std::array<std::size_t, 3> global{1, 1, 1};
  std::array<std::size_t, 3> local{0, 0, 0};
  std::array<std::size_t, 3> offset{0, 0, 0};
  int dims = 1;

  bool is_range() const noexcept { return local[0] == 0; }
  std::size_t size() const noexcept { return global[0] * global[1] * global[2]; }
};

} // namespace weft::runtime
