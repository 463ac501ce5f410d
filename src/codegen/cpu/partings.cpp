#include "codegen/cpu/partings.hpp"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/block_copies.hpp"
#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/ir/apart.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

/// A branch whose successor `out` leads to no barrier, while the other one does.
struct Parting {
  BranchInst *branch;
  unsigned out;

  BasicBlock &block() const { return *branch->getParent(); }
  BasicBlock &way_out() const { return *branch->getSuccessor(out); }
  BasicBlock &way_on() const { return *branch->getSuccessor(1 - out); }
};

using Partings = SmallVector<Parting, 4>;

bool leaves_a_trace(const BasicBlock &block) {
  return any_of(block, [](const Instruction &i) { return i.mayHaveSideEffects(); });
}

bool leads_to_a_trace(const BasicBlock &begin) {
  return any_of(depth_first(&begin), [](const BasicBlock *block) { return leaves_a_trace(*block); });
}

using Blocks = SmallSetVector<BasicBlock *, 4>;

bool is_uniform(const Instruction &end, const Uniformity &items) {
  return end.getNumOperands() == 0 || items.uniform(*end.getOperand(0));
}

/// Blocks that some items go through while others that are left go elsewhere.
ir::BlockSet ways_of_some(const Function &spmd, const BarrierControl &barriers, const Uniformity &items) {
  ir::BlockSet some;
  for (const BasicBlock &block : spmd) {
    const BasicBlock *const join = barriers.meeting_place(&block);
    const Instruction &end = *block.getTerminator();
    if (join != nullptr && end.getNumSuccessors() > 1 && !is_uniform(end, items))
      ir::add_apart(block, join, some);
  }
  return some;
}

/// Where some go on to a barrier and others to none.
Blocks leaving_blocks(Function &spmd, const BarrierControl &barriers, const Uniformity &items) {
  Blocks found;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&spmd))
    if (barriers.lets_off(block))
      found.insert(block);
  if (found.empty())
    return found;
  const auto some = ways_of_some(spmd, barriers, items);
  found.remove_if(
      [&](BasicBlock *block) { return is_uniform(*block->getTerminator(), items) && !some.contains(block); });
  return found;
}

/// Those that leave items off one by one, as `wanted` says.
template <class Wanted>
Partings partings(Function &spmd, const BarrierControl &barriers, const Uniformity &lanes, Wanted wanted) {
  Partings found;
  for (BasicBlock *block : leaving_blocks(spmd, barriers, lanes))
    if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
      for (const unsigned out : {0u, 1u})
        if (const Parting parting{branch, out}; !barriers.reaches(&parting.way_out()) && wanted(parting))
          found.push_back(parting);
  return found;
}

Partings out_of_loops(Function &spmd) {
  const BarrierControl barriers(spmd);
  const Uniformity lanes(spmd);
  return partings(spmd, barriers, lanes, [&](const Parting &parting) {
    const Loop *loop = lanes.loops.getLoopFor(&parting.block());
    return loop != nullptr && !loop->contains(&parting.way_out()) && leads_to_a_trace(parting.way_out());
  });
}

/// What follows on the way out, for those that come from `from`, with `behind`, if any, instead of returns.
BasicBlock *copy_of_rest(BasicBlock &out, BasicBlock &from, BasicBlock *behind) {
  const BasicBlocks blocks(df_begin(&out), df_end(&out));
  BlockMap map;
  BasicBlock *const rest = copy_for(from, blocks, map);
  for (const BasicBlock *block : blocks)
    if (Instruction *end = cast<BasicBlock>(map[block])->getTerminator(); behind != nullptr && isa<ReturnInst>(end))
      ReplaceInstWithInst(end, BranchInst::Create(behind));
  return rest;
}

void finish_inside(const Parting &parting) {
  BranchInst &branch = *parting.branch;
  BasicBlock &block = parting.block(), &out = parting.way_out(), &on = parting.way_on();
  Function &function = *block.getParent();
  BasicBlock *const together = BasicBlock::Create(function.getContext(), "together", &function, &on);
  BasicBlock *const done = BasicBlock::Create(function.getContext(), "done", &function);
  ReturnInst::Create(function.getContext(), done);
  BasicBlock *const rest = copy_of_rest(out, block, together);
  BranchInst *const again = BranchInst::Create(done, &on, branch.getCondition(), together);
  if (parting.out == 1)
    again->swapSuccessors();
  on.replacePhiUsesWith(&block, together);
  out.removePredecessor(&block);
  branch.setSuccessor(parting.out, rest);
  branch.setSuccessor(1 - parting.out, together);
}

/// Code for lanes that come from several places follows all of these, and what the others do in between.
Partings to_shared_places(Function &spmd) {
  const BarrierControl barriers(spmd);
  const Uniformity lanes(spmd);
  return partings(spmd, barriers, lanes, [&](const Parting &parting) {
    const SmallPtrSet<const BasicBlock *, 32> of_others(df_begin(&parting.way_on()), df_end(&parting.way_on()));
    return any_of(depth_first(&parting.way_out()), [&](const BasicBlock *block) {
      return leaves_a_trace(*block) &&
             (of_others.contains(block) || !lanes.dominators.dominates(&parting.block(), block));
    });
  });
}

void finish_alone(const Parting &parting) {
  BasicBlock &out = parting.way_out();
  BasicBlock *const rest = copy_of_rest(out, parting.block(), nullptr);
  out.removePredecessor(&parting.block());
  parting.branch->setSuccessor(parting.out, rest);
}

unsigned change(Function &spmd, const Partings &found, void (*finish)(const Parting &)) {
  for (const Parting &parting : found)
    finish(parting);
  if (!found.empty())
    EliminateUnreachableBlocks(spmd);
  return static_cast<unsigned>(found.size());
}

} // namespace

bool lets_items_off(Function &spmd, Among among) {
  const BarrierControl barriers(spmd);
  return any_of(spmd, [&](const BasicBlock &block) { return barriers.lets_off(&block); }) &&
         !leaving_blocks(spmd, barriers, Uniformity(spmd, among)).empty();
}

bool parts_by_switch(Function &spmd) {
  const BarrierControl barriers(spmd);
  return any_of(spmd, [&](const BasicBlock &block) {
    return isa<SwitchInst>(block.getTerminator()) && barriers.lets_off(&block);
  });
}

unsigned finish_ahead(Function &spmd) {
  const unsigned inside = change(spmd, out_of_loops(spmd), finish_inside);
  return inside + change(spmd, to_shared_places(spmd), finish_alone);
}

} // namespace weft::codegen::cpu
