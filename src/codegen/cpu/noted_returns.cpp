#include "codegen/cpu/noted_returns.hpp"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/meeting_tests.hpp"
#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/cpu/ways.hpp"
#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

/// A copy of what is convergent is not the same.
bool meets(const BasicBlock &block) {
  return any_of(block, [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && call->isConvergent();
  });
}

/// One change at a time: the next one may begin in what this one changed.
class NotedReturns {
public:
  explicit NotedReturns(Function &spmd) : spmd_(spmd) {}

  unsigned run() {
    constexpr unsigned most = 64; // each adds code
    unsigned changed = 0;
    while (changed < most && change_one())
      ++changed;
    return changed;
  }

private:
  bool change_one() {
    const BarrierControl meetings(spmd_, ir::is_group_meeting);
    if (!meetings.any())
      return false;
    const Uniformity items(spmd_, Among::group);
    const auto part = [&](const BasicBlock &block) {
      return parts_unproven(block, meetings, items) && !asked_.contains(&block);
    };
    if (none_of(spmd_, part))
      return false;
    const bool changed = any_of(spmd_, [&](BasicBlock &block) { return let_leave(block, meetings, items); }) ||
                         any_of(spmd_, [&](BasicBlock &block) { return part(block) && ask(block, meetings, items); });
    if (changed)
      EliminateUnreachableBlocks(spmd_);
    return changed;
  }

  /// Those that come from one of several blocks before are to return, as far as that tells.
  static bool let_leave(BasicBlock &block, const BarrierControl &meetings, const Uniformity &items) {
    const SmallSetVector<BasicBlock *, 4> before(pred_begin(&block), pred_end(&block));
    if (before.size() < 2 || !meetings.reaches(&block))
      return false;
    for (BasicBlock *from : before)
      if (items.dominators.isReachableFromEntry(from))
        if (const Way way(*from, block, items.dominators, decided_before(*from, block, items.dominators), meets);
            way.ends()) {
          way.take_apart();
          return true;
        }
    return false;
  }

  /// Those that part are asked first what they will be asked later, if that can be told already: a branch on several
  /// conditions does not say which one held.
  bool ask(BasicBlock &block, const BarrierControl &meetings, const Uniformity &items) {
    auto &branch = *cast<BranchInst>(block.getTerminator());
    SmallSetVector<Value *, 4> conditions;
    for (BasicBlock &later : spmd_)
      if (meetings.lets_off(&later) && isa<BranchInst>(later.getTerminator()))
        conditions.insert(cast<BranchInst>(later.getTerminator())->getCondition());
    for (const unsigned side : {0u, 1u})
      for (Value *condition : conditions) {
        const auto *computed = dyn_cast<Instruction>(condition);
        if (condition == branch.getCondition() || (computed && !items.dominators.dominates(computed, &branch)))
          continue;
        for (const bool leaves : {false, true})
          if (ask(branch, side, *condition, leaves, items))
            return true;
      }
    return false;
  }

  bool ask(BranchInst &branch, unsigned side, Value &condition, bool leaves, const Uniformity &items) {
    BasicBlock &block = *branch.getParent(), &next = *branch.getSuccessor(side);
    Way::Assumptions assumed = decided_before(block, next, items.dominators);
    if (!assumed.try_emplace(&condition, ConstantInt::getBool(block.getContext(), leaves)).second ||
        !Way(block, next, items.dominators, assumed, meets).ends())
      return false;
    IRBuilder<> ir(&branch);
    const auto when = [&](Value *value, bool is) { return is ? value : ir.CreateNot(value); };
    Value *const goes = ir.CreateLogicalAnd(when(branch.getCondition(), side == 0), when(&condition, leaves));
    BasicBlock *const rest = SplitBlock(&block, &branch);
    BasicBlock *const alone = BasicBlock::Create(block.getContext(), "noted", &spmd_, rest);
    BranchInst::Create(&next, alone);
    ReplaceInstWithInst(block.getTerminator(), BranchInst::Create(alone, rest, goes));
    for (PHINode &phi : next.phis())
      phi.addIncoming(phi.getIncomingValueForBlock(rest), alone);
    asked_.insert(rest);
    const DominatorTree dominators(spmd_);
    Way(*alone, next, dominators, assumed, meets).take_apart();
    return true;
  }

  Function &spmd_;
  DenseSet<const BasicBlock *> asked_;
};

} // namespace

unsigned leave_as_noted(Function &spmd) {
  return NotedReturns(spmd).run();
}

} // namespace weft::codegen::cpu
