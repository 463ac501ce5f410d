#include "codegen/ir/contraction.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {
BinaryOperator *product(Value *value) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == Instruction::FMul && operation->hasOneUse() ? operation
                                                                                                       : nullptr;
}

void contract(BinaryOperator &sum) {
  const bool subtracts = sum.getOpcode() == Instruction::FSub;
  const unsigned side = product(sum.getOperand(0)) != nullptr ? 0 : 1;
  BinaryOperator *const factors = product(sum.getOperand(side));
  if (factors == nullptr)
    return;
  IRBuilder<> ir(&sum);
  ir.setFastMathFlags(sum.getFastMathFlags());
  Value *a = factors->getOperand(0), *other = sum.getOperand(1 - side);
  if (subtracts)
    (side == 0 ? other : a) = ir.CreateFNeg(side == 0 ? other : a);
  sum.replaceAllUsesWith(ir.CreateIntrinsic(Intrinsic::fmuladd, {sum.getType()}, {a, factors->getOperand(1), other}));
  sum.eraseFromParent();
  factors->eraseFromParent();
}
} // namespace

void allow_contraction(Module &module, bool allow) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<FPMathOperator>(instruction))
        instruction.setHasAllowContract(allow);
}

void contract_expressions(Module &module) {
  SmallVector<BinaryOperator *> sums;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (Type *type = instruction.getType();
          (instruction.getOpcode() == Instruction::FAdd || instruction.getOpcode() == Instruction::FSub) &&
          (type->isFloatTy() || type->isDoubleTy()))
        sums.push_back(cast<BinaryOperator>(&instruction));
  for (BinaryOperator *sum : sums)
    contract(*sum);
}

} // namespace weft::codegen::ir
