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

/// The quotient, rounded to double and cut off, is exact: the dividend is below 2^52, so a quotient that is no integer
/// is further from the next one than double rounds.
bool exact_in_double(const BinaryOperator &inst) {
  const unsigned bits = inst.getType()->getIntegerBitWidth();
  if (bits <= 32)
    return true;
  if (bits > 64 || is_signed(inst))
    return false;
  constexpr unsigned safe_bits = 52;
  return computeKnownBits(inst.getOperand(0), inst.getDataLayout()).countMaxActiveBits() <= safe_bits;
}

} // namespace

Value *Emitter::divide(BinaryOperator &inst, Value *mask) {
  Value *dividend = vector(inst.getOperand(0));
  Value *divisor = vector(inst.getOperand(1));
  Type *type = dividend->getType();
  const auto *constant = dyn_cast<ConstantInt>(inst.getOperand(1));
  if (constant && !constant->isZero() && !constant->isMinusOne())
    return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
  if (mask)
    divisor = builder_.CreateSelect(mask, divisor, ConstantInt::get(type, 1));
  if (!exact_in_double(inst))
    return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
  Type *real = lanes_type(builder_.getDoubleTy());
  auto to_real = [&](Value *value) {
    return is_signed(inst) ? builder_.CreateSIToFP(value, real) : builder_.CreateUIToFP(value, real);
  };
  Value *ratio = builder_.CreateFDiv(to_real(dividend), to_real(divisor));
  Value *quotient = is_signed(inst) ? builder_.CreateFPToSI(ratio, type) : builder_.CreateFPToUI(ratio, type);
  return is_remainder(inst) ? builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor)) : quotient;
}

} // namespace weft::codegen::cpu::spmd
