// A variable is the object behind the pointer: a global one, or a local one's place on the stack.
#include "codegen/ir/group_variables.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/place.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {

void replace(CallInst &call, Value &by) {
  call.replaceAllUsesWith(&by);
  call.eraseFromParent();
}

void lower_scratch(IRBuilder<> &ir, ArrayRef<CallInst *> asked, ArrayRef<CallInst *> told) {
  for (CallInst *call : asked) {
    ir.SetInsertPoint(call);
    Value *memory = call_builtin(ir, Builtin::local_mem, {});
    if (!told.empty())
      memory = ir.CreateInBoundsGEP(ir.getInt8Ty(), memory, ir.CreateZExt(told[0]->getArgOperand(0), ir.getInt64Ty()));
    replace(*call, *memory);
  }
  for (CallInst *call : told)
    call->eraseFromParent();
}

} // namespace

void lower_group_variables(Function &kernel, const std::string &pretty) {
  MapVector<const Value *, SmallVector<CallInst *>> by_variable;
  SmallVector<CallInst *> asked, told;
  for (Instruction &instruction : instructions(kernel)) {
    const BuiltinInfo &builtin = builtin_of(instruction);
    auto *call = dyn_cast<CallInst>(&instruction);
    if (builtin == Builtin::scratch_memory)
      asked.push_back(call);
    if (builtin == Builtin::scratch_begins)
      told.push_back(call);
    if (builtin != Builtin::group_variable)
      continue;
    const Value *variable = getUnderlyingObject(call->getArgOperand(0), 0);
    if (!isa<GlobalVariable, AllocaInst>(variable))
      throw Error(Errc::build, "{}kernel {}: a work_group_static that is chosen at run time; name it where it is used",
                  place_of(*call), pretty);
    by_variable[variable].push_back(call);
  }
  IRBuilder<> ir(kernel.getContext());
  lower_scratch(ir, asked, told);
  for (const auto &[variable, calls] : by_variable) {
    ir.SetInsertPoint(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    CallInst *memory =
        call_builtin(ir, Builtin::group_memory, {calls[0]->getArgOperand(1), calls[0]->getArgOperand(2)});
    memory->setDebugLoc(calls[0]->getDebugLoc());
    for (CallInst *call : calls)
      replace(*call, *memory);
  }
}

} // namespace weft::codegen::ir
