// LLVM narrows expressions whose leaves are extensions; a loop's index that is kept for its best turn is none.
#include "codegen/cpu/narrow_choices.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
bool is_choice(const Value &value) {
  return isa<PHINode, SelectInst>(value) && value.getType()->isIntegerTy(64);
}

class Narrowing {
public:
  explicit Narrowing(TruncInst &first) : type_(first.getType()), ir_(first.getContext()) { add(*first.getOperand(0)); }

  /// Only where a loop carries the value: others cost the same either way.
  bool fits() {
    bool carried = false;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      auto *choice = cast<Instruction>(choices_[i]);
      carried |= isa<PHINode>(choice);
      for (User *user : choice->users()) {
        if (auto *narrowed = dyn_cast<TruncInst>(user); narrowed && narrowed->getType() == type_)
          ends_.insert(narrowed);
        else if (!is_choice(*user) || (isa<SelectInst>(user) && cast<SelectInst>(user)->getCondition() == choice))
          return false;
        else
          add(*user);
      }
      for (Value *operand : values_of(*choice))
        if (is_choice(*operand) && !is_used_elsewhere(*operand))
          add(*operand);
    }
    return carried;
  }

  unsigned apply() {
    for (Value *choice : choices_)
      made_[choice] = shell(*cast<Instruction>(choice));
    for (Value *choice : choices_)
      fill(*cast<Instruction>(choice));
    for (TruncInst *end : ends_) {
      end->replaceAllUsesWith(made_[end->getOperand(0)]);
      end->eraseFromParent();
    }
    for (Value *choice : choices_)
      choice->replaceAllUsesWith(PoisonValue::get(choice->getType()));
    for (Value *choice : choices_)
      cast<Instruction>(choice)->eraseFromParent();
    return ends_.size();
  }

private:
  void add(Value &value) {
    if (is_choice(value))
      choices_.insert(&value);
  }

  static SmallVector<Value *> values_of(Instruction &choice) {
    if (auto *select = dyn_cast<SelectInst>(&choice))
      return {select->getTrueValue(), select->getFalseValue()};
    return SmallVector<Value *>(cast<PHINode>(choice).incoming_values());
  }

  /// By what is neither a choice nor such a truncation: it stays as it is, and is truncated where it comes in.
  bool is_used_elsewhere(Value &value) const {
    return any_of(value.users(), [&](const User *user) {
      return !is_choice(*user) && !(isa<TruncInst>(user) && user->getType() == type_);
    });
  }

  Instruction *shell(Instruction &choice) {
    ir_.SetInsertPoint(&choice);
    if (auto *phi = dyn_cast<PHINode>(&choice))
      return ir_.CreatePHI(type_, phi->getNumIncomingValues());
    auto *poison = PoisonValue::get(type_);
    return SelectInst::Create(cast<SelectInst>(choice).getCondition(), poison, poison, "", choice.getIterator());
  }

  Value *narrowed(Value &value, Instruction *before) {
    if (const auto known = made_.find(&value); known != made_.end())
      return known->second;
    ir_.SetInsertPoint(before);
    return ir_.CreateTrunc(&value, type_);
  }

  void fill(Instruction &choice) {
    if (auto *select = dyn_cast<SelectInst>(&choice)) {
      auto *made = cast<SelectInst>(made_[&choice]);
      made->setTrueValue(narrowed(*select->getTrueValue(), made));
      made->setFalseValue(narrowed(*select->getFalseValue(), made));
      return;
    }
    auto &phi = cast<PHINode>(choice);
    auto *made = cast<PHINode>(made_[&choice]);
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      BasicBlock *from = phi.getIncomingBlock(i);
      const int known = made->getBasicBlockIndex(from); // an edge may come in more than once, with one value
      made->addIncoming(known >= 0 ? made->getIncomingValue(static_cast<unsigned>(known))
                                   : narrowed(*phi.getIncomingValue(i), from->getTerminator()),
                        from);
    }
  }

  Type *type_;
  IRBuilder<> ir_;
  SetVector<Value *> choices_;
  SetVector<TruncInst *> ends_;
  DenseMap<Value *, Instruction *> made_;
};
} // namespace

unsigned narrow_choices(Function &spmd) {
  unsigned count = 0;
  for (bool again = true; again;) {
    again = false;
    for (Instruction &instruction : instructions(spmd)) {
      auto *narrowed = dyn_cast<TruncInst>(&instruction);
      if (!narrowed || !is_choice(*narrowed->getOperand(0)) || narrowed->getType()->getIntegerBitWidth() < 8)
        continue;
      Narrowing narrowing(*narrowed);
      if (!narrowing.fits())
        continue;
      count += narrowing.apply();
      again = true;
      break;
    }
  }
  return count;
}

} // namespace weft::codegen::cpu
