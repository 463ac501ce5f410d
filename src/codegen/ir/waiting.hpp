// Where a work-item sees what others wrote.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::ir {

/// `__restrict__` says how one work-item reaches memory, and LLVM takes it for all that reaches it: barriers, fences,
/// group operations, ordered atomics and calls are relieved of what it says, and so are the parameters of a function
/// that has such. Gives whether anything changed.
bool expect_others_writes(llvm::Function &function);

} // namespace weft::codegen::ir
