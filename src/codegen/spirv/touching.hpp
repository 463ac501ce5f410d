// Which instructions take or give values of some types.
#pragma once

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::spirv {

using IsOfType = llvm::function_ref<bool(const llvm::Type *)>;

inline bool touches(const llvm::Instruction &instruction, IsOfType is) {
  return is(instruction.getType()) ||
         llvm::any_of(instruction.operands(), [&](const llvm::Use &use) { return is(use->getType()); });
}

/// Definitions ahead of their uses, but for those of PHIs.
inline llvm::SmallVector<llvm::Instruction *, 32> all_touching(llvm::Function &kernel, IsOfType is) {
  llvm::SmallVector<llvm::Instruction *, 32> found;
  const llvm::ReversePostOrderTraversal<llvm::Function *> order(&kernel);
  for (llvm::BasicBlock *block : order)
    for (llvm::Instruction &instruction : *block)
      if (touches(instruction, is))
        found.push_back(&instruction);
  return found;
}

} // namespace weft::codegen::spirv
