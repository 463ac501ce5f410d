// Negations that ptxas (of CUDA 13.0, for one) gets wrong.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::codegen::nvptx {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Text of PTX over numbers, in place of what LLVM would read as a negation again.
Value *written(IRBuilder<> &ir, Value *x, const char *text, const char *operands) {
  if (const auto *vector = dyn_cast<FixedVectorType>(x->getType())) {
    Value *result = PoisonValue::get(x->getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = ir.CreateInsertElement(result, written(ir, ir.CreateExtractElement(x, i), text, operands), i);
    return result;
  }
  FunctionType *const type = FunctionType::get(x->getType(), {x->getType()}, false);
  return ir.CreateCall(InlineAsm::get(type, text, operands, false), {x});
}

/// It takes neg.s16, abs.s16 and sub.s16 from 0 for operations that never overflow: it leaves out the step that wraps
/// their result, and -32768 becomes 32768 where the result is extended, compared or shifted. It keeps that step after a
/// product by -1.
Value *negated_short(IRBuilder<> &ir, Value *x) {
  return written(ir, x, "mul.lo.s16 $0, $1, -1;", "=h,h");
}

Value *wrapping_short(Instruction &instruction) {
  Value *x = nullptr;
  IRBuilder<> ir(&instruction);
  if (match(&instruction, m_Neg(m_Value(x))) && !instruction.hasNoSignedWrap())
    return negated_short(ir, x);
  if (match(&instruction, m_Intrinsic<Intrinsic::abs>(m_Value(x), m_Zero())))
    return ir.CreateBinaryIntrinsic(Intrinsic::smax, x, negated_short(ir, x));
  return nullptr;
}

/// Of two signed 32-bit minima or maxima it makes one instruction of three operands (VIMNMX3, sm_90), and drops a
/// negation of the second. It does not know ~x + 1 for a negation.
void hide_negations_in(MinMaxIntrinsic &choice) {
  for (Use &operand : choice.args()) {
    Value *x = nullptr;
    if (!match(operand.get(), m_Neg(m_Value(x))))
      continue;
    IRBuilder<> ir(&choice);
    Value *const complement = written(ir, x, "not.b32 $0, $1;", "=r,r");
    operand.set(ir.CreateAdd(complement, ConstantInt::get(x->getType(), 1)));
  }
}

} // namespace

void mend_negations(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    Type *const type = instruction.getType();
    if (auto *choice = dyn_cast<MinMaxIntrinsic>(&instruction);
        choice != nullptr && choice->isSigned() && type->isIntOrIntVectorTy(32))
      hide_negations_in(*choice);
    if (!type->isIntOrIntVectorTy(16))
      continue;
    if (Value *const wrapping = wrapping_short(instruction)) {
      instruction.replaceAllUsesWith(wrapping);
      instruction.eraseFromParent();
    }
  }
}

} // namespace weft::codegen::nvptx
