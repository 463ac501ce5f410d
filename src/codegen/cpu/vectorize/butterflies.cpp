// Exchanges at x ^ d, d the same for all lanes: of sorting networks, transforms and trees. Of lanes whose numbers x
// begin at a multiple of their count, the partners are neighbours in another order.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

/// x ^ d of neighbouring numbers x.
std::optional<Emitter::Partners> Emitter::partners(Value *index) {
  Value *x = nullptr, *d = nullptr;
  if (!match(index, m_Xor(m_Value(x), m_Value(d))) || is_complement(*cast<Instruction>(index)))
    return std::nullopt;
  if (shape(x).is_uniform())
    std::swap(x, d);
  const bool neighbours = shape(x).is_linear() && shape(x).stride == 1 && shape(d).is_uniform();
  return neighbours ? std::optional(Partners{x, d}) : std::nullopt;
}

/// An address whose only index that differs between lanes steps by elements of `size` bytes and is x ^ d.
std::optional<Emitter::Exchange> Emitter::exchange_at(Value *address, std::uint64_t size) {
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
  if (!varying || !match(varying->get(), m_ZExtOrSExtOrSelf(m_Value(narrow))))
    return std::nullopt;
  const std::optional<Partners> found = partners(narrow);
  if (!found)
    return std::nullopt;
  Type *type = narrow->getType();
  Value *lanes = ConstantInt::get(type, width_ - 1);
  Value *first = builder_.CreateXor(uniform(found->x), uniform(found->d));
  Value *block = builder_.CreateAnd(first, builder_.CreateNot(lanes));
  SmallVector<Value *, 4> indices;
  for (const Use &index : place->indices())
    indices.push_back(&index != varying            ? uniform(index)
                      : isa<ZExtInst>(index.get()) ? builder_.CreateZExt(block, index->getType())
                                                   : builder_.CreateSExt(block, index->getType()));
  Value *start = builder_.CreateGEP(place->getSourceElementType(), uniform(place->getPointerOperand()), indices);
  Value *in_block = shape(found->x).aligned ? builder_.getTrue()
                                            : builder_.CreateIsNull(builder_.CreateAnd(uniform(found->x), lanes));
  return Exchange{start, uniform(found->d), in_block};
}

/// Lane k gets what lane k ^ d has.
Value *Emitter::exchange_lanes(Value *values, Value *d) {
  for (unsigned distance = 1; distance < width_; distance *= 2) {
    SmallVector<int, 64> order;
    for (unsigned lane = 0; lane < width_; ++lane)
      order.push_back(int(lane ^ distance));
    Value *moves = builder_.CreateIsNotNull(builder_.CreateAnd(d, ConstantInt::get(d->getType(), distance)));
    values = builder_.CreateSelect(moves, builder_.CreateShuffleVector(values, order), values);
  }
  return values;
}

/// A mask is moved in elements as wide as those that it is of.
Value *Emitter::exchange_mask(Value *mask, Value *d, std::uint64_t size) {
  Type *wide = lanes_type(builder_.getIntNTy(8 * size));
  return mask ? builder_.CreateIsNotNull(exchange_lanes(builder_.CreateSExt(mask, wide), d)) : nullptr;
}

/// Emits one of both for what is only known when it runs; each gives a value of one type, or null.
Value *Emitter::either(Value *condition, function_ref<Value *()> then, function_ref<Value *()> otherwise) {
  auto *yes = BasicBlock::Create(scalar_.getContext(), "exchange", function_);
  auto *no = BasicBlock::Create(scalar_.getContext(), "no.exchange", function_);
  auto *after = BasicBlock::Create(scalar_.getContext(), "exchange.done", function_);
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
