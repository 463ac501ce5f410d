// Finds the loops by their form after loop rotation, a test, a preheader, and a loop that tests at its end, and puts a
// copy of the loop in front of it.
#include "codegen/cpu/loop_split.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/names.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned longest_loop = 400; ///< instructions; larger copies cost more compile time than they save

struct CountingLoop {
  Loop *loop = nullptr;
  BasicBlock *guard = nullptr, *preheader = nullptr, *latch = nullptr, *exit = nullptr;
};

/// The condition to go on to `inside`, if the block goes there or to `outside`.
BranchInst *test_of(BasicBlock &block, const BasicBlock &inside, const BasicBlock &outside) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional())
    return nullptr;
  const BasicBlock *yes = branch->getSuccessor(0), *no = branch->getSuccessor(1);
  return (yes == &inside && no == &outside) || (yes == &outside && no == &inside) ? branch : nullptr;
}

class LoopFinder {
public:
  LoopFinder(Uniformity &analyses, const SmallPtrSetImpl<const BasicBlock *> &done)
      : analyses_(analyses), done_(done) {}

  std::optional<CountingLoop> find() const {
    for (Loop *loop : analyses_.loops.getLoopsInPreorder()) {
      CountingLoop counting{.loop = loop};
      if (loop->isInnermost() && !done_.contains(loop->getHeader()) && has_form(counting) && counts(counting) &&
          worth_copying(counting))
        return counting;
    }
    return std::nullopt;
  }

private:
  bool has_form(CountingLoop &counting) const {
    const Loop &loop = *counting.loop;
    counting.preheader = loop.getLoopPreheader();
    counting.latch = loop.getLoopLatch();
    counting.exit = loop.getUniqueExitBlock();
    if (!counting.preheader || !counting.latch || !counting.exit || loop.getExitingBlock() != counting.latch)
      return false;
    counting.guard = counting.preheader->getSinglePredecessor();
    BranchInst *first = counting.guard ? test_of(*counting.guard, *counting.preheader, *counting.exit) : nullptr;
    return first && !first->hasMetadata(ir::rest_metadata) && !analyses_.uniformity.isUniform(first->getCondition()) &&
           can_start_later(counting);
  }

  /// What the loop starts with is known ahead of the preheader, which has no effects.
  static bool can_start_later(const CountingLoop &counting) {
    for (const PHINode &phi : counting.loop->getHeader()->phis())
      if (!known_before(*phi.getIncomingValueForBlock(counting.preheader), *counting.preheader))
        return false;
    return none_of(*counting.preheader, [](const Instruction &instruction) {
      return isa<PHINode>(instruction) || instruction.mayHaveSideEffects();
    });
  }

  static bool known_before(const Value &value, const BasicBlock &preheader) {
    const auto *instruction = dyn_cast<Instruction>(&value);
    return instruction == nullptr || instruction->getParent() != &preheader ||
           (!instruction->mayReadFromMemory() && isSafeToSpeculativelyExecute(instruction) &&
            all_of(instruction->operands(), [&](const Use &use) { return known_before(*use.get(), preheader); }));
  }

  /// Does the test compare a counter with what all lanes share?
  bool counts(const CountingLoop &counting) const {
    const BranchInst *again = test_of(*counting.latch, *counting.loop->getHeader(), *counting.exit);
    const auto *compare = again ? dyn_cast<ICmpInst>(again->getCondition()) : nullptr;
    if (compare == nullptr || analyses_.uniformity.isUniform(compare))
      return false;
    const Value *left = compare->getOperand(0), *right = compare->getOperand(1);
    return (analyses_.uniformity.isUniform(right) && is_counter(*left, *counting.loop)) ||
           (analyses_.uniformity.isUniform(left) && is_counter(*right, *counting.loop));
  }

  bool is_counter(const Value &value, const Loop &loop) const {
    const auto *next = &value;
    while (isa<ZExtInst, SExtInst, TruncInst>(next))
      next = cast<Instruction>(next)->getOperand(0);
    const auto *sum = dyn_cast<BinaryOperator>(next);
    if (sum == nullptr || (sum->getOpcode() != Instruction::Add && sum->getOpcode() != Instruction::Sub))
      return false;
    const auto *phi = dyn_cast<PHINode>(sum->getOperand(0));
    return phi && phi->getParent() == loop.getHeader() && phi->getIncomingValueForBlock(loop.getLoopLatch()) == sum &&
           loop.isLoopInvariant(sum->getOperand(1)) && analyses_.uniformity.isUniform(sum->getOperand(1));
  }

