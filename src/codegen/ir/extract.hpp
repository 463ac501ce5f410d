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

/// The bitcode of a module.
Bytes written(const llvm::Module &);

/// The bitcode of these functions and of what they reach. Throws Error(build).
Bytes piece_of(std::span<const std::byte> bitcode, std::span<const std::string_view> functions);

/// Cuts the bitcode of many kernels into pieces of a few and calls `use` for each: to open bitcode costs what all its
/// functions cost, and would cost it once per kernel. Throws Error(build).
void for_each_piece(std::span<const std::byte> bitcode, std::span<KernelInfo> kernels,
                    const std::function<void(std::span<const std::byte>, std::span<KernelInfo>)> &use);

/// The bitcode's module without its lists of what is kept; functions are read when they are needed. Throws
/// Error(build).
std::unique_ptr<llvm::Module> open_lazily(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                          std::string_view name);

/// Links into `module` what its undefined symbols name in the source. Throws Error(build).
void link_needed(llvm::Module &module, std::unique_ptr<llvm::Module> source, std::string_view name);
void link_needed(llvm::Module &module, std::span<const std::byte> bitcode, std::string_view name);

} // namespace weft::codegen::ir
