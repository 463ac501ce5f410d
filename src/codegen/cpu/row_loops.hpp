// Loops whose iterations could be lanes as well as work-items.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

using LoopHeaders = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

/// Innermost loops that LLVM vectorises: nothing but counters goes from one iteration to the next, in memory neither,
/// and each access is to the neighbour of the one before, or to the same place.
LoopHeaders row_loops(llvm::Function &);

} // namespace weft::codegen::cpu
