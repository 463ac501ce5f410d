// Freezes what was there: the selection of instructions looks for the load itself.
#include "codegen/cpu/whole_updates.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::cpu {

using namespace llvm;

void keep_whole_updates(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *const store = dyn_cast<StoreInst>(&instruction);
    auto *const choice = store == nullptr ? nullptr : dyn_cast<SelectInst>(store->getValueOperand());
    if (choice == nullptr || !choice->getType()->isVectorTy())
      continue;
    for (const unsigned arm : {1u, 2u}) {
      const auto *const load = dyn_cast<LoadInst>(choice->getOperand(arm));
      if (load != nullptr && load->getPointerOperand() == store->getPointerOperand())
        choice->setOperand(arm, new FreezeInst(choice->getOperand(arm), "", choice->getIterator()));
    }
  }
}

} // namespace weft::codegen::cpu
