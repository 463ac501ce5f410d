// Memory of groups that kernels reach by the name of a variable (`__weft_group_variable`), or as the scratch memory of
// their launch (`__weft_scratch_memory`).
#pragma once

#include <string>

#include <llvm/IR/Function.h>

namespace weft::codegen::ir {

/// Lowers them to `__weft_group_memory` and `__weft_local_mem` in a kernel into which everything was inlined.
/// Throws Error(build) where a variable is chosen at run time.
void lower_group_variables(llvm::Function &kernel, const std::string &pretty);

} // namespace weft::codegen::ir
