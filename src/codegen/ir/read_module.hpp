// Finds the kernels of a device pass's bitcode.
#pragma once

#include <memory>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Kernels, their argument bytes and their bakeable fields. Throws Error(build).
std::shared_ptr<const KernelModule> read_module(Bytes bitcode);

} // namespace weft::codegen::ir
