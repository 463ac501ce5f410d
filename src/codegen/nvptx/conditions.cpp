// Comparisons that hold on both sides of a loop, as the bounds of a tile's elements do where it is read and where it is
// written. A multiprocessor has seven registers for conditions: ptxas packs more of them into others and leaves the
// loop's own no room. Comparing again after the loop costs an instruction each.
#include "codegen/nvptx/retarget.hpp"

#include <map>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::codegen::nvptx {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::size_t most_kept = 3;

struct Use {
  ICmpInst *compare;
  Instruction *user;
};

/// Copies comparisons behind a loop, of copies of numbers that optimisers take for other ones.
class Recomputed {
public:
  explicit Recomputed(BasicBlock &exit) : exit_(exit) {}

  void copy(const Use &use) {
    IRBuilder<> ir(use.user);
    Instruction *&made = compares_[{use.compare, use.user->getParent()}];
    if (made == nullptr || !made->comesBefore(use.user)) {
      made = use.compare->clone();
      for (unsigned i = 0; i < 2; ++i)
        made->setOperand(i, operand(ir, use.compare->getOperand(i)));
      ir.Insert(made);
    }
    use.user->replaceUsesOfWith(use.compare, made);
  }

private:
  Value *operand(IRBuilder<> &ir, Value *value) {
    Value *base = nullptr;
    if (isa<Constant>(value))
      return value;
    if (match(value, m_AddLike(m_Value(base), m_ConstantInt()))) {
      Instruction *const copy = cast<Instruction>(value)->clone();
      copy->setOperand(0, operand(ir, base));
      return ir.Insert(copy);
    }
    return number(value);
  }

  Value *number(Value *value) {
    Value *&copy = numbers_[value];
    if (copy == nullptr) {
      IRBuilder<> ir(&exit_, exit_.getFirstInsertionPt());
      Type *const type = value->getType();
      const char *const constraint = type->isIntegerTy(64) ? "=l,0" : "=r,0";
      copy = ir.CreateCall(InlineAsm::get(FunctionType::get(type, {type}, false), "", constraint, true), {value});
    }
    return copy;
  }

  BasicBlock &exit_;
  std::map<Value *, Value *> numbers_;
  std::map<std::pair<ICmpInst *, BasicBlock *>, Instruction *> compares_;
};

/// Where comparisons made before the loop are used after it.
SmallVector<Use, 16> uses_after(Function &function, const Loop &loop, const BasicBlock &exit,
                                const DominatorTree &dominators) {
  SmallVector<Use, 16> found;
  for (BasicBlock &block : function) {
    if (!dominators.properlyDominates(&block, loop.getHeader()))
      continue;
    for (Instruction &instruction : block) {
      auto *compare = dyn_cast<ICmpInst>(&instruction);
      if (compare == nullptr ||
          !(compare->getOperand(0)->getType()->isIntegerTy(32) || compare->getOperand(0)->getType()->isIntegerTy(64)))
        continue;
      for (User *user : compare->users())
        if (auto *place = cast<Instruction>(user);
            !isa<PHINode>(place) && dominators.dominates(&exit, place->getParent()))
          found.push_back({compare, place});
    }
  }
  return found;
}

std::size_t compares_in(ArrayRef<Use> uses) {
  SmallPtrSet<ICmpInst *, 16> different;
  for (const Use &use : uses)
    different.insert(use.compare);
  return different.size();
}

} // namespace

void compare_again_after_loops(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops) {
    BasicBlock *const exit = loop->getUniqueExitBlock();
    if (exit == nullptr || !loop->hasDedicatedExits())
      continue;
    const auto uses = uses_after(function, *loop, *exit, dominators);
    if (compares_in(uses) <= most_kept)
      continue;
    Recomputed recomputed(*exit);
    for (const Use &use : uses)
      recomputed.copy(use);
  }
}

} // namespace weft::codegen::nvptx