  static bool worth_copying(const CountingLoop &counting) {
    bool memory = false;
    std::size_t instructions = 0;
    for (const BasicBlock *block : counting.loop->blocks()) {
      instructions += block->size();
      for (const Instruction &instruction : *block) {
        memory |= instruction.mayReadOrWriteMemory();
        if (const auto *call = dyn_cast<CallBase>(&instruction);
            call && (call->isConvergent() || call->cannotDuplicate()))
          return false;
      }
    }
    return memory && instructions <= longest_loop;
  }

  Uniformity &analyses_;
  const SmallPtrSetImpl<const BasicBlock *> &done_;
};

/// Moves what the loop starts with out of the preheader.
void hoist(Value &value, const CountingLoop &counting) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || instruction->getParent() != counting.preheader)
    return;
  for (Use &operand : instruction->operands())
    hoist(*operand.get(), counting);
  instruction->moveBefore(counting.guard->getTerminator()->getIterator());
}

/// In front of `branch`: to `inside` if all lanes go there, else to `otherwise`, where the branch moves.
void branch_for_all(BranchInst &branch, unsigned taken, BasicBlock &inside, BasicBlock &otherwise) {
  IRBuilder<> ir(&branch);
  Value *goes_on = taken == 0 ? branch.getCondition() : ir.CreateNot(branch.getCondition());
  ir.CreateCondBr(ir.CreateCall(lanes_all(*branch.getModule()), {goes_on}), &inside, &otherwise);
  branch.removeFromParent();
  branch.insertInto(&otherwise, otherwise.end());
  branch.setMetadata(ir::rest_metadata, MDNode::get(branch.getContext(), {}));
}

void split(Function &spmd, const CountingLoop &counting, SmallPtrSetImpl<const BasicBlock *> &done) {
  LLVMContext &context = spmd.getContext();
  BasicBlock *header = counting.loop->getHeader();
  for (PHINode &phi : header->phis())
    hoist(*phi.getIncomingValueForBlock(counting.preheader), counting);
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 8> copies;
  const auto copy = [&](BasicBlock *block) {
    copies.push_back(CloneBasicBlock(block, map, ".all", &spmd));
    map[block] = copies.back();
  };
  copy(counting.preheader);
  for (BasicBlock *block : counting.loop->blocks())
    copy(block);
  remapInstructionsInBlocks(copies, map);
  const auto copy_of = [&](Value *value) {
    const auto mapped = map.find(value);
    return mapped != map.end() ? static_cast<Value *>(mapped->second) : value;
  };

  auto *first = BasicBlock::Create(context, "guard", &spmd, counting.preheader);
  auto *enter = cast<BranchInst>(counting.guard->getTerminator());
  branch_for_all(*enter, enter->getSuccessor(0) == counting.preheader ? 0 : 1, *copies.front(), *first);
  counting.exit->replacePhiUsesWith(counting.guard, first);

  auto *rest = BasicBlock::Create(context, "rest", &spmd, counting.preheader);
  auto *again = cast<BranchInst>(cast<BasicBlock>(copy_of(counting.latch))->getTerminator());
  auto *copied_header = cast<BasicBlock>(copy_of(header));
  const unsigned taken = again->getSuccessor(0) == copied_header ? 0 : 1;
  branch_for_all(*again, taken, *copied_header, *rest);
  again->setSuccessor(taken, counting.preheader);

  for (PHINode &phi : header->phis()) {
    const int at = phi.getBasicBlockIndex(counting.preheader);
    PHINode *start = PHINode::Create(phi.getType(), 2, phi.getName() + ".start", counting.preheader->begin());
    start->addIncoming(phi.getIncomingValue(at), first);
    start->addIncoming(copy_of(phi.getIncomingValueForBlock(counting.latch)), rest);
    phi.setIncomingValue(at, start);
  }
  for (PHINode &phi : counting.exit->phis())
    phi.addIncoming(copy_of(phi.getIncomingValueForBlock(counting.latch)), rest);
  done.insert(header);
  done.insert(copied_header);
}

void insert_preheaders(Function &spmd) {
  DominatorTree dominators(spmd);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && loop->getLoopPreheader() == nullptr)
      InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
}
} // namespace

unsigned split_loops(Function &spmd) {
  insert_preheaders(spmd);
  SmallPtrSet<const BasicBlock *, 8> done;
  for (unsigned count = 0;; ++count) {
    Uniformity analyses(spmd);
    const auto counting = LoopFinder(analyses, done).find();
    if (!counting)
      return count;
    split(spmd, *counting, done);
  }
}

} // namespace weft::codegen::cpu
