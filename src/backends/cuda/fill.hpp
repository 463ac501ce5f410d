// Fills of any pattern.
#pragma once

#include <cstddef>
#include <span>

#include "backends/cuda/driver.hpp"

namespace weft::cuda {

void enqueue_fill(CUdeviceptr to, std::span<const std::byte> pattern, std::size_t count, CUstream);

} // namespace weft::cuda
