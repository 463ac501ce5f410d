// The kernels of algorithms by name: classes of kernels/*.cpp, with their holes filled.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codegen/codegen.hpp"
#include "runtime/executable.hpp"

namespace weft::array {

/// `NAME<PARAMETER>` of kernels/FILE.cpp, a kernel of one dimension. The parameter is mostly the bytes of a key.
struct KernelName {
  std::string_view file, name;
  int parameter = 0;
  codegen::LaunchForm form = codegen::LaunchForm::range;
  bool in_lanes = true; ///< Whether work-items may share a vector.
};

/// The kernel for arguments of this size; made once. Thread-safe.
runtime::Kernel find_algorithm_kernel(const KernelName &, std::size_t args_size, std::size_t args_align,
                                      std::span<const codegen::Binding>);

/// The bitcode of kernels/NAME.cpp.
std::span<const std::byte> algorithm_bitcode(std::string_view name) noexcept;

} // namespace weft::array
