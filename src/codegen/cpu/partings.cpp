#include "codegen/cpu/partings.hpp"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/barrier_control.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

/// A branch whose successor `out` lies outside of the loop.
struct Parting {
  BranchInst *branch;
  unsigned out;
};

bool leaves_a_trace(BasicBlock &begin) {
  return any_of(depth_first(&begin), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &i) { return i.mayHaveSideEffects(); });
  });
}

SmallVector<Parting, 4> partings(Function &spmd) {
  const BarrierControl barriers(spmd);
  const Uniformity lanes(spmd);
  SmallVector<Parting, 4> found;
  for (BasicBlock &block : spmd) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    const Loop *loop = lanes.loops.getLoopFor(&block);
    if (loop == nullptr || branch == nullptr || !barriers.lets_off(&block) || lanes.uniform(*branch->getCondition()))
      continue;
    for (const unsigned out : {0u, 1u})
      if (BasicBlock *next = branch->getSuccessor(out);
          !loop->contains(next) && !barriers.reaches(next) && leaves_a_trace(*next))
        found.push_back({branch, out});
  }
  return found;
}

/// What follows on the way out, once more for those that come from `from`, with `behind` instead of the return.
BasicBlock *copy_of_rest(BasicBlock &begin, BasicBlock &from, BasicBlock &behind) {
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 8> copies;
  for (BasicBlock *block : depth_first(&begin)) {
    copies.push_back(CloneBasicBlock(block, map, ".ahead", behind.getParent()));
    map[block] = copies.back();
  }
  const auto is_way_in = [&](BasicBlock *copy, BasicBlock *before) {
    return map.count(before) != 0 || (copy == copies.front() && before == &from);
  };
  for (BasicBlock *copy : copies) {
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (!is_way_in(copy, phi.getIncomingBlock(i)))
          phi.removeIncomingValue(i, false);
    for (Instruction &instruction : *copy)
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (isa<ReturnInst>(copy->getTerminator()))
      ReplaceInstWithInst(copy->getTerminator(), BranchInst::Create(&behind));
  }
  return copies.front();
}

void finish_inside(const Parting &parting) {
  BranchInst &branch = *parting.branch;
  BasicBlock &block = *branch.getParent(), &out = *branch.getSuccessor(parting.out),
             &on = *branch.getSuccessor(1 - parting.out);
  Function &function = *block.getParent();
  BasicBlock *const together = BasicBlock::Create(function.getContext(), "together", &function, &on);
  BasicBlock *const done = BasicBlock::Create(function.getContext(), "done", &function);
  ReturnInst::Create(function.getContext(), done);
  BasicBlock *const rest = copy_of_rest(out, block, *together);
  BranchInst *const again = BranchInst::Create(done, &on, branch.getCondition(), together);
  if (parting.out == 1)
    again->swapSuccessors();
  on.replacePhiUsesWith(&block, together);
  out.removePredecessor(&block);
  branch.setSuccessor(parting.out, rest);
  branch.setSuccessor(1 - parting.out, together);
}

} // namespace

unsigned finish_in_loops(Function &spmd) {
  const SmallVector<Parting, 4> found = partings(spmd);
  for (const Parting &parting : found)
    finish_inside(parting);
  if (!found.empty())
    EliminateUnreachableBlocks(spmd);
  return static_cast<unsigned>(found.size());
}

} // namespace weft::codegen::cpu
