// Masked loads and stores cost even when all lanes are active; at a boundary test nearly always all are.
#include "codegen/cpu/guard_split.hpp"

#include <optional>
#include <utility>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/shape.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned longest_function = 300; ///< instructions, where all of it is copied
constexpr unsigned longest_region = 1200;  ///< instructions; larger copies cost more compile time than they save
constexpr unsigned most_copied = 4800;     ///< instructions in all: guards inside of each other double with each level
constexpr unsigned most_guards = 64;

/// A conditional branch into a region that only it enters and that leaves to one join block.
struct Guard {
  BranchInst *branch = nullptr;
  unsigned taken = 0; ///< which successor is the region
  BasicBlock *join = nullptr;
  SmallVector<BasicBlock *, 16> region;

  unsigned instructions() const {
    unsigned count = 0;
    for (const BasicBlock *block : region)
      count += static_cast<unsigned>(block->size());
    return count;
  }
};

/// Does the region do enough to be worth a copy, and nothing that must not be copied?
bool worth_copying(const Guard &guard, const SmallPtrSetImpl<BasicBlock *> &inside) {
  bool memory = false;
  for (BasicBlock *block : guard.region) {
    for (BasicBlock *next : successors(block))
      if (!inside.contains(next) && next != guard.join)
        return false;
    for (Instruction &instruction : *block) {
      memory |= instruction.mayReadOrWriteMemory();
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isConvergent() || call->cannotDuplicate())
          return false;
    }
  }
  return memory && guard.instructions() <= longest_region && !inside.contains(guard.join);
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

/// What an instruction extends: the low `bits` of `index`, which it may also shift.
struct Narrow {
  Value *index = nullptr;
  unsigned bits = 0, shift = 0;
  bool is_signed = false;
};

/// Also as LLVM writes extensions: by a mask, or by shifting up and down.
std::optional<Narrow> extended(const Instruction &instruction) {
  using namespace PatternMatch;
  Value *index = nullptr;
  const APInt *number = nullptr;
  if (!instruction.getType()->isIntegerTy(64))
    return std::nullopt;
  const bool is_signed = isa<SExtInst>(instruction) || instruction.getOpcode() == Instruction::AShr;
  if (match(&instruction, m_ZExtOrSExt(m_Value(index))) && index->getType()->isIntegerTy(32))
    return Narrow{index, 32, 0, is_signed};
  if (match(&instruction, m_And(m_Value(index), m_SpecificInt(0xffffffff))))
    return Narrow{index, 32, 0, false};
  if (match(&instruction, m_Shr(m_Value(index), m_APInt(number))) && number->ule(32))
    return Narrow{index, 64, static_cast<unsigned>(number->getZExtValue()), is_signed};
  return std::nullopt;
}

/// Indices of a region that are extensions of narrow sums of the item's id and of values from outside the region.
class NarrowIndices {
public:
  NarrowIndices(const Guard &guard, const Uniformity &lanes)
      : inside_(guard.region.begin(), guard.region.end()), lanes_(lanes) {
    for (BasicBlock *block : guard.region)
      for (Instruction &instruction : *block)
        if (const auto narrow = extended(instruction); narrow && counts_up(*narrow))
          extensions_.push_back({&instruction, *narrow});
  }

  bool find_elements() const {
    return any_of(extensions_, [](const Extension &extension) {
      return any_of(extension.instruction->users(), [](const User *user) { return isa<GetElementPtrInst>(user); });
    });
  }

  /// What must hold for the copy of the region, in front of the branch into it.
  Value *all_steady(IRBuilder<> &ir, Value *condition) {
    for (const auto &[extension, narrow] : extensions_) {
      Value *index = computed_before(*narrow.index, ir);
      if (index->getType()->getIntegerBitWidth() > narrow.bits)
        index = ir.CreateTrunc(index, ir.getIntNTy(narrow.bits));
      Module &module = *ir.GetInsertBlock()->getModule();
      condition = ir.CreateAnd(condition, ir.CreateCall(lanes_steady(module, narrow.bits, narrow.is_signed), {index}));
    }
    return condition;
  }

