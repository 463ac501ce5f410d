// Loops that clear one bit of a number after the other: they have as many turns as it has bits, which GPUs count at
// once.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace weft::codegen::nvptx {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// What a loop of one block, without effects on memory, ends with: x & (x - 1) compared with zero, x being a number of
/// the turn before.
struct ClearedBits {
  ICmpInst *end = nullptr;
  PHINode *before = nullptr;
  Value *after = nullptr;
};

std::optional<ClearedBits> cleared_bits(const Loop &loop) {
  BasicBlock *const block = loop.getHeader();
  if (loop.getNumBlocks() != 1 || loop.getLoopPreheader() == nullptr || loop.getExitBlock() == nullptr)
    return std::nullopt;
  if (any_of(*block, [](const Instruction &each) { return each.mayReadOrWriteMemory(); }))
    return std::nullopt;
  ClearedBits found;
  auto *const branch = dyn_cast<BranchInst>(block->getTerminator());
  found.end = branch != nullptr && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (found.end == nullptr || !found.end->isEquality() || !found.end->hasOneUse() ||
      !match(found.end->getOperand(1), m_Zero()))
    return std::nullopt;
  found.after = found.end->getOperand(0);
  for (PHINode &phi : block->phis())
    if (phi.getIncomingValueForBlock(block) == found.after &&
        match(found.after, m_c_And(m_Specific(&phi), m_Add(m_Specific(&phi), m_AllOnes()))))
      found.before = &phi;
  return found.before != nullptr ? std::optional(found) : std::nullopt;
}

/// Lets the loop count its turns down.
void count_turns(const Loop &loop, const ClearedBits &bits) {
  BasicBlock *const block = loop.getHeader(), *const preheader = loop.getLoopPreheader();
  IRBuilder<> ir(preheader->getTerminator());
  Type *const type = bits.before->getType();
  Value *const set =
      ir.CreateUnaryIntrinsic(Intrinsic::ctpop, bits.before->getIncomingValueForBlock(preheader), {}, "bits");
  Value *const turns = ir.CreateBinaryIntrinsic(Intrinsic::umax, set, ConstantInt::get(type, 1));
  ir.SetInsertPoint(block, block->begin());
  PHINode *const left = ir.CreatePHI(type, 2, "bits.left");
  ir.SetInsertPoint(block->getTerminator());
  Value *const less = ir.CreateSub(left, ConstantInt::get(type, 1));
  left->addIncoming(turns, preheader);
  left->addIncoming(less, block);
  bits.end->setOperand(0, less);
  bits.end->moveBefore(block->getTerminator()->getIterator());
}

} // namespace

void count_bits_at_once(Loop &loop, ScalarEvolution &evolution) {
  const auto bits = cleared_bits(loop);
  if (!bits)
    return;
  count_turns(loop, *bits);
  evolution.forgetLoop(&loop);
  SCEVExpander expander(evolution, "bits");
  Instruction *const before = loop.getLoopPreheader()->getTerminator();
  for (PHINode &result : loop.getExitBlock()->phis()) {
    const int from = result.getBasicBlockIndex(loop.getHeader());
    Value *const value = result.getIncomingValue(static_cast<unsigned>(from));
    const SCEV *const last = evolution.getSCEVAtScope(value, loop.getParentLoop());
    if (value == bits->after)
      result.setIncomingValue(static_cast<unsigned>(from), ConstantInt::get(value->getType(), 0));
    else if (evolution.isLoopInvariant(last, &loop) && expander.isSafeToExpandAt(last, before))
      result.setIncomingValue(static_cast<unsigned>(from), expander.expandCodeFor(last, value->getType(), before));
  }
}

} // namespace weft::codegen::nvptx
