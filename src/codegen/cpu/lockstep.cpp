// Finds grid-stride loops among the rotated ones.
#include "codegen/cpu/lockstep.hpp"

#include <optional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/cpu/rotated_loop.hpp"
#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned deepest = 8;

bool is_item(const Argument &argument) {
  return argument.getArgNo() >= arg_item && argument.getArgNo() < arg_group;
}

/// Goes on to `inside` while counter `predicate` end.
struct Test {
  CmpInst::Predicate predicate = CmpInst::BAD_ICMP_PREDICATE;
  Value *counter = nullptr, *end = nullptr;
};

std::optional<Test> test_of(const BranchInst &branch, const BasicBlock &inside, const Value &counter) {
  const auto *compare = dyn_cast<ICmpInst>(branch.getCondition());
  if (compare == nullptr)
    return std::nullopt;
  Test test{compare->getPredicate(), compare->getOperand(0), compare->getOperand(1)};
  if (way_to(branch, inside) != 0)
    test.predicate = CmpInst::getInversePredicate(test.predicate);
  if (test.counter != &counter) {
    std::swap(test.counter, test.end);
    test.predicate = CmpInst::getSwappedPredicate(test.predicate);
  }
  const bool below = test.predicate == CmpInst::ICMP_ULT || test.predicate == CmpInst::ICMP_SLT;
  return test.counter == &counter && below ? std::optional(test) : std::nullopt;
}

struct GridLoop : RotatedLoop {
  PHINode *counter = nullptr;
  Value *start = nullptr, *step = nullptr;
  Test test = {};
};

class Finder {
public:
  Finder(Function &spmd, const Launch &launch, unsigned lanes)
      : spmd_(spmd), launch_(launch), lanes_(lanes), dominators_(spmd), post_dominators_(spmd), loops_(dominators_) {}

  std::optional<GridLoop> find() {
    for (Loop *loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost() || loop->getParentLoop() != nullptr)
        continue;
      if (loop->getLoopPreheader() == nullptr && InsertPreheaderForLoop(loop, &dominators_, &loops_, nullptr, false))
        post_dominators_.recalculate(spmd_);
      const auto form = rotated(*loop);
      GridLoop grid{form.value_or(RotatedLoop())};
      if (form && everybody_comes(grid) && strides_far(grid) && all_carried(grid) && worth_it(grid))
        return grid;
    }
    return std::nullopt;
  }

