// Loops as ptxas wants them: it unrolls those whose last branch goes back, and has loads under way for as many
// iterations as it sees side by side.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned most_iterations = 32, most_instructions = 512;
constexpr unsigned strided_iterations = 4, most_strided_instructions = 32;
constexpr unsigned most_blocks = 4;
constexpr unsigned loads_ahead = 16, most_iterations_ahead = 16;
constexpr const char *ahead_mark = "weft.loads.ahead";

/// The instructions of an innermost loop that loads from memory and does nothing that others wait for; none for other
/// loops.
std::optional<unsigned> size_of_loading(const Loop &loop) {
  if (!loop.isInnermost() || loop.getNumBlocks() > most_blocks)
    return std::nullopt;
  unsigned size = 0;
  bool loads = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (isa<PHINode, GetElementPtrInst>(instruction) || instruction.isLifetimeStartOrEnd() ||
          instruction.isDebugOrPseudoInst())
        continue;
      if (const auto *call = dyn_cast<CallBase>(&instruction);
          instruction.isAtomic() || (call != nullptr && (!isa<IntrinsicInst>(call) || call->isConvergent())))
        return std::nullopt;
      const auto *load = dyn_cast<LoadInst>(&instruction);
      loads = loads || (load != nullptr && load->isSimple());
      ++size;
    }
  return loads ? std::optional(size) : std::nullopt;
}

/// The number of iterations takes a division, as in loops by the size of the grid, which LLVM spares short loops.
bool is_strided(Loop &loop, ScalarEvolution &evolution) {
  const SCEV *const count = evolution.getBackedgeTakenCount(&loop);
  return !isa<SCEVCouldNotCompute>(count) && SCEVExprContains(count, [](const SCEV *part) {
    const auto *division = dyn_cast<SCEVUDivExpr>(part);
    return division != nullptr && !isa<SCEVConstant>(division->getRHS());
  });
}

/// Loads of a loop that writes nothing, from places that no load of the loop decides; 0 where there are others, and
/// where all places follow each other or stay: those are in caches when they are asked for.
unsigned loads_far_apart(const Loop &loop, ScalarEvolution &evolution) {
  unsigned loads = 0;
  bool far = false;
  for (const Instruction &instruction : *loop.getHeader()) {
    if (instruction.mayWriteToMemory())
      return 0;
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr)
      continue;
    const SCEV *const place = evolution.getSCEV(const_cast<Value *>(load->getPointerOperand()));
    if (!load->isSimple() || SCEVExprContains(place, [&](const SCEV *part) {
          const auto *unknown = dyn_cast<SCEVUnknown>(part);
          const auto *value = unknown != nullptr ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
          return value != nullptr && loop.contains(value);
        }))
      return 0;
    const auto *moving = dyn_cast<SCEVAddRecExpr>(place);
    const bool steady = moving != nullptr && isa<SCEVConstant>(moving->getStepRecurrence(evolution));
    far = far || !(steady || evolution.isLoopInvariant(place, &loop));
    ++loads;
  }
  return far ? loads : 0;
}

/// As many iterations as give `loads_ahead` loads, which put_loads_ahead() finds by the mark. ptxas is not to unroll
/// further: it would keep fewer loads under way, so that more registers are free than any work-group needs.
void unroll_with_loads_ahead(Loop &loop, unsigned loads) {
  unsigned count = most_iterations_ahead;
  while (count > 1 && count * loads > loads_ahead)
    count /= 2;
  if (count <= strided_iterations)
    return;
  LLVMContext &context = loop.getHeader()->getContext();
  const auto named = [&](const char *name) { return MDNode::get(context, MDString::get(context, name)); };
  MDNode *const later = MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.followup_unrolled"),
                                              named(ahead_mark), named("llvm.loop.unroll.disable")});
  addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
  MDNode *const all = makePostTransformationMetadata(context, loop.getLoopID(), {}, {later});
  loop.setLoopID(all);
}

/// Does the value follow from what is there before the block, without its loads? Then it, and all it follows from, may
/// be computed first; these are added to `ahead`.
bool comes_first(const Value &value, const BasicBlock &block, SmallPtrSetImpl<const Instruction *> &ahead) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || instruction->getParent() != &block || isa<PHINode>(instruction) ||
      ahead.contains(instruction))
    return true;
  if (instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction) ||
      !all_of(instruction->operands(), [&](const Use &use) { return comes_first(*use.get(), block, ahead); }))
    return false;
  ahead.insert(instruction);
  return true;
}

void put_loads_ahead(BasicBlock &block) {
  SmallPtrSet<const Instruction *, 32> ahead;
  for (const Instruction &instruction : block) {
    if (instruction.mayWriteToMemory())
      return;
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && comes_first(*load->getPointerOperand(), block, ahead))
      ahead.insert(load);
  }
  Instruction *first = nullptr; // of the others
  for (Instruction &instruction : make_early_inc_range(block))
    if (first == nullptr && !isa<PHINode>(instruction) && !ahead.contains(&instruction))
      first = &instruction;
    else if (first != nullptr && ahead.contains(&instruction))
      instruction.moveBefore(first->getIterator());
}

} // namespace

void count_iterations_to_unroll(Loop &loop, ScalarEvolution &evolution) {
  const auto size = size_of_loading(loop);
  if (!size || getOptionalBoolLoopAttribute(&loop, "llvm.loop.unroll.disable") ||
      getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count"))
    return;
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  if (trips == 0 && *size <= most_strided_instructions && is_strided(loop, evolution))
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", strided_iterations);
  if (loop.getNumBlocks() != 1)
    return;
  if (trips == 0)
    if (const unsigned loads = loads_far_apart(loop, evolution); loads != 0 && *size <= most_strided_instructions) {
      unroll_with_loads_ahead(loop, loads);
      return;
    }
  unsigned count = most_iterations;
  while (count > 1 && (count * *size > most_instructions || trips % count != 0))
    count /= 2;
  if (trips > count && count > 1)
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
}

void put_loads_ahead(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (getBooleanLoopAttribute(loop, ahead_mark) && loop->getNumBlocks() == 1)
      put_loads_ahead(*loop->getHeader());
}

void turn_latches(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *const latch = loop->getLoopLatch();
    auto *branch = latch != nullptr ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(1) != loop->getHeader() ||
        branch->getSuccessor(0) == loop->getHeader())
      continue;
    if (auto *compare = dyn_cast<CmpInst>(branch->getCondition()); compare != nullptr && compare->hasOneUse())
      compare->setPredicate(compare->getInversePredicate());
    else
      branch->setCondition(IRBuilder<>(branch).CreateNot(branch->getCondition()));
    branch->swapSuccessors();
  }
}

} // namespace weft::codegen::nvptx
