// `break` out of scopes.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::cpu {

/// Out of a scope with objects, `break` and `continue` note where to go, join the other ways out, and come to a switch
/// over what was noted: that becomes jumps again. LLVM lets it be where control flow may diverge, but lanes pay for
/// every test and join.
void thread_jumps(llvm::Module &module, const llvm::Function &spmd);

} // namespace weft::codegen::cpu