private:
  bool everybody_comes(const RotatedLoop &loop) const {
    return pred_size(loop.exit) == 2 && loops_.getLoopFor(loop.guard) == nullptr &&
           post_dominators_.dominates(loop.guard, &spmd_.getEntryBlock());
  }

  bool strides_far(GridLoop &grid) const {
    for (PHINode &phi : grid.header().phis()) {
      const auto *next = dyn_cast<BinaryOperator>(grid.next_of(phi));
      if (next == nullptr || next->getOpcode() != Instruction::Add || !phi.getType()->isIntegerTy(64) ||
          !is_contained(next->operands(), &phi))
        continue;
      grid.counter = &phi;
      grid.start = grid.start_of(phi);
      grid.step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
      const auto first = test_of(grid.first_test(), *grid.preheader, *grid.start);
      const auto again = test_of(grid.next_test(), grid.header(), *next);
      if (!first || !again || first->end != again->end || first->predicate != again->predicate)
        continue;
      grid.test = *first;
      if (!isa<Constant>(grid.step) && same_for_group(*grid.step) && same_for_group(*grid.test.end) &&
          counts_items(*grid.start))
        return true;
    }
    return false;
  }

  /// Follows from arguments that all items of a group share, without a look at memory that kernels write.
  bool same_for_group(const Value &value, unsigned depth = 0) const {
    if (const auto *argument = dyn_cast<Argument>(&value))
      return !is_item(*argument) && argument->getArgNo() != arg_sub_group;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth > deepest)
      return isa<Constant>(value);
    const auto *load = dyn_cast<LoadInst>(instruction);
    const bool pure = isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) && !instruction->isIntDivRem();
    return (pure || (load && load->hasMetadata(LLVMContext::MD_invariant_load))) &&
           all_of(instruction->operands(), [&](const Use &use) { return same_for_group(*use.get(), depth + 1); });
  }

  /// A sum of local ids and of what the group shares: largest for the last item.
  bool counts_items(const Value &value, unsigned depth = 0) const {
    const auto *argument = dyn_cast<Argument>(&value);
    if ((argument && is_item(*argument)) || same_for_group(value))
      return true;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth > deepest)
      return false;
    const bool sum =
        instruction->getOpcode() == Instruction::Add ||
        (instruction->getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(instruction)->isDisjoint());
    return sum && counts_items(*instruction->getOperand(0), depth + 1) &&
           counts_items(*instruction->getOperand(1), depth + 1);
  }

  /// What leaves the loop is what it carries from iteration to iteration.
  bool all_carried(const GridLoop &grid) const {
    for (PHINode &phi : grid.header().phis())
      if (const auto *start = dyn_cast<Instruction>(grid.start_of(phi));
          start && start->getParent() == grid.preheader && !same_for_group(*start))
        return false;
    for (BasicBlock *block : grid.loop->blocks())
      for (Instruction &instruction : *block)
        for (const Use &use : instruction.uses()) {
          const auto *user = cast<Instruction>(use.getUser());
          if (!grid.loop->contains(user) && !leaves_as_carried(grid, *user))
            return false;
        }
    return all_of(grid.exit->phis(), [&](const PHINode &phi) {
      return phi.getIncomingValueForBlock(grid.latch) == phi.getIncomingValueForBlock(grid.guard) ||
             leaves_as_carried(grid, phi);
    });
  }

  static bool leaves_as_carried(const GridLoop &grid, const Instruction &user) {
    const auto *phi = dyn_cast<PHINode>(&user);
    return phi && phi->getParent() == grid.exit && any_of(grid.header().phis(), [&](const PHINode &carried) {
             return grid.next_of(carried) == phi->getIncomingValueForBlock(grid.latch) &&
                    grid.start_of(carried) == phi->getIncomingValueForBlock(grid.guard);
           });
  }

  bool worth_it(const GridLoop &grid) const {
    bool loads = false;
    if (any_of(*grid.preheader, [](const Instruction &instruction) { return instruction.mayHaveSideEffects(); }))
      return false;
    for (BasicBlock *block : grid.loop->blocks())
      for (const Instruction &instruction : *block) {
        const auto *load = dyn_cast<LoadInst>(&instruction);
        loads |= load && !grid.loop->isLoopInvariant(load->getPointerOperand());
      }
    return loads && can_copy(*grid.loop) && launch_.group_size() > lanes_;
  }

  Function &spmd_;
  const Launch &launch_;
  unsigned lanes_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
};

class Lockstep {
public:
  Lockstep(Function &spmd, const Launch &launch, const GridLoop &grid)
      : spmd_(spmd), launch_(launch), grid_(grid), ir_(spmd.getContext()) {}

  void run(Meetings &meetings) {
    grid_.hoist(*grid_.step);
    grid_.hoist(*grid_.test.end);
    for (PHINode &phi : grid_.header().phis())
      grid_.hoist(*grid_.start_of(phi));
    prepare();
    BasicBlock *alone = grid_.guard->splitBasicBlock(grid_.guard->getTerminator(), "alone");
    make_loop(*alone, meetings);
    continue_alone(*alone);
    DominatorTree dominators(spmd_);
    PromoteMemToReg(slots_, dominators);
  }

private:
  AllocaInst *slot(Type *type) {
    IRBuilder<> entry(&spmd_.getEntryBlock(), spmd_.getEntryBlock().begin());
    slots_.push_back(entry.CreateAlloca(type));
    return slots_.back();
  }

  /// Slots for what the loop carries; the counter's holds that of the last item.
  void prepare() {
    ir_.SetInsertPoint(grid_.guard->getTerminator());
    last_ = of_last_item(*grid_.start);
    for (PHINode &phi : grid_.header().phis()) {
      AllocaInst *place = carried_[&phi] = slot(phi.getType());
      ir_.CreateStore(&phi == grid_.counter ? last_ : grid_.start_of(phi), place);
    }
  }

  Value *of_last_item(Value &value) {
    if (const auto *argument = dyn_cast<Argument>(&value); argument && is_item(*argument))
      return ir_.getInt64(launch_.local(argument->getArgNo() - arg_item) - 1);
    auto *instruction = dyn_cast<Instruction>(&value);
    const bool sum =
        instruction && (instruction->getOpcode() == Instruction::Add || instruction->getOpcode() == Instruction::Or);
    if (!sum)
      return &value;
    return ir_.CreateAdd(of_last_item(*instruction->getOperand(0)), of_last_item(*instruction->getOperand(1)));
  }

  /// The item's own counter.
  Value *own(Value *counter_of_last) { return ir_.CreateAdd(grid_.start, ir_.CreateSub(counter_of_last, last_)); }

