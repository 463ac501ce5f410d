// Sums of pairs of 16-bit numbers, which ptxas (of CUDA 13.0, for one) gets wrong.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

bool is_sum_of_shorts(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
  return (opcode == Instruction::Add || opcode == Instruction::Sub) && vector != nullptr &&
         vector->getElementType()->isIntegerTy(16);
}

} // namespace

/// It adds 0 in place of a constant by `add.s16x2` where one half of the sum is used alone. What is a constant, it may
/// find out itself.
void add_shorts_one_by_one(Function &function) {
  for (Instruction &sum : make_early_inc_range(instructions(function))) {
    if (!is_sum_of_shorts(sum))
      continue;
    IRBuilder<> ir(&sum);
    Value *result = PoisonValue::get(sum.getType());
    for (unsigned i = 0; i < cast<FixedVectorType>(sum.getType())->getNumElements(); ++i) {
      Value *element =
          ir.CreateBinOp(cast<BinaryOperator>(sum).getOpcode(), ir.CreateExtractElement(sum.getOperand(0), i),
                         ir.CreateExtractElement(sum.getOperand(1), i));
      result = ir.CreateInsertElement(result, element, i);
    }
    sum.replaceAllUsesWith(result);
    sum.eraseFromParent();
  }
}

} // namespace weft::codegen::nvptx
