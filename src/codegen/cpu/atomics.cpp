// Lowers the atomic builtins: those on memory of one thread need not be atomic.
#include "codegen/cpu/atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/ir/atomics.hpp"
#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t scope_work_group = 2;

bool thread_private(const Function &spmd, const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, 0);
  return isa<AllocaInst>(object) || object == spmd.getArg(arg_local);
}

void lower_fence(CallInst &call) {
  const AtomicOrdering order = ir::ordering_of(call.getArgOperand(0));
  const auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (order == AtomicOrdering::Monotonic)
    return;
  const bool group = scope != nullptr && scope->getZExtValue() <= scope_work_group;
  IRBuilder<>(&call).CreateFence(order, group ? SyncScope::SingleThread : SyncScope::System);
}
} // namespace

void lower_atomics(Function &spmd) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    const ir::BuiltinInfo &builtin = ir::builtin_of(instruction);
    if (!builtin)
      continue;
    auto &call = cast<CallInst>(instruction);
    if (builtin == ir::Builtin::fence) {
      lower_fence(call);
      call.eraseFromParent();
    } else if (builtin.is_atomic()) {
      const bool single = thread_private(spmd, call.getArgOperand(0));
      const AAMDNodes elsewhere = call.getAAMetadata();
      Value *result = ir::lower_atomic(call, single ? SyncScope::SingleThread : SyncScope::System);
      if (auto *update = dyn_cast<AtomicRMWInst>(result))
        update->setAAMetadata(elsewhere);
    }
  }
}

void lower_single_thread_atomics(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (instruction.isAtomic() && getAtomicSyncScopeID(&instruction) == SyncScope::SingleThread)
      ir::make_plain(instruction);
}

} // namespace weft::codegen::cpu
