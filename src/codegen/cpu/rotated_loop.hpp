// Loops as loop rotation leaves them: a test, a preheader, and a loop that tests at its end.
#pragma once

#include <optional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::cpu {

struct RotatedLoop {
  llvm::Loop *loop = nullptr;
  llvm::BasicBlock *guard = nullptr; ///< goes to the preheader or to the exit
  llvm::BasicBlock *preheader = nullptr;
  llvm::BasicBlock *latch = nullptr; ///< goes back or to the exit, as no other block of the loop does
  llvm::BasicBlock *exit = nullptr;

  llvm::BasicBlock &header() const { return *loop->getHeader(); }
  llvm::BranchInst &first_test() const { return *llvm::cast<llvm::BranchInst>(guard->getTerminator()); }
  llvm::BranchInst &next_test() const { return *llvm::cast<llvm::BranchInst>(latch->getTerminator()); }

  llvm::Value *start_of(const llvm::PHINode &carried) const { return carried.getIncomingValueForBlock(preheader); }
  llvm::Value *next_of(const llvm::PHINode &carried) const { return carried.getIncomingValueForBlock(latch); }

  /// Moves what the loop starts with, or what is computed for that, from the preheader to the end of the guard.
  void hoist(llvm::Value &value) const;
};

/// None for a loop of another form.
std::optional<RotatedLoop> rotated(llvm::Loop &loop);

/// Which successor of the branch the block is.
inline unsigned way_to(const llvm::BranchInst &branch, const llvm::BasicBlock &block) {
  return branch.getSuccessor(0) == &block ? 0 : 1;
}

/// May the instructions of a loop stand twice?
bool can_copy(const llvm::Loop &loop);

} // namespace weft::codegen::cpu
