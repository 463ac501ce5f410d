// Work-items that note that they are to return, and do so later.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Out of a function in which others meet, work-items return with a flag, come to the place where all go on, and return
/// there if the flag says so: no barrier stands in between. They get a copy of that way of their own, so that a branch
/// says where they leave. For code whose loops are still those of the program: passes over loops join their ways out.
/// Gives the number of ways in that were changed.
unsigned leave_as_noted(llvm::Function &spmd);

} // namespace weft::codegen::cpu
