// Compile-time errors of device code: what every device would refuse, said when the source is compiled.
#pragma once

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// Codegen::checked_module.
std::shared_ptr<const KernelModule> read_and_check(std::span<const std::byte> bitcode, bool keep_lines);

} // namespace weft::codegen
