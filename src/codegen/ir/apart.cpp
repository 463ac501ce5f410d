#include "codegen/ir/apart.hpp"

#include <llvm/IR/CFG.h>

namespace weft::codegen::ir {

using namespace llvm;

void add_apart(const BasicBlock &branch, const BasicBlock *join, BlockSet &apart) {
  SmallVector<const BasicBlock *, 16> next(successors(&branch));
  BlockSet seen;
  while (!next.empty())
    if (const BasicBlock *block = next.pop_back_val(); block != join && seen.insert(block).second) {
      apart.insert(block);
      next.append(succ_begin(block), succ_end(block));
    }
}

} // namespace weft::codegen::ir
