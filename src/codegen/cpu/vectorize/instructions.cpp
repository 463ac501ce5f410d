// Instructions that touch neither memory nor control flow, by the shape of their result.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

void Emitter::emit(Instruction &inst, Value *mask) {
  if (auto *call = dyn_cast<CallBase>(&inst))
    return emit_call(*call, mask);
  if (auto *array = dyn_cast<AllocaInst>(&inst))
    return emit_alloca(*array);
  if (isa<GetElementPtrInst>(inst) && memory_.interleaved(&inst))
    return; // such addresses are computed where they are used
  if (auto *select = dyn_cast<SelectInst>(&inst); select && select->getTrueValue() == select->getFalseValue()) {
    values_[&inst] = lanes_of(select->getTrueValue());
    return;
  }
  switch (shape(&inst).kind) {
  case Shape::Kind::unknown:
  case Shape::Kind::uniform:
    return emit_uniform(inst);
  case Shape::Kind::linear:
    return emit_linear(inst, mask);
  case Shape::Kind::varying:
    return emit_varying(inst, mask);
  }
}

/// One execution stands for all lanes.
void Emitter::emit_uniform(Instruction &inst) {
  Instruction *copy = inst.clone();
  for (Use &operand : copy->operands())
    operand.set(uniform(operand));
  builder_.Insert(copy, inst.getName());
  define_uniform(inst, copy);
}

/// (base, stride) of a linear or uniform value in a wider type, following extends_exactly().
std::pair<Value *, Value *> Emitter::extended(const Value &narrow, Type *type, bool is_signed) {
  auto widen = [&](Value *value, bool sign) {
    return sign ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
  };
  Value *zero = ConstantInt::get(type, 0);
  if (shape(&narrow).is_uniform())
    return {widen(uniform(&narrow), is_signed), zero};
  if (shape(&narrow).aligned || isa<Argument>(narrow))
    return {widen(uniform(&narrow), is_signed), widen(lanes_of(&narrow).stride, true)};
  const auto &inst = cast<Instruction>(narrow);
  auto operand = [&](unsigned i, bool sign) { return extended(*inst.getOperand(i), type, sign); };
  auto pairwise = [&](auto operation) {
    const auto left = operand(0, is_signed), right = operand(1, is_signed);
    return std::pair{operation(left.first, right.first), operation(left.second, right.second)};
  };
  switch (inst.getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
    return pairwise([&](Value *a, Value *b) { return builder_.CreateAdd(a, b); });
  case Instruction::Sub:
    return pairwise([&](Value *a, Value *b) { return builder_.CreateSub(a, b); });
  case Instruction::Mul: {
    auto left = operand(0, is_signed), right = operand(1, is_signed);
    if (shape(inst.getOperand(0)).is_uniform())
      std::swap(left, right);
    return {builder_.CreateMul(left.first, right.first), builder_.CreateMul(left.second, right.first)};
  }
  case Instruction::Shl: {
    const auto left = operand(0, is_signed);
    Value *amount = widen(uniform(inst.getOperand(1)), false);
    return {builder_.CreateShl(left.first, amount), builder_.CreateShl(left.second, amount)};
  }
  case Instruction::Xor: {
    const auto left = operand(0, is_signed);
    Value *ones = widen(inst.getOperand(1), is_signed);
    return {builder_.CreateSub(ones, left.first), builder_.CreateNeg(left.second)};
  }
  case Instruction::ZExt:
    return operand(0, false);
  case Instruction::SExt:
    return operand(0, true);
  case Instruction::Trunc: {
    const Value &wide = *inst.getOperand(0);
    if (wide.getType()->getIntegerBitWidth() < type->getIntegerBitWidth())
      return operand(0, is_signed);
    const Lanes lanes = lanes_of(&wide);
    return {widen(lanes.base, is_signed), lanes.stride ? widen(lanes.stride, true) : zero};
  }
  default:
    llvm_unreachable("extends_exactly() admits no other instruction");
  }
}

