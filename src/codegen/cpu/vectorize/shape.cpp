// Strides through the instructions of LLVM that keep them.
#include "codegen/cpu/vectorize/shape.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include "codegen/ir/spmd_target.hpp"

namespace weft::codegen::cpu {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned max_extension_depth = 8;
constexpr unsigned stride_bits = 64; ///< Wider integers have no stride.

/// The stride as the type holds it.
Shape linear_in(Type *type, std::int64_t stride) {
  const unsigned bits = type->isPointerTy() ? 64 : type->getIntegerBitWidth();
  return bits >= 64 ? Shape::linear(stride)
                    : Shape::linear(APInt(64, std::uint64_t(stride)).trunc(bits).getSExtValue());
}

Shape add(Type *type, Shape a, Shape b, int sign) {
  if (a.is_varying() || b.is_varying())
    return Shape::varying();
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  const std::uint64_t left = a.is_uniform() ? 0 : a.stride.value_or(0);
  const std::uint64_t right = b.is_uniform() ? 0 : b.stride.value_or(0);
  if ((a.is_linear() && !a.stride) || (b.is_linear() && !b.stride))
    return Shape::linear();
  return linear_in(type, std::int64_t(sign > 0 ? left + right : left - right));
}

Shape multiply(Type *type, Shape a, const Value *b_value, Shape b) {
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  if (!a.is_linear() || !b.is_uniform())
    return Shape::varying();
  const auto *factor = dyn_cast<ConstantInt>(b_value);
  if (!a.stride || !factor || factor->getValue().getSignificantBits() > 64)
    return Shape::linear();
  return linear_in(type, std::int64_t(std::uint64_t(*a.stride) * std::uint64_t(factor->getSExtValue())));
}

Shape shift_left(Type *type, Shape a, const Value *b_value, Shape b) {
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  if (!a.is_linear() || !b.is_uniform())
    return Shape::varying();
  const auto *amount = dyn_cast<ConstantInt>(b_value);
  if (!a.stride || !amount)
    return Shape::linear();
  return amount->getValue().ult(64) ? linear_in(type, std::int64_t(std::uint64_t(*a.stride) << amount->getZExtValue()))
                                    : Shape::uniform();
}

/// The bits that tell the lanes of an aligned value apart.
struct LaneBits {
  unsigned first, end;

  bool clear_in(const KnownBits &known) const { return known.Zero.extractBits(end - first, first).isAllOnes(); }
  bool set_in(const KnownBits &known) const { return known.One.extractBits(end - first, first).isAllOnes(); }
  /// What lies below counts, too.
  bool carried_into(const KnownBits &value, const KnownBits &added) const {
    return !clear_in(added) || (added.countMinTrailingZeros() < first && value.countMinTrailingZeros() < first);
  }
};

/// None lets two lanes find different things where lanes have the same bits above `lane`'s and the bound none, or all,
/// of the bits below.
bool compares_alike(const ICmpInst &compare, const KnownBits &bound, LaneBits lane) {
  switch (compare.getPredicate()) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SGE:
    return bound.countMinTrailingZeros() >= lane.end;
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SLE:
    return bound.countMinTrailingOnes() >= lane.end;
  default:
    return false;
  }
}

/// Of an aligned value, its left operand, shifted by a constant.
Shape shifted(const BinaryOperator &inst, LaneBits lane) {
  const auto *constant = dyn_cast<ConstantInt>(inst.getOperand(1));
  const unsigned bits = inst.getType()->getIntegerBitWidth();
  if (!constant || constant->getValue().uge(bits))
    return {};
  const auto amount = unsigned(constant->getZExtValue());
  if (inst.getOpcode() == Instruction::Shl)
    return lane.end + amount < bits ? Shape::aligned_by(lane.first + amount) : Shape{};
  if (lane.end == bits && inst.getOpcode() == Instruction::AShr)
    return {};
  return amount >= lane.end     ? Shape::uniform()
         : amount <= lane.first ? Shape::aligned_by(lane.first - amount)
                                : Shape{};
}

