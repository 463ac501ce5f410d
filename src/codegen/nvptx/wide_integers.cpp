// Of integers of more than 64 bits, what LLVM would call functions for that GPUs do not have: conversions from and to
// floating point, and funnel shifts of widths that are no powers of two.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned own_bits = 64, most_bits = 128;

bool is_wide(Type *type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() > own_bits && type->getIntegerBitWidth() <= most_bits;
}

/// What the compiler's runtime library calls the conversion of, or to, float and double.
StringRef library_name(const Instruction &conversion, bool single) {
  switch (conversion.getOpcode()) {
  case Instruction::FPToSI:
    return single ? "__fixsfti" : "__fixdfti";
  case Instruction::FPToUI:
    return single ? "__fixunssfti" : "__fixunsdfti";
  case Instruction::SIToFP:
    return single ? "__floattisf" : "__floattidf";
  case Instruction::UIToFP:
    return single ? "__floatuntisf" : "__floatuntidf";
  default:
    return {};
  }
}

/// Half precision goes by float, which rounds none of its numbers and no integer that is one.
Value *converted(Instruction &conversion) {
  IRBuilder<> ir(&conversion);
  Value *from = conversion.getOperand(0);
  Type *const integer = ir.getIntNTy(most_bits), *const to = conversion.getType();
  const bool from_integer = is_wide(from->getType());
  Type *const floating = (from_integer ? to : from->getType())->isDoubleTy() ? ir.getDoubleTy() : ir.getFloatTy();
  const StringRef name = library_name(conversion, floating->isFloatTy());
  from = from_integer ? ir.CreateIntCast(from, integer, conversion.getOpcode() == Instruction::SIToFP)
                      : ir.CreateFPCast(from, floating);
  Type *const gives = from_integer ? floating : integer;
  const FunctionCallee callee =
      conversion.getModule()->getOrInsertFunction(name, FunctionType::get(gives, {from->getType()}, false));
  Value *const result = ir.CreateCall(callee, {from});
  return from_integer ? ir.CreateFPCast(result, to) : ir.CreateTrunc(result, to);
}

} // namespace

void call_wide_conversions(Module &module) {
  for (Function &function : make_early_inc_range(module))
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const bool converts = !library_name(instruction, true).empty() &&
                            (is_wide(instruction.getType()) || is_wide(instruction.getOperand(0)->getType()));
      if (!converts)
        continue;
      instruction.replaceAllUsesWith(converted(instruction));
      instruction.eraseFromParent();
    }
}

namespace {
/// Two shifts by less than the width each; the remainder is expanded with other wide divisions.
Value *shifted(IntrinsicInst &funnel) {
  IRBuilder<> ir(&funnel);
  const unsigned width = funnel.getType()->getIntegerBitWidth();
  Value *const high = funnel.getArgOperand(0), *const low = funnel.getArgOperand(1);
  Value *const amount = ir.CreateURem(funnel.getArgOperand(2), ir.getIntN(width, width));
  Value *const rest = ir.CreateSub(ir.getIntN(width, width - 1), amount);
  if (funnel.getIntrinsicID() == Intrinsic::fshl)
    return ir.CreateOr(ir.CreateShl(high, amount), ir.CreateLShr(ir.CreateLShr(low, 1), rest));
  return ir.CreateOr(ir.CreateShl(ir.CreateShl(high, 1), rest), ir.CreateLShr(low, amount));
}
} // namespace

void expand_wide_funnels(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *const funnel = dyn_cast<IntrinsicInst>(&instruction);
    const bool shifts = funnel != nullptr &&
                        (funnel->getIntrinsicID() == Intrinsic::fshl || funnel->getIntrinsicID() == Intrinsic::fshr);
    if (!shifts || !is_wide(funnel->getType()) || isPowerOf2_32(funnel->getType()->getIntegerBitWidth()))
      continue;
    funnel->replaceAllUsesWith(shifted(*funnel));
    funnel->eraseFromParent();
  }
}

} // namespace weft::codegen::nvptx
