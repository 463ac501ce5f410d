// Replaces intrinsics by plain stores.
#include "codegen/cpu/single_lanes.hpp"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

/// The only lane that a mask has.
std::optional<unsigned> lane_of(const Value &mask) {
  const auto *constant = dyn_cast<Constant>(&mask);
  if (constant == nullptr)
    return {};
  std::optional<unsigned> found;
  const unsigned lanes = cast<FixedVectorType>(mask.getType())->getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const Constant *const takes_part = constant->getAggregateElement(lane);
    if (takes_part != nullptr && takes_part->isNullValue())
      continue;
    if (takes_part == nullptr || found)
      return {};
    found = lane;
  }
  return found;
}

} // namespace

void store_single_lanes(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *const store = dyn_cast<IntrinsicInst>(&instruction);
    if (store == nullptr || store->getIntrinsicID() != Intrinsic::masked_store)
      continue;
    const std::optional<unsigned> lane = lane_of(*store->getArgOperand(2));
    if (!lane)
      continue;
    Value *const vector = store->getArgOperand(0);
    Type *const type = cast<VectorType>(vector->getType())->getElementType();
    const std::uint64_t offset = function.getDataLayout().getTypeStoreSize(type) * *lane;
    IRBuilder<> builder(store);
    Value *const at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), store->getArgOperand(1), offset);
    builder.CreateAlignedStore(builder.CreateExtractElement(vector, *lane), at,
                               commonAlignment(store->getParamAlign(1).valueOrOne(), offset));
    store->eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
