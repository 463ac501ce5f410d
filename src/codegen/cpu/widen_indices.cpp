// int ids are common in ported kernels; extension of the sum hides that neighbouring items access neighbouring
// elements.
#include "codegen/cpu/widen_indices.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
class Widening {
public:
  explicit Widening(CastInst &extension)
      : type_(extension.getType()), is_signed_(isa<SExtInst>(extension)), ir_(&extension) {}

  /// The extended value, or none where the extension must stay as it is.
  Value *widen(Value &value, unsigned depth = 0) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (isa<Constant>(value))
      return extend(value);
    if (instruction == nullptr || depth > 6)
      return nullptr;
    if (const auto *narrowed = dyn_cast<TruncInst>(instruction))
      return keeps_value(*narrowed) && narrowed->getOperand(0)->getType() == type_ ? narrowed->getOperand(0) : nullptr;
    const auto *arithmetic = dyn_cast<OverflowingBinaryOperator>(instruction);
    const bool shift = instruction->getOpcode() == Instruction::Shl;
    if (arithmetic == nullptr || !(is_signed_ ? arithmetic->hasNoSignedWrap() : arithmetic->hasNoUnsignedWrap()) ||
        (shift && !isa<ConstantInt>(instruction->getOperand(1))))
      return nullptr;
    Value *left = either(*instruction->getOperand(0), depth), *right = either(*instruction->getOperand(1), depth);
    auto *wide = ir_.CreateBinOp(static_cast<Instruction::BinaryOps>(instruction->getOpcode()), left, right);
    if (auto *result = dyn_cast<BinaryOperator>(wide)) {
      result->setHasNoSignedWrap(is_signed_);
      result->setHasNoUnsignedWrap(!is_signed_);
    }
    return wide;
  }

private:
  bool keeps_value(const TruncInst &narrowed) const {
    return is_signed_ ? narrowed.hasNoSignedWrap() : narrowed.hasNoUnsignedWrap();
  }
  Value *extend(Value &value) { return is_signed_ ? ir_.CreateSExt(&value, type_) : ir_.CreateZExt(&value, type_); }
  Value *either(Value &value, unsigned depth) {
    Value *wide = widen(value, depth + 1);
    return wide != nullptr ? wide : extend(value);
  }

  Type *type_;
  bool is_signed_;
  IRBuilder<> ir_;
};
} // namespace

unsigned widen_indices(Function &spmd) {
  unsigned count = 0;
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    if (!isa<SExtInst, ZExtInst>(instruction) || !instruction.getType()->isIntegerTy(64))
      continue;
    Value *narrow = instruction.getOperand(0);
    if (!narrow->getType()->isIntegerTy(32))
      continue;
    Value *wide = Widening(cast<CastInst>(instruction)).widen(*narrow);
    if (wide == nullptr)
      continue;
    instruction.replaceAllUsesWith(wide);
    instruction.eraseFromParent();
    ++count;
  }
  return count;
}

} // namespace weft::codegen::cpu
