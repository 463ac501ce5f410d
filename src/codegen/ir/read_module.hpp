// Finds the kernels of a device pass's bitcode.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Kernels with their argument bytes and what they require. Throws Error(build).
std::vector<KernelInfo> kernels_of(std::span<const std::byte> bitcode);

/// The module of these kernels, with their bakeable fields. `doubtful` gets those that have something which devices may
/// not have, unless it goes when they are optimised. Throws Error(build).
std::shared_ptr<const KernelModule> read_module(Bytes bitcode, std::vector<KernelInfo> *doubtful = nullptr);

} // namespace weft::codegen::ir
