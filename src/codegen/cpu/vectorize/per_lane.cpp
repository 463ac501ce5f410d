// The way out for what has no vector form: a loop over the active lanes that runs the scalar instruction for each, in
// order.
#include "codegen/cpu/vectorize/emitter.hpp"

#include "codegen/cpu/vectorize/lane_slots.hpp"
#include "codegen/ir/atomics.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

/// Calls visit(type, path) for every number in a value of `type`.
template <class Visit> void for_each_number(Type *type, SmallVector<unsigned, 4> path, Visit visit) {
  unsigned count = 0;
  if (auto *record = dyn_cast<StructType>(type))
    count = record->getNumElements();
  else if (auto *array = dyn_cast<ArrayType>(type))
    count = unsigned(array->getNumElements());
  else if (auto *vector = dyn_cast<FixedVectorType>(type))
    count = vector->getNumElements();
  else
    return visit(type, path);
  for (unsigned i = 0; i < count; ++i) {
    path.push_back(i);
    for_each_number(type->isStructTy() ? type->getStructElementType(i) : type->getContainedType(0), path, visit);
    path.pop_back();
  }
}

} // namespace

/// Slots are shared between instructions; `used` counts those of each type that one instruction needs at the same time.
LaneSlots Emitter::lane_slots(Type *scalar, DenseMap<Type *, unsigned> &used) {
  SmallVector<LaneSlots::Part, 2> parts;
  for_each_number(scalar, {}, [&](Type *type, ArrayRef<unsigned> path) {
    Type *stored = type->isIntegerTy() ? builder_.getIntNTy(8 * layout_.getTypeAllocSize(type)) : type;
    SmallVector<AllocaInst *, 4> &existing = scratch_[stored];
    const unsigned index = used[stored]++;
    if (index == existing.size()) {
      IRBuilder<>::InsertPointGuard guard(builder_);
      builder_.SetInsertPoint(prologue_, prologue_->begin());
      existing.push_back(builder_.CreateAlloca(ArrayType::get(stored, width_), nullptr, "lanes"));
      existing.back()->setAlignment(Align(64));
    }
    parts.push_back({SmallVector<unsigned, 4>(path), existing[index], type});
  });
  return {scalar, std::move(parts)};
}

void Emitter::emit_per_lane(Instruction &inst, Value *mask) {
  DenseMap<Type *, unsigned> used;
  DenseMap<const Value *, LaneSlots> spilled;
  for (const Use &operand : inst.operands()) {
    if (isa<BasicBlock>(operand) || operand->getType()->isMetadataTy() || !shape(operand).is_varying() ||
        spilled.contains(operand))
      continue;
    const LaneSlots slots = lane_slots(operand->getType(), used);
    slots.write_all(builder_, vector(operand));
    spilled.try_emplace(operand, slots);
  }
  const bool has_result = !inst.getType()->isVoidTy() && !inst.use_empty();
  const LaneSlots results = lane_slots(has_result ? inst.getType() : StructType::get(inst.getContext()), used);
  for_each_active_lane(mask, [&](Value *lane) {
    Instruction *copy = inst.clone();
    for (Use &operand : copy->operands()) {
      if (operand->getType()->isMetadataTy())
        continue;
      if (auto it = spilled.find(operand); it != spilled.end()) {
        operand.set(it->second.read_lane(builder_, lane));
        continue;
      }
      const Lanes lanes = lanes_of(operand);
      operand.set(lanes.stride ? linear_lane(lanes, lane) : lanes.base);
    }
    builder_.Insert(copy);
    if (has_result)
      results.write_lane(builder_, copy, lane);
    if (copy->isAtomic() && getAtomicSyncScopeID(copy) == SyncScope::SingleThread)
      ir::make_plain(*copy);
  });
  if (has_result)
    define_vector(inst, results.read_all(builder_, lanes_type(inst.getType())));
}

/// The value of a linear one in a lane that is only known when it runs.
Value *Emitter::linear_lane(const Lanes &lanes, Value *lane) {
  Value *number = builder_.CreateZExtOrTrunc(lane, lanes.stride->getType());
  Value *distance = builder_.CreateMul(number, lanes.stride);
  return lanes.base->getType()->isPointerTy() ? builder_.CreatePtrAdd(lanes.base, distance)
                                              : builder_.CreateAdd(lanes.base, distance);
}

/// Repeats `body(lane)` for active lanes in ascending order; one at least is active.
void Emitter::for_each_active_lane(Value *mask, function_ref<void(Value *)> body) {
  BasicBlock *before = builder_.GetInsertBlock();
  auto *loop = BasicBlock::Create(scalar_.getContext(), "lane", function_);
  auto *after = BasicBlock::Create(scalar_.getContext(), "lanes.done", function_);
  Type *number = builder_.getInt64Ty();
  Value *start = mask ? builder_.CreateZExtOrTrunc(mask_bits(mask), number) : builder_.getInt64(0);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *state = builder_.CreatePHI(number, 2, mask ? "left" : "lane");
  state->addIncoming(start, before);
  body(mask ? builder_.CreateBinaryIntrinsic(Intrinsic::cttz, state, builder_.getTrue()) : state);
  Value *next = mask ? builder_.CreateAnd(state, builder_.CreateSub(state, builder_.getInt64(1)))
                     : builder_.CreateAdd(state, builder_.getInt64(1));
  state->addIncoming(next, builder_.GetInsertBlock());
  Value *more = mask ? builder_.CreateIsNotNull(next) : builder_.CreateICmpULT(next, builder_.getInt64(width_));
  builder_.CreateCondBr(more, loop, after);
  builder_.SetInsertPoint(after);
}

} // namespace weft::codegen::cpu::spmd
