// Sine and cosine of one number share its reduction to less than a quarter turn, which is most of their work.
#include "codegen/ir/libdevice.hpp"

#include <fmt/format.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {
/// The calls of one block for one number.
struct Calls {
  SmallVector<CallInst *, 1> sines, cosines;
};

/// By argument in the order of the block.
MapVector<Value *, Calls> calls_in(BasicBlock &block) {
  MapVector<Value *, Calls> found;
  for (Instruction &instruction : block) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *called = call == nullptr ? nullptr : call->getCalledFunction();
    if (called == nullptr || !called->isDeclaration())
      continue;
    const StringRef name = c_math_name(*called);
    if (name == "sin")
      found[call->getArgOperand(0)].sines.push_back(call);
    else if (name == "cos")
      found[call->getArgOperand(0)].cosines.push_back(call);
  }
  return found;
}

void replace(ArrayRef<CallInst *> calls, Value *result) {
  for (CallInst *call : calls) {
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

void join(Value *number, const Calls &calls) {
  CallInst *const sine = calls.sines.front(), *const cosine = calls.cosines.front();
  Type *const type = number->getType();
  IRBuilder<> entry(&*sine->getFunction()->getEntryBlock().getFirstInsertionPt());
  Value *const places[] = {entry.CreateAlloca(type), entry.CreateAlloca(type)};
  IRBuilder<> ir(sine->comesBefore(cosine) ? sine : cosine);
  const auto name = fmt::format("__weft_math_sincos_{}", type->isDoubleTy() ? "f64" : "f32");
  const FunctionCallee both =
      ir.GetInsertBlock()->getModule()->getOrInsertFunction(name, ir.getVoidTy(), type, ir.getPtrTy(), ir.getPtrTy());
  ir.CreateCall(both, {number, places[0], places[1]});
  Value *const results[] = {ir.CreateLoad(type, places[0]), ir.CreateLoad(type, places[1])};
  replace(calls.sines, results[0]);
  replace(calls.cosines, results[1]);
}
} // namespace

void join_sines_and_cosines(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (const auto &[number, calls] : calls_in(block))
        if (!calls.sines.empty() && !calls.cosines.empty())
          join(number, calls);
}

} // namespace weft::codegen::ir
