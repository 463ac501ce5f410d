// Finds the kernels of a device pass's bitcode.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Kernels with their argument bytes and what they require. Throws Error(build).
std::vector<KernelInfo> kernels_of(std::span<const std::byte> bitcode);

/// The module of these kernels, with their bakeable fields. Throws Error(build).
std::shared_ptr<const KernelModule> read_module(Bytes bitcode);

} // namespace weft::codegen::ir
