// Where a function goes on for those that come by one edge.
#pragma once

#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constant.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "codegen/cpu/block_copies.hpp"

namespace weft::codegen::cpu {

/// The blocks that follow on an edge, as far as constants tell: PHIs take what comes by the edges of the way, and
/// conditions are what branches ahead of the edge have decided (conditional constant propagation after Wegman and
/// Zadeck, 1991).
class Way {
public:
  using Assumptions = llvm::DenseMap<const llvm::Value *, llvm::Constant *>;

  /// Given up at once where it comes to a block that `may_not_hold` names, or becomes long.
  Way(llvm::BasicBlock &from, llvm::BasicBlock &begin, const llvm::DominatorTree &dominators, Assumptions assumed,
      bool (*may_not_hold)(const llvm::BasicBlock &));

  /// It comes to an end without such a block.
  bool ends() const { return ends_; }

  /// A copy of the way, for those that come by its edge: they go there.
  void take_apart() const;

private:
  using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

  bool follow(bool (*may_not_hold)(const llvm::BasicBlock &));
  bool visit(llvm::BasicBlock &block);
  bool enter(const llvm::BasicBlock &block, llvm::BasicBlock &next);
  bool learn(const llvm::Instruction &instruction, llvm::Constant *value);
  std::optional<llvm::Constant *> value_of(llvm::Value &value, const llvm::BasicBlock &user) const;
  std::optional<llvm::Constant *> joined(llvm::PHINode &phi) const;
  std::optional<llvm::Constant *> computed(llvm::Instruction &instruction) const;
  void keep_taken_ways(const llvm::BasicBlock &block, BlockMap &map) const;
  bool is_reached_without(const llvm::BasicBlock &block, const llvm::BasicBlock &avoided) const;

  llvm::BasicBlock &from_, &begin_;
  const llvm::DominatorTree &dominators_;
  Assumptions assumed_;
  llvm::SmallSetVector<llvm::BasicBlock *, 8> blocks_;
  llvm::DenseSet<Edge> edges_;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> values_; ///< null for what differs
  bool ends_ = false;
};

/// What branches have decided for those that take the edge.
Way::Assumptions decided_before(llvm::BasicBlock &from, llvm::BasicBlock &to, const llvm::DominatorTree &dominators);

} // namespace weft::codegen::cpu
