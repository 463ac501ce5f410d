// Integer division: x86 has none for vectors, and the scalar one traps.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <cmath>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include "codegen/cpu/vectorize/names.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

bool is_signed(const BinaryOperator &inst) {
  return inst.getOpcode() == Instruction::SDiv || inst.getOpcode() == Instruction::SRem;
}

bool is_remainder(const BinaryOperator &inst) {
  return inst.getOpcode() == Instruction::SRem || inst.getOpcode() == Instruction::URem;
}

unsigned bits_of(const BinaryOperator &inst) {
  return inst.getType()->getIntegerBitWidth();
}

unsigned active_bits(const BinaryOperator &inst) {
  const unsigned bits = bits_of(inst);
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

/// The code generator finds the cheapest way itself, but none for vectors of 64 bits.
bool is_easy_constant(const BinaryOperator &inst) {
  const auto *divisor = dyn_cast<ConstantInt>(inst.getOperand(1));
  return divisor && !divisor->isZero() && !divisor->isMinusOne() &&
         (bits_of(inst) < 64 || divisor->getValue().abs().isPowerOf2());
}

Value *high_product_of_32(IRBuilder<> &builder, Value *a, Value *b) {
  auto *type = cast<FixedVectorType>(a->getType());
  auto *pairs = FixedVectorType::get(builder.getInt64Ty(), type->getNumElements() / 2);
  Value *low = ConstantInt::get(pairs, 0xffffffff), *half = ConstantInt::get(pairs, 32);
  Value *x = builder.CreateBitCast(a, pairs), *y = builder.CreateBitCast(b, pairs);
  Value *even = builder.CreateMul(builder.CreateAnd(x, low), builder.CreateAnd(y, low));
  Value *odd = builder.CreateMul(builder.CreateLShr(x, half), builder.CreateLShr(y, half));
  SmallVector<int, 64> mask;
  for (unsigned i = 1; i < type->getNumElements(); i += 2)
    mask.append({int(i), int(type->getNumElements() + i)});
  return builder.CreateShuffleVector(builder.CreateBitCast(even, type), builder.CreateBitCast(odd, type), mask);
}

Value *high_product_of_64(IRBuilder<> &builder, Value *a, Value *b) {
  Value *low = ConstantInt::get(a->getType(), 0xffffffff), *half = ConstantInt::get(a->getType(), 32);
  Value *a0 = builder.CreateAnd(a, low), *a1 = builder.CreateLShr(a, half);
  Value *b0 = builder.CreateAnd(b, low), *b1 = builder.CreateLShr(b, half);
  Value *carry = builder.CreateLShr(builder.CreateMul(a0, b0), half);
  Value *first = builder.CreateAdd(builder.CreateMul(a1, b0), carry);
  Value *second = builder.CreateAdd(builder.CreateMul(a0, b1), builder.CreateAnd(first, low));
  Value *high = builder.CreateAdd(builder.CreateMul(a1, b1), builder.CreateLShr(first, half));
  return builder.CreateAdd(high, builder.CreateLShr(second, half));
}

/// By x86's own function where a vector has enough lanes: of zero extensions, one of which left a loop, the code
/// generator knows too little.
Value *high_product_of_16(IRBuilder<> &builder, Value *a, Value *b, unsigned vector_bits) {
  const unsigned lanes = cast<FixedVectorType>(a->getType())->getNumElements(),
                 piece = std::min(lanes, vector_bits / 16);
  if (piece < 8) {
    Type *wide = a->getType()->getExtendedType();
    Value *product = builder.CreateMul(builder.CreateZExt(a, wide), builder.CreateZExt(b, wide));
    return builder.CreateTrunc(builder.CreateLShr(product, 16), a->getType());
  }
  const Intrinsic::ID multiply = piece == 32   ? Intrinsic::x86_avx512_pmulhu_w_512
                                 : piece == 16 ? Intrinsic::x86_avx2_pmulhu_w
                                               : Intrinsic::x86_sse2_pmulhu_w;
  SmallVector<Value *, 4> pieces;
  for (unsigned first = 0; first < lanes; first += piece) {
    const SmallVector<int, 16> some = createSequentialMask(first, piece, 0);
    Value *x = builder.CreateShuffleVector(a, some), *y = builder.CreateShuffleVector(b, some);
    pieces.push_back(builder.CreateIntrinsic(multiply, {}, {x, y}));
  }
  return concatenateVectors(builder, pieces);
}

/// The upper halves of the products of unsigned numbers of 16, 32 or 64 bits, in what x86 multiplies vectors of.
Value *high_product(IRBuilder<> &builder, Value *a, Value *b, unsigned vector_bits) {
  const unsigned bits = a->getType()->getScalarSizeInBits();
  return bits == 64   ? high_product_of_64(builder, a, b)
         : bits == 32 ? high_product_of_32(builder, a, b)
                      : high_product_of_16(builder, a, b, vector_bits);
}

/// That of 64 bits takes a division of 128. It gives something for 0, too: the call may leave what guards it.
Value *call_reciprocal(IRBuilder<> &builder, Value *divisor) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *type = divisor->getType();
  auto *function = cast<Function>(module.getOrInsertFunction(reciprocal_name, type, type).getCallee());
  function->setDoesNotAccessMemory();
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable})
    function->addFnAttr(kind);
  return builder.CreateCall(function, divisor);
}

