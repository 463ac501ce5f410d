// Computes the block order by walking the dominator tree, one loop at a time.
#include "codegen/cpu/vectorize/order.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

BlockOrder::BlockOrder(Function &function, const DominatorTree &dominators, const LoopInfo &loops)
    : dominators_(dominators), loops_(loops) {
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    topological_[block] = topological_.size();
  append(&function.getEntryBlock(), nullptr);
  for (auto [i, block] : enumerate(blocks_))
    index_[block] = i;
}

/// Appends `block`, or all of the loop below `level` that it heads, and then what it dominates in `level`.
void BlockOrder::append(BasicBlock *block, const Loop *level) {
  const unsigned begin = blocks_.size();
  const Loop *inner = loops_.getLoopFor(block);
  if (inner == level) {
    blocks_.push_back(block);
  } else {
    while (inner->getParentLoop() != level)
      inner = inner->getParentLoop();
    append(block, inner);
  }
  SmallVector<BasicBlock *, 4> children;
  for (unsigned i = begin, end = blocks_.size(); i < end; ++i)
    for (const DomTreeNode *child : dominators_.getNode(blocks_[i])->children()) {
      BasicBlock *next = child->getBlock();
      const bool already = inner != level && inner->contains(next);
      if (!already && (!level || level->contains(next)))
        children.push_back(next);
    }
  sort(children, [&](BasicBlock *a, BasicBlock *b) { return topological_[a] < topological_[b]; });
  for (BasicBlock *child : children)
    append(child, level);
}

ArrayRef<BasicBlock *> BlockOrder::dominated(const BasicBlock *block) const {
  const Loop *level = loops_.getLoopFor(block);
  const unsigned begin = index(block);
  unsigned end = begin + 1;
  while (end < blocks_.size() && dominators_.dominates(block, blocks_[end]) &&
         (!level || level->contains(blocks_[end])))
    ++end;
  return blocks().slice(begin, end - begin);
}

} // namespace weft::codegen::cpu::spmd
