// Splits group operations at their barrier, before vectorization.
#include "codegen/cpu/group_ops.hpp"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t scope_sub_group = 1;

class GroupOps {
public:
  GroupOps(Function &spmd, const Launch &launch) : spmd_(spmd), launch_(launch), ir_(spmd.getContext()) {}

  void barrier(CallInst &call) {
    const auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(0));
    if (scope != nullptr && scope->getZExtValue() <= scope_sub_group)
      return sub_group_barrier(call);
    call.setArgOperand(0, ir_.getInt32(meetings_.barriers.size()));
    meetings_.barriers.push_back({});
  }

  void sub_group_barrier(CallInst &call) {
    ir_.SetInsertPoint(&call);
    auto barrier = spmd_.getParent()->getOrInsertFunction("__weft_sub_group_barrier", ir_.getVoidTy());
    cast<Function>(barrier.getCallee())->addFnAttr(Attribute::Convergent);
    cast<Function>(barrier.getCallee())->setDoesNotThrow();
    ir_.CreateCall(barrier)->addFnAttr(Attribute::Convergent);
    call.eraseFromParent();
  }

  /// reduce_<op>_<type>
  Value *reduce(CallInst &call, StringRef name) {
    const auto [op, type] = name.rsplit('_');
    const char kind = type.front();
    std::string operation = op.str();
    if (op == "min" || op == "max")
      operation = (kind == 'f' ? "" : kind == 'i' ? "s" : "u") + operation;
    return meet(operation, call.getArgOperand(0));
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

  void lower(CallInst &call, StringRef name) {
    ir_.SetInsertPoint(&call);
    Value *result = nullptr;
    if (name.consume_front("reduce_"))
      result = reduce(call, name);
    else if (name.starts_with("broadcast_"))
      result = broadcast(call);
    else
      result = vote(call, name == "any" ? "or" : "and");
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
    ir_.CreateCall(module.getOrInsertFunction("weft.group.put." + suffix, ir_.getVoidTy(), ir_.getInt32Ty(), type),
                   {ir_.getInt32(slot), value});
    auto barrier = module.getOrInsertFunction("__weft_barrier", ir_.getVoidTy(), ir_.getInt32Ty());
    auto *meeting = ir_.CreateCall(barrier, {ir_.getInt32(meetings_.barriers.size())});
    cast<Function>(barrier.getCallee())->addFnAttr(Attribute::Convergent);
    meeting->addFnAttr(Attribute::Convergent);
    meetings_.barriers.push_back({{slot}});
    return ir_.CreateCall(module.getOrInsertFunction("weft.group.get." + suffix, type, ir_.getInt32Ty()),
                          {ir_.getInt32(slot)});
  }

  Function &spmd_;
  const Launch &launch_;
  IRBuilder<> ir_;
  Meetings meetings_;
};
} // namespace

namespace {
/// Do items that differ within the group part where some go on to a barrier and others to none?
bool lets_items_off(Function &spmd) {
  const BarrierControl barriers(spmd);
  if (none_of(spmd, [&](const BasicBlock &block) { return barriers.lets_off(&block); }))
    return false;
  const GroupUniformity analyses(spmd);
  return any_of(spmd, [&](const BasicBlock &block) {
    return barriers.lets_off(&block) && !analyses.uniform(*block.getTerminator()->getOperand(0));
  });
}
} // namespace

Meetings split_group_ops(Function &spmd, const Launch &launch) {
  GroupOps ops(spmd, launch);
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    StringRef name = callee ? callee->getName() : StringRef();
    if (name == "__weft_barrier")
      ops.barrier(*call);
    else if (name.consume_front("__weft_group_") &&
             (name == "any" || name == "all" || name.starts_with("reduce_") || name.starts_with("broadcast_")))
      ops.lower(*call, name);
  }
  Meetings meetings = ops.take();
  meetings.lets_off = lets_items_off(spmd);
  return meetings;
}

SmallVector<CallInst *, 8> barrier_calls(Function &spmd) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(spmd))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == "__weft_barrier")
        calls.push_back(call);
  return calls;
}

unsigned barrier_number(const CallInst &barrier) {
  return cast<ConstantInt>(barrier.getArgOperand(0))->getZExtValue();
}

void lower_trivial_sub_groups(Function &spmd) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    StringRef name = callee ? callee->getName() : StringRef();
    if (!name.consume_front("__weft_sub_group_"))
      continue;
    const bool id = name == "local_id", size = name == "range" || name == "max_range";
    if (name == "barrier") {
      call->eraseFromParent();
      continue;
    }
    Value *value = id     ? ConstantInt::get(call->getType(), 0)
                   : size ? ConstantInt::get(call->getType(), 1)
                          : call->getArgOperand(0);
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
