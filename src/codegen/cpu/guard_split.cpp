// Masked loads and stores cost even when all lanes are active; at a boundary test nearly always all are.
#include "codegen/cpu/guard_split.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/shape.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned longest_region = 1200; ///< instructions; larger copies cost more compile time than they save

/// A conditional branch into a region that only it enters and that leaves to one join block.
struct Guard {
  BranchInst *branch = nullptr;
  unsigned taken = 0; ///< which successor is the region
  BasicBlock *join = nullptr;
  SmallVector<BasicBlock *, 16> region;
};

/// Does the region do enough to be worth a copy, and nothing that must not be copied?
bool worth_copying(const Guard &guard, const SmallPtrSetImpl<BasicBlock *> &inside) {
  bool memory = false;
  unsigned instructions = 0;
  for (BasicBlock *block : guard.region) {
    for (BasicBlock *next : successors(block))
      if (!inside.contains(next) && next != guard.join)
        return false;
    for (Instruction &instruction : *block) {
      ++instructions;
      memory |= instruction.mayReadOrWriteMemory();
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isConvergent() || call->cannotDuplicate())
          return false;
    }
  }
  return memory && instructions <= longest_region && !inside.contains(guard.join);
}

bool find_guard(BasicBlock &block, Uniformity &analyses, Guard &guard) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional() || branch->hasMetadata(ir::rest_metadata) ||
      analyses.uniform(*branch->getCondition()))
    return false;
  const Loop *loop = analyses.loops.getLoopFor(&block);
  if ((loop != nullptr && loop->isLoopExiting(&block)) || !is_guard(*branch->getCondition(), analyses))
    return false;
  const auto *node = analyses.post_dominators.getNode(&block);
  guard.join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  if (guard.join == nullptr || (branch->getSuccessor(0) != guard.join && branch->getSuccessor(1) != guard.join))
    return false;
  guard.branch = branch;
  guard.taken = branch->getSuccessor(1) == guard.join ? 0 : 1;
  BasicBlock *first = branch->getSuccessor(guard.taken);
  if (first == guard.join || first->getUniquePredecessor() != &block)
    return false;
  analyses.dominators.getDescendants(first, guard.region);
  const SmallPtrSet<BasicBlock *, 16> inside(guard.region.begin(), guard.region.end());
  return worth_copying(guard, inside);
}

/// Indices of a region that are narrow sums of the item's id and of values from outside the region.
class NarrowIndices {
public:
  NarrowIndices(const Guard &guard, const Uniformity &lanes)
      : inside_(guard.region.begin(), guard.region.end()), lanes_(lanes) {
    for (BasicBlock *block : guard.region)
      for (Instruction &instruction : *block)
        if (auto *extension = dyn_cast<ZExtInst>(&instruction); extension && counts_up(*extension))
          extensions_.push_back(extension);
  }

  /// What must hold for the copy of the region, in front of the branch into it.
  Value *all_steady(IRBuilder<> &ir, Value *condition) {
    for (const ZExtInst *extension : extensions_) {
      Value *index = computed_before(*extension->getOperand(0), ir);
      Module &module = *ir.GetInsertBlock()->getModule();
      condition = ir.CreateAnd(condition, ir.CreateCall(lanes_steady(module), {index}));
    }
    return condition;
  }

  void extend_steady(const ValueToValueMapTy &copies) const {
    for (const ZExtInst *extension : extensions_) {
      auto *copy = cast<Instruction>(copies.lookup(extension));
      IRBuilder<> ir(copy);
      copy->replaceAllUsesWith(ir.CreateCall(lanes_extend(*copy->getModule()), {copy->getOperand(0)}));
      copy->eraseFromParent();
    }
  }

private:
  static constexpr unsigned deepest = 8;

  bool counts_up(const ZExtInst &extension) const {
    const Value &index = *extension.getOperand(0);
    return extension.getType()->isIntegerTy(64) && index.getType()->isIntegerTy(32) && shape(index).stride &&
           movable(index, 0);
  }

