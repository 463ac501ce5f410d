// Finds the request and the stores it is about.
#include "codegen/cpu/streaming.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
bool take_request(Function &spmd) {
  bool found = false;
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->getName() != "weft.stores.stream")
      continue;
    call->eraseFromParent();
    found = true;
  }
  return found;
}
} // namespace

bool mark_streaming_stores(Function &spmd) {
  if (!take_request(spmd))
    return false;
  LLVMContext &context = spmd.getContext();
  MDNode *const yes = MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1)));
  for (Instruction &instruction : instructions(spmd)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (store == nullptr || !store->isSimple())
      continue;
    const Value *object = getUnderlyingObject(store->getPointerOperand(), 0);
    if (!isa<AllocaInst>(object) && object != spmd.getArg(arg_local))
      store->setMetadata(LLVMContext::MD_nontemporal, yes);
  }
  return true;
}

} // namespace weft::codegen::cpu
