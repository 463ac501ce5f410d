// What sources call on the host and GPUs spell differently.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/ir/fatal_calls.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

/// printf(format, ...) becomes vprintf(format, block), arguments in CUDA's layout: each at its natural alignment,
/// floats widened.
void lower_printf(CallBase &call) {
  Module &module = *call.getModule();
  IRBuilder<> ir(&call);
  SmallVector<Value *, 8> values;
  SmallVector<Type *, 8> types;
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    Value *value = call.getArgOperand(i);
    if (value->getType()->isFloatTy())
      value = ir.CreateFPExt(value, ir.getDoubleTy());
    values.push_back(value);
    types.push_back(value->getType());
  }
  Value *block = ConstantPointerNull::get(ir.getPtrTy());
  if (!types.empty()) {
    StructType *layout = StructType::get(module.getContext(), types);
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    AllocaInst *memory = entry.CreateAlloca(layout);
    memory->setAlignment(Align(8));
    for (unsigned i = 0; i < values.size(); ++i)
      ir.CreateStore(values[i], ir.CreateStructGEP(layout, memory, i));
    block = memory;
  }
  const FunctionCallee vprintf = module.getOrInsertFunction("vprintf", ir.getInt32Ty(), ir.getPtrTy(), ir.getPtrTy());
  call.replaceAllUsesWith(ir.CreateCall(vprintf, {call.getArgOperand(0), block}));
  call.eraseFromParent();
}

/// __assert_fail(expression, file, line, function) is __assertfail(expression, file, line, function, bytes per
/// character) there.
void lower_assert(CallBase &call) {
  IRBuilder<> ir(&call);
  const FunctionCallee fail = call.getModule()->getOrInsertFunction(
      "__assertfail", ir.getVoidTy(), ir.getPtrTy(), ir.getPtrTy(), ir.getInt32Ty(), ir.getPtrTy(), ir.getInt64Ty());
  ir.CreateCall(fail, {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3),
                       ir.getInt64(1)});
  ir::trap_at(call);
}

} // namespace

void lower_host_calls(Module &module) {
  ir::for_calls_of(module, "printf", lower_printf);
  ir::for_calls_of(module, "__assert_fail", lower_assert);
  ir::trap_at_fatal_calls(module);
}

} // namespace weft::codegen::nvptx
