// Remainders of what loops count. To LLVM's loop strength reduction they are sums of a counter and a quotient, which it
// takes apart: it steps a counter of its own, of 64 bits, through each (22.1). It does not look through llvm.expect,
// which selection drops; a freeze of a counter would be moved out of the loop before.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

bool is_remainder(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::URem || instruction.getOpcode() == Instruction::SRem;
}

bool divides_integers(const Instruction &instruction) {
  return is_remainder(instruction) || instruction.getOpcode() == Instruction::UDiv ||
         instruction.getOpcode() == Instruction::SDiv;
}

} // namespace

void hold_dividends(Function &function) {
  SmallMapVector<Instruction *, SmallVector<Instruction *, 2>, 8> divisions;
  for (Instruction &instruction : instructions(function))
    if (auto *dividend = divides_integers(instruction) ? dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr)
      divisions[dividend].push_back(&instruction);
  for (const auto &[dividend, users] : divisions) {
    const auto place = dividend->getInsertionPointAfterDef();
    if (!place || none_of(users, [](const Instruction *user) { return is_remainder(*user); }))
      continue;
    IRBuilder<> ir(dividend->getParent(), *place);
    Value *const held = ir.CreateIntrinsic(Intrinsic::expect, {dividend->getType()},
                                           {dividend, Constant::getNullValue(dividend->getType())});
    for (Instruction *user : users)
      user->setOperand(0, held);
  }
}

} // namespace weft::codegen::nvptx
