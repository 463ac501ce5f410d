// Loops whose items count to one end: nearly all of their iterations are those of all lanes, and need no mask.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// `for (i = of the item; i < n; i += step) body`, with `step` and `n` the same for all lanes, gets a loop in front
/// that runs while all lanes do (`weft.lanes.all`). Gives the number of loops.
unsigned split_loops(llvm::Function &spmd);

} // namespace weft::codegen::cpu
