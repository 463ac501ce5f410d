// Finds loops along rows of memory by the analyses that LLVM's loop vectoriser asks.
#include "codegen/cpu/row_loops.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/IVDescriptors.h>
#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
void register_analyses(FunctionAnalysisManager &analyses) {
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return AssumptionAnalysis(); });
  analyses.registerPass([] { return BasicAA(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return LoopAccessAnalysis(); });
  analyses.registerPass([] { return LoopAnalysis(); });
  analyses.registerPass([] { return ScalarEvolutionAnalysis(); });
  analyses.registerPass([] { return ScopedNoAliasAA(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  analyses.registerPass([] { return TargetLibraryAnalysis(); });
  analyses.registerPass([] { return TypeBasedAA(); });
  analyses.registerPass([] {
    AAManager manager;
    manager.registerFunctionAnalysis<BasicAA>();
    manager.registerFunctionAnalysis<ScopedNoAliasAA>();
    manager.registerFunctionAnalysis<TypeBasedAA>();
    return manager;
  });
}

/// Is it a counter, or anything else that each iteration knows by its number?
bool is_counter(PHINode &phi, const Loop &loop, ScalarEvolution &evolution) {
  InductionDescriptor induction;
  return !phi.getType()->isFloatingPointTy() && InductionDescriptor::isInductionPHI(&phi, &loop, &evolution, induction);
}

bool has_vector_form(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr)
    return true;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  return intrinsic != nullptr &&
         (intrinsic->isAssumeLikeIntrinsic() || isTriviallyVectorizable(call->getIntrinsicID()));
}

bool goes_along_memory(Instruction &instruction, const Loop &loop, ScalarEvolution &evolution,
                       const DominatorTree &dominators) {
  Value *pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr)
    return true;
  PredicatedScalarEvolution predicated(evolution, const_cast<Loop &>(loop));
  const DenseMap<Value *, const SCEV *> none;
  const auto stride =
      getPtrStride(predicated, getLoadStoreType(&instruction), pointer, &loop, dominators, none, false, false);
  return stride && *stride >= 0 && *stride <= 1;
}

bool goes_along_rows(Loop &loop, Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  if (!loop.isInnermost() || loop.getLoopPreheader() == nullptr || loop.getExitingBlock() != loop.getLoopLatch() ||
      isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
    return false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (!has_vector_form(instruction) || !goes_along_memory(instruction, loop, evolution, dominators))
        return false;
  return true;
}

/// Of a loop that goes along rows: does an iteration begin without the results of the one before?
bool iterates_apart(Loop &loop, Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  if (!all_of(loop.getHeader()->phis(), [&](PHINode &phi) { return is_counter(phi, loop, evolution); }))
    return false;
  const LoopAccessInfo &memory = analyses.getResult<LoopAccessAnalysis>(function).getInfo(loop);
  return memory.canVectorizeMemory() && !memory.hasLoadStoreDependenceInvolvingLoopInvariantAddress() &&
         !memory.hasStoreStoreDependenceInvolvingLoopInvariantAddress();
}

/// Does it store about as often as it computes something to be stored?
bool mostly_stores(const Loop &loop) {
  SmallVector<const Value *> open;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (const auto *store = dyn_cast<StoreInst>(&instruction);
          store && !loop.isLoopInvariant(store->getPointerOperand()))
        open.push_back(store->getValueOperand());
  const std::size_t stores = open.size();
  std::size_t computed = 0;
  SmallPtrSet<const Value *, 16> seen;
  while (!open.empty()) {
    const auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (instruction == nullptr || !loop.contains(instruction) || isa<LoadInst>(instruction) ||
        !seen.insert(instruction).second)
      continue;
    computed += isa<BinaryOperator, SelectInst, CmpInst, CallBase>(instruction);
    open.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return stores != 0 && computed <= stores + stores / 2;
}
} // namespace

RowLoops row_loops(Function &function) {
  FunctionAnalysisManager analyses;
  register_analyses(analyses);
  RowLoops found;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!goes_along_rows(*loop, function, analyses))
      continue;
    if (iterates_apart(*loop, function, analyses))
      found.apart.insert(loop->getHeader());
    else if (mostly_stores(*loop))
      found.sums.insert(loop->getHeader());
  }
  return found;
}

} // namespace weft::codegen::cpu
