// Integer division: x86 has none for vectors, and the scalar one traps.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Support/KnownBits.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

bool is_signed(const BinaryOperator &inst) {
  return inst.getOpcode() == Instruction::SDiv || inst.getOpcode() == Instruction::SRem;
}

bool is_remainder(const BinaryOperator &inst) {
  return inst.getOpcode() == Instruction::SRem || inst.getOpcode() == Instruction::URem;
}

unsigned active_bits(const BinaryOperator &inst) {
  const unsigned bits = inst.getType()->getIntegerBitWidth();
  return bits <= 32 || is_signed(inst)
             ? bits
             : computeKnownBits(inst.getOperand(0), inst.getDataLayout()).countMaxActiveBits();
}

/// The quotient, rounded to a floating-point type and cut off, is exact where the type has more digits than the
/// dividend: a quotient that is no integer is further from the next one than its last digit.
Type *exact_type(const BinaryOperator &inst, unsigned bits) {
  constexpr unsigned float_bits = 16, double_bits = 52;
  if (bits > double_bits)
    return nullptr;
  return bits <= float_bits ? Type::getFloatTy(inst.getContext()) : Type::getDoubleTy(inst.getContext());
}

/// So is the dividend, moved half a step away from zero, times the rounded reciprocal: no quotient of such a dividend
/// is nearer to an integer than half a step, which leaves room for both roundings.
bool exact_by_reciprocal(unsigned bits) {
  constexpr unsigned most_bits = 50;
  return bits <= most_bits;
}

} // namespace

Value *Emitter::divide(BinaryOperator &inst, Value *mask) {
  Value *dividend = vector(inst.getOperand(0));
  Value *divisor = vector(inst.getOperand(1));
  Type *type = dividend->getType();
  const auto *constant = dyn_cast<ConstantInt>(inst.getOperand(1));
  if (constant && !constant->isZero() && !constant->isMinusOne())
    return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
  const unsigned bits = active_bits(inst);
  Type *const element = exact_type(inst, bits);
  const auto to_real = [&](Value *value, Type *type) {
    return is_signed(inst) ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
  };
  Value *ratio = nullptr;
  if (element && exact_by_reciprocal(bits) && shape(inst.getOperand(1)).is_uniform()) {
    Value *real = to_real(dividend, lanes_type(element));
    Constant *const half = ConstantFP::get(real->getType(), 0.5);
    Value *moved = builder_.CreateFAdd(real, is_signed(inst) ? builder_.CreateCopySign(half, real) : half);
    Value *shared = to_real(uniform(inst.getOperand(1)), element);
    Value *reciprocal = builder_.CreateFDiv(ConstantFP::get(element, 1.0), shared);
    ratio = builder_.CreateFMul(moved, builder_.CreateVectorSplat(width_, reciprocal));
  } else {
    if (mask)
      divisor = builder_.CreateSelect(mask, divisor, ConstantInt::get(type, 1));
    if (!element)
      return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
    ratio = builder_.CreateFDiv(to_real(dividend, lanes_type(element)), to_real(divisor, lanes_type(element)));
  }
  Value *quotient = is_signed(inst) ? builder_.CreateFPToSI(ratio, type) : builder_.CreateFPToUI(ratio, type);
  return is_remainder(inst) ? builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor)) : quotient;
}

} // namespace weft::codegen::cpu::spmd
