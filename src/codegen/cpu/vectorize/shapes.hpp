// What is known at compile time about how values differ between lanes, and where lanes part ways.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "codegen/cpu/vectorize/shape.hpp"
#include "codegen/cpu/vectorize/vectorize.hpp"

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class Value;
} // namespace llvm

namespace weft::codegen::cpu {
class BarrierControl;
}

namespace weft::codegen::cpu::spmd {

class BlockOrder;
class PrivateMemory;

/// A call that gives every lane the same when its arguments do, and that one execution can stand for.
bool uniform_if_arguments_are(const llvm::CallBase &call);

/// Fixpoint over a normalized function.
class Shapes {
public:
  Shapes(llvm::Function &function, const llvm::LoopInfo &, const BlockOrder &, const PrivateMemory &,
         const BarrierControl &, const VectorizeOptions &);

  Shape of(const llvm::Value *value) const;

  /// Lanes may leave the block for different successors.
  bool divergent(const llvm::BasicBlock *block) const { return divergent_blocks_.contains(block); }

  /// Lanes may leave the loop in different iterations.
  bool divergent(const llvm::Loop *loop) const { return divergent_loops_.contains(loop); }

private:
  using Predecessors = llvm::SmallPtrSet<const llvm::BasicBlock *, 4>;

  void settle(const BarrierControl &);
  bool settle_circles();
  Shape transfer(const llvm::Instruction &inst) const;
  Shape transfer_phi(const llvm::PHINode &phi) const;
  Shape transfer_call(const llvm::CallBase &call) const;
  bool differs_where_lanes_join(const llvm::PHINode &phi) const;
  void spread_divergence(const llvm::BasicBlock *from, llvm::ArrayRef<llvm::BasicBlock *> targets, unsigned last,
                         const llvm::Loop *around);

  const llvm::LoopInfo &loops_;
  const BlockOrder &order_;
  const PrivateMemory &memory_;
  const unsigned lanes_;
  bool settled_ = false; ///< before, what is not in `shapes_` may yet become anything: a loop keeps its counter linear
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergent_blocks_;
  /// Where lanes that parted meet: for each parting, the blocks that they come from; none stands for any block.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Predecessors, 1>> divergent_joins_;
  llvm::SmallPtrSet<const llvm::Loop *, 8> divergent_loops_;
};

} // namespace weft::codegen::cpu::spmd
