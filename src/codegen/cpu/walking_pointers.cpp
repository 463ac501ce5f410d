#include "codegen/cpu/walking_pointers.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned fewest_reads = 4;

struct Read {
  LoadInst *load;
  std::int64_t distance; ///< bytes from the walk's start
};

/// Reads around one place of a loop.
struct Walk {
  const SCEV *start;
  const SCEVConstant *step;
  SmallVector<Read, 16> reads;
};

/// Can an arithmetic instruction on vectors have the load as an operand?
bool is_vector_operand(const LoadInst &load) {
  return load.isSimple() && load.hasOneUse() &&
         (load.getType()->isVectorTy() || isa<InsertElementInst>(load.user_back()));
}

class Walks {
public:
  explicit Walks(Function &function)
      : dominators_(function), loops_(dominators_), assumptions_(function), library_info_(Triple()),
        library_(library_info_), evolution_(function, library_, assumptions_, dominators_, loops_),
        expander_(evolution_, "walk") {}

  unsigned keep() {
    unsigned count = 0;
    for (Loop *loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost() && loop->getLoopPreheader() != nullptr && loop->getLoopLatch() != nullptr)
        for (const Walk &walk : walks_of(*loop))
          if (walk.reads.size() >= fewest_reads && expander_.isSafeToExpandAt(walk.start, end_of(*loop))) {
            keep(walk, *loop);
            ++count;
          }
    return count;
  }

private:
  static Instruction *end_of(const Loop &loop) { return loop.getLoopPreheader()->getTerminator(); }

  SmallVector<Walk, 4> walks_of(const Loop &loop) {
    SmallVector<Walk, 4> walks;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (auto *load = dyn_cast<LoadInst>(&instruction); load != nullptr && is_vector_operand(*load))
          add(*load, loop, walks);
    return walks;
  }

  void add(LoadInst &load, const Loop &loop, SmallVectorImpl<Walk> &walks) {
    const auto *place = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(load.getPointerOperand()));
    if (place == nullptr || place->getLoop() != &loop || !place->isAffine())
      return;
    const auto *step = dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution_));
    if (step == nullptr)
      return;
    for (Walk &walk : walks) {
      const auto *distance = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(place->getStart(), walk.start));
      if (walk.step == step && distance != nullptr && isInt<31>(distance->getAPInt().getSExtValue()))
        return walk.reads.push_back({&load, distance->getAPInt().getSExtValue()});
    }
    walks.push_back({place->getStart(), step, {{&load, 0}}});
  }

  void keep(const Walk &walk, const Loop &loop) {
    BasicBlock &header = *loop.getHeader();
    Type *type = walk.reads.front().load->getPointerOperandType();
    Value *start = expander_.expandCodeFor(walk.start, type, end_of(loop));
    IRBuilder<> ir(&header, header.begin());
    PHINode *pointer = ir.CreatePHI(type, 2, "walk");
    ir.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    Value *next = ir.CreatePtrAdd(pointer, ir.getInt64(walk.step->getAPInt().getSExtValue()));
    for (BasicBlock *from : predecessors(&header))
      pointer->addIncoming(loop.contains(from) ? ir.CreateLaunderInvariantGroup(next) : start, from);
    for (const Read &read : walk.reads) {
      ir.SetInsertPoint(read.load);
      Value *const before = read.load->getPointerOperand();
      read.load->setOperand(0, ir.CreatePtrAdd(pointer, ir.getInt64(read.distance)));
      RecursivelyDeleteTriviallyDeadInstructions(before);
    }
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl library_info_;
  TargetLibraryInfo library_;
  ScalarEvolution evolution_;
  SCEVExpander expander_;
};
} // namespace

unsigned keep_walking_pointers(Function &function) {
  return Walks(function).keep();
}

} // namespace weft::codegen::cpu
