// Do all lanes pass a boundary test? The first lane and the last one answer for those between.
#include <llvm/IR/PatternMatch.h>

#include "codegen/cpu/vectorize/emitter.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {
constexpr unsigned deepest = 6;
constexpr std::int64_t largest_stride = 1 << 20; ///< All lanes together are far from going once around 32 bits.
} // namespace

/// May say no where it does hold: those who ask have a way that takes any mask.
Value *Emitter::holds_for_all(Value &asked, Value *mask) {
  if (!mask)
    return all_lanes_find(asked, true, 0);
  Value *held = builder_.CreateSelect(mask, vector(&asked), all_lanes());
  return builder_.CreateICmpEQ(mask_bits(held), Constant::getAllOnesValue(builder_.getIntNTy(width_)));
}

/// Do all lanes find the condition to be `wanted`?
Value *Emitter::all_lanes_find(Value &condition, bool wanted, unsigned depth) {
  using namespace PatternMatch;
  if (shape(&condition).is_uniform())
    return wanted ? uniform(&condition) : builder_.CreateNot(uniform(&condition));
  Value *one = nullptr, *other = nullptr;
  if (depth < deepest && match(&condition, m_Not(m_Value(one))))
    return all_lanes_find(*one, !wanted, depth + 1);
  if (depth < deepest && (wanted ? match(&condition, m_LogicalAnd(m_Value(one), m_Value(other)))
                                 : match(&condition, m_LogicalOr(m_Value(one), m_Value(other))))) {
    Value *first = all_lanes_find(*one, wanted, depth + 1);
    return builder_.CreateLogicalAnd(first, all_lanes_find(*other, wanted, depth + 1));
  }
  const auto *compare = dyn_cast<ICmpInst>(&condition);
  if (Value *found = compare ? end_lanes_find(*compare, wanted) : nullptr)
    return found;
  Value *found = vector(&condition);
  return builder_.CreateICmpEQ(mask_bits(wanted ? found : builder_.CreateNot(found)),
                               Constant::getAllOnesValue(builder_.getIntNTy(width_)));
}

/// Where a counter that grows or falls from lane to lane is compared with a bound for all. A counter that does not wrap
/// passes where its lane nearest to the bound does. Of one that may wrap, the lane furthest from the bound has to pass
/// and to be further away than its lanes reach. Null for other comparisons.
Value *Emitter::end_lanes_find(const ICmpInst &compare, bool wanted) {
  const bool turned = shape(compare.getOperand(0)).is_uniform();
  const Value *counter = compare.getOperand(turned), *bound = compare.getOperand(!turned);
  ICmpInst::Predicate predicate = turned ? compare.getSwappedPredicate() : compare.getPredicate();
  if (!wanted)
    predicate = ICmpInst::getInversePredicate(predicate);
  const std::int64_t stride = shape(counter).stride.value_or(0);
  if (!shape(bound).is_uniform() || stride == 0 || std::abs(stride) >= largest_stride ||
      predicate == ICmpInst::ICMP_EQ || !counter->getType()->isIntegerTy() ||
      counter->getType()->getIntegerBitWidth() < 32)
    return nullptr;
  Value *first = lanes_of(counter).base, *limit = uniform(bound);
  const std::int64_t reach = stride * (width_ - 1);
  const bool is_signed = ICmpInst::isSigned(predicate);
  const bool exact = ICmpInst::isRelational(predicate) && extends_exactly(*counter, is_signed);
  const auto end = [&](bool highest) {
    return highest == (stride > 0) ? builder_.CreateAdd(first, ConstantInt::getSigned(first->getType(), reach), "",
                                                        exact && !is_signed && stride > 0, exact && is_signed)
                                   : first;
  };
  const bool below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  if (exact)
    return builder_.CreateICmp(predicate, end(below), limit);
  Value *away = ConstantInt::get(first->getType(), std::uint64_t(std::abs(reach)));
  if (predicate == ICmpInst::ICMP_NE)
    return builder_.CreateICmpUGT(builder_.CreateSub(limit, end(false)), away);
  Value *furthest = end(!below);
  Value *distance = below ? builder_.CreateSub(limit, furthest) : builder_.CreateSub(furthest, limit);
  const auto further = ICmpInst::isNonStrictPredicate(predicate) ? ICmpInst::ICMP_UGE : ICmpInst::ICMP_UGT;
  return builder_.CreateAnd(builder_.CreateICmp(predicate, furthest, limit),
                            builder_.CreateICmp(further, distance, away));
}

} // namespace weft::codegen::cpu::spmd
