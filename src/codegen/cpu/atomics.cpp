// Lowers the atomic builtins: those on memory of one thread need not be atomic.
#include "codegen/cpu/atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/ir/atomics.hpp"

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
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    StringRef name = callee ? callee->getName() : StringRef();
    if (name == "__weft_fence") {
      lower_fence(*call);
      call->eraseFromParent();
      continue;
    }
    if (!name.consume_front("__weft_atomic_"))
      continue;
    const bool single = thread_private(spmd, call->getArgOperand(0));
    Value *value = ir::lower_atomic(*call, name, single ? SyncScope::SingleThread : SyncScope::System);
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

void lower_single_thread_atomics(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->getSyncScopeID() == SyncScope::SingleThread)
      load->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto *store = dyn_cast<StoreInst>(&instruction);
             store && store->getSyncScopeID() == SyncScope::SingleThread)
      store->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto *rmw = dyn_cast<AtomicRMWInst>(&instruction); rmw && rmw->getSyncScopeID() == SyncScope::SingleThread)
      lowerAtomicRMWInst(rmw);
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
             exchange && exchange->getSyncScopeID() == SyncScope::SingleThread)
      lowerAtomicCmpXchgInst(exchange);
  }
}

} // namespace weft::codegen::cpu
