// Masked loads and stores cost even when all lanes are active; at a boundary test nearly always all are.
#include "codegen/cpu/guard_split.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned longest_region = 1200; ///< instructions; larger copies cost more compile time than they save

/// A conditional branch into a region that only it enters and that leaves to one join block.
struct Guard {
  BranchInst *branch = nullptr;
  unsigned taken = 0; ///< which successor is the region
  BasicBlock *join = nullptr;
  SmallVector<BasicBlock *, 16> region;
};

/// Does the region do enough to be worth a copy, and nothing that must not be copied?
bool worth_copying(const Guard &guard, const SmallPtrSetImpl<BasicBlock *> &inside) {
  bool memory = false;
  unsigned instructions = 0;
  for (BasicBlock *block : guard.region) {
    for (BasicBlock *next : successors(block))
      if (!inside.contains(next) && next != guard.join)
        return false;
    for (Instruction &instruction : *block) {
      ++instructions;
      memory |= instruction.mayReadOrWriteMemory();
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isConvergent() || call->cannotDuplicate())
          return false;
    }
  }
  return memory && instructions <= longest_region && !inside.contains(guard.join);
}

bool find_guard(BasicBlock &block, Uniformity &analyses, Guard &guard) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional() || analyses.uniformity.isUniform(branch->getCondition()))
    return false;
  const Loop *loop = analyses.loops.getLoopFor(&block);
  if ((loop != nullptr && loop->isLoopExiting(&block)) || !is_guard(*branch->getCondition(), analyses.uniformity))
    return false;
  const auto *node = analyses.post_dominators.getNode(&block);
  guard.join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  if (guard.join == nullptr || (branch->getSuccessor(0) != guard.join && branch->getSuccessor(1) != guard.join))
    return false;
  guard.branch = branch;
  guard.taken = branch->getSuccessor(1) == guard.join ? 0 : 1;
  BasicBlock *first = branch->getSuccessor(guard.taken);
  if (first == guard.join || first->getUniquePredecessor() != &block)
    return false;
  analyses.dominators.getDescendants(first, guard.region);
  const SmallPtrSet<BasicBlock *, 16> inside(guard.region.begin(), guard.region.end());
  return worth_copying(guard, inside);
}

/// Values that the region computes reach other blocks only through phis of the join block; dominance sees to that.
void split(Function &spmd, Guard &guard, SmallPtrSetImpl<BasicBlock *> &done) {
  BasicBlock *head = guard.branch->getParent(), *first = guard.branch->getSuccessor(guard.taken);
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 16> copies;
  for (BasicBlock *block : guard.region) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".all", &spmd);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  for (BasicBlock *block : guard.region)
    for (PHINode &phi : guard.join->phis())
      if (const int at = phi.getBasicBlockIndex(block); at >= 0) {
        Value *value = phi.getIncomingValue(at);
        const auto mapped = map.find(value);
        phi.addIncoming(mapped != map.end() ? static_cast<Value *>(mapped->second) : value,
                        cast<BasicBlock>(map[block]));
      }
  auto *masked = BasicBlock::Create(spmd.getContext(), "guard", &spmd, first);
  IRBuilder<> ir(guard.branch);
  Value *condition = guard.branch->getCondition();
  if (guard.taken == 1)
    condition = ir.CreateNot(condition);
  ir.CreateCondBr(ir.CreateCall(lanes_all(*spmd.getParent()), {condition}), cast<BasicBlock>(map[first]), masked);
  guard.branch->removeFromParent();
  guard.branch->insertInto(masked, masked->end());
  for (BasicBlock *block : {guard.join, first})
    block->replacePhiUsesWith(head, masked);
  for (PHINode &phi : cast<BasicBlock>(map[first])->phis())
    phi.replaceIncomingBlockWith(masked, head);
  done.insert(masked);
}
} // namespace

unsigned split_guards(Function &spmd) {
  unsigned count = 0;
  SmallPtrSet<BasicBlock *, 8> done;
  for (bool again = true; again;) {
    again = false;
    Uniformity analyses(spmd);
    for (BasicBlock &block : spmd) {
      Guard guard;
      if (done.contains(&block) || !find_guard(block, analyses, guard))
        continue;
      split(spmd, guard, done);
      ++count;
      again = true;
      break;
    }
  }
  return count;
}

} // namespace weft::codegen::cpu
