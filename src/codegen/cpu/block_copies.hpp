// Copies of ways through a function, for work-items that part from the others.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace weft::codegen::cpu {

using BasicBlocks = llvm::SmallVector<llvm::BasicBlock *, 8>;
using BlockMap = llvm::ValueToValueMapTy;

/// These blocks once more, for those that come to the first of them from `from`; gives the first copy. They lead to
/// each other, and elsewhere as before; who comes from `from` still goes to the original.
llvm::BasicBlock *copy_for(llvm::BasicBlock &from, llvm::ArrayRef<llvm::BasicBlock *> blocks, BlockMap &map);

} // namespace weft::codegen::cpu
