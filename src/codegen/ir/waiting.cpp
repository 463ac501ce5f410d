#include "codegen/ir/waiting.hpp"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {

/// The orders of an atomic builtin stand before its last argument, the scope; 0 is relaxed.
bool is_relaxed(const CallBase &atomic) {
  const unsigned orders = builtin_of(atomic) == Builtin::atomic_compare_exchange ? 2 : 1, scope = atomic.arg_size() - 1;
  return all_of(seq(scope - orders, scope), [&](unsigned number) {
    const auto *order = dyn_cast<ConstantInt>(atomic.getArgOperand(number));
    return order != nullptr && order->isZero();
  });
}

bool may_wait(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || !call->mayWriteToMemory())
    return false;
  if (isa<IntrinsicInst>(call))
    return call->isConvergent();
  return !builtin_of(*call).is_atomic() || !is_relaxed(*call);
}

bool forget_restrict(Function &function) {
  bool changed = false;
  for (Argument &argument : function.args())
    if (argument.hasNoAliasAttr() && !argument.hasByValAttr() && !argument.hasStructRetAttr()) {
      argument.removeAttr(Attribute::NoAlias);
      changed = true;
    }
  return changed;
}

} // namespace

bool expect_others_writes(Function &function) {
  bool waits = false, changed = false;
  for (Instruction &instruction : instructions(function)) {
    if (!may_wait(instruction))
      continue;
    waits = true;
    for (const unsigned kind : {LLVMContext::MD_noalias, LLVMContext::MD_alias_scope})
      if (instruction.getMetadata(kind) != nullptr) {
        instruction.setMetadata(kind, nullptr);
        changed = true;
      }
  }
  return (waits && forget_restrict(function)) || changed;
}

} // namespace weft::codegen::ir
