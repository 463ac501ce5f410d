// Plans masks, guards and routes, block by block in block order.
#include "codegen/cpu/vectorize/plan.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/ProfDataUtils.h>

#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/cpu/vectorize/cost.hpp"
#include "codegen/cpu/vectorize/order.hpp"
#include "codegen/cpu/vectorize/shapes.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

Plan::Plan(const Shapes &shapes, const BlockOrder &order, const DominatorTree &dominators,
           const PostDominatorTree &post_dominators, const LoopInfo &loops, const PrivateMemory &memory)
    : shapes_(shapes), order_(order), dominators_(dominators), post_dominators_(post_dominators), loops_(loops),
      memory_(memory) {
  for (BasicBlock *block : order.blocks())
    plans_[block];
  for (BasicBlock *block : order.blocks()) {
    plans_[block].pending.remove(block);
    plan_mask(block);
    plan_guard(block);
    route(block);
  }
}

bool Plan::divergent(const BasicBlock *block) const {
  return shapes_.divergent(block) || closes_divergent_loop(block);
}

const Loop *Plan::closes_divergent_loop(const BasicBlock *block) const {
  const Loop *loop = loops_.getLoopFor(block);
  return loop && loop->getLoopLatch() == block && shapes_.divergent(loop) ? loop : nullptr;
}

bool Plan::leaves_divergent_loop(const BasicBlock *from, const BasicBlock *to) const {
  for (const Loop *loop = loops_.getLoopFor(from); loop && !loop->contains(to); loop = loop->getParentLoop())
    if (shapes_.divergent(loop))
      return true;
  return false;
}

bool Plan::all_left_come_by(const BasicBlock *block, const BarrierControl &barriers) const {
  const auto meets = [&](const BasicBlock *other) { return barriers.reaches(other); };
  const auto come_by = [&](const BasicBlock *other) { return full(other) || none_of(of(other).pending, meets); };
  for (const Loop *loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop()) {
    SmallVector<Loop::Edge, 4> exits;
    loop->getExitEdges(exits);
    for (const auto &[from, to] : exits)
      if (shapes_.divergent(loop) && meets(to) &&
          !(come_by(from) && (!shapes_.divergent(from) || count_if(successors(from), meets) == 1)))
        return false; // those that leave the loop would wait for those that meet in it
  }
  return come_by(block);
}

const BasicBlock *Plan::anchor(const BasicBlock *block) const {
  const DomTreeNode *node = dominators_.getNode(block)->getIDom();
  while (loops_.getLoopFor(node->getBlock()) && !loops_.getLoopFor(node->getBlock())->contains(block))
    node = node->getIDom();
  return node->getBlock();
}

void Plan::share_mask(BasicBlock *block, const BasicBlock *with) {
  const BlockPlan &other = plans_[with];
  BlockPlan &plan = plans_[block];
  plan.nonempty = other.nonempty;
  plan.mask = other.mask == MaskSource::function ? MaskSource::function : MaskSource::block;
  plan.same_as = other.mask == MaskSource::block ? other.same_as : with;
}

void Plan::plan_mask(BasicBlock *block) {
  BlockPlan &plan = plans_[block];
  const Loop *loop = loops_.getLoopFor(block);
  if (block == &block->getParent()->getEntryBlock()) {
    plan.mask = MaskSource::function;
    plan.nonempty = true;
    return;
  }
  if (loop && loop->getHeader() == block) {
    const BasicBlock *preheader = loop->getLoopPreheader();
    share_mask(block, preheader);
    if (shapes_.divergent(loop))
      plan.mask = MaskSource::live;
    return;
  }
  const DomTreeNode *above = dominators_.getNode(block)->getIDom();
  while (above && loops_.getLoopFor(above->getBlock()) != loop)
    above = above->getIDom();
  if (above && all_go_from(*above->getBlock(), *block))
    share_mask(block, above->getBlock());
  else
    plan_merged_mask(block);
}

/// Do all lanes that are at `above` come to `block`, of the same loop and behind it, before they go round that loop?
bool Plan::all_go_from(const BasicBlock &above, const BasicBlock &block) const {
  if (!post_dominators_.dominates(&block, &above))
    return false;
  const Loop *const loop = loops_.getLoopFor(&block);
  if (loop == nullptr)
    return true;
  SmallVector<const BasicBlock *, 16> open = {&above};
  SmallPtrSet<const BasicBlock *, 16> seen = {&block};
  while (!open.empty()) {
    const BasicBlock *const at = open.pop_back_val();
    if (!seen.insert(at).second)
      continue;
    for (const BasicBlock *next : successors(at)) {
      if (next == loop->getHeader())
        return false;
      if (loop->contains(next))
        open.push_back(next);
    }
  }
  return true;
}

