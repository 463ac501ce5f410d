// A check costs nothing unless it is asked for: it is a call that is taken away before anything looks at the kernel.
#include "codegen/ir/index_checks.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/failures.hpp"
#include "codegen/ir/passes.hpp"

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
} // namespace

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
    fail_assertion(end, {"index %ld is out of bounds: the extent is %lu", "index < extent", "accessor"}, output,
                   {index, extent});
    check->eraseFromParent();
  }
}

} // namespace weft::codegen::ir