void Emitter::emit_linear(Instruction &inst, Value *mask) {
  auto base = [&](unsigned i) { return uniform(inst.getOperand(i)); };
  auto stride = [&](unsigned i) -> Value * {
    Value *known = lanes_of(inst.getOperand(i)).stride;
    return known ? known : stride_constant(inst.getOperand(i)->getType(), 0);
  };
  auto set = [&](Value *start, Value *step) {
    const Shape its = shape(&inst);
    define(inst, {.base = start, .stride = its.stride ? stride_constant(inst.getType(), *its.stride) : step});
  };
  switch (inst.getOpcode()) {
  case Instruction::Add:
    return set(builder_.CreateAdd(base(0), base(1)), builder_.CreateAdd(stride(0), stride(1)));
  case Instruction::Or: { // the first lane may be one that rests, whose bits are not disjoint
    const bool is_sum = cast<PossiblyDisjointInst>(inst).isDisjoint();
    Value *start = is_sum ? builder_.CreateAdd(base(0), base(1)) : builder_.CreateOr(base(0), base(1));
    return set(start, builder_.CreateAdd(stride(0), stride(1)));
  }
  case Instruction::Sub:
    return set(builder_.CreateSub(base(0), base(1)), builder_.CreateSub(stride(0), stride(1)));
  case Instruction::Xor:
    return set(builder_.CreateXor(base(0), base(1)), builder_.CreateNeg(stride(0)));
  case Instruction::And: // the rest of aligned values, whose lanes differ in bits that stay
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::URem:
    return set(builder_.CreateBinOp(cast<BinaryOperator>(inst).getOpcode(), base(0), base(1)), nullptr);
  case Instruction::Mul: {
    const unsigned linear = shape(inst.getOperand(0)).is_uniform() ? 1 : 0;
    return set(builder_.CreateMul(base(0), base(1)), builder_.CreateMul(stride(linear), base(1 - linear)));
  }
  case Instruction::Shl:
    return set(builder_.CreateShl(base(0), base(1)), builder_.CreateShl(stride(0), base(1)));
  case Instruction::Trunc:
    return set(builder_.CreateTrunc(base(0), inst.getType()), builder_.CreateTrunc(stride(0), inst.getType()));
  case Instruction::SExt:
  case Instruction::ZExt: {
    const auto [start, step] = extended(*inst.getOperand(0), inst.getType(), isa<SExtInst>(inst));
    return set(start, step);
  }
  case Instruction::Freeze:
    return set(builder_.CreateFreeze(base(0)), builder_.CreateFreeze(stride(0)));
  case Instruction::Select:
    return set(builder_.CreateSelect(base(0), base(1), base(2)), stride(1));
  case Instruction::GetElementPtr:
    return emit_linear_address(cast<GetElementPtrInst>(inst), mask);
  default:
    return set(builder_.CreateCast(cast<CastInst>(inst).getOpcode(), base(0), inst.getType()), stride(0));
  }
}

/// Lane 0 may be inactive and its address out of bounds, so that nothing but wrapping arithmetic may be promised then.
void Emitter::emit_linear_address(GetElementPtrInst &address, Value *mask) {
  const Lanes start = lanes_of(address.getPointerOperand());
  Value *stride = start.stride ? start.stride : builder_.getInt64(0);
  SmallVector<Value *, 4> indices;
  for (auto it = gep_type_begin(address), end = gep_type_end(address); it != end; ++it) {
    const Lanes index = lanes_of(it.getOperand());
    indices.push_back(index.base);
    if (index.stride)
      stride = builder_.CreateAdd(
          stride, builder_.CreateMul(index.stride, builder_.getInt64(it.getSequentialElementStride(layout_))));
  }
  Value *base = builder_.CreateGEP(address.getSourceElementType(), start.base, indices, address.getName(),
                                   mask ? GEPNoWrapFlags::none() : address.getNoWrapFlags());
  const Shape its = shape(&address);
  define(address, {.base = base, .stride = its.stride ? builder_.getInt64(*its.stride) : stride});
}

