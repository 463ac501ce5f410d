#include "codegen/cpu/ways.hpp"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "codegen/cpu/block_copies.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::size_t longest = 256; ///< blocks

/// A value of blocks that stand ahead of the way as well as on it is either the old or the new one.
void choose_between(Instruction &old_one, Instruction &new_one) {
  SmallVector<Use *, 8> uses;
  for (Use &use : new_one.uses()) {
    const auto *user = cast<Instruction>(use.getUser());
    if (user->getParent() != new_one.getParent() || isa<PHINode>(user))
      uses.push_back(&use);
  }
  if (uses.empty())
    return;
  SSAUpdater values;
  values.Initialize(new_one.getType(), new_one.getName());
  values.AddAvailableValue(old_one.getParent(), &old_one);
  values.AddAvailableValue(new_one.getParent(), &new_one);
  for (Use *use : uses)
    values.RewriteUse(*use);
}
} // namespace

Way::Way(BasicBlock &from, BasicBlock &begin, const DominatorTree &dominators, Assumptions assumed,
         bool (*may_not_hold)(const BasicBlock &))
    : from_(from), begin_(begin), dominators_(dominators), assumed_(std::move(assumed)) {
  ends_ = follow(may_not_hold);
}

bool Way::follow(bool (*may_not_hold)(const BasicBlock &)) {
  enter(from_, begin_);
  std::size_t looked_at = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (i == looked_at && (++looked_at > longest || may_not_hold(*blocks_[i])))
        return false;
      changed |= visit(*blocks_[i]);
    }
  }
  return true;
}

bool Way::visit(BasicBlock &block) {
  bool changed = false;
  for (Instruction &instruction : block) {
    auto *phi = dyn_cast<PHINode>(&instruction);
    const auto value = phi != nullptr ? joined(*phi) : computed(instruction);
    if (value)
      changed |= learn(instruction, *value);
  }
  Instruction &end = *block.getTerminator();
  Value *chosen_by = nullptr;
  if (auto *branch = dyn_cast<BranchInst>(&end); branch != nullptr && branch->isConditional())
    chosen_by = branch->getCondition();
  else if (auto *choice = dyn_cast<SwitchInst>(&end))
    chosen_by = choice->getCondition();
  if (chosen_by == nullptr) {
    for (BasicBlock *next : successors(&block))
      changed |= enter(block, *next);
    return changed;
  }
  const auto value = value_of(*chosen_by, block);
  if (!value)
    return changed;
  const auto *known = dyn_cast_or_null<ConstantInt>(*value);
  if (known == nullptr)
    for (BasicBlock *next : successors(&block))
      changed |= enter(block, *next);
  else if (isa<BranchInst>(end))
    changed |= enter(block, *end.getSuccessor(known->isZero() ? 1 : 0));
  else
    changed |= enter(block, *cast<SwitchInst>(end).findCaseValue(known)->getCaseSuccessor());
  return changed;
}

bool Way::enter(const BasicBlock &block, BasicBlock &next) {
  blocks_.insert(&next);
  return edges_.insert({&block, &next}).second;
}

/// Values only come to differ.
bool Way::learn(const Instruction &instruction, Constant *value) {
  const auto [at, is_new] = values_.try_emplace(&instruction, value);
  if (is_new || at->second == value || at->second == nullptr)
    return is_new;
  at->second = nullptr;
  return true;
}

/// None as long as nothing is known of it; null where it differs.
std::optional<Constant *> Way::value_of(Value &value, const BasicBlock &user) const {
  if (auto *constant = dyn_cast<Constant>(&value))
    return constant;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || !blocks_.contains(const_cast<BasicBlock *>(instruction->getParent())))
    return assumed_.lookup(&value);
  const BasicBlock &block = *instruction->getParent();
  if (dominators_.dominates(&block, &from_) && &user != &block && is_reached_without(user, block))
    return nullptr; // the old one or the new one
  const auto at = values_.find(instruction);
  return at == values_.end() ? std::nullopt : std::optional(at->second);
}

