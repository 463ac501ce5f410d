// Representations of values for all lanes, and the way from one to another.
#include "codegen/cpu/vectorize/emitter.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

/// Vector element types are kept; structs and arrays become structs and arrays of vectors; a short vector becomes an
/// array.
Type *Emitter::lanes_type(Type *type) const {
  if (auto *record = dyn_cast<StructType>(type)) {
    SmallVector<Type *, 4> parts;
    for (Type *part : record->elements())
      parts.push_back(lanes_type(part));
    return StructType::get(type->getContext(), parts);
  }
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(lanes_type(array->getElementType()), array->getNumElements());
  if (auto *shorter = dyn_cast<FixedVectorType>(type))
    return ArrayType::get(lanes_type(shorter->getElementType()), shorter->getNumElements());
  return FixedVectorType::get(type, width_);
}

/// Types whose vectors the code generator handles in memory as in registers.
bool Emitter::is_element(Type *type) const {
  return type->isPointerTy() || type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

Lanes &Emitter::define(const Value &scalar, Lanes lanes) {
  lanes.block = builder_.GetInsertBlock();
  lanes.before = lanes.block->empty() ? nullptr : &lanes.block->back();
  return values_[&scalar] = lanes;
}

Lanes Emitter::lanes_of(const Value *scalar) const {
  if (auto it = values_.find(scalar); it != values_.end())
    return it->second;
  return {.base = const_cast<Value *>(scalar)};
}

/// The value itself if uniform, lane 0's if linear.
Value *Emitter::uniform(const Value *scalar) {
  return lanes_of(scalar).base;
}

Value *Emitter::splat(Value *scalar) {
  Type *type = scalar->getType();
  if (isa<PoisonValue>(scalar))
    return PoisonValue::get(lanes_type(type));
  if (!type->isAggregateType() && !type->isVectorTy())
    return builder_.CreateVectorSplat(width_, scalar);
  Value *result = PoisonValue::get(lanes_type(type));
  if (auto *shorter = dyn_cast<FixedVectorType>(type)) {
    for (unsigned i = 0; i < shorter->getNumElements(); ++i)
      result = builder_.CreateInsertValue(result, splat(builder_.CreateExtractElement(scalar, i)), i);
    return result;
  }
  const unsigned count =
      type->isStructTy() ? type->getStructNumElements() : unsigned(cast<ArrayType>(type)->getNumElements());
  for (unsigned i = 0; i < count; ++i)
    result = builder_.CreateInsertValue(result, splat(builder_.CreateExtractValue(scalar, i)), i);
  return result;
}

Value *Emitter::lane_numbers(Type *type, std::int64_t step) {
  SmallVector<Constant *, 64> numbers;
  const unsigned bits = type->getIntegerBitWidth();
  for (unsigned i = 0; i < width_; ++i)
    numbers.push_back(ConstantInt::get(type, APInt(64, std::uint64_t(step) * i).sextOrTrunc(bits)));
  return ConstantVector::get(numbers);
}

/// Strides of addresses are 64-bit numbers, of integers of the integers' type.
Value *Emitter::stride_constant(Type *type, std::int64_t stride) {
  Type *number = type->isPointerTy() ? builder_.getInt64Ty() : type;
  return ConstantInt::get(number, APInt(64, std::uint64_t(stride)).sextOrTrunc(number->getIntegerBitWidth()));
}

Value *Emitter::spread(const Lanes &lanes) {
  if (!lanes.stride)
    return splat(lanes.base);
  Type *type = lanes.stride->getType();
  const auto *constant = dyn_cast<ConstantInt>(lanes.stride);
  Value *steps = constant ? lane_numbers(type, constant->getSExtValue())
                          : builder_.CreateMul(lane_numbers(type), splat(lanes.stride));
  if (lanes.base->getType()->isPointerTy())
    return builder_.CreateGEP(builder_.getInt8Ty(), lanes.base, steps);
  return builder_.CreateAdd(splat(lanes.base), steps);
}

/// In the prologue for what is there from the start.
void Emitter::set_behind_definition(const Lanes &lanes) {
  if (!lanes.block)
    builder_.SetInsertPoint(prologue_->getTerminator());
  else if (lanes.before)
    builder_.SetInsertPoint(lanes.block, std::next(lanes.before->getIterator()));
  else
    builder_.SetInsertPoint(lanes.block, lanes.block->begin());
}

/// The vector of all lanes' values. Uniform and linear values are spread right behind their definition, once.
Value *Emitter::vector(const Value *scalar) {
  auto it = values_.find(scalar);
  if (it == values_.end())
    return splat(const_cast<Value *>(scalar));
  Lanes &lanes = it->second;
  if (lanes.vector)
    return lanes.vector;
  IRBuilder<>::InsertPointGuard guard(builder_);
  set_behind_definition(lanes);
  return lanes.vector = spread(lanes);
}

} // namespace weft::codegen::cpu::spmd
