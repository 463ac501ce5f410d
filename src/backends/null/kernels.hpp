// What kernels do on the null device, where a test says so.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "runtime/ndrange.hpp"

namespace weft::null {

using HostKernel = std::function<void(std::span<const std::byte> args, const runtime::NdRange &)>;

/// Kernels of that name run so; others run as nothing. Thread-safe.
void run_kernels_as(const std::string &name, HostKernel);

/// Empty for a kernel that runs as nothing. The backend asks.
HostKernel host_kernel(const std::string &name);

} // namespace weft::null