void Plan::plan_merged_mask(BasicBlock *block) {
  BlockPlan &plan = plans_[block];
  const BasicBlock *only = block->getUniquePredecessor();
  if (only && !leaves_divergent_loop(only, block)) {
    plan.mask = MaskSource::edge;
    if (!divergent(only) && !plan.deferred)
      share_mask(block, only);
    return;
  }
  bool all_full = true;
  bool all_nonempty = !plan.deferred;
  for (const BasicBlock *from : predecessors(block)) {
    all_full &= (full(from) && !divergent(from)) || all_come_by(*from, *block);
    all_nonempty &= of(from).nonempty && !divergent(from);
  }
  plan.mask = all_full ? MaskSource::function : MaskSource::merged;
  plan.nonempty = all_nonempty || all_full;
}

/// Do the lanes that come from `from` belong to all lanes, which parted further up and all come to `block`?
bool Plan::all_come_by(const BasicBlock &from, const BasicBlock &block) const {
  for (const DomTreeNode *node = dominators_.getNode(&from); node; node = node->getIDom()) {
    const BasicBlock *above = node->getBlock();
    if (loops_.getLoopFor(above) == loops_.getLoopFor(&block) && full(above) && all_go_from(*above, block))
      return true;
  }
  return false;
}

/// A block that may find no lane active either does no harm then, or is jumped over together with all that it
/// dominates.
void Plan::plan_guard(BasicBlock *block) {
  BlockPlan &plan = plans_[block];
  plan.nonempty |= plan.pending.empty(); // lanes that are not here have nowhere else to be
  if (plan.nonempty || plan.flat)
    return;
  if (cheap(block)) {
    for (const BasicBlock *inner : order_.dominated(block))
      plans_[inner].flat = true;
    return;
  }
  plan.skip_to = first_of(block, {plan.pending.begin(), plan.pending.end()});
  plan.nonempty = true;
}

/// The target that runs next; the others are pending there. Who leaves a divergent loop leaves it with all lanes that
/// ever did.
BasicBlock *Plan::first_of(const BasicBlock *from, SmallSetVector<BasicBlock *, 8> targets) {
  auto before = [&](BasicBlock *a, BasicBlock *b) { return order_.index(a) < order_.index(b); };
  WEFT_CHECK(!targets.empty(), "vectorize: nothing follows {}", std::string_view(from->getName()));
  BasicBlock *first = *min_element(targets, before);
  for (const Loop *loop = loops_.getLoopFor(from); loop && !loop->contains(first); loop = loop->getParentLoop()) {
    if (!shapes_.divergent(loop))
      continue;
    SmallVector<BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    targets.insert_range(exits);
    for (BasicBlock *exit : exits)
      plans_[exit].deferred = true;
    first = *min_element(targets, before);
  }
  for (BasicBlock *target : targets)
    if (target != first) {
      plans_[first].pending.insert(target);
      plans_[target].deferred = true;
    }
  return first;
}

void Plan::route(BasicBlock *block) {
  BlockPlan &plan = plans_[block];
  const SmallSetVector<BasicBlock *, 8> pending(plan.pending.begin(), plan.pending.end());
  if (const Loop *loop = closes_divergent_loop(block)) {
    SmallVector<BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    SmallSetVector<BasicBlock *, 8> targets = pending;
    targets.insert_range(exits);
    plan.next = first_of(block, targets);
    return;
  }
  if (divergent(block)) {
    SmallSetVector<BasicBlock *, 8> targets = pending;
    targets.insert(succ_begin(block), succ_end(block));
    plan.next = first_of(block, targets);
    return;
  }
  for (BasicBlock *target : successors(block)) {
    SmallSetVector<BasicBlock *, 8> targets;
    const bool back_edge = order_.index(target) <= order_.index(block);
    if (!back_edge)
      targets = pending;
    targets.insert(target);
    plan.next_on_edge[target] = first_of(block, targets);
  }
}

namespace {
/// Is the block the side of a branch that the program calls unlikely, by less than one in a hundred?
bool rarely_entered(const BasicBlock &block) {
  const BasicBlock *from = block.getSinglePredecessor();
  std::uint64_t first = 0, second = 0;
  if (!from || !extractBranchWeights(*from->getTerminator(), first, second))
    return false;
  const std::uint64_t here = from->getTerminator()->getSuccessor(0) == &block ? first : second;
  return here < (first + second) / 100;
}
} // namespace

/// True for a region without inner loops or uniform branches whose instructions together cost no more than the jump
/// over it: a mispredicted one, or one that is nearly always taken.
bool Plan::cheap(BasicBlock *block) const {
  constexpr unsigned mispredicted = 40, predicted = 3;
  const unsigned budget = rarely_entered(*block) ? predicted : mispredicted;
  unsigned total = 0;
  for (const BasicBlock *inner : order_.dominated(block)) {
    const bool loops = loops_.getLoopFor(inner) != loops_.getLoopFor(block);
    const bool branches = inner->getTerminator()->getNumSuccessors() > 1 && !shapes_.divergent(inner);
    if (loops || branches)
      return false;
    for (const Instruction &inst : *inner) {
      const auto cost = flat_cost(inst, shapes_, memory_);
      if (!cost || (total += *cost) > budget)
        return false;
    }
  }
  return true;
}

} // namespace weft::codegen::cpu::spmd
