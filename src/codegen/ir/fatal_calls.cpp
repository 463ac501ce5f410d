// Devices have no exceptions and no way to end the program but a trap.
#include "codegen/ir/fatal_calls.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/Local.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {

bool ends_the_program(StringRef name) {
  return name == "abort" || name == "__cxa_throw" || name == "__cxa_rethrow" || name == "__cxa_pure_virtual" ||
         name == "_ZSt9terminatev" || name == "__clang_call_terminate" || name.contains("__throw_");
}

} // namespace

void for_calls_of(Module &module, StringRef name, function_ref<void(CallBase &)> lower) {
  Function *callee = module.getFunction(name);
  if (callee == nullptr)
    return;
  for (User *user : make_early_inc_range(callee->users()))
    if (auto *call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == callee)
      lower(*call);
}

void trap_at(CallBase &call) {
  Function *trap = Intrinsic::getOrInsertDeclaration(call.getModule(), Intrinsic::trap);
  CallInst::Create(trap, {}, "", call.getIterator());
  changeToUnreachable(&call);
}

void trap_at_fatal_calls(Module &module) {
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

} // namespace weft::codegen::ir
