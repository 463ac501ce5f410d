// Exchanges at x ^ d, d the same for all lanes: of sorting networks, transforms and trees. Of lanes whose numbers x
// begin at a multiple of their count, the partners are neighbours in another order.
#include "codegen/cpu/vectorize/emitter.hpp"

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

/// An address whose only index that differs between lanes is x ^ d.
std::optional<Emitter::Exchange> Emitter::exchange_at(const Scattered &at) {
  const std::optional<Partners> found = partners(at.index);
  if (!found)
    return std::nullopt;
  Value *lanes = ConstantInt::get(at.index->getType(), width_ - 1);
  Value *first = builder_.CreateXor(uniform(found->x), uniform(found->d));
  Value *start = address_of(at, builder_.CreateAnd(first, builder_.CreateNot(lanes)));
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

/// A mask is moved in elements as wide as those that it is of, if these are one vector.
Value *Emitter::exchange_mask(Value *mask, Value *d, std::uint64_t size) {
  const bool is_one_vector = 8 * size * width_ <= options_.tuning.vector_bits;
  Type *wide = lanes_type(builder_.getIntNTy(is_one_vector ? 8 * size : 8));
  return mask ? builder_.CreateIsNotNull(exchange_lanes(builder_.CreateSExt(mask, wide), d)) : nullptr;
}

} // namespace weft::codegen::cpu::spmd
