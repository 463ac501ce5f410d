// The calls of a kernel that ask for private memory of a size that specialization constants tell
// (`__weft_private_memory`).
#pragma once

#include <string>

#include <llvm/IR/Function.h>

namespace weft::codegen::ir {

/// Makes them variables, in a kernel into which everything was inlined. Throws Error(build) where a size is only known
/// at run time.
void place_private_memory(llvm::Function &kernel, const std::string &pretty);

} // namespace weft::codegen::ir
