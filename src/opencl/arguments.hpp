// The arguments of a launch, set one by one as OpenCL does it, checked against what the kernel takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "opencl/program.hpp"
#include "runtime/queue.hpp"

namespace weft::opencl {

struct Argument {
  enum class Kind : std::uint8_t { integer, floating, pointer, local, raw };
  Kind kind = Kind::raw;
  std::string type;                      ///< what messages call it: "int32", "local memory of 64 bytes"
  std::span<const std::byte> bytes = {}; ///< of local memory none
  std::size_t local_bytes = 0;
};

/// Ranges in the order of SYCL: the last dimension varies fastest. Without `local`, the device chooses; kernels that
/// meet in work-groups get some that divide the range. Throws Error(kernel_argument, nd_range).
runtime::Event launch(runtime::Queue &queue, const Kernel &kernel, std::span<const Argument> arguments,
                      std::span<const std::size_t> global, std::optional<std::span<const std::size_t>> local,
                      runtime::Events depends);

} // namespace weft::opencl
