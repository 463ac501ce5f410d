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

/// Vectors of bytes as half as many words.
Value *as_words(IRBuilder<> &builder, Value *bytes) {
  const unsigned lanes = cast<FixedVectorType>(bytes->getType())->getNumElements();
  return builder.CreateBitCast(bytes, FixedVectorType::get(builder.getInt16Ty(), lanes / 2));
}

/// A multiplier of 64 bits takes a division of 128. It gives something for 0, too: the call may leave what guards it.
Value *call_reciprocal(IRBuilder<> &builder, Value *divisor) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *type = divisor->getType();
  auto *function = cast<Function>(module.getOrInsertFunction(reciprocal_name, type, type).getCallee());
  function->setDoesNotAccessMemory();
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable})
    function->addFnAttr(kind);
  return builder.CreateCall(function, divisor);
}

/// A power of two by d, rounded down to 33 bits at the most, and what is left. Nothing traps, so that it leaves loops.
std::pair<Value *, Value *> divide_power(IRBuilder<> &builder, Value *power, Value *divisor) {
  // As double it may be rounded up to the next integer, but not beyond.
  Type *wide = builder.getInt64Ty(), *real = builder.getDoubleTy();
  Value *ratio = builder.CreateFDiv(builder.CreateUIToFP(power, real), builder.CreateSIToFP(divisor, real));
  Value *above = builder.CreateFPToSI(ratio, wide);
  Value *left = builder.CreateSub(power, builder.CreateMul(above, divisor));
  Value *too_many = builder.CreateAShr(left, 63); // all ones, or none
  return {builder.CreateAdd(above, too_many), builder.CreateAdd(left, builder.CreateAnd(divisor, too_many))};
}

} // namespace

/// Quotients of bytes by d are the upper bytes of products with floor(2^16 / d) + 1. By 1 they are the dividends.
void Emitter::multiply_bytes(Reciprocal &known, Value *divisor) {
  Value *by = builder_.CreateZExt(divisor, builder_.getInt64Ty());
  Value *multiplier =
      builder_.CreateAdd(divide_power(builder_, builder_.getInt64(1 << 16), by).first, builder_.getInt64(1));
  Value *is_one = builder_.CreateICmpEQ(divisor, ConstantInt::get(divisor->getType(), 1));
  known.identity = builder_.CreateSExt(is_one, divisor->getType());
  known.multiplier =
      builder_.CreateSelect(is_one, builder_.getInt16(0), builder_.CreateTrunc(multiplier, builder_.getInt16Ty()));
}

/// Of N bits, 16 or 32, by d, where 2^s is the largest power of two that is not above d: (n m + a) >> (N + s), where m
/// is 2^(N + s) / d rounded up and a is 0, if that is near enough, else m is rounded down and a is m. Robison, "N-bit
/// unsigned division via N-bit multiply-add" (ARITH 2005).
void Emitter::multiply_and_add(Reciprocal &known, Value *divisor) {
  const unsigned bits = divisor->getType()->getIntegerBitWidth();
  Type *wide = builder_.getInt64Ty();
  Value *by = builder_.CreateZExt(divisor, wide);
  Value *zeros = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, divisor, builder_.getFalse());
  Value *shift = builder_.CreateSub(ConstantInt::get(divisor->getType(), bits - 1), zeros);
  Value *size = builder_.CreateShl(builder_.getInt64(1), builder_.CreateZExt(shift, wide));
  auto [ratio, left] = divide_power(builder_, builder_.CreateShl(size, bits), by);
  Value *exact = builder_.CreateICmpEQ(left, builder_.getInt64(0)); // by a power of two: 2^N - 1 rounds down
  Value *near = builder_.CreateICmpULE(builder_.CreateSub(by, left), size);
  Value *up = builder_.CreateAnd(near, builder_.CreateNot(exact));
  Value *multiplier =
      builder_.CreateSub(builder_.CreateAdd(ratio, builder_.CreateZExt(up, wide)), builder_.CreateZExt(exact, wide));
  known.multiplier = builder_.CreateTrunc(multiplier, divisor->getType());
  known.shift = shift;
  if (bits == 32) {
    known.addend = builder_.CreateSelect(up, builder_.getInt64(0), multiplier);
    return;
  }
  // One is added to the dividend. The largest stays, which has the quotient of its predecessor unless d divides it;
  // then m is rounded up, or d is 1.
  Value *is_one = builder_.CreateICmpEQ(divisor, ConstantInt::get(divisor->getType(), 1));
  known.identity = builder_.CreateSExt(is_one, divisor->getType());
  known.multiplier = builder_.CreateSelect(is_one, ConstantInt::get(divisor->getType(), 0), known.multiplier);
  known.addend = builder_.CreateZExt(builder_.CreateNot(up), divisor->getType());
}

/// Granlund and Montgomery, "Division by invariant integers using multiplication" (PLDI 1994), figure 4.1.
void Emitter::multiply_longs(Reciprocal &known, Value *divisor) {
  Value *one = builder_.getInt64(1);
  Value *zeros = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, builder_.CreateSub(divisor, one), builder_.getFalse());
  Value *length = builder_.CreateSub(builder_.getInt64(64), zeros);
  known.multiplier = call_reciprocal(builder_, divisor);
  known.first_shift = builder_.CreateBinaryIntrinsic(Intrinsic::umin, length, one);
  known.shift = builder_.CreateSub(length, known.first_shift);
}