  void extend_steady(const ValueToValueMapTy &copies) const {
    for (const auto &[extension, narrow] : extensions_) {
      auto *copy = cast<Instruction>(copies.lookup(extension));
      if (any_of(copy->users(), [](const User *user) { return call_of(*user, lanes_extend_name); }))
        continue; // a region around this one has said so
      IRBuilder<> ir(copy->getParent(), std::next(copy->getIterator()));
      CallInst *steady = ir.CreateCall(lanes_extend(*copy->getModule()), {copy});
      copy->replaceUsesWithIf(steady, [&](const Use &use) { return use.getUser() != steady; });
    }
  }

private:
  static constexpr unsigned deepest = 8;

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
    return shape_of_arithmetic(*instruction, operand, Extensions::vary, 1);
  }

  bool counts_up(const Narrow &narrow) const {
    const auto stride = shape(*narrow.index).stride;
    return stride && *stride % (std::int64_t{1} << narrow.shift) == 0 && movable(*narrow.index, 0);
  }

  /// Can the value be computed before the region runs?
  bool movable(const Value &value, unsigned depth) const {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !inside_.contains(instruction->getParent()))
      return true;
    const bool harmless = (isa<BinaryOperator, CastInst>(instruction) && !instruction->isIntDivRem()) ||
                          isa<GetElementPtrInst>(instruction) || loads_argument(*instruction);
    return harmless && depth <= deepest &&
           all_of(instruction->operands(), [&](const Use &use) { return movable(*use.get(), depth + 1); });
  }

  static bool loads_argument(const Instruction &instruction) {
    return isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load) &&
           getUnderlyingObject(instruction.getOperand(0)) == instruction.getFunction()->getArg(arg_block);
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

  struct Extension {
    Instruction *instruction;
    Narrow narrow;
  };

  SmallPtrSet<const BasicBlock *, 16> inside_;
  const Uniformity &lanes_;
  SmallVector<Extension, 8> extensions_;
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

bool meets_others(const Function &spmd) {
  return any_of(instructions(spmd), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && (call->isConvergent() || call->cannotDuplicate());
  });
}

/// Makes the whole function but its end the region of a test that all pass, where that finds elements by indices
/// outside of the blocks that are `done`.
std::optional<Guard> guard_of_all(Function &spmd, const Uniformity &lanes, const SmallPtrSetImpl<BasicBlock *> &done) {
  Guard guard;
  BasicBlock *end = nullptr;
  for (BasicBlock &block : spmd) {
    if (isa<ReturnInst>(block.getTerminator()) && std::exchange(end, &block) != nullptr)
      return std::nullopt;
    if (!done.contains(&block))
      guard.region.push_back(&block);
  }
  if (end == nullptr || spmd.getInstructionCount() > longest_function || meets_others(spmd) ||
      !NarrowIndices(guard, lanes).find_elements())
    return std::nullopt;
  BasicBlock &entry = spmd.getEntryBlock();
  BasicBlock *first = entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "all");
  end = end == &entry ? first : end;
  guard.join = end->splitBasicBlock(end->getTerminator(), "end");
  entry.getTerminator()->eraseFromParent();
  guard.branch = BranchInst::Create(first, guard.join, ConstantInt::getTrue(spmd.getContext()), &entry);
  guard.region.clear();
  for (BasicBlock &block : spmd)
    if (&block != &entry && &block != guard.join)
      guard.region.push_back(&block);
  return guard;
}
} // namespace

unsigned split_guards(Function &spmd) {
  unsigned count = 0, copied = 0;
  SmallPtrSet<BasicBlock *, 8> done;
  SmallPtrSet<BasicBlock *, 32> regions;
  for (bool again = true; again;) {
    again = false;
    Uniformity analyses(spmd);
    for (BasicBlock &block : spmd) {
      Guard guard;
      if (done.contains(&block) || count == most_guards || !find_guard(block, analyses, guard) ||
          copied + guard.instructions() > most_copied)
        continue;
      copied += guard.instructions();
      regions.insert_range(guard.region);
      split(spmd, guard, analyses, done);
      ++count;
      again = true;
      break;
    }
    if (again)
      continue;
    if (std::optional<Guard> all = guard_of_all(spmd, analyses, regions)) {
      split(spmd, *all, Uniformity(spmd), done);
      ++count;
    }
  }
  return count;
}

} // namespace weft::codegen::cpu
