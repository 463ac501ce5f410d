// Puts a copy of a rotated loop in front of it.
#include "codegen/cpu/loop_split.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "codegen/cpu/rotated_loop.hpp"
#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/names.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned longest_loop = 400; ///< instructions; larger copies cost more compile time than they save

class LoopFinder {
public:
  LoopFinder(Uniformity &analyses, const SmallPtrSetImpl<const BasicBlock *> &done)
      : analyses_(analyses), done_(done) {}

  std::optional<RotatedLoop> find() const {
    for (Loop *loop : analyses_.loops.getLoopsInPreorder()) {
      const auto form = loop->isInnermost() && !done_.contains(loop->getHeader()) ? rotated(*loop) : std::nullopt;
      if (form && parts_lanes(form->first_test()) && can_start_later(*form) && counts(*form) && worth_copying(*loop))
        return form;
    }
    return std::nullopt;
  }

private:
  bool parts_lanes(const BranchInst &test) const {
    return !test.hasMetadata(ir::rest_metadata) && !analyses_.uniform(*test.getCondition());
  }

  /// What the loop starts with is known ahead of the preheader, which has no effects.
  static bool can_start_later(const RotatedLoop &counting) {
    for (const PHINode &phi : counting.header().phis())
      if (!known_before(*counting.start_of(phi), *counting.preheader))
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
  bool counts(const RotatedLoop &counting) const {
    const auto *compare = dyn_cast<ICmpInst>(counting.next_test().getCondition());
    if (compare == nullptr || analyses_.uniform(*compare))
      return false;
    const Value *left = compare->getOperand(0), *right = compare->getOperand(1);
    return (analyses_.uniform(*right) && is_counter(*left, *counting.loop)) ||
           (analyses_.uniform(*left) && is_counter(*right, *counting.loop));
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
           loop.isLoopInvariant(sum->getOperand(1)) && analyses_.uniform(*sum->getOperand(1));
  }

  static bool worth_copying(const Loop &loop) {
    bool memory = false;
    std::size_t instructions = 0;
    for (const BasicBlock *block : loop.blocks()) {
      instructions += block->size();
      memory |= any_of(*block, [](const Instruction &instruction) { return instruction.mayReadOrWriteMemory(); });
    }
    return memory && instructions <= longest_loop && can_copy(loop);
  }

  Uniformity &analyses_;
  const SmallPtrSetImpl<const BasicBlock *> &done_;
};

/// In front of `branch`: to `inside` if all lanes go there, else to `otherwise`, where the branch moves.
void branch_for_all(BranchInst &branch, unsigned taken, BasicBlock &inside, BasicBlock &otherwise) {
  IRBuilder<> ir(&branch);
  Value *goes_on = taken == 0 ? branch.getCondition() : ir.CreateNot(branch.getCondition());
  ir.CreateCondBr(ir.CreateCall(lanes_all(*branch.getModule()), {goes_on}), &inside, &otherwise);
  branch.removeFromParent();
  branch.insertInto(&otherwise, otherwise.end());
  branch.setMetadata(ir::rest_metadata, MDNode::get(branch.getContext(), {}));
}

void split(Function &spmd, const RotatedLoop &counting, SmallPtrSetImpl<const BasicBlock *> &done) {
  LLVMContext &context = spmd.getContext();
  BasicBlock *header = &counting.header();
  for (PHINode &phi : header->phis())
    counting.hoist(*counting.start_of(phi));
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
  BranchInst &enter = counting.first_test();
  branch_for_all(enter, way_to(enter, *counting.preheader), *copies.front(), *first);
  counting.exit->replacePhiUsesWith(counting.guard, first);

  auto *rest = BasicBlock::Create(context, "rest", &spmd, counting.preheader);
  auto *again = cast<BranchInst>(cast<BasicBlock>(copy_of(counting.latch))->getTerminator());
  auto *copied_header = cast<BasicBlock>(copy_of(header));
  const unsigned taken = way_to(*again, *copied_header);
  branch_for_all(*again, taken, *copied_header, *rest);
  again->setSuccessor(taken, counting.preheader);

  for (PHINode &phi : header->phis()) {
    const int at = phi.getBasicBlockIndex(counting.preheader);
    PHINode *start = PHINode::Create(phi.getType(), 2, phi.getName() + ".start", counting.preheader->begin());
    start->addIncoming(phi.getIncomingValue(at), first);
    start->addIncoming(copy_of(counting.next_of(phi)), rest);
    phi.setIncomingValue(at, start);
  }
  for (PHINode &phi : counting.exit->phis())
    phi.addIncoming(copy_of(counting.next_of(phi)), rest);
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
