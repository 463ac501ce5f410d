// Intrinsics for which LLVM's SPIR-V back end has no instruction.
#include "codegen/spirv/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

/// The sum, difference or product and whether it did not fit; null for others.
Value *with_overflow(IRBuilder<> &ir, WithOverflowInst &call) {
  Value *a = call.getLHS(), *b = call.getRHS();
  Type *type = a->getType();
  Value *result = ir.CreateBinOp(call.getBinaryOp(), a, b), *over = nullptr;
  Value *const zero = Constant::getNullValue(type);
  switch (call.getIntrinsicID()) {
  case Intrinsic::uadd_with_overflow:
    over = ir.CreateICmpULT(result, a);
    break;
  case Intrinsic::usub_with_overflow:
    over = ir.CreateICmpULT(a, b);
    break;
  case Intrinsic::sadd_with_overflow:
    over = ir.CreateICmpSLT(ir.CreateAnd(ir.CreateXor(result, a), ir.CreateXor(result, b)), zero);
    break;
  case Intrinsic::ssub_with_overflow:
    over = ir.CreateICmpSLT(ir.CreateAnd(ir.CreateXor(a, b), ir.CreateXor(result, a)), zero);
    break;
  default:
    return nullptr;
  }
  return ir.CreateInsertValue(ir.CreateInsertValue(PoisonValue::get(call.getType()), result, 0), over, 1);
}

} // namespace

void lower_intrinsics(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (call == nullptr)
        continue;
      if (call->getIntrinsicID() == Intrinsic::prefetch) { // a hint
        call->eraseFromParent();
        continue;
      }
      IRBuilder<> ir(call);
      Value *value = nullptr;
      if (auto *overflow = dyn_cast<WithOverflowInst>(call))
        value = with_overflow(ir, *overflow);
      if (value != nullptr) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
    }
}

} // namespace weft::codegen::spirv
