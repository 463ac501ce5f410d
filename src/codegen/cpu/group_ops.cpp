// Splits group operations at their barrier, before vectorization.
#include "codegen/cpu/group_ops.hpp"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/partings.hpp"
#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/reductions.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
class GroupOps {
public:
  GroupOps(Function &spmd, const Launch &launch) : spmd_(spmd), launch_(launch), ir_(spmd.getContext()) {}

  void barrier(CallInst &call) {
    if (!ir::is_group_meeting(call))
      return sub_group_barrier(call);
    call.setArgOperand(0, ir_.getInt32(meetings_.barriers.size()));
    meetings_.barriers.push_back({});
  }

  void sub_group_barrier(CallInst &call) {
    ir_.SetInsertPoint(&call);
    ir_.CreateCall(lanes_meet(*spmd_.getParent()))->setConvergent();
    call.eraseFromParent();
  }

  /// The chosen item contributes its bits, all others none.
  Value *broadcast(CallInst &call) {
    Value *value = call.getArgOperand(0);
    Value *chosen = ir_.CreateICmpEQ(linear_id(), call.getArgOperand(1));
    Type *bits = ir_.getIntNTy(value->getType()->getScalarSizeInBits());
    Value *mine = ir_.CreateSelect(chosen, ir_.CreateBitCast(value, bits), ConstantInt::get(bits, 0));
    return ir_.CreateBitCast(meet("or", mine), value->getType());
  }

  Value *vote(CallInst &call, const char *operation) {
    Value *mine = ir_.CreateZExt(call.getArgOperand(0), ir_.getInt32Ty());
    return ir_.CreateTrunc(meet(operation, mine), call.getType());
  }

  /// Barriers and operations of the group.
  void lower(CallInst &call) {
    const ir::BuiltinInfo &builtin = ir::builtin_of(call);
    if (builtin == ir::Builtin::barrier)
      return barrier(call);
    if (builtin == ir::Builtin::sub_group_barrier_among)
      return sub_group_barrier(call);
    if (builtin.is_of_sub_group() || !(builtin.reduces() || builtin == ir::Builtin::group_broadcast ||
                                       builtin == ir::Builtin::group_any || builtin == ir::Builtin::group_all))
      return;
    ir_.SetInsertPoint(&call);
    Value *result = builtin.reduces() ? meet(operation_of(builtin), call.getArgOperand(0))
                    : builtin == ir::Builtin::group_broadcast
                        ? broadcast(call)
                        : vote(call, builtin == ir::Builtin::group_any ? "or" : "and");
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  Meetings take() { return std::move(meetings_); }

private:
  Value *linear_id() {
    const auto id = [&](unsigned dim) { return spmd_.getArg(arg_item + dim); };
    const auto range = [&](unsigned dim) { return ir_.getInt64(launch_.local(dim)); };
    Value *rows = ir_.CreateAdd(ir_.CreateMul(id(2), range(1), "", true, true), id(1), "", true, true);
    return ir_.CreateAdd(ir_.CreateMul(rows, range(0), "", true, true), id(0), "", true, true);
  }

  Value *meet(StringRef operation, Value *value) {
    Type *type = value->getType();
    const unsigned bits = type->getScalarSizeInBits();
    const std::string suffix = fmt::format("{}.{}{}", operation.str(), type->isFloatingPointTy() ? 'f' : 'i', bits);
    const unsigned slot = meetings_.slots.size();
    meetings_.slots.push_back({operation.str(), type});
    Module &module = *spmd_.getParent();
    ir_.CreateCall(
        module.getOrInsertFunction((group_put_prefix + suffix).str(), ir_.getVoidTy(), ir_.getInt32Ty(), type),
        {ir_.getInt32(slot), value});
    ir::call_builtin(ir_, ir::Builtin::barrier, {ir_.getInt32(meetings_.barriers.size())});
    meetings_.barriers.push_back({{slot}});
    return ir_.CreateCall(module.getOrInsertFunction((group_get_prefix + suffix).str(), type, ir_.getInt32Ty()),
                          {ir_.getInt32(slot)});
  }

  Function &spmd_;
  const Launch &launch_;
  IRBuilder<> ir_;
  Meetings meetings_;
};
} // namespace

Meetings split_group_ops(Function &spmd, const Launch &launch) {
  GroupOps ops(spmd, launch);
  for (Instruction &instruction : make_early_inc_range(instructions(spmd)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      ops.lower(*call);
  Meetings meetings = ops.take();
  meetings.lets_off = lets_items_off(spmd, Among::group);
  return meetings;
}

SmallVector<CallInst *, 8> barrier_calls(Function &spmd) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(spmd))
    if (ir::builtin_of(instruction) == ir::Builtin::barrier)
      calls.push_back(cast<CallInst>(&instruction));
  return calls;
}

unsigned barrier_number(const CallInst &barrier) {
  return cast<ConstantInt>(barrier.getArgOperand(0))->getZExtValue();
}

namespace {
/// What a sub-group of one work-item gives: its own value, or a number of work-items or lanes.
Value *answer_of_one(CallInst &call, const ir::BuiltinInfo &builtin) {
  Type *type = call.getType();
  if (call.arg_size() == 0)
    return ConstantInt::get(type, builtin == ir::Builtin::sub_group_local_id ? 0 : 1);
  Value *own = call.getArgOperand(0);
  return own->getType() == type ? own : CastInst::CreateZExtOrBitCast(own, type, "", call.getIterator());
}
} // namespace

void lower_trivial_sub_groups(Function &spmd) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    const ir::BuiltinInfo &builtin = ir::builtin_of(instruction);
    if (builtin.is_of_sub_group()) {
      auto &call = cast<CallInst>(instruction);
      call.replaceAllUsesWith(answer_of_one(call, builtin));
    } else if (!call_of(instruction, lanes_meet_name)) {
      continue;
    }
    instruction.eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
