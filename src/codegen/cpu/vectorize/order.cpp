// Computes the block order by walking the dominator tree, one loop at a time.
#include "codegen/cpu/vectorize/order.hpp"

#include <algorithm>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

#include "codegen/cpu/vectorize/barrier_control.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {
/// After all that can be reached from it, of which what leads to a barrier comes first.
void append_in_post_order(BasicBlock &entry, const BarrierControl &barriers, SmallVectorImpl<BasicBlock *> &order) {
  SmallPtrSet<BasicBlock *, 32> seen{&entry};
  SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 2>>, 16> path;
  const auto enter = [&](BasicBlock *block) {
    SmallVector<BasicBlock *, 2> next(successors(block));
    if (barriers.lets_off(block))
      std::stable_partition(next.begin(), next.end(),
                            [&](const BasicBlock *target) { return barriers.reaches(target); });
    std::reverse(next.begin(), next.end());
    path.emplace_back(block, std::move(next));
  };
  enter(&entry);
  while (!path.empty()) {
    auto &[block, next] = path.back();
    if (next.empty()) {
      order.push_back(block);
      path.pop_back();
    } else if (BasicBlock *target = next.pop_back_val(); seen.insert(target).second) {
      enter(target);
    }
  }
}
} // namespace

BlockOrder::BlockOrder(Function &function, const DominatorTree &dominators, const LoopInfo &loops,
                       const BarrierControl &barriers)
    : dominators_(dominators), loops_(loops) {
  SmallVector<BasicBlock *, 32> order;
  append_in_post_order(function.getEntryBlock(), barriers, order);
  for (BasicBlock *block : reverse(order))
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
