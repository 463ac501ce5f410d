// Places of elements in few instructions: a product of two 32-bit numbers in 64 bits is one of them, and two steps from
// a pointer are one shift where they are added first.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

struct Factor {
  Value *number = nullptr; ///< of 32 bits; null for what is wider
  bool is_signed = false, is_positive = false;
};

Factor factor(Value *value) {
  if (isa<ZExtInst, SExtInst>(value))
    if (auto &cast = *llvm::cast<CastInst>(value); cast.getSrcTy()->isIntegerTy(32))
      return {cast.getOperand(0), isa<SExtInst>(cast), isa<ZExtInst>(cast) && cast.hasNonNeg()};
  return {};
}

/// As the instruction itself: selection looks at one block, and takes a load for one thing with its extension.
void multiply(BinaryOperator &product) {
  if (product.getOpcode() != Instruction::Mul || !product.getType()->isIntegerTy(64))
    return;
  const Factor a = factor(product.getOperand(0)), b = factor(product.getOperand(1));
  if (a.number == nullptr || b.number == nullptr || (a.is_signed != b.is_signed && !a.is_positive && !b.is_positive))
    return;
  IRBuilder<> ir(&product);
  auto *type = FunctionType::get(ir.getInt64Ty(), {ir.getInt32Ty(), ir.getInt32Ty()}, false);
  const bool is_signed = a.is_signed || b.is_signed;
  InlineAsm *instruction =
      InlineAsm::get(type, is_signed ? "mul.wide.s32 $0, $1, $2;" : "mul.wide.u32 $0, $1, $2;", "=l,r,r", false);
  CallInst *wide = ir.CreateCall(instruction, {a.number, b.number});
  wide->setDoesNotAccessMemory();
  wide->setDoesNotThrow();
  wide->addFnAttr(Attribute::WillReturn);
  product.replaceAllUsesWith(wide);
  product.eraseFromParent();
}

/// A step of a number of elements that is not known.
GetElementPtrInst *step(Value *value) {
  auto *found = dyn_cast<GetElementPtrInst>(value);
  return found != nullptr && found->getNumIndices() == 1 && !isa<Constant>(found->getOperand(1)) ? found : nullptr;
}

/// Where nothing else is between two steps, they become one.
void join(GetElementPtrInst &second) {
  GetElementPtrInst *first = step(second.getPointerOperand());
  if (first == nullptr || !first->hasOneUse() || first->getParent() != second.getParent() ||
      first->getSourceElementType() != second.getSourceElementType() ||
      first->getOperand(1)->getType() != second.getOperand(1)->getType())
    return;
  IRBuilder<> ir(&second);
  second.setNoWrapFlags(GEPNoWrapFlags::none());
  second.setOperand(1, ir.CreateAdd(first->getOperand(1), second.getOperand(1)));
  second.setOperand(0, first->getPointerOperand());
  first->eraseFromParent();
}

} // namespace

void join_steps(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (GetElementPtrInst *second = step(&instruction))
      join(*second);
}

void multiply_wide(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *product = dyn_cast<BinaryOperator>(&instruction))
      multiply(*product);
}

} // namespace weft::codegen::nvptx