/// Of an aligned value x and what is the same for all lanes.
Shape combined(const Instruction &inst, const Value &x, const Value &uniform, Shape its, LaneBits lane) {
  const KnownBits known = computeKnownBits(&uniform, inst.getDataLayout());
  switch (inst.getOpcode()) {
  case Instruction::Add:
    return lane.carried_into(computeKnownBits(&x, inst.getDataLayout()), known) ? Shape{} : its;
  case Instruction::Sub:
    return &x == inst.getOperand(0) && known.countMinTrailingZeros() >= lane.end ? its : Shape{};
  case Instruction::Or:
  case Instruction::Xor:
    return lane.clear_in(known) ? its : Shape{};
  case Instruction::And:
    return lane.set_in(known) ? its : lane.clear_in(known) ? Shape::uniform() : Shape{};
  case Instruction::UDiv:
  case Instruction::URem:
    if (&x != inst.getOperand(0) || lane.first != 0 || !lane.clear_in(known))
      return {};
    return inst.getOpcode() == Instruction::UDiv ? Shape::uniform() : its;
  case Instruction::ICmp:
    return &x == inst.getOperand(0) && compares_alike(cast<ICmpInst>(inst), known, lane) ? Shape::uniform() : Shape{};
  default:
    return {};
  }
}

/// Unknown where alignment says nothing of the result.
Shape shape_by_alignment(const Instruction &inst, function_ref<Shape(const Value *)> of, unsigned lanes) {
  if (!isa<BinaryOperator, ICmpInst, CastInst, FreezeInst>(inst))
    return {};
  const unsigned place = !of(inst.getOperand(0)).aligned ? 1 : 0;
  if (place == inst.getNumOperands() || !of(inst.getOperand(place)).aligned)
    return {};
  const Value &x = *inst.getOperand(place);
  const Shape its = of(&x);
  const auto first = unsigned(Log2_64(std::uint64_t(*its.stride)));
  const LaneBits lane{first, first + Log2_32(lanes)};
  switch (inst.getOpcode()) {
  case Instruction::Freeze:
  case Instruction::ZExt:
    return its;
  case Instruction::SExt:
    return lane.end < x.getType()->getIntegerBitWidth() ? its : Shape{};
  case Instruction::Trunc: {
    const unsigned bits = inst.getType()->getIntegerBitWidth();
    return lane.end <= bits ? its : lane.first >= bits ? Shape::uniform() : Shape{};
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return place == 0 ? shifted(cast<BinaryOperator>(inst), lane) : Shape{};
  default:
    return inst.getNumOperands() == 2 && of(inst.getOperand(1 - place)).is_uniform()
               ? combined(inst, x, *inst.getOperand(1 - place), its, lane)
               : Shape{};
  }
}

} // namespace

Shape meet(Shape a, Shape b) {
  a.aligned &= b.aligned;
  b.aligned = a.aligned;
  return a == b ? a : Shape::varying();
}

Shape join(Shape a, Shape b) {
  if (a.is_unknown())
    return b;
  if (a.is_linear() && b.is_linear())
    a.aligned = b.aligned = a.aligned && b.aligned;
  if (b.is_unknown() || a == b)
    return a.is_linear() && !a.stride ? Shape::varying() : a;
  return Shape::varying();
}

bool is_complement(const Instruction &inst) {
  return inst.getOpcode() == Instruction::Xor && match(inst.getOperand(1), m_AllOnes()) &&
         !inst.getType()->isIntOrIntVectorTy(1);
}

