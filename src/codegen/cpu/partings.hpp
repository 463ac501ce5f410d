// Work-items that return before others meet.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

/// Do some of these work-items go on to a barrier where others go on to none?
bool lets_items_off(llvm::Function &spmd, Among among);

/// Do switches let work-items return while others meet? They are to be branches for what follows.
bool parts_by_switch(llvm::Function &spmd);

/// Lanes that leave a loop one by one go on when the last one has left it, and lanes that come to one place from
/// several go on there together. Where others meet in between, those that return do first what is left to do for them,
/// in a copy of their own: the others see it behind their next barrier. Gives the number of ways out that were changed.
unsigned finish_ahead(llvm::Function &spmd);

} // namespace weft::codegen::cpu
