// The fused kernels of this process, by key.
#pragma once

#include <atomic>
#include <memory>

#include "fuse/arguments.hpp"
#include "runtime/executable.hpp"

namespace weft::fuse {

/// A kernel for all programs of one key. Its bitcode is written when a device compiles it first; with a warm disk cache
/// never.
struct FusedKernel {
  ArgumentLayout layout;
  runtime::Kernel kernel;
  mutable std::atomic<bool> launched = false; ///< In this process: some device has its code.
};

/// Thread-safe.
std::shared_ptr<const FusedKernel> find_kernel(const Program &, const Schedule &);

} // namespace weft::fuse
