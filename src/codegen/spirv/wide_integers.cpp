// Integers of more than 64 bits, as in the upper half of a product, as pairs of words: OpenCL devices have no others.
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/spirv/retarget.hpp"
#include "codegen/spirv/touching.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

constexpr unsigned word_bits = 64;

bool is_wide(const Type *type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() > word_bits && type->getIntegerBitWidth() <= 2 * word_bits;
}

bool is_limit(const Instruction &instruction) {
  return isa<MinMaxIntrinsic>(instruction);
}

/// The bits of a number above those of its type are anything.
struct Pair {
  Value *low = nullptr, *high = nullptr;
};

class Expansion {
public:
  explicit Expansion(Function &kernel)
      : kernel_(kernel), ir_(kernel.getContext(), InstSimplifyFolder(kernel.getDataLayout())), word_(ir_.getInt64Ty()) {
  }

  void run() {
    const auto old = all_touching(kernel_, is_wide);
    if (!all_of(old, [](const Instruction *instruction) { return knows(*instruction); }))
      return;
    for (Instruction *instruction : old)
      if (auto *phi = dyn_cast<PHINode>(instruction)) {
        ir_.SetInsertPoint(phi);
        pairs_[phi] = {ir_.CreatePHI(word_, phi->getNumIncomingValues()),
                       ir_.CreatePHI(word_, phi->getNumIncomingValues())};
      }
    for (Instruction *instruction : old) {
      ir_.SetInsertPoint(instruction);
      expand(*instruction);
    }
    for (Instruction *instruction : old)
      if (auto *phi = dyn_cast<PHINode>(instruction))
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
          const Pair from = of(*phi->getIncomingValue(i)), to = pairs_[phi];
          cast<PHINode>(to.low)->addIncoming(from.low, phi->getIncomingBlock(i));
          cast<PHINode>(to.high)->addIncoming(from.high, phi->getIncomingBlock(i));
        }
    for (Instruction *instruction : old) {
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
  }

private:
  /// Divisions, conversions of floating-point numbers and vectors are none of these.
  static bool knows(const Instruction &instruction) {
    switch (instruction.getOpcode()) {
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::ICmp:
    case Instruction::Select:
    case Instruction::Freeze:
    case Instruction::PHI:
      return true;
    default:
      return is_limit(instruction);
    }
  }

  static unsigned bits(const Value &value) { return value.getType()->getIntegerBitWidth(); }
  Value *number(std::uint64_t value) { return ir_.getInt64(value); }

  Pair of(Value &value) {
    if (const auto *constant = dyn_cast<ConstantInt>(&value)) {
      const APInt whole = constant->getValue().zext(2 * word_bits);
      return {number(whole.extractBitsAsZExtValue(word_bits, 0)),
              number(whole.extractBitsAsZExtValue(word_bits, word_bits))};
    }
    if (isa<UndefValue>(value))
      return {UndefValue::get(word_), UndefValue::get(word_)};
    return pairs_.lookup(&value);
  }

  /// Of numbers that fit a word, too.
  Pair extended(Value &value, bool is_signed) {
    if (!is_wide(value.getType())) {
      Value *low = is_signed ? ir_.CreateSExt(&value, word_) : ir_.CreateZExt(&value, word_);
      return {low, is_signed ? ir_.CreateAShr(low, word_bits - 1) : number(0)};
    }
    const unsigned spare = 2 * word_bits - bits(value);
    Pair pair = of(value);
    Value *raised = ir_.CreateShl(pair.high, spare);
    pair.high = is_signed ? ir_.CreateAShr(raised, spare) : ir_.CreateLShr(raised, spare);
    return pair;
  }

  Pair sum(Pair a, Pair b) {
    Value *low = ir_.CreateAdd(a.low, b.low);
    Value *carry = ir_.CreateZExt(ir_.CreateICmpULT(low, a.low), word_);
    return {low, ir_.CreateAdd(ir_.CreateAdd(a.high, b.high), carry)};
  }

  Pair difference(Pair a, Pair b) {
    Value *borrow = ir_.CreateZExt(ir_.CreateICmpULT(a.low, b.low), word_);
    return {ir_.CreateSub(a.low, b.low), ir_.CreateSub(ir_.CreateSub(a.high, b.high), borrow)};
  }

  Pair product(Pair a, Pair b) {
    FunctionCallee upper = kernel_.getParent()->getOrInsertFunction("_Z6mul_himm", word_, word_, word_);
    CallInst *carried = ir_.CreateCall(upper, {a.low, b.low});
    carried->setDoesNotAccessMemory();
    carried->setDoesNotThrow();
    Value *crosswise = ir_.CreateAdd(ir_.CreateMul(a.low, b.high), ir_.CreateMul(a.high, b.low));
    return {ir_.CreateMul(a.low, b.low), ir_.CreateAdd(carried, crosswise)};
  }

