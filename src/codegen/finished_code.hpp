// Code that is finished when a program is compiled and lies in its objects beside the kernel module.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// One kernel with one specialisation. Machines of each of the targets run the same code.
struct FinishedKernel {
  std::string name;                 ///< of the kernel in its module
  std::vector<std::string> targets; ///< finished_cpu_target(), finished_gpu_target()
  Specialization specialization;
  std::uint64_t size = 0;            ///< of Binary::serialize()
  std::span<const std::byte> packed; ///< that, packed; in memory of whoever made or read it
};

/// What an object holds, for one module. The grammar is in docs/container.md.
struct FinishedCode {
  Hash build; ///< build_identity() of who finished it
  Hash module;
  std::vector<FinishedKernel> kernels; ///< of those of one kernel and target, what assumes more comes first

  Bytes serialize() const;
  /// Throws Error(build) for anything else than serialize() wrote. Kernels point into the bytes.
  static FinishedCode parse(std::span<const std::byte> bytes);
};

/// The written form of a specialisation. Throws Error(build) for anything else than was written.
Bytes serialize(const Specialization &);
Specialization parse_specialization(std::span<const std::byte> bytes);

/// Throws Error(build) for a damaged one.
Binary unpack_binary(std::span<const std::byte> packed, std::uint64_t size);

} // namespace weft::codegen
