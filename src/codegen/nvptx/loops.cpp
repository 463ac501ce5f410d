// Loops as ptxas wants them: it unrolls those whose last branch goes back, and has loads under way for as many
// iterations as it sees side by side.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned most_iterations = 32, most_instructions = 512;
constexpr unsigned strided_iterations = 4, most_strided_instructions = 32;
/// LLVM itself unrolls what is smaller as often, and what is not much larger twice.
constexpr unsigned counted_iterations = 4, fewest_counted_instructions = 12, most_counted_instructions = 40;
/// Branches in a loop keep its loads apart, and its copies are code that is fetched.
constexpr unsigned most_blocks = 6, most_branching_iterations = 8, most_branching_instructions = 256;
/// A single condition becomes predicates, if nothing is left of the loop.
constexpr unsigned blocks_of_one_condition = 3;

/// A private array lives in registers if all its places are known.
constexpr unsigned most_private_iterations = 64, most_private_instructions = 4096;
/// Where only a bound of the iterations is known, each copy keeps its exit.
constexpr unsigned most_bounded_iterations = 8, most_bounded_instructions = 256;

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

/// An element of an array of the work-item's own, at another place in each iteration.
bool walks_private_array(const Instruction &instruction, const Loop &loop, ScalarEvolution &evolution) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr)
    return false;
  const auto *memory = dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0));
  if (memory == nullptr || loop.contains(memory))
    return false;
  const auto *place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(pointer)));
  return place != nullptr && place->getLoop() == &loop;
}

/// Does so, and its copies for so many iterations are not too many.
bool walks_private_array(const Loop &loop, ScalarEvolution &evolution, unsigned iterations, unsigned most_iterations,
                         unsigned most_instructions) {
  if (iterations == 0 || iterations > most_iterations || hasUnrollTransformation(&loop) != TM_Unspecified)
    return false;
  unsigned size = 0;
  bool walks = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      walks = walks || walks_private_array(instruction, loop, evolution);
      ++size;
    }
  return walks && size * iterations <= most_instructions;
}

} // namespace

void unroll_for_private_arrays(Loop &loop, ScalarEvolution &evolution) {
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  if (walks_private_array(loop, evolution, trips, most_private_iterations, most_private_instructions))
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
}

bool unroll_bounded_for_private_arrays(Loop &loop, LoopStandardAnalysisResults &analyses) {
  const unsigned bound = analyses.SE.getSmallConstantMaxTripCount(&loop);
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || analyses.SE.getSmallConstantTripCount(&loop) > 0 ||
      !walks_private_array(loop, analyses.SE, bound, most_bounded_iterations, most_bounded_instructions))
    return false;
  OptimizationRemarkEmitter remarks(loop.getHeader()->getParent());
  UnrollLoopOptions options{};
  options.Count = bound;
  options.Force = true;
  return UnrollLoop(&loop, options, &analyses.LI, &analyses.SE, &analyses.DT, &analyses.AC, &analyses.TTI, &remarks,
                    true, nullptr, &analyses.AA) == LoopUnrollResult::FullyUnrolled;
}

void count_iterations_to_unroll(Loop &loop, ScalarEvolution &evolution) {
  const auto size = size_of_loading(loop);
  if (!size || getOptionalBoolLoopAttribute(&loop, "llvm.loop.unroll.disable") ||
      getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count"))
    return;
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  if (trips == 0 && *size <= most_strided_instructions && is_strided(loop, evolution)) {
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", strided_iterations);
    return;
  }
  const bool branches = loop.getNumBlocks() != 1;
  if (branches && loop.getExitingBlock() == nullptr)
    return;
  if (trips == 0) {
    const bool is_counted = !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
    if (is_counted && *size > fewest_counted_instructions && *size <= most_counted_instructions)
      addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", counted_iterations);
    return;
  }
  if (trips <= most_iterations && trips * *size <= most_instructions &&
      loop.getNumBlocks() <= blocks_of_one_condition) {
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
    return;
  }
  unsigned count = branches ? most_branching_iterations : most_iterations;
  const unsigned most = branches ? most_branching_instructions : most_instructions;
  while (count > 1 && (count * *size > most || trips % count != 0))
    count /= 2;
  if (trips > count && count > 1)
    addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
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
