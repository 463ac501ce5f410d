// Decides how the divergent control flow graph becomes one that all lanes walk together.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
class PostDominatorTree;
} // namespace llvm

namespace weft::codegen::cpu {
class BarrierControl;
}

namespace weft::codegen::cpu::spmd {

class BlockOrder;
class PrivateMemory;
class Shapes;

/// Where the mask of a block's active lanes comes from.
enum class MaskSource {
  function, ///< all lanes that the function was called for
  block,    ///< the same as that of an earlier block
  edge,     ///< the lanes that take the only edge into it
  live,     ///< header of a divergent loop: the lanes still in it
  merged,   ///< collected from several edges
};

/// What is known about one block of the linearized graph.
struct BlockPlan {
  MaskSource mask = MaskSource::merged;
  const llvm::BasicBlock *same_as = nullptr; ///< for MaskSource::block
  bool nonempty = false;                     ///< some lane is active whenever the block's body runs
  bool flat = false;                         ///< cheap and harmless: runs without a test even if no lane is active
  bool deferred = false;                     ///< may run later than an edge into it was taken: values merge by masks
  llvm::BasicBlock *skip_to = nullptr;       ///< the mask is tested first; control goes here if it is empty
  llvm::BasicBlock *next = nullptr;          ///< what follows a divergent branch, or the end of a divergent loop
  llvm::SmallDenseMap<const llvm::BasicBlock *, llvm::BasicBlock *, 2> next_on_edge; ///< after a uniform branch
  llvm::SmallSetVector<llvm::BasicBlock *, 4> pending; ///< blocks that must still run after this one
};

/// Partial linearization after Moll and Hack: an edge out of a block goes to the first, in block order, of its target
/// and the blocks that are pending; the others stay pending. Uniform branches with nothing pending stay as they are. A
/// divergent loop is left through its latch only.
class Plan {
public:
  Plan(const Shapes &, const BlockOrder &, const llvm::DominatorTree &, const llvm::PostDominatorTree &,
       const llvm::LoopInfo &, const PrivateMemory &);

  const BlockPlan &of(const llvm::BasicBlock *block) const { return plans_.find(block)->second; }

  /// Lanes that leave `block` go on together, to BlockPlan::next.
  bool divergent(const llvm::BasicBlock *block) const;

  /// The divergent loop that `block` is the latch of, or null.
  const llvm::Loop *closes_divergent_loop(const llvm::BasicBlock *block) const;

  /// The block runs for all lanes of the function or for none.
  bool full(const llvm::BasicBlock *block) const { return of(block).mask == MaskSource::function; }

  /// The block runs for all lanes of the function but those that meet nobody any more.
  bool all_left_come_by(const llvm::BasicBlock *block, const BarrierControl &barriers) const;

  /// The nearest dominator that runs exactly once before each run of `block`, however many iterations lie between.
  const llvm::BasicBlock *anchor(const llvm::BasicBlock *block) const;

  /// The edge leads out of a loop that lanes leave at different times.
  bool leaves_divergent_loop(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

private:
  void plan_mask(llvm::BasicBlock *block);
  void plan_merged_mask(llvm::BasicBlock *block);
  bool all_come_by(const llvm::BasicBlock &from, const llvm::BasicBlock &block) const;
  bool all_go_from(const llvm::BasicBlock &above, const llvm::BasicBlock &block) const;
  void plan_guard(llvm::BasicBlock *block);
  void route(llvm::BasicBlock *block);
  void share_mask(llvm::BasicBlock *block, const llvm::BasicBlock *with);
  llvm::BasicBlock *first_of(const llvm::BasicBlock *from, llvm::SmallSetVector<llvm::BasicBlock *, 8> targets);
  bool cheap(llvm::BasicBlock *block) const;

  const Shapes &shapes_;
  const BlockOrder &order_;
  const llvm::DominatorTree &dominators_;
  const llvm::PostDominatorTree &post_dominators_;
  const llvm::LoopInfo &loops_;
  const PrivateMemory &memory_;
  llvm::DenseMap<const llvm::BasicBlock *, BlockPlan> plans_;
};

} // namespace weft::codegen::cpu::spmd