/// floor(2^N (2^length - d) / d) + 1, where 2^(length - 1) < d <= 2^length, for d of N bits. Nothing here traps, so
/// that it leaves loops.
Value *multiplier_of(IRBuilder<> &builder, Value *divisor, Value *length) {
  const unsigned bits = divisor->getType()->getIntegerBitWidth();
  if (bits == 64)
    return call_reciprocal(builder, divisor);
  // As double it may be rounded up to the next integer, but not beyond.
  Type *wide = builder.getInt64Ty(), *real = builder.getDoubleTy();
  Value *by = builder.CreateZExt(divisor, wide);
  Value *above = builder.CreateSub(builder.CreateShl(builder.getInt64(1), builder.CreateZExt(length, wide)), by);
  Value *scaled =
      builder.CreateFMul(builder.CreateSIToFP(above, real), ConstantFP::get(real, std::ldexp(1.0, int(bits))));
  Value *ratio = builder.CreateFPToSI(builder.CreateFDiv(scaled, builder.CreateSIToFP(by, real)), wide);
  Value *rest = builder.CreateSub(builder.CreateShl(above, bits), builder.CreateMul(ratio, by));
  Value *quotient = builder.CreateAdd(ratio, builder.CreateAShr(rest, 63));
  return builder.CreateTrunc(builder.CreateAdd(quotient, builder.getInt64(1)), divisor->getType());
}

} // namespace

/// What a division by the divisor multiplies with and shifts by: Granlund and Montgomery, "Division by invariant
/// integers using multiplication" (PLDI 1994), figure 4.1. Written once, right behind the divisor's definition.
const Emitter::Reciprocal &Emitter::reciprocal_of(const Value &divisor, Type *type, bool is_signed) {
  Reciprocal &known = reciprocals_[{&divisor, is_signed}];
  if (known.multiplier)
    return known;
  IRBuilder<>::InsertPointGuard guard(builder_);
  set_behind_definition(lanes_of(&divisor));
  Value *number = uniform(&divisor);
  number = is_signed ? builder_.CreateSExt(number, type) : builder_.CreateZExt(number, type);
  Value *zero = ConstantInt::get(type, 0), *one = ConstantInt::get(type, 1);
  if (is_signed) {
    known.sign = builder_.CreateAShr(number, type->getIntegerBitWidth() - 1);
    number = builder_.CreateSub(builder_.CreateXor(number, known.sign), known.sign);
  }
  number = builder_.CreateBinaryIntrinsic(Intrinsic::umax, number, one);
  Value *zeros = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, builder_.CreateSub(number, one), builder_.getFalse());
  Value *length = builder_.CreateSub(ConstantInt::get(type, type->getIntegerBitWidth()), zeros);
  known.multiplier = multiplier_of(builder_, number, length);
  known.first_shift = builder_.CreateBinaryIntrinsic(Intrinsic::umin, length, one);
  known.second_shift = builder_.CreateSub(length, known.first_shift);
  for (Value **part : {&known.multiplier, &known.first_shift, &known.second_shift})
    *part = builder_.CreateVectorSplat(width_, *part);
  known.sign = is_signed ? builder_.CreateVectorSplat(width_, known.sign) : zero;
  return known;
}

