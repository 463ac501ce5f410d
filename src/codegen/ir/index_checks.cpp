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
} // namespace

void fail_check(Instruction &before, const Failure &failure, Output output, ArrayRef<Value *> values) {
  IRBuilder<> ir(&before);
  Module &module = *before.getModule();
  const StringRef kernel = module.getModuleIdentifier();
  const std::string format =
      doubled_percents(place_of(before) + "kernel " + kernel.str()) + ": " + failure.message + "\n";
  const bool prints = output == Output::printf;
  SmallVector<Type *, 2> types{ir.getPtrTy()};
  SmallVector<Value *, 4> arguments{ir.CreateGlobalString(format)};
  if (!prints) {
    types.insert(types.begin(), ir.getInt32Ty());
    arguments.insert(arguments.begin(), ir.getInt32(2));
  }
  append_range(arguments, values);
  auto *type = FunctionType::get(ir.getInt32Ty(), types, true);
  ir.CreateCall(module.getOrInsertFunction(prints ? "printf" : "dprintf", type), arguments);
  Type *pointer = ir.getPtrTy();
  const FunctionCallee failed =
      module.getOrInsertFunction("__assert_fail", ir.getVoidTy(), pointer, pointer, ir.getInt32Ty(), pointer);
  ir.CreateCall(failed, {ir.CreateGlobalString(failure.assertion), ir.CreateGlobalString(failure.of), ir.getInt32(0),
                         ir.CreateGlobalString(kernel)});
}

void drop_index_checks(Module &module) {
  for (CallInst *check : checks_of(module))
    check->eraseFromParent();
}

void test_indices(Module &module, Output output) {
  if (module.getFunction(symbol_of(Builtin::check_index)) == nullptr)
    return;
  Passes(Divergence::spmd).run(module, "always-inline,globaldce"); // into what the user wrote
  for (CallInst *check : checks_of(module)) {
    Value *const index = check->getArgOperand(0), *const extent = check->getArgOperand(1);
    Value *const wrong = IRBuilder<>(check).CreateICmpUGE(index, extent);
    Instruction &end = *SplitBlockAndInsertIfThen(wrong, check, true);
    end.setDebugLoc(check->getDebugLoc());
    fail_check(end, {"index %ld is out of bounds: the extent is %lu", "index < extent", "accessor"}, output,
               {index, extent});
    check->eraseFromParent();
  }
}

} // namespace weft::codegen::ir
