// Post-dominators of the part of a function that leads to barriers, after Cooper, Harvey and Kennedy (A Simple, Fast
// Dominance Algorithm, 2001).
#include "codegen/cpu/vectorize/barrier_control.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

bool is_barrier(const Instruction &instruction) {
  return ir::builtin_of(instruction) == ir::Builtin::barrier;
}

BarrierControl::BarrierControl(const Function &function, Meeting is_meeting) : is_meeting_(is_meeting) {
  number_blocks(function);
  if (blocks_.empty())
    return;
  find_joins();
  for (const BasicBlock *block : blocks_)
    if (block->getTerminator()->getNumSuccessors() > 1)
      decisions_[block] = decide(*block);
}

bool BarrierControl::holds_meeting(const BasicBlock &block) const {
  return any_of(block, is_meeting_);
}

void BarrierControl::number_blocks(const Function &function) {
  SmallVector<const BasicBlock *, 8> barriers;
  for (const BasicBlock &block : function)
    if (holds_meeting(block))
      barriers.push_back(&block);
  SmallPtrSet<const BasicBlock *, 32> seen(barriers.begin(), barriers.end());
  for (const BasicBlock *barrier : barriers) {
    SmallVector<std::pair<const BasicBlock *, const_pred_iterator>, 16> path{{barrier, pred_begin(barrier)}};
    while (!path.empty()) {
      auto &[block, next] = path.back();
      if (next == pred_end(block)) {
        number_[block] = apart();
        blocks_.push_back(block);
        path.pop_back();
      } else if (const BasicBlock *from = *next++; seen.insert(from).second) {
        path.emplace_back(from, pred_begin(from));
      }
    }
  }
}

void BarrierControl::find_joins() {
  const unsigned unknown = apart() + 1;
  join_of_.assign(blocks_.size(), unknown);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = apart(); i-- > 0;) {
      unsigned common = holds_meeting(*blocks_[i]) ? apart() : unknown;
      if (common == unknown)
        for (const BasicBlock *next : successors(blocks_[i]))
          if (reaches(next) && (join_of_[number_.lookup(next)] != unknown))
            common = common == unknown ? number_.lookup(next) : join(common, number_.lookup(next));
      changed |= common != join_of_[i];
      join_of_[i] = common;
    }
  }
}

unsigned BarrierControl::join(unsigned a, unsigned b) const {
  while (a != b) {
    unsigned &first = a < b ? a : b;
    first = join_of_[first];
  }
  return a;
}

BarrierControl::Decision BarrierControl::decide(const BasicBlock &block) const {
  const auto leads_on = [&](const BasicBlock *next) { return reaches(next); };
  if (!all_of(successors(&block), leads_on))
    return any_of(successors(&block), leads_on) ? Decision::lets_off : Decision::none;
  return meeting_place(&block) == nullptr ? Decision::together : Decision::none;
}

/// Nothing of the block itself counts, which may hold a barrier ahead of its branch.
const BasicBlock *BarrierControl::meeting_place(const BasicBlock *block) const {
  unsigned common = apart();
  for (const BasicBlock *next : successors(block)) {
    if (!reaches(next))
      return nullptr;
    const unsigned number = number_.lookup(next);
    common = next == *succ_begin(block) ? number : join(common, number);
  }
  return common == apart() ? nullptr : blocks_[common];
}

} // namespace weft::codegen::cpu