bool extends_exactly(const Value &value, bool is_signed) {
  auto recurse = [&](auto &self, const Value &v, bool sign, unsigned depth) -> bool {
    if (isa<ConstantInt>(v))
      return true;
    if (depth == max_extension_depth)
      return false;
    if (const auto *argument = dyn_cast<Argument>(&v))
      return !argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(), ir::varying_attribute) ||
             argument->getRange().has_value();
    const auto *inst = dyn_cast<Instruction>(&v);
    if (!inst)
      return false;
    auto operand = [&](unsigned i, bool with_sign) { return self(self, *inst->getOperand(i), with_sign, depth + 1); };
    switch (inst->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl: {
      const bool exact = sign ? inst->hasNoSignedWrap() : inst->hasNoUnsignedWrap();
      const bool amount = inst->getOpcode() == Instruction::Shl && !isa<ConstantInt>(inst->getOperand(1));
      return exact && !amount && operand(0, sign) && (isa<ConstantInt>(inst->getOperand(1)) || operand(1, sign));
    }
    case Instruction::Or:
      return !sign && cast<PossiblyDisjointInst>(inst)->isDisjoint() && operand(0, sign) && operand(1, sign);
    case Instruction::Xor:
      return is_complement(*inst) && operand(0, sign);
    case Instruction::ZExt:
      return operand(0, false);
    case Instruction::SExt:
      return sign && operand(0, true);
    case Instruction::Trunc: {
      const auto *trunc = cast<TruncInst>(inst);
      const bool exact = sign ? trunc->hasNoSignedWrap() : trunc->hasNoUnsignedWrap();
      if (!exact) {
        const unsigned bits = v.getType()->getIntegerBitWidth();
        const ConstantRange range = computeConstantRange(trunc->getOperand(0), sign);
        if (range.isFullSet() || (sign ? range.getMinSignedBits() > bits : range.getActiveBits() > bits))
          return false;
      }
      return operand(0, sign);
    }
    default:
      return false;
    }
  };
  return recurse(recurse, value, is_signed, 0);
}

Shape shape_of_arithmetic(const Instruction &inst, function_ref<Shape(const Value *)> of, Extensions extensions,
                          unsigned lanes) {
  if (inst.getType()->getScalarSizeInBits() > stride_bits)
    return Shape::varying();
  if (const Shape its = shape_by_alignment(inst, of, lanes); !its.is_unknown())
    return its;
  const auto shape = [&](unsigned i) { return of(inst.getOperand(i)); };
  const auto extends = [&](const Value &value, bool is_signed) {
    return extensions == Extensions::trusted || (extensions == Extensions::proved && extends_exactly(value, is_signed));
  };
  Type *type = inst.getType();
  switch (inst.getOpcode()) {
  case Instruction::Add:
    return add(type, shape(0), shape(1), 1);
  case Instruction::Sub:
    return add(type, shape(0), shape(1), -1);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(inst).isDisjoint() ? add(type, shape(0), shape(1), 1) : Shape::varying();
  case Instruction::Xor:
    return is_complement(inst) ? add(type, Shape::uniform(), shape(0), -1) : Shape::varying();
  case Instruction::Mul:
    return shape(0).is_uniform() ? multiply(type, shape(1), inst.getOperand(0), shape(0))
                                 : multiply(type, shape(0), inst.getOperand(1), shape(1));
  case Instruction::Shl:
    return shift_left(type, shape(0), inst.getOperand(1), shape(1));
  case Instruction::Trunc:
    return shape(0).is_linear() && shape(0).stride ? linear_in(type, *shape(0).stride) : shape(0);
  case Instruction::SExt:
  case Instruction::ZExt:
    return shape(0).is_linear() && extends(*inst.getOperand(0), isa<SExtInst>(inst)) ? shape(0) : Shape::varying();
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
    return shape(0);
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast: {
    const bool same_size = inst.getDataLayout().getTypeSizeInBits(type) ==
                           inst.getDataLayout().getTypeSizeInBits(inst.getOperand(0)->getType());
    return shape(0).is_linear() && same_size && type->isIntOrPtrTy() ? shape(0) : Shape::varying();
  }
  case Instruction::Select:
    return shape(0).is_uniform() || inst.getOperand(1) == inst.getOperand(2) ? join(shape(1), shape(2))
                                                                             : Shape::varying();
  case Instruction::GetElementPtr: {
    if (!type->isPointerTy())
      return Shape::varying();
    Shape result = shape(0);
    Type *wide = Type::getInt64Ty(inst.getContext());
    for (auto it = gep_type_begin(inst), end = gep_type_end(inst); it != end; ++it) {
      const Value *index = it.getOperand();
      if (of(index).is_uniform())
        continue;
      if (!index->getType()->isIntegerTy(64) && extensions != Extensions::trusted)
        return Shape::varying();
      const std::int64_t size = it.getSequentialElementStride(inst.getDataLayout()).getFixedValue();
      const Shape scaled = multiply(wide, of(index), ConstantInt::get(wide, size), Shape::uniform());
      result = add(type, result, scaled, 1);
    }
    return result;
  }
  default:
    return Shape::varying();
  }
}

} // namespace weft::codegen::cpu
