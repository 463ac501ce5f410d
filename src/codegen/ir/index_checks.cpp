// A check costs nothing unless it is asked for: it is a call that is taken away before anything looks at the kernel.
#include "codegen/ir/index_checks.hpp"

#include <string>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/place.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
SmallVector<CallInst *, 16> checks_of(Module &module) {
  SmallVector<CallInst *, 16> checks;
  if (Function *asked = module.getFunction(symbol_of(Builtin::check_index)))
    for (User *user : asked->users())
      checks.push_back(cast<CallInst>(user));
  return checks;
}

std::string doubled_percents(StringRef text) {
  std::string format;
  for (const char c : text)
    format.append(c == '%' ? 2 : 1, c);
  return format;
}

void tell(IRBuilder<> &ir, Output output, const std::string &format, Value *index, Value *extent) {
  Module &module = *ir.GetInsertBlock()->getModule();
  Value *const text = ir.CreateGlobalString(format);
  if (output == Output::printf) {
    auto *type = FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy()}, true);
    ir.CreateCall(module.getOrInsertFunction("printf", type), {text, index, extent});
  } else {
    auto *type = FunctionType::get(ir.getInt32Ty(), {ir.getInt32Ty(), ir.getPtrTy()}, true);
    ir.CreateCall(module.getOrInsertFunction("dprintf", type), {ir.getInt32(2), text, index, extent});
  }
}

void fail(IRBuilder<> &ir, StringRef kernel) {
  Type *pointer = ir.getPtrTy();
  const FunctionCallee failed = ir.GetInsertBlock()->getModule()->getOrInsertFunction(
      "__assert_fail", ir.getVoidTy(), pointer, pointer, ir.getInt32Ty(), pointer);
  ir.CreateCall(failed, {ir.CreateGlobalString("index < extent"), ir.CreateGlobalString("accessor"), ir.getInt32(0),
                         ir.CreateGlobalString(kernel)});
}
} // namespace

void drop_index_checks(Module &module) {
  for (CallInst *check : checks_of(module))
    check->eraseFromParent();
}

void test_indices(Module &module, Output output) {
  if (module.getFunction(symbol_of(Builtin::check_index)) == nullptr)
    return;
  Passes(Divergence::spmd).run(module, "always-inline,globaldce"); // into what the user wrote
  const StringRef kernel = module.getModuleIdentifier();
  for (CallInst *check : checks_of(module)) {
    const std::string format = doubled_percents(place_of(*check) + "kernel " + kernel.str()) +
                               ": index %ld is out of bounds: the extent is %lu\n";
    IRBuilder<> ir(check);
    Value *const index = check->getArgOperand(0), *const extent = check->getArgOperand(1);
    ir.SetInsertPoint(SplitBlockAndInsertIfThen(ir.CreateICmpUGE(index, extent), check, true));
    tell(ir, output, format, index, extent);
    fail(ir, kernel);
    check->eraseFromParent();
  }
  StripDebugInfo(module);
}

} // namespace weft::codegen::ir
