// Masks of active lanes. A lane that is not active may hold poison anywhere but in a mask, so masks are combined by
// select.
#include "codegen/cpu/vectorize/emitter.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

Type *Emitter::mask_type() const {
  return FixedVectorType::get(Type::getInt1Ty(scalar_.getContext()), width_);
}

Value *Emitter::all_lanes() const {
  return Constant::getAllOnesValue(mask_type());
}

Value *Emitter::no_lanes() const {
  return Constant::getNullValue(mask_type());
}

Value *Emitter::mask_and(Value *mask, Value *condition) {
  return mask ? builder_.CreateSelect(mask, condition, no_lanes()) : condition;
}

Value *Emitter::mask_bits(Value *mask) {
  return builder_.CreateBitCast(full(mask), builder_.getIntNTy(width_));
}

Value *Emitter::any(Value *mask) {
  return mask ? builder_.CreateIsNotNull(mask_bits(mask)) : builder_.getTrue();
}

/// Lane by lane, also inside structs and arrays of vectors.
Value *Emitter::blend(Value *mask, Value *active, Value *inactive) {
  if (!mask || isa<PoisonValue>(inactive))
    return active;
  Type *type = active->getType();
  if (!type->isAggregateType())
    return builder_.CreateSelect(mask, active, inactive);
  Value *result = PoisonValue::get(type);
  const unsigned count =
      type->isStructTy() ? type->getStructNumElements() : unsigned(cast<ArrayType>(type)->getNumElements());
  for (unsigned i = 0; i < count; ++i)
    result = builder_.CreateInsertValue(
        result, blend(mask, builder_.CreateExtractValue(active, i), builder_.CreateExtractValue(inactive, i)), i);
  return result;
}

} // namespace weft::codegen::cpu::spmd
