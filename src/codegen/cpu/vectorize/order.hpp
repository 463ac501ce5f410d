// The order in which blocks are laid out one after the other when control flow diverges.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
} // namespace llvm

namespace weft::codegen::cpu {
class BarrierControl;
}

namespace weft::codegen::cpu::spmd {

/// Topological but for back edges; the blocks of a loop stand together; and so do, among the blocks of one loop, those
/// that a block dominates (Moll and Hack, Partial Control-Flow Linearization, PLDI 2018: linearizing in such an order
/// keeps SSA form). What lanes do before they leave ahead of a barrier comes before what the others do: those see it
/// behind the barrier.
class BlockOrder {
public:
  BlockOrder(llvm::Function &function, const llvm::DominatorTree &, const llvm::LoopInfo &, const BarrierControl &);

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return blocks_; }
  unsigned index(const llvm::BasicBlock *block) const { return index_.lookup(block); }

  /// The blocks that `block` dominates and that its innermost loop holds: they follow it, itself first.
  llvm::ArrayRef<llvm::BasicBlock *> dominated(const llvm::BasicBlock *block) const;

private:
  void append(llvm::BasicBlock *block, const llvm::Loop *level);

  const llvm::DominatorTree &dominators_;
  const llvm::LoopInfo &loops_;
  llvm::SmallVector<llvm::BasicBlock *, 32> blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> index_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> topological_;
};

} // namespace weft::codegen::cpu::spmd
