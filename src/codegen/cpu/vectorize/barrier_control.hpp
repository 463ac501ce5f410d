// Which branches decide whether, and where, work-items meet.
#pragma once

#include <vector>

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft::codegen::cpu {

/// Is it a barrier (`__weft_barrier`)?
bool is_barrier(const llvm::Instruction &instruction);

/// Barriers of the work-group, or what else `is_meeting` says, and the branches that they depend on. Says no to
/// everything in a function without any.
class BarrierControl {
public:
  using Meeting = bool (*)(const llvm::Instruction &);

  explicit BarrierControl(const llvm::Function &function, Meeting is_meeting = is_barrier);

  bool any() const { return !blocks_.empty(); }

  /// A barrier stands in the block or on a way on from it.
  bool reaches(const llvm::BasicBlock *block) const { return number_.contains(block); }

  /// One way on leads to a barrier, another to none: work-items may leave here one by one, and those that are left meet
  /// without them, as those of CUDA do.
  bool lets_off(const llvm::BasicBlock *block) const { return decision(block) == Decision::lets_off; }

  /// The ways on lead to different barriers: the work-items that are left take one of them together (SYCL 2020, 4.17.3:
  /// a barrier is in converged control flow), whatever is known about the condition.
  bool together(const llvm::BasicBlock *block) const { return decision(block) == Decision::together; }

  /// Where work-items that part at this block meet again before they come to a barrier; none where they do not, or some
  /// come to none.
  const llvm::BasicBlock *meeting_place(const llvm::BasicBlock *block) const;

private:
  enum class Decision { none, lets_off, together };

  Decision decision(const llvm::BasicBlock *block) const { return decisions_.lookup_or(block, Decision::none); }
  Decision decide(const llvm::BasicBlock &block) const;
  bool holds_meeting(const llvm::BasicBlock &block) const;
  void number_blocks(const llvm::Function &function);
  void find_joins();
  unsigned join(unsigned a, unsigned b) const;

  Meeting is_meeting_;

  /// Blocks that reach a barrier, in post-order of the ways back from their next barrier, and their post-dominators up
  /// to there: the blocks where items that parted meet again. Items that leave do not count.
  std::vector<const llvm::BasicBlock *> blocks_;
  std::vector<unsigned> join_of_; ///< the next post-dominator; apart() where there is none
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> number_;
  llvm::DenseMap<const llvm::BasicBlock *, Decision> decisions_;

  unsigned apart() const { return static_cast<unsigned>(blocks_.size()); }
};

} // namespace weft::codegen::cpu
