// What a work-item keeps on its stack must be able to live in registers.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/ir/atomics.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

bool on_stack(const Value *pointer) {
  return isa<AllocaInst>(getUnderlyingObject(pointer, 0));
}

/// Lowers the alignment of every access through `pointer` to `natural`; with `apply` unset only says whether that is
/// possible.
bool lower_alignment(Value &pointer, Align natural, const DataLayout &layout, bool apply, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  if (depth > deepest)
    return false;
  for (User *user : pointer.users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      const bool needs = load->getType()->isVectorTy() || layout.getABITypeAlign(load->getType()) > natural;
      if (needs && load->getAlign() > natural)
        return false;
      if (apply)
        load->setAlignment(std::min(load->getAlign(), natural));
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      Type *type = store->getValueOperand()->getType();
      if (store->getValueOperand() == &pointer)
        continue;
      if ((type->isVectorTy() || layout.getABITypeAlign(type) > natural) && store->getAlign() > natural)
        return false;
      if (apply)
        store->setAlignment(std::min(store->getAlign(), natural));
    } else if (isa<GetElementPtrInst>(user)) {
      if (!lower_alignment(*user, natural, layout, apply, depth + 1))
        return false;
    } else if (!isa<LifetimeIntrinsic>(user)) {
      return false;
    }
  }
  return true;
}

void lower_alignment_of(AllocaInst &memory, const DataLayout &layout) {
  const Align natural = layout.getABITypeAlign(memory.getAllocatedType());
  if (!memory.getAllocatedType()->isArrayTy() || memory.getAlign() != Align(16) || natural >= Align(16))
    return;
  if (!lower_alignment(memory, natural, layout, false))
    return;
  lower_alignment(memory, natural, layout, true);
  memory.setAlignment(natural);
}

} // namespace

void settle_private_memory(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const Value *pointer = ir::accessed(instruction);
      if (auto *memory = dyn_cast<AllocaInst>(&instruction))
        lower_alignment_of(*memory, module.getDataLayout());
      else if (pointer != nullptr && instruction.isAtomic() && on_stack(pointer))
        ir::make_plain(instruction);
    }
}

} // namespace weft::codegen::nvptx