Value *Emitter::divide_by_shared(BinaryOperator &inst) {
  const bool has_sign = is_signed(inst);
  Type *narrow = vector(inst.getOperand(0))->getType();
  Type *element = bits_of(inst) < 16 ? builder_.getInt16Ty() : inst.getType();
  const Reciprocal &by = reciprocal_of(*inst.getOperand(1), element, has_sign);
  Value *dividend = vector(inst.getOperand(0));
  Value *size = has_sign ? builder_.CreateSExt(dividend, lanes_type(element))
                         : builder_.CreateZExt(dividend, lanes_type(element));
  Value *sign = nullptr;
  if (has_sign) {
    sign = builder_.CreateAShr(size, element->getIntegerBitWidth() - 1);
    size = builder_.CreateSub(builder_.CreateXor(size, sign), sign);
    sign = builder_.CreateXor(sign, by.sign);
  }
  Value *high = high_product(builder_, size, by.multiplier, options_.tuning.vector_bits);
  Value *rest = builder_.CreateLShr(builder_.CreateSub(size, high), by.first_shift);
  Value *quotient = builder_.CreateLShr(builder_.CreateAdd(high, rest), by.second_shift);
  if (has_sign)
    quotient = builder_.CreateSub(builder_.CreateXor(quotient, sign), sign);
  return builder_.CreateTrunc(quotient, narrow);
}

/// Is the reciprocal worth its scalar division? One that a loop computes each time is not, unless lanes would divide
/// one by one.
bool Emitter::shares_reciprocal(const BinaryOperator &inst) const {
  const Value *divisor = inst.getOperand(1);
  if (!shape(divisor).is_uniform() || bits_of(inst) > 64 || !isPowerOf2_32(bits_of(inst)) || bits_of(inst) < 8)
    return false;
  const unsigned bits = active_bits(inst);
  if (bits_of(inst) == 64)
    return !exact_by_reciprocal(bits);
  const Loop *loop = loops_.getLoopFor(inst.getParent());
  return loop == nullptr || loop->isLoopInvariant(divisor);
}

Value *Emitter::divide_as_reals(BinaryOperator &inst, Type *element, Value *divisor) {
  const auto to_real = [&](Value *value, Type *type) {
    return is_signed(inst) ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
  };
  Value *dividend = vector(inst.getOperand(0));
  Value *real = to_real(dividend, lanes_type(element)), *ratio = nullptr;
  if (exact_by_reciprocal(active_bits(inst)) && shape(inst.getOperand(1)).is_uniform()) {
    Constant *const half = ConstantFP::get(real->getType(), 0.5);
    Value *moved = builder_.CreateFAdd(real, is_signed(inst) ? builder_.CreateCopySign(half, real) : half);
    Value *shared = to_real(uniform(inst.getOperand(1)), element);
    Value *reciprocal = builder_.CreateFDiv(ConstantFP::get(element, 1.0), shared);
    ratio = builder_.CreateFMul(moved, builder_.CreateVectorSplat(width_, reciprocal));
  } else {
    ratio = builder_.CreateFDiv(real, to_real(divisor, lanes_type(element)));
  }
  Type *type = dividend->getType();
  return is_signed(inst) ? builder_.CreateFPToSI(ratio, type) : builder_.CreateFPToUI(ratio, type);
}

Value *Emitter::divide(BinaryOperator &inst, Value *mask) {
  Value *dividend = vector(inst.getOperand(0));
  Value *divisor = vector(inst.getOperand(1));
  if (is_easy_constant(inst))
    return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
  Value *quotient = nullptr;
  if (shares_reciprocal(inst)) {
    quotient = divide_by_shared(inst);
  } else {
    if (mask)
      divisor = builder_.CreateSelect(mask, divisor, ConstantInt::get(dividend->getType(), 1));
    Type *const element = exact_type(inst, active_bits(inst));
    if (!element)
      return builder_.CreateBinOp(inst.getOpcode(), dividend, divisor);
    quotient = divide_as_reals(inst, element, divisor);
  }
  return is_remainder(inst) ? builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor)) : quotient;
}

} // namespace weft::codegen::cpu::spmd