bool Way::is_reached_without(const BasicBlock &block, const BasicBlock &avoided) const {
  if (&begin_ == &avoided)
    return false;
  df_iterator_default_set<const BasicBlock *, 16> seen;
  seen.insert(&avoided);
  return any_of(depth_first_ext(static_cast<const BasicBlock *>(&begin_), seen),
                [&](const BasicBlock *reached) { return reached == &block; });
}

std::optional<Constant *> Way::joined(PHINode &phi) const {
  std::optional<Constant *> result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const BasicBlock *const block = phi.getIncomingBlock(i);
    if (!edges_.contains({block, phi.getParent()}))
      continue;
    const bool comes_by_edge = block == &from_ && phi.getParent() == &begin_;
    Value &incoming = *phi.getIncomingValue(i);
    const auto value =
        comes_by_edge ? std::optional(isa<Constant>(incoming) ? cast<Constant>(&incoming) : assumed_.lookup(&incoming))
                      : value_of(incoming, *block);
    if (!value)
      continue;
    if (*value == nullptr || (result && *result != *value))
      return nullptr;
    result = value;
  }
  return result;
}

std::optional<Constant *> Way::computed(Instruction &instruction) const {
  if (!isa<CmpInst, BinaryOperator, CastInst, SelectInst, FreezeInst>(instruction))
    return nullptr;
  SmallVector<Value *, 3> operands;
  for (Use &operand : instruction.operands()) {
    const auto value = value_of(*operand, *instruction.getParent());
    if (!value)
      return std::nullopt;
    operands.push_back(*value != nullptr ? *value : operand.get());
  }
  const SimplifyQuery query(instruction.getDataLayout());
  return dyn_cast_or_null<Constant>(simplifyInstructionWithOperands(&instruction, operands, query));
}

void Way::keep_taken_ways(const BasicBlock &block, BlockMap &map) const {
  auto *const copy = cast<BasicBlock>(map[&block]);
  SmallSetVector<const BasicBlock *, 4> taken;
  for (const BasicBlock *next : successors(&block))
    if (edges_.contains({&block, next}))
      taken.insert(next);
  if (taken.size() != 1)
    return;
  bool kept = false;
  for (const BasicBlock *next : successors(&block))
    if (next == taken.front() && !kept)
      kept = true;
    else if (map.count(next) != 0)
      cast<BasicBlock>(map[next])->removePredecessor(copy, true);
  ReplaceInstWithInst(copy->getTerminator(), BranchInst::Create(cast<BasicBlock>(map[taken.front()])));
}

void Way::take_apart() const {
  BlockMap map;
  const BasicBlocks blocks(blocks_.begin(), blocks_.end());
  BasicBlock *const copy = copy_for(from_, blocks, map);
  for (BasicBlock *block : blocks)
    keep_taken_ways(*block, map);
  const auto ways = count(successors(&from_), &begin_);
  from_.getTerminator()->replaceSuccessorWith(&begin_, copy);
  for (auto i = ways; i > 0; --i)
    begin_.removePredecessor(&from_, true);
  for (BasicBlock *block : blocks)
    if (dominators_.dominates(block, &from_))
      for (Instruction &instruction : *block)
        if (!instruction.getType()->isVoidTy())
          choose_between(instruction, *cast<Instruction>(map[&instruction]));
}

Way::Assumptions decided_before(BasicBlock &from, BasicBlock &to, const DominatorTree &dominators) {
  Way::Assumptions decided;
  const auto look_at = [&](const BasicBlock *block, const auto &is_beyond) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch == nullptr || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return;
    for (const unsigned side : {0u, 1u})
      if (is_beyond(*branch->getSuccessor(side)))
        decided.try_emplace(branch->getCondition(), ConstantInt::getBool(block->getContext(), side == 0));
  };
  look_at(&from, [&](const BasicBlock &next) { return &next == &to; });
  for (const auto *node = dominators.getNode(&from)->getIDom(); node != nullptr; node = node->getIDom())
    look_at(node->getBlock(), [&](const BasicBlock &next) {
      return dominators.dominates(BasicBlockEdge(node->getBlock(), &next), &from);
    });
  return decided;
}

} // namespace weft::codegen::cpu
