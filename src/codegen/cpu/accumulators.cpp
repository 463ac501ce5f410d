// The group's accumulators: vector wide while items put, one horizontal step in a fixed order when the group meets.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/reductions.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
bool is_barrier(const Instruction &instruction) {
  return ir::builtin_of(instruction) == ir::Builtin::barrier;
}
} // namespace

Value *Accumulators::result(IRBuilder<> &ir, Value *scratch, unsigned slot) const {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), scratch, slot * stride());
}

Value *Accumulators::accumulator(IRBuilder<> &ir, Value *scratch, unsigned slot) const {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), scratch, slot * stride() + result_bytes);
}

namespace {
Type *vector_of(Type *type, unsigned count) {
  return count == 1 ? type : static_cast<Type *>(FixedVectorType::get(type, count));
}
} // namespace

Type *Accumulators::lanes_type(const Slot &slot) const {
  return vector_of(slot.type, lanes_);
}

Type *Accumulators::accumulator_type(const Slot &slot) const {
  return keeps_items(slot) ? vector_of(slot.type, items_) : lanes_type(slot);
}

Constant *Accumulators::nothing_put(const Slot &slot) const {
  const auto *vector = dyn_cast<FixedVectorType>(accumulator_type(slot));
  return vector ? ConstantVector::getSplat(vector->getElementCount(), identity_of(slot.operation, slot.type))
                : identity_of(slot.operation, slot.type);
}

void Accumulators::reset(IRBuilder<> &ir, Value *scratch) const {
  for (unsigned i = 0; i < meetings_.slots.size(); ++i)
    ir.CreateAlignedStore(nothing_put(meetings_.slots[i]), accumulator(ir, scratch, i), Align(64));
}

void Accumulators::complete(IRBuilder<> &ir, Value *scratch, const Meeting &meeting) const {
  for (const unsigned i : meeting.slots) {
    const Slot &slot = meetings_.slots[i];
    Value *place = accumulator(ir, scratch, i);
    Value *all = ir.CreateAlignedLoad(accumulator_type(slot), place, Align(64));
    ir.CreateAlignedStore(horizontal(ir, slot.operation, all), result(ir, scratch, i), Align(64));
    ir.CreateAlignedStore(nothing_put(slot), place, Align(64));
  }
}

/// What the lanes put, and for those that rest what changes nothing.
Value *Accumulators::put_by_all(IRBuilder<> &ir, const CallInst &put, const Slot &slot) const {
  Value *value = put.getArgOperand(1);
  WEFT_CHECK(value->getType() == lanes_type(slot), "group accumulator: put of another width");
  if (put.arg_size() == 2)
    return value;
  return ir.CreateSelect(
      put.getArgOperand(2), value,
      ConstantVector::getSplat(ElementCount::getFixed(lanes_), identity_of(slot.operation, slot.type)));
}

void Accumulators::put(IRBuilder<> &ir, Function &function, Value *value, unsigned index) const {
  const Slot &slot = meetings_.slots[index];
  Value *place = accumulator(ir, function.getArg(arg_scratch), index);
  if (keeps_items(slot)) {
    place = ir.CreateInBoundsGEP(value->getType(), place, function.getArg(arg_sub_group));
    ir.CreateAlignedStore(value, place, Align(slot.type->getPrimitiveSizeInBits() / 8));
    return;
  }
  Value *before = ir.CreateAlignedLoad(value->getType(), place, Align(64));
  ir.CreateAlignedStore(combine(ir, slot.operation, before, value), place, Align(64));
}

void Accumulators::lower(Function &function) const {
  Value *scratch = function.getArg(arg_scratch);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    CallInst *call = call_of(instruction, group_prefix);
    if (call == nullptr)
      continue;
    IRBuilder<> ir(call);
    const unsigned index = slot_of(*call);
    const Slot &slot = meetings_.slots[index];
    if (call_of(*call, group_get_prefix)) {
      call->replaceAllUsesWith(ir.CreateAlignedLoad(call->getType(), result(ir, scratch, index), Align(64)));
    } else {
      put(ir, function, put_by_all(ir, *call, slot), index);
    }
    call->eraseFromParent();
  }
}

void Accumulators::lower_in_one_vector(Function &function) const {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  SmallVector<AllocaInst *, 8> results; // of the slots
  for (const Slot &slot : meetings_.slots)
    results.push_back(entry.CreateAlloca(slot.type));
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    CallInst *call = is_barrier(instruction) ? cast<CallInst>(&instruction) : call_of(instruction, group_prefix);
    if (call == nullptr)
      continue;
    IRBuilder<> ir(call);
    if (call_of(*call, group_get_prefix)) {
      call->replaceAllUsesWith(ir.CreateLoad(call->getType(), results[slot_of(*call)]));
    } else if (!is_barrier(*call)) {
      const Slot &slot = meetings_.slots[slot_of(*call)];
      ir.CreateStore(horizontal(ir, slot.operation, put_by_all(ir, *call, slot)), results[slot_of(*call)]);
    }
    call->eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