  Value *load(const PHINode &phi) { return ir_.CreateLoad(phi.getType(), carried_.lookup(&phi)); }

  void make_loop(BasicBlock &alone, Meetings &meetings) {
    LLVMContext &context = spmd_.getContext();
    auto *head = BasicBlock::Create(context, "together", &spmd_, &alone);
    auto *meet = BasicBlock::Create(context, "together.body", &spmd_, &alone);
    grid_.guard->getTerminator()->setSuccessor(0, head);
    ir_.SetInsertPoint(head);
    Value *furthest = load(*grid_.counter);
    ir_.CreateCondBr(ir_.CreateICmp(grid_.test.predicate, furthest, grid_.test.end), meet, &alone);
    ir_.SetInsertPoint(meet);
    ir::call_builtin(ir_, ir::Builtin::barrier, {ir_.getInt32(meetings.barriers.size())});
    meetings.barriers.push_back({});
    ValueToValueMapTy map;
    copy_invariants(map);
    SmallVector<BasicBlock *, 8> copies;
    for (BasicBlock *block : grid_.loop->blocks()) {
      copies.push_back(CloneBasicBlock(block, map, ".together", &spmd_));
      map[block] = copies.back();
    }
    for (PHINode &phi : grid_.header().phis()) {
      auto *copy = cast<PHINode>(map[&phi]);
      map[&phi] = &phi == grid_.counter ? own(furthest) : load(phi);
      copy->replaceAllUsesWith(map[&phi]);
      copy->eraseFromParent();
    }
    remapInstructionsInBlocks(copies, map);
    ir_.CreateBr(cast<BasicBlock>(map[&grid_.header()]));
    auto *latch = cast<BasicBlock>(map[grid_.latch]);
    Instruction *end = latch->getTerminator();
    ir_.SetInsertPoint(end);
    for (PHINode &phi : grid_.header().phis()) {
      Value *next = grid_.next_of(phi);
      const auto mapped = map.find(next);
      Value *carried = mapped != map.end() ? static_cast<Value *>(mapped->second) : next;
      ir_.CreateStore(&phi == grid_.counter ? ir_.CreateAdd(furthest, grid_.step) : carried, carried_[&phi]);
    }
    ir_.CreateBr(head);
    end->eraseFromParent();
  }

  /// What was computed once in front of the loop: only where the loop runs may it be.
  void copy_invariants(ValueToValueMapTy &map) {
    for (Instruction &invariant : *grid_.preheader) {
      if (auto *phi = dyn_cast<PHINode>(&invariant)) {
        map[phi] = phi->getIncomingValueForBlock(grid_.guard);
      } else if (!invariant.isTerminator()) {
        Instruction *copy = ir_.Insert(invariant.clone());
        RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        map[&invariant] = copy;
      }
    }
  }

  /// The loop as it was, from where the group got to.
  void continue_alone(BasicBlock &alone) {
    Instruction *branch = alone.getTerminator();
    ir_.SetInsertPoint(branch);
    for (PHINode &phi : grid_.header().phis()) {
      Value *reached = &phi == grid_.counter ? own(load(phi)) : load(phi);
      for (PHINode &outside : grid_.exit->phis())
        if (outside.getIncomingValueForBlock(grid_.latch) == grid_.next_of(phi))
          outside.setIncomingValueForBlock(&alone, reached);
      phi.setIncomingValueForBlock(grid_.preheader, reached);
    }
    Value *goes_on = grid_.start_of(*grid_.counter);
    goes_on = ir_.CreateICmp(grid_.test.predicate, goes_on, grid_.test.end);
    ir_.CreateCondBr(goes_on, grid_.preheader, grid_.exit);
    branch->eraseFromParent();
  }

  Function &spmd_;
  const Launch &launch_;
  const GridLoop &grid_;
  IRBuilder<> ir_;
  Value *last_ = nullptr;
  SmallVector<AllocaInst *, 4> slots_;
  DenseMap<const PHINode *, AllocaInst *> carried_;
};
} // namespace

unsigned run_in_lockstep(Function &spmd, const Launch &launch, unsigned lanes, Meetings &meetings) {
  constexpr unsigned most = 4;
  unsigned count = 0;
  while (count < most) {
    Finder finder(spmd, launch, lanes);
    const auto grid = finder.find();
    if (!grid)
      break;
    Lockstep(spmd, launch, *grid).run(meetings);
    ++count;
  }
  return count;
}

} // namespace weft::codegen::cpu
