// Takes one kernel and what it needs out of a module of many.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include <llvm/IR/Module.h>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// A module with the kernel and all that it reaches; the rest of the bitcode is never materialised. Throws
/// Error(build).
std::unique_ptr<llvm::Module> extract_kernel(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                             std::string_view kernel);

/// Calls `use` for every kernel with bitcode to extract it from. That of a large module is cut into pieces first: to
/// open bitcode costs what all its functions cost, and would cost it once per kernel. Throws Error(build).
void for_each_kernel(std::span<const std::byte> bitcode, std::span<KernelInfo> kernels,
                     const std::function<void(std::span<const std::byte>, KernelInfo &)> &use);

/// Links into `module` what its undefined symbols name in `bitcode`. Throws Error(build).
void link_needed(llvm::Module &module, std::span<const std::byte> bitcode, std::string_view name);

} // namespace weft::codegen::ir
