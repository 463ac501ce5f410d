// OpenCL's address spaces go: kernel modules have one, and finalizers infer those of their device.
#pragma once

#include <memory>
#include <set>
#include <string>

#include <llvm/IR/Module.h>

namespace weft::codegen::opencl {

/// Names of the variables in local memory.
std::set<std::string> local_variables(const llvm::Module &);

/// The same module for the canonical target, all pointers in one address space. Throws Error(build).
std::unique_ptr<llvm::Module> flatten(const llvm::Module &);

} // namespace weft::codegen::opencl
