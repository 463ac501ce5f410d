// Addresses that differ between lanes in one index: what may turn out to be neighbours when it runs, as clamped and
// wrapped indices do but at an edge.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

/// An index into elements of `size` bytes, the only one that differs between lanes.
std::optional<Emitter::Scattered> Emitter::scattered_at(Value *address, std::uint64_t size) {
  auto *place = dyn_cast<GetElementPtrInst>(address);
  if (!place || !shape(place->getPointerOperand()).is_uniform())
    return std::nullopt;
  const Use *varying = nullptr;
  for (auto it = gep_type_begin(place), end = gep_type_end(place); it != end; ++it) {
    if (shape(it.getOperand()).is_uniform())
      continue;
    if (varying || !it.isSequential() || it.getSequentialElementStride(layout_) != TypeSize::getFixed(size))
      return std::nullopt;
    varying = &*std::next(place->idx_begin(), std::distance(gep_type_begin(place), it));
  }
  Value *narrow = nullptr;
  return varying && match(varying->get(), m_ZExtOrSExtOrSelf(m_Value(narrow)))
             ? std::optional(Scattered{place, varying, narrow})
             : std::nullopt;
}

/// Of the element at `index`, a number before its extension.
Value *Emitter::address_of(const Scattered &at, Value *index) {
  SmallVector<Value *, 4> indices;
  for (const Use &other : at.place->indices())
    indices.push_back(&other != at.varying         ? uniform(other)
                      : isa<ZExtInst>(other.get()) ? builder_.CreateZExt(index, other->getType())
                                                   : builder_.CreateSExt(index, other->getType()));
  return builder_.CreateGEP(at.place->getSourceElementType(), uniform(at.place->getPointerOperand()), indices);
}

/// Does it go up by one from lane to lane but where something bounds it?
bool Emitter::follows_lanes(const Value &value, unsigned depth) const {
  constexpr unsigned deepest = 8;
  const Shape its = shape(&value);
  const auto *inst = dyn_cast<Instruction>(&value);
  if (its.is_linear() || its.is_uniform() || !inst || depth == deepest)
    return its.is_linear() && its.stride == 1;
  const auto follows = [&](unsigned i) { return follows_lanes(*inst->getOperand(i), depth + 1); };
  const auto bounds = [&](unsigned i) { return shape(inst->getOperand(i)).is_uniform(); };
  const auto either_follows = [&](unsigned i, unsigned j) {
    return (follows(i) && (bounds(j) || follows(j))) || (bounds(i) && follows(j));
  };
  if (isa<MinMaxIntrinsic>(inst))
    return either_follows(0, 1);
  switch (inst->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(inst)->isDisjoint())
      return false;
    [[fallthrough]];
  case Instruction::Add:
    return (follows(0) && bounds(1)) || (bounds(0) && follows(1));
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::URem:
  case Instruction::SRem:
    return follows(0) && bounds(1);
  case Instruction::Select:
    return either_follows(1, 2);
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return follows(0);
  default:
    return false;
  }
}

/// Lanes that take no part may have any index.
std::optional<Emitter::Neighbours> Emitter::neighbours_at(const Scattered &at, Value *mask) {
  if (!follows_lanes(*at.index, 0))
    return std::nullopt;
  Type *type = at.index->getType();
  Value *indices = vector(at.index);
  if (mask)
    indices = builder_.CreateFreeze(indices);
  Value *first = builder_.CreateExtractElement(indices, std::uint64_t(0));
  Value *same = builder_.CreateICmpEQ(indices, builder_.CreateAdd(splat(first), lane_numbers(type)));
  Value *hold = builder_.CreateIsNull(mask_bits(mask_and(mask, builder_.CreateNot(same))));
  if (at.index != at.varying->get()) {
    const bool is_signed = isa<SExtInst>(at.varying->get());
    const unsigned bits = type->getIntegerBitWidth();
    const APInt most = (is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - (width_ - 1);
    Value *wraps_not = is_signed ? builder_.CreateICmpSLE(first, builder_.getInt(most))
                                 : builder_.CreateICmpULE(first, builder_.getInt(most));
    hold = builder_.CreateAnd(hold, wraps_not);
  }
  return Neighbours{address_of(at, first), hold};
}

/// Emits one of both for what is only known when it runs; each gives a value of one type, or null.
Value *Emitter::either(Value *condition, function_ref<Value *()> then, function_ref<Value *()> otherwise) {
  auto *yes = BasicBlock::Create(scalar_.getContext(), "together", function_);
  auto *no = BasicBlock::Create(scalar_.getContext(), "apart", function_);
  auto *after = BasicBlock::Create(scalar_.getContext(), "met", function_);
  builder_.CreateCondBr(condition, yes, no);
  builder_.SetInsertPoint(yes);
  Value *a = then();
  BasicBlock *a_end = builder_.GetInsertBlock();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(no);
  Value *b = otherwise();
  BasicBlock *b_end = builder_.GetInsertBlock();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
  if (!a)
    return nullptr;
  PHINode *result = builder_.CreatePHI(a->getType(), 2);
  result->addIncoming(a, a_end);
  result->addIncoming(b, b_end);
  return result;
}

} // namespace weft::codegen::cpu::spmd
