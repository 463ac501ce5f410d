// Divisions and square roots whose results one side of a condition needs, which LLVM computes ahead of it: exact ones
// take tens of instructions, and often no work-item needs them.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

bool is_expensive(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FDiv:
  case Instruction::FRem:
    return !instruction.hasApproxFunc() && !instruction.hasAllowReciprocal();
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return !isa<Constant>(instruction.getOperand(1));
  case Instruction::Call: {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call != nullptr && call->getIntrinsicID() == Intrinsic::sqrt && !call->hasApproxFunc();
  }
  default:
    return false;
  }
}

/// What nothing but one side of a choice needs, each behind what it is computed from.
void add_only_for(Value *side, const BasicBlock &block, SmallVectorImpl<Instruction *> &computed) {
  auto *const instruction = dyn_cast<Instruction>(side);
  if (instruction == nullptr || !instruction->hasOneUse() || instruction->getParent() != &block ||
      isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() || !instruction->willReturn())
    return;
  for (Value *operand : instruction->operands())
    add_only_for(operand, block, computed);
  computed.push_back(instruction);
}

/// The same where it is worth a branch.
SmallVector<Instruction *> expensive_only_for(Value *side, const BasicBlock &block) {
  SmallVector<Instruction *> computed;
  add_only_for(side, block, computed);
  if (none_of(computed, [](const Instruction *each) { return is_expensive(*each); }))
    computed.clear();
  return computed;
}

void branch_around(SelectInst &choice, ArrayRef<Instruction *> if_true, ArrayRef<Instruction *> if_false) {
  BasicBlock *const head = choice.getParent();
  Instruction *then = nullptr, *otherwise = nullptr;
  if (!if_true.empty() && !if_false.empty())
    SplitBlockAndInsertIfThenElse(choice.getCondition(), choice.getIterator(), &then, &otherwise);
  else if (!if_true.empty())
    then = SplitBlockAndInsertIfThen(choice.getCondition(), choice.getIterator(), false);
  else
    otherwise = SplitBlockAndInsertIfElse(choice.getCondition(), choice.getIterator(), false);
  auto *const result = PHINode::Create(choice.getType(), 2, "", choice.getParent()->begin());
  const auto take = [&](Instruction *end, ArrayRef<Instruction *> computed, Value *value) {
    for (Instruction *each : computed)
      each->moveBefore(end->getIterator());
    result->addIncoming(value, end != nullptr ? end->getParent() : head);
  };
  take(then, if_true, choice.getTrueValue());
  take(otherwise, if_false, choice.getFalseValue());
  choice.replaceAllUsesWith(result);
  choice.eraseFromParent();
}

} // namespace

void compute_under_conditions(Function &function) {
  SmallVector<SelectInst *> choices;
  for (Instruction &instruction : instructions(function))
    if (auto *choice = dyn_cast<SelectInst>(&instruction);
        choice != nullptr && choice->getCondition()->getType()->isIntegerTy(1) && !choice->getType()->isVectorTy())
      choices.push_back(choice);
  for (SelectInst *choice : choices) {
    const auto if_true = expensive_only_for(choice->getTrueValue(), *choice->getParent());
    const auto if_false = expensive_only_for(choice->getFalseValue(), *choice->getParent());
    if (!if_true.empty() || !if_false.empty())
      branch_around(*choice, if_true, if_false);
  }
}

} // namespace weft::codegen::nvptx
