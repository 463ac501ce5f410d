// Shifts of 64-bit integers that LLVM gets wrong: it takes "by less than 64, else 0" for what shl.b64 and shr.u64 do,
// and forgets that they read 32 bits of the amount (22.1: 2^32 for one shifts by 0).
#include "codegen/nvptx/retarget.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/KnownBits.h>

namespace weft::codegen::nvptx {

using namespace llvm;

void bound_shifts(Function &function) {
  for (Instruction &shift : instructions(function)) {
    const bool drops = shift.getOpcode() == Instruction::Shl || shift.getOpcode() == Instruction::LShr;
    if (!drops || !shift.getType()->isIntOrIntVectorTy(64) ||
        none_of(shift.users(), [](const User *user) { return isa<SelectInst>(user); }))
      continue;
    Value *const amount = shift.getOperand(1);
    if (computeKnownBits(amount, function.getDataLayout()).countMinLeadingZeros() >= 32)
      continue;
    IRBuilder<> ir(&shift);
    shift.setOperand(1, ir.CreateAnd(amount, ConstantInt::get(amount->getType(), 63)));
  }
}

} // namespace weft::codegen::nvptx
