// Takes one kernel and what it needs out of a module of many.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// A module with the kernel and all that it reaches; the rest of the bitcode is never materialised. Throws
/// Error(build).
std::unique_ptr<llvm::Module> extract_kernel(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                             std::string_view kernel);

/// Links into `module` what its undefined symbols name in `bitcode`. Throws Error(build).
void link_needed(llvm::Module &module, std::span<const std::byte> bitcode, std::string_view name);

} // namespace weft::codegen::ir
