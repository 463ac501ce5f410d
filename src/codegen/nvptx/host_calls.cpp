// What sources call on the host and GPUs spell differently.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/Local.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

bool ends_the_program(StringRef name) {
  return name == "abort" || name == "__cxa_throw" || name == "__cxa_rethrow" || name == "__cxa_pure_virtual" ||
         name == "_ZSt9terminatev" || name == "__clang_call_terminate" || name.contains("__throw_");
}

void trap_at(CallBase &call) {
  Function *trap = Intrinsic::getOrInsertDeclaration(call.getModule(), Intrinsic::trap);
  CallInst::Create(trap, {}, "", call.getIterator());
  changeToUnreachable(&call);
}

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
  trap_at(call);
}

template <class Lower> void for_calls_of(Module &module, StringRef name, Lower lower) {
  Function *callee = module.getFunction(name);
  if (callee == nullptr)
    return;
  for (User *user : make_early_inc_range(callee->users()))
    if (auto *call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == callee)
      lower(*call);
}

} // namespace

void lower_host_calls(Module &module) {
  for_calls_of(module, "printf", lower_printf);
  for_calls_of(module, "__assert_fail", lower_assert);
  SmallVector<WeakVH, 8> fatal;
  for (Function &function : module)
    if (function.isDeclaration() && ends_the_program(function.getName()))
      for (User *user : function.users())
        if (isa<CallBase>(user))
          fatal.push_back(user);
  for (const WeakVH &call : fatal)
    if (call)
      trap_at(*cast<CallBase>(call));
  for (Function &function : module)
    if (!function.isDeclaration())
      removeUnreachableBlocks(function);
  for (GlobalVariable &global : module.globals())
    if (global.isDeclaration() &&
        (global.getName().starts_with("_ZTI") || global.getName().starts_with("_ZTVN10__cxxabiv1")))
      global.replaceAllUsesWith(ConstantPointerNull::get(cast<PointerType>(global.getType())));
}

} // namespace weft::codegen::nvptx
