// Work-items that return out of a loop in which the others meet again.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Lanes that leave a loop one by one go on when the last one has left it. Where others meet in the loop, those that
/// return do first what is left to do for them, inside of the loop: the others see it behind their next barrier. Gives
/// the number of ways out that were changed.
unsigned finish_in_loops(llvm::Function &spmd);

} // namespace weft::codegen::cpu
