// Specialization constants (SYCL 2020, 4.9.5): variables of device code whose value is known when a kernel is
// finalized.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Those of a module, sorted by name.
std::vector<ConstantInfo> specialization_constants(const llvm::Module &);

/// Gives each its value: the specialization's, else the one that it was declared with. Throws Error(kernel_argument)
/// for a value of another size.
void bake_constants(llvm::Module &, const Specialization &);

} // namespace weft::codegen::ir