/// What a division by the divisor multiplies with and shifts by. Written once, right behind the divisor's definition.
const Emitter::Reciprocal &Emitter::reciprocal_of(const Value &divisor, bool is_signed) {
  Reciprocal &known = reciprocals_[{&divisor, is_signed}];
  if (known.multiplier)
    return known;
  IRBuilder<>::InsertPointGuard guard(builder_);
  set_behind_definition(lanes_of(&divisor));
  Value *number = uniform(&divisor);
  const unsigned bits = number->getType()->getIntegerBitWidth();
  if (is_signed) {
    known.sign = builder_.CreateAShr(number, bits - 1);
    number = builder_.CreateSub(builder_.CreateXor(number, known.sign), known.sign);
  }
  number = builder_.CreateBinaryIntrinsic(Intrinsic::umax, number, ConstantInt::get(number->getType(), 1));
  if (bits == 8)
    multiply_bytes(known, number);
  else if (bits == 64)
    multiply_longs(known, number);
  else
    multiply_and_add(known, number);
  for (Value **part :
       {&known.multiplier, &known.addend, &known.first_shift, &known.shift, &known.identity, &known.sign})
    if (*part != nullptr)
      *part = builder_.CreateVectorSplat((*part)->getType() == number->getType() ? width_ : width_ / 2, *part);
  return known;
}

/// Quotients of the bytes at even and at odd places.
Value *Emitter::quotient_of_bytes(Value *dividend, const Reciprocal &by) {
  Value *words = as_words(builder_, dividend);
  Value *low = ConstantInt::get(words->getType(), 0xff), *high = ConstantInt::get(words->getType(), 0xff00);
  const auto multiplied = [&](Value *some) {
    return high_product_of_16(builder_, some, by.multiplier, options_.tuning.vector_bits);
  };
  Value *even = multiplied(builder_.CreateAnd(words, low)), *odd = multiplied(builder_.CreateAnd(words, high));
  Value *both = builder_.CreateBitCast(builder_.CreateOr(builder_.CreateAnd(odd, high), even), dividend->getType());
  return builder_.CreateOr(both, builder_.CreateAnd(dividend, by.identity));
}

Value *Emitter::quotient_of_16(Value *dividend, const Reciprocal &by) {
  Value *moved = builder_.CreateBinaryIntrinsic(Intrinsic::uadd_sat, dividend, by.addend);
  Value *high = high_product_of_16(builder_, moved, by.multiplier, options_.tuning.vector_bits);
  return builder_.CreateOr(builder_.CreateLShr(high, by.shift), builder_.CreateAnd(dividend, by.identity));
}

/// Numbers at even places in the lower halves of pairs, then those at odd places, whose quotients end in upper halves.
Value *Emitter::quotient_of_32(Value *dividend, const Reciprocal &by) {
  auto *type = cast<FixedVectorType>(dividend->getType());
  auto *pairs = FixedVectorType::get(builder_.getInt64Ty(), type->getNumElements() / 2);
  Value *low = ConstantInt::get(pairs, 0xffffffff), *half = ConstantInt::get(pairs, 32);
  const auto in_pairs = [&](Value *value) { return builder_.CreateBitCast(value, pairs); };
  Value *multiplier = builder_.CreateAnd(in_pairs(by.multiplier), low);
  Value *shift = builder_.CreateAnd(in_pairs(by.shift), low);
  const auto multiplied = [&](Value *some, Value *by_bits) {
    return builder_.CreateLShr(builder_.CreateAdd(builder_.CreateMul(some, multiplier), by.addend), by_bits);
  };
  Value *even = multiplied(builder_.CreateAnd(in_pairs(dividend), low), builder_.CreateAdd(shift, half));
  Value *odd = multiplied(builder_.CreateLShr(in_pairs(dividend), half), shift);
  SmallVector<int, 64> mask;
  for (unsigned i = 0; i < type->getNumElements(); i += 2)
    mask.append({int(i), int(type->getNumElements() + i + 1)});
  return builder_.CreateShuffleVector(builder_.CreateBitCast(even, type), builder_.CreateBitCast(odd, type), mask);
}

Value *Emitter::quotient_of_64(Value *dividend, const Reciprocal &by) {
  Value *high = high_product_of_64(builder_, dividend, by.multiplier);
  Value *rest = builder_.CreateLShr(builder_.CreateSub(dividend, high), by.first_shift);
  return builder_.CreateLShr(builder_.CreateAdd(high, rest), by.shift);
}

Value *Emitter::divide_by_shared(BinaryOperator &inst) {
  const Reciprocal &by = reciprocal_of(*inst.getOperand(1), is_signed(inst));
  Value *size = vector(inst.getOperand(0)), *sign = nullptr;
  if (is_signed(inst)) {
    sign = builder_.CreateAShr(size, bits_of(inst) - 1);
    size = builder_.CreateSub(builder_.CreateXor(size, sign), sign);
    sign = builder_.CreateXor(sign, by.sign);
  }
  Value *quotient = bits_of(inst) == 8    ? quotient_of_bytes(size, by)
                    : bits_of(inst) == 16 ? quotient_of_16(size, by)
                    : bits_of(inst) == 32 ? quotient_of_32(size, by)
                                          : quotient_of_64(size, by);
  return sign != nullptr ? builder_.CreateSub(builder_.CreateXor(quotient, sign), sign) : quotient;
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

/// Without a vector form, lanes that rest would take as long as the others. Numbers of 128 bits are the library's work.
bool Emitter::divides_per_lane(const BinaryOperator &inst, const Value *mask) const {
  constexpr unsigned most_of_processors = 64;
  return (mask != nullptr || bits_of(inst) > most_of_processors) && !is_easy_constant(inst) &&
         !shares_reciprocal(inst) && exact_type(inst, active_bits(inst)) == nullptr;
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
