// Where work-items that took different ways are not together yet.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/BasicBlock.h>

namespace weft::codegen::ir {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock *, 32>;

/// Adds the blocks that are reached from a branch ahead of `join`, where its ways come together again; null: nowhere.
void add_apart(const llvm::BasicBlock &branch, const llvm::BasicBlock *join, BlockSet &apart);

} // namespace weft::codegen::ir
