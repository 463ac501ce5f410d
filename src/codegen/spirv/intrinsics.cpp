// Intrinsics for which LLVM's SPIR-V back end has no instruction, or one that means something else.
#include "codegen/spirv/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

/// Whether more bits than those of the numbers' type were needed.
Value *product_overflows(IRBuilder<> &ir, Value *a, Value *b, Value *product, bool is_signed) {
  Type *type = a->getType(), *word = type->getWithNewBitWidth(64);
  if (type->getScalarSizeInBits() < 64) {
    const auto extended = [&](Value *number) {
      return is_signed ? ir.CreateSExt(number, word) : ir.CreateZExt(number, word);
    };
    return ir.CreateICmpNE(ir.CreateMul(extended(a), extended(b)), extended(product));
  }
  const FunctionCallee upper = ir.GetInsertBlock()->getModule()->getOrInsertFunction(
      is_signed ? "_Z6mul_hill" : "_Z6mul_himm", word, word, word);
  CallInst *carried = ir.CreateCall(upper, {a, b});
  carried->setDoesNotAccessMemory();
  carried->setDoesNotThrow();
  return ir.CreateICmpNE(carried, is_signed ? ir.CreateAShr(product, 63) : Constant::getNullValue(word));
}

/// The sum, difference or product and whether it did not fit.
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
    over = product_overflows(ir, a, b, result, call.isSigned());
  }
  return ir.CreateInsertValue(ir.CreateInsertValue(PoisonValue::get(call.getType()), result, 0), over, 1);
}

/// Neighbours, pairs and quadruples of bits change places, then bytes.
Value *reversed(IRBuilder<> &ir, Value *bits) {
  Type *type = bits->getType();
  const unsigned width = type->getScalarSizeInBits();
  const auto mask = [&](std::uint8_t byte) { return ConstantInt::get(type, APInt::getSplat(width, APInt(8, byte))); };
  for (const auto &[distance, lower] : {std::pair{1, 0x55}, {2, 0x33}, {4, 0x0F}})
    bits = ir.CreateOr(ir.CreateShl(ir.CreateAnd(bits, mask(lower)), distance),
                       ir.CreateAnd(ir.CreateLShr(bits, distance), mask(lower)));
  return width == 8 ? bits : ir.CreateUnaryIntrinsic(Intrinsic::bswap, bits);
}

/// Shifted back, a number that fits is what it was.
Value *shifted_or_limit(IRBuilder<> &ir, Value *number, Value *count, bool is_signed) {
  Type *type = number->getType();
  const unsigned width = type->getScalarSizeInBits();
  Value *shifted = ir.CreateShl(number, count);
  Value *back = is_signed ? ir.CreateAShr(shifted, count) : ir.CreateLShr(shifted, count);
  Value *limit = ConstantInt::get(type, is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width));
  if (is_signed)
    limit = ir.CreateXor(limit, ir.CreateAShr(number, width - 1));
  return ir.CreateSelect(ir.CreateICmpEQ(back, number), shifted, limit);
}

/// The smaller or larger number; equal zeros by their signs (IEEE 754-2019, 9.6).
Value *extreme(IRBuilder<> &ir, Value *a, Value *b, bool is_smaller) {
  Type *type = a->getType();
  Type *integer = type->getWithNewType(ir.getIntNTy(type->getScalarSizeInBits()));
  Value *x = ir.CreateBitCast(a, integer), *y = ir.CreateBitCast(b, integer);
  Value *of_equals = ir.CreateBitCast(is_smaller ? ir.CreateOr(x, y) : ir.CreateAnd(x, y), type);
  Value *first = is_smaller ? ir.CreateFCmpOLT(a, b) : ir.CreateFCmpOGT(a, b);
  return ir.CreateSelect(ir.CreateFCmpOEQ(a, b), of_equals, ir.CreateSelect(first, a, b));
}

/// A NaN goes on, or gives way to the other number.
Value *extreme_and_nan(IRBuilder<> &ir, IntrinsicInst &call, bool is_smaller, bool gives_way) {
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
  Value *a_is_nan = ir.CreateFCmpUNO(a, a), *b_is_nan = ir.CreateFCmpUNO(b, b);
  Value *ordered = extreme(ir, a, b, is_smaller);
  return gives_way ? ir.CreateSelect(a_is_nan, b, ir.CreateSelect(b_is_nan, a, ordered))
                   : ir.CreateSelect(a_is_nan, a, ir.CreateSelect(b_is_nan, b, ordered));
}

/// What the back end computes with other intrinsics; null for those that it has.
Value *lowered(IRBuilder<> &ir, IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::bitreverse:
    return reversed(ir, call.getArgOperand(0));
  case Intrinsic::ushl_sat:
  case Intrinsic::sshl_sat:
    return shifted_or_limit(ir, call.getArgOperand(0), call.getArgOperand(1),
                            call.getIntrinsicID() == Intrinsic::sshl_sat);
  case Intrinsic::minimum:
    return extreme_and_nan(ir, call, true, false);
  case Intrinsic::maximum:
    return extreme_and_nan(ir, call, false, false);
  case Intrinsic::minimumnum:
    return extreme_and_nan(ir, call, true, true);
  case Intrinsic::maximumnum:
    return extreme_and_nan(ir, call, false, true);
  case Intrinsic::canonicalize:
    return ir.CreateFMul(call.getArgOperand(0), ConstantFP::get(call.getType(), 1));
  default: {
    auto *overflow = dyn_cast<WithOverflowInst>(&call);
    return overflow == nullptr ? nullptr : with_overflow(ir, *overflow);
  }
  }
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
      if (Value *value = lowered(ir, *call)) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
    }
}

} // namespace weft::codegen::spirv
