// SYCL_EXTERNAL functions (SYCL 2020, 5.10.1): defined in one module, called in others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "codegen/kernel_module.hpp"
#include "codegen/library.hpp"

namespace weft::codegen::ir {

/// Is it declared SYCL_EXTERNAL?
bool is_external(const llvm::Function &);

/// Those that the module calls and does not define, sorted.
std::vector<std::string> imports_of(const llvm::Module &);

/// Sets the imports and constants of what a module of exported functions holds. Throws Error(build).
void read_needs(std::span<const std::byte> bitcode, Exports &exports);

/// Those that the bitcode defines. Throws Error(build).
std::vector<std::string> exported_functions(std::span<const std::byte> bitcode);

/// Bitcode of these functions and of what they reach. Throws Error(build).
Bytes extract_functions(std::span<const std::byte> bitcode, std::span<const std::string> functions);

/// Bitcode of a kernel with what it imports, directly or not, from the libraries. Throws Error(build).
Bytes link(std::span<const std::byte> bitcode, std::string_view kernel, std::span<const Library> libraries);

} // namespace weft::codegen::ir