void Emitter::emit_varying_address(GetElementPtrInst &address) {
  SmallVector<Value *, 4> indices;
  for (const Use &index : address.indices())
    indices.push_back(shape(index).is_uniform() ? uniform(index) : vector(index));
  const Value *start = address.getPointerOperand();
  Value *result =
      builder_.CreateGEP(address.getSourceElementType(), shape(start).is_uniform() ? uniform(start) : vector(start),
                         indices, address.getName(), address.getNoWrapFlags());
  define_vector(address, result->getType()->isVectorTy() ? result : splat(result));
}

namespace {

/// Vectors of these types may be handed to the code generator in arithmetic.
bool splits_into_elements(Type *type) {
  return !type->isAggregateType() && !type->isVectorTy();
}

bool wants_per_lane(const Instruction &inst) {
  auto odd = [](Type *type) {
    return type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty() || type->isVectorTy();
  };
  return odd(inst.getType()) || any_of(inst.operands(), [&](const Use &operand) { return odd(operand->getType()); });
}

} // namespace

void Emitter::emit_varying(Instruction &inst, Value *mask) {
  if (auto *load = dyn_cast<LoadInst>(&inst))
    return emit_load(*load, mask);
  if (auto *store = dyn_cast<StoreInst>(&inst))
    return emit_store(*store, mask);
  if (auto *update = dyn_cast<AtomicRMWInst>(&inst))
    return emit_atomic_update(*update, mask);
  if (wants_per_lane(inst) || isa<AtomicCmpXchgInst>(inst))
    return emit_per_lane(inst, mask);
  auto operand = [&](unsigned i) { return vector(inst.getOperand(i)); };
  auto set = [&](Value *value) {
    if (auto *made = dyn_cast<Instruction>(value); made && made->getOpcode() == inst.getOpcode() && !made->hasName()) {
      made->copyIRFlags(&inst);
      made->setName(inst.getName());
    }
    define_vector(inst, value);
  };
  if (auto *binary = dyn_cast<BinaryOperator>(&inst)) {
    if (binary->isIntDivRem() && divides_per_lane(*binary, mask))
      return emit_per_lane(inst, mask);
    return set(combine(*binary, mask));
  }
  if (auto *unary = dyn_cast<UnaryOperator>(&inst))
    return set(builder_.CreateUnOp(unary->getOpcode(), operand(0)));
  if (auto *compare = dyn_cast<CmpInst>(&inst))
    return set(builder_.CreateCmp(compare->getPredicate(), operand(0), operand(1)));
  if (auto *cast = dyn_cast<CastInst>(&inst))
    return set(builder_.CreateCast(cast->getOpcode(), operand(0), lanes_type(inst.getType())));
  if (isa<FreezeInst>(inst) && splits_into_elements(inst.getType()))
    return set(builder_.CreateFreeze(operand(0)));
  if (auto *address = dyn_cast<GetElementPtrInst>(&inst))
    return emit_varying_address(*address);
  if (auto *select = dyn_cast<SelectInst>(&inst)) {
    const Value *condition = select->getCondition();
    if (shape(condition).is_uniform())
      return set(builder_.CreateSelect(uniform(condition), operand(1), operand(2)));
    return set(blend(vector(condition), operand(1), operand(2)));
  }
  if (auto *part = dyn_cast<ExtractValueInst>(&inst))
    return set(builder_.CreateExtractValue(operand(0), part->getIndices()));
  if (auto *whole = dyn_cast<InsertValueInst>(&inst))
    return set(builder_.CreateInsertValue(operand(0), operand(1), whole->getIndices()));
  emit_per_lane(inst, mask);
}

Value *Emitter::combine(BinaryOperator &inst, Value *mask) {
  if (inst.isIntDivRem())
    return divide(inst, mask);
  return builder_.CreateBinOp(inst.getOpcode(), vector(inst.getOperand(0)), vector(inst.getOperand(1)));
}

} // namespace weft::codegen::cpu::spmd
