// Negations of 16-bit integers that wrap. ptxas (of CUDA 13, for one) takes neg.s16, abs.s16 and sub.s16 from 0 for
// operations that never overflow: it leaves out the step that wraps their result, and -32768 becomes 32768 where the
// result is extended, compared or shifted. It keeps that step after a product by -1.
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

/// LLVM would make a negation of a product that it sees.
Value *negated(IRBuilder<> &ir, Value *x) {
  if (const auto *vector = dyn_cast<FixedVectorType>(x->getType())) {
    Value *result = PoisonValue::get(x->getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = ir.CreateInsertElement(result, negated(ir, ir.CreateExtractElement(x, i)), i);
    return result;
  }
  FunctionType *const type = FunctionType::get(x->getType(), {x->getType()}, false);
  return ir.CreateCall(InlineAsm::get(type, "mul.lo.s16 $0, $1, -1;", "=h,h", false), {x});
}

Value *replacement(Instruction &instruction) {
  Value *x = nullptr;
  IRBuilder<> ir(&instruction);
  if (match(&instruction, m_Neg(m_Value(x))) && !instruction.hasNoSignedWrap())
    return negated(ir, x);
  if (match(&instruction, m_Intrinsic<Intrinsic::abs>(m_Value(x), m_Zero())))
    return ir.CreateBinaryIntrinsic(Intrinsic::smax, x, negated(ir, x));
  return nullptr;
}

} // namespace

void wrap_short_negations(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!instruction.getType()->isIntOrIntVectorTy(16))
      continue;
    if (Value *const wrapping = replacement(instruction)) {
      instruction.replaceAllUsesWith(wrapping);
      instruction.eraseFromParent();
    }
  }
}

} // namespace weft::codegen::nvptx