  /// Both words by less than a word, with what goes from one to the other; and then by one where the count asks for it.
  Pair shifted(unsigned opcode, Pair a, Value *count) {
    Value *within = ir_.CreateAnd(count, word_bits - 1), *rest = ir_.CreateXor(within, word_bits - 1);
    Value *by_less = ir_.CreateICmpULT(count, number(word_bits));
    if (opcode == Instruction::Shl) {
      Value *low = ir_.CreateShl(a.low, within);
      Value *high = ir_.CreateOr(ir_.CreateShl(a.high, within), ir_.CreateLShr(ir_.CreateLShr(a.low, 1), rest));
      return {ir_.CreateSelect(by_less, low, number(0)), ir_.CreateSelect(by_less, high, low)};
    }
    const bool is_signed = opcode == Instruction::AShr;
    Value *high = is_signed ? ir_.CreateAShr(a.high, within) : ir_.CreateLShr(a.high, within);
    Value *low = ir_.CreateOr(ir_.CreateLShr(a.low, within), ir_.CreateShl(ir_.CreateShl(a.high, 1), rest));
    Value *beyond = is_signed ? ir_.CreateAShr(a.high, word_bits - 1) : number(0);
    return {ir_.CreateSelect(by_less, low, high), ir_.CreateSelect(by_less, high, beyond)};
  }

  Value *compared(CmpInst::Predicate predicate, Value &left, Value &right) {
    const bool is_signed = CmpInst::isSigned(predicate);
    const Pair a = extended(left, is_signed), b = extended(right, is_signed);
    if (CmpInst::isEquality(predicate))
      return ir_.CreateICmp(predicate, ir_.CreateOr(ir_.CreateXor(a.low, b.low), ir_.CreateXor(a.high, b.high)),
                            number(0));
    return ir_.CreateSelect(ir_.CreateICmpEQ(a.high, b.high),
                            ir_.CreateICmp(ICmpInst::getUnsignedPredicate(predicate), a.low, b.low),
                            ir_.CreateICmp(predicate, a.high, b.high));
  }

  Pair chosen(Value *condition, Pair a, Pair b) {
    return {ir_.CreateSelect(condition, a.low, b.low), ir_.CreateSelect(condition, a.high, b.high)};
  }

  Pair computed(Instruction &instruction) {
    Value &a = *instruction.getOperand(0);
    if (auto *limit = dyn_cast<MinMaxIntrinsic>(&instruction))
      return chosen(compared(limit->getPredicate(), *limit->getLHS(), *limit->getRHS()), of(*limit->getLHS()),
                    of(*limit->getRHS()));
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return chosen(select->getCondition(), of(*select->getTrueValue()), of(*select->getFalseValue()));
    const unsigned opcode = instruction.getOpcode();
    if (isa<CastInst>(instruction))
      return opcode == Instruction::Trunc ? of(a) : extended(a, opcode == Instruction::SExt);
    if (isa<FreezeInst>(instruction))
      return {ir_.CreateFreeze(of(a).low), ir_.CreateFreeze(of(a).high)};
    Value &b = *instruction.getOperand(1);
    switch (opcode) {
    case Instruction::Add:
      return sum(of(a), of(b));
    case Instruction::Sub:
      return difference(of(a), of(b));
    case Instruction::Mul:
      return product(of(a), of(b));
    case Instruction::Shl:
      return shifted(opcode, of(a), of(b).low);
    case Instruction::LShr:
    case Instruction::AShr:
      return shifted(opcode, extended(a, opcode == Instruction::AShr), of(b).low);
    default: {
      const auto bitwise = static_cast<Instruction::BinaryOps>(opcode);
      return {ir_.CreateBinOp(bitwise, of(a).low, of(b).low), ir_.CreateBinOp(bitwise, of(a).high, of(b).high)};
    }
    }
  }

  void expand(Instruction &instruction) {
    if (isa<PHINode>(instruction))
      return;
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction))
      instruction.replaceAllUsesWith(
          compared(comparison->getPredicate(), *comparison->getOperand(0), *comparison->getOperand(1)));
    else if (!is_wide(instruction.getType()))
      instruction.replaceAllUsesWith(ir_.CreateTrunc(of(*instruction.getOperand(0)).low, instruction.getType()));
    else
      pairs_[&instruction] = computed(instruction);
  }

  Function &kernel_;
  IRBuilder<InstSimplifyFolder> ir_;
  Type *word_;
  DenseMap<Value *, Pair> pairs_;
};

} // namespace

void split_wide_integers(Function &kernel) {
  Expansion(kernel).run();
}

} // namespace weft::codegen::spirv