  /// Modulo the type.
  Shape shape(const Value &value, unsigned depth = 0) const {
    if (lanes_.uniform(value))
      return Shape::uniform();
    if (isa<Argument>(value))
      return Shape::linear(1);
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth > deepest)
      return Shape::varying();
    const auto operand = [&](const Value *of) { return shape(*of, depth + 1); };
    return shape_of_arithmetic(*instruction, operand, Extensions::vary);
  }

  /// Can the value be computed before the region runs?
  bool movable(const Value &value, unsigned depth) const {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !inside_.contains(instruction->getParent()))
      return true;
    const bool harmless = isa<BinaryOperator, CastInst>(instruction) && !instruction->isIntDivRem();
    return harmless && depth <= deepest &&
           all_of(instruction->operands(), [&](const Use &use) { return movable(*use.get(), depth + 1); });
  }

  Value *computed_before(Value &value, IRBuilder<> &ir) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !inside_.contains(instruction->getParent()))
      return &value;
    Value *&known = before_[instruction];
    if (known == nullptr) {
      Instruction *again = instruction->clone();
      again->dropPoisonGeneratingFlags();
      for (Use &operand : again->operands())
        operand.set(computed_before(*operand.get(), ir));
      known = ir.Insert(again);
    }
    return known;
  }

  SmallPtrSet<const BasicBlock *, 16> inside_;
  const Uniformity &lanes_;
  SmallVector<ZExtInst *, 8> extensions_;
  DenseMap<Instruction *, Value *> before_;
};

/// The tests of a condition once more: where all lanes pass, none is asked on its own.
Value *tested_again(Value &condition, IRBuilder<> &ir, const Uniformity &lanes) {
  auto *test = dyn_cast<Instruction>(&condition);
  if (test == nullptr || lanes.uniform(*test) || !(isa<ICmpInst, SelectInst>(test) || test->isBitwiseLogicOp()))
    return &condition;
  Instruction *again = test->clone();
  if (!isa<ICmpInst>(test))
    for (Use &operand : again->operands())
      operand.set(tested_again(*operand.get(), ir, lanes));
  return ir.Insert(again);
}

/// Values that the region computes reach other blocks only through phis of the join block; dominance sees to that.
void split(Function &spmd, Guard &guard, const Uniformity &lanes, SmallPtrSetImpl<BasicBlock *> &done) {
  BasicBlock *head = guard.branch->getParent(), *first = guard.branch->getSuccessor(guard.taken);
  NarrowIndices indices(guard, lanes);
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 16> copies;
  for (BasicBlock *block : guard.region) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".all", &spmd);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  const SmallPtrSet<BasicBlock *, 16> inside(guard.region.begin(), guard.region.end());
  for (PHINode &phi : guard.join->phis())
    for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) // a switch may come several times
      if (BasicBlock *block = phi.getIncomingBlock(i); inside.contains(block)) {
        Value *value = phi.getIncomingValue(i);
        const auto mapped = map.find(value);
        phi.addIncoming(mapped != map.end() ? static_cast<Value *>(mapped->second) : value,
                        cast<BasicBlock>(map[block]));
      }
  auto *masked = BasicBlock::Create(spmd.getContext(), "guard", &spmd, first);
  IRBuilder<> ir(guard.branch);
  Value *condition = guard.branch->getCondition();
  if (guard.taken == 1)
    condition = ir.CreateNot(condition);
  Value *everybody = ir.CreateCall(lanes_all(*spmd.getParent()), {condition});
  ir.CreateCondBr(indices.all_steady(ir, everybody), cast<BasicBlock>(map[first]), masked);
  guard.branch->removeFromParent();
  guard.branch->insertInto(masked, masked->end());
  ir.SetInsertPoint(guard.branch);
  guard.branch->setCondition(tested_again(*guard.branch->getCondition(), ir, lanes));
  for (BasicBlock *block : {guard.join, first})
    block->replacePhiUsesWith(head, masked);
  for (PHINode &phi : cast<BasicBlock>(map[first])->phis())
    phi.replaceIncomingBlockWith(masked, head);
  indices.extend_steady(map);
  done.insert(masked);
}
} // namespace

unsigned split_guards(Function &spmd) {
  unsigned count = 0;
  SmallPtrSet<BasicBlock *, 8> done;
  for (bool again = true; again;) {
    again = false;
    Uniformity analyses(spmd);
    for (BasicBlock &block : spmd) {
      Guard guard;
      if (done.contains(&block) || !find_guard(block, analyses, guard))
        continue;
      split(spmd, guard, analyses, done);
      ++count;
      again = true;
      break;
    }
  }
  return count;
}

} // namespace weft::codegen::cpu
