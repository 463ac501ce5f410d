// The piece itself without what stands behind tests of the item's id: these raise the number of items instead.
#include "codegen/cpu/extents.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// A test that the first `count` items of the row pass, and what stands behind it.
struct Test {
  BranchInst *branch = nullptr;
  Value *count = nullptr;
  unsigned taken = 0; ///< which successor is behind the test; the other is where all go on
  SmallVector<BasicBlock *, 8> region;

  BasicBlock *join() const { return branch->getSuccessor(1 - taken); }
};

class Extent {
public:
  Extent(Function &piece, unsigned dim) : piece_(piece), item_(*piece.getArg(arg_item + dim)) {}

  /// Turns the piece into the function that counts. False where more than the first items may have effects.
  bool make() {
    find_tests();
    const Uniformity items(piece_, Among::group);
    SmallPtrSet<const BasicBlock *, 16> skipped;
    for (const Test &test : tests_)
      skipped.insert_range(test.region);
    for (BasicBlock &block : piece_)
      if (!skipped.contains(&block) && !(can_skip_effects(block) && all_branch_alike(block, items)))
        return false;
    for (const Test &test : tests_)
      if (!skipped.contains(test.branch->getParent()) && !items.uniform(*test.count))
        return false;
    count(skipped);
    return true;
  }

private:
  void find_tests() {
    DominatorTree dominators(piece_);
    for (BasicBlock &block : piece_) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (branch == nullptr || branch->isUnconditional())
        continue;
      for (const unsigned taken : {0u, 1u}) {
        Test test{branch, nullptr, taken, {}};
        if (is_region(test, dominators) && (test.count = limit(*branch->getCondition(), taken == 0))) {
          tests_.push_back(std::move(test));
          break;
        }
      }
    }
  }

  /// Blocks that only the test leads to and that all lead back to the join.
  static bool is_region(Test &test, const DominatorTree &dominators) {
    BasicBlock *first = test.branch->getSuccessor(test.taken);
    if (first == test.join() || first->getSinglePredecessor() == nullptr)
      return false;
    dominators.getDescendants(first, test.region);
    return all_of(test.region, [&](const BasicBlock *block) {
      return block->getTerminator()->getNumSuccessors() != 0 && all_of(successors(block), [&](const BasicBlock *next) {
               return next == test.join() || is_contained(test.region, next);
             });
    });
  }

  bool is_item(const Value &value) const {
    const auto *narrowed = dyn_cast<TruncInst>(&value);
    return &value == &item_ || (narrowed && narrowed->getOperand(0) == &item_ &&
                                narrowed->getType()->getIntegerBitWidth() >= 32); // no row is longer
  }

  /// How many items of the row may find the condition to be `wanted`; none where that is not known.
  Value *limit(Value &condition, bool wanted) {
    if (auto *both = dyn_cast<Instruction>(&condition)) {
      Value *first = nullptr, *second = nullptr;
      using namespace PatternMatch;
      if (wanted ? match(both, m_LogicalAnd(m_Value(first), m_Value(second)))
                 : match(both, m_LogicalOr(m_Value(first), m_Value(second)))) {
        Value *one = limit(*first, wanted);
        return one ? one : limit(*second, wanted);
      }
    }
    auto *compare = dyn_cast<ICmpInst>(&condition);
    if (compare == nullptr)
      return nullptr;
    const CmpInst::Predicate as_written = wanted ? compare->getPredicate() : compare->getInversePredicate();
    if (is_item(*compare->getOperand(0)))
      return limit(as_written, *compare->getOperand(1), *compare);
    if (is_item(*compare->getOperand(1)))
      return limit(CmpInst::getSwappedPredicate(as_written), *compare->getOperand(0), *compare);
    return nullptr;
  }

  /// For `item predicate end`.
  Value *limit(CmpInst::Predicate predicate, Value &end, Instruction &before) {
    IRBuilder<> ir(&before);
    const bool inclusive =
        predicate == CmpInst::ICMP_EQ || predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE;
    switch (predicate) {
    case CmpInst::ICMP_EQ:
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SLE:
      break;
    default:
      return nullptr;
    }
    constexpr std::uint64_t most = 1U << 30; // as good as all items, and no overflow behind it
    Value *count = CmpInst::isSigned(predicate)
                       ? ir.CreateBinaryIntrinsic(Intrinsic::smax, &end, ConstantInt::get(end.getType(), 0))
                       : &end;
    count = ir.CreateBinaryIntrinsic(Intrinsic::umin, count, ConstantInt::get(end.getType(), most));
    count = ir.CreateZExtOrTrunc(count, ir.getInt32Ty());
    return inclusive ? ir.CreateAdd(count, ir.getInt32(1)) : count;
  }

  /// All items of the group share these, so that the first one's effect is enough; or there are none.
  bool can_skip_effects(const BasicBlock &block) const {
    return all_of(block, [&](const Instruction &instruction) {
      if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return keeps_group_value(*store);
      return !instruction.mayHaveSideEffects() && (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction));
    });
  }

  bool keeps_group_value(const StoreInst &store) const {
    return getUnderlyingObject(store.getPointerOperand()) == piece_.getArg(arg_scratch);
  }

  /// The items that go on behind a test are counted there; elsewhere all must go the same way.
  bool all_branch_alike(const BasicBlock &block, const Uniformity &items) const {
    const Instruction &end = *block.getTerminator();
    return end.getNumSuccessors() < 2 || items.uniform(*end.getOperand(0)) ||
           any_of(tests_, [&](const Test &test) { return test.branch == &end; });
  }

  void count(const SmallPtrSetImpl<const BasicBlock *> &skipped) {
    IRBuilder<> ir(&piece_.getEntryBlock(), piece_.getEntryBlock().begin());
    AllocaInst *total = ir.CreateAlloca(ir.getInt32Ty());
    ir.CreateStore(ir.getInt32(1), total);
    for (const Test &test : tests_) {
      if (skipped.contains(test.branch->getParent()))
        continue;
      ir.SetInsertPoint(test.branch);
      Value *before = ir.CreateLoad(ir.getInt32Ty(), total);
      ir.CreateStore(ir.CreateBinaryIntrinsic(Intrinsic::umax, before, test.count), total);
      BasicBlock *head = test.branch->getParent();
      test.branch->getSuccessor(test.taken)->removePredecessor(head);
      ir.CreateBr(test.join());
      test.branch->eraseFromParent();
    }
    removeUnreachableBlocks(piece_);
    for (Instruction &instruction : make_early_inc_range(instructions(piece_))) {
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->getPointerOperand() != total)
        store->eraseFromParent();
      else if (auto *end = dyn_cast<ReturnInst>(&instruction))
        end->setOperand(0, new LoadInst(total->getAllocatedType(), total, "", end->getIterator()));
    }
    DominatorTree dominators(piece_);
    PromoteMemToReg({total}, dominators);
  }

  Function &piece_;
  const Argument &item_;
  SmallVector<Test, 4> tests_;
};

bool may_have_tests(const Function &spmd, unsigned dim) {
  return any_of(spmd.getArg(arg_item + dim)->users(), [](const User *user) {
    return isa<ICmpInst>(user) ||
           (isa<TruncInst>(user) && any_of(user->users(), [](const User *next) { return isa<ICmpInst>(next); }));
  });
}
} // namespace

std::vector<Function *> make_extents(const Function &spmd, const Meetings &meetings, unsigned dim) {
  if (!may_have_tests(spmd, dim))
    return {};
  ValueToValueMapTy map;
  std::vector<Function *> extents =
      split_at_barriers(*CloneFunction(const_cast<Function *>(&spmd), map), meetings).functions;
  for (Function *&piece : extents)
    if (piece != nullptr && !Extent(*piece, dim).make()) {
      piece->eraseFromParent();
      piece = nullptr;
    }
  return extents;
}

bool keeps_context(const Function &piece) {
  const Value *context = piece.getArg(arg_context);
  return any_of(instructions(piece), [&](const Instruction &instruction) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store && getUnderlyingObject(store->getPointerOperand()) == context;
  });
}

} // namespace weft::codegen::cpu
