// Loops along rows of memory, whose iterations could be lanes as well as work-items, or wait for each other.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

using LoopHeaders = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

/// Innermost loops whose accesses are each to the neighbour of the one before, or to the same place.
struct RowLoops {
  LoopHeaders
      apart; ///< LLVM vectorises them: nothing but counters goes from one iteration to the next, in memory neither
  LoopHeaders sums; ///< Something does, and they do little but store it: prefix sums.
};

RowLoops row_loops(llvm::Function &);

} // namespace weft::codegen::cpu
