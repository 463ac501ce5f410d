// Moves values between vectors and arrays on the stack.
#include "codegen/cpu/vectorize/lane_slots.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

Value *part_of(IRBuilder<> &builder, Value *whole, ArrayRef<unsigned> path) {
  for (unsigned index : path)
    whole = whole->getType()->isVectorTy() ? builder.CreateExtractElement(whole, index)
                                           : builder.CreateExtractValue(whole, index);
  return whole;
}

Value *with_part(IRBuilder<> &builder, Value *whole, ArrayRef<unsigned> path, Value *part) {
  if (path.empty())
    return part;
  if (whole->getType()->isVectorTy())
    return builder.CreateInsertElement(whole, part, path[0]);
  Value *inner = builder.CreateExtractValue(whole, path[0]);
  return builder.CreateInsertValue(whole, with_part(builder, inner, path.drop_front(), part), path[0]);
}

Type *stored_type(const LaneSlots::Part &part) {
  return part.place->getAllocatedType()->getArrayElementType();
}

/// Vectors of the type lie in memory as arrays do.
bool packs_as_array(const LaneSlots::Part &part) {
  const DataLayout &layout = part.place->getDataLayout();
  Type *type = stored_type(part);
  return layout.getTypeSizeInBits(type) == layout.getTypeAllocSizeInBits(type);
}

Value *address(IRBuilder<> &builder, const LaneSlots::Part &part, Value *lane) {
  return builder.CreateInBoundsGEP(stored_type(part), part.place, lane);
}

Value *convert(IRBuilder<> &builder, Value *value, Type *type) {
  return type->isIntOrIntVectorTy() ? builder.CreateZExtOrTrunc(value, type) : value;
}

} // namespace

void LaneSlots::write_all(IRBuilder<> &builder, Value *lanes) const {
  for (const Part &part : parts_) {
    Value *vector = part_of(builder, lanes, part.path);
    const unsigned width = cast<FixedVectorType>(vector->getType())->getNumElements();
    vector = convert(builder, vector, FixedVectorType::get(stored_type(part), width));
    if (packs_as_array(part)) {
      builder.CreateAlignedStore(vector, part.place, part.place->getAlign());
      continue;
    }
    for (unsigned i = 0; i < width; ++i)
      builder.CreateStore(builder.CreateExtractElement(vector, i), address(builder, part, builder.getInt64(i)));
  }
}

Value *LaneSlots::read_all(IRBuilder<> &builder, Type *lanes_type) const {
  Value *lanes = PoisonValue::get(lanes_type);
  for (const Part &part : parts_) {
    const auto width = unsigned(part.place->getAllocatedType()->getArrayNumElements());
    Type *stored = FixedVectorType::get(stored_type(part), width);
    Value *vector = PoisonValue::get(stored);
    if (packs_as_array(part))
      vector = builder.CreateAlignedLoad(stored, part.place, part.place->getAlign());
    else
      for (unsigned i = 0; i < width; ++i)
        vector = builder.CreateInsertElement(
            vector, builder.CreateLoad(stored_type(part), address(builder, part, builder.getInt64(i))), i);
    lanes = with_part(builder, lanes, part.path, convert(builder, vector, FixedVectorType::get(part.type, width)));
  }
  return lanes;
}

void LaneSlots::write_lane(IRBuilder<> &builder, Value *scalar, Value *lane) const {
  for (const Part &part : parts_)
    builder.CreateStore(convert(builder, part_of(builder, scalar, part.path), stored_type(part)),
                        address(builder, part, lane));
}

Value *LaneSlots::read_lane(IRBuilder<> &builder, Value *lane) const {
  Value *scalar = PoisonValue::get(scalar_);
  for (const Part &part : parts_) {
    Value *value = builder.CreateLoad(stored_type(part), address(builder, part, lane));
    scalar = with_part(builder, scalar, part.path, convert(builder, value, part.type));
  }
  return scalar;
}

} // namespace weft::codegen::cpu::spmd
