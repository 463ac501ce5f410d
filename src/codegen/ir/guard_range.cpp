// A block in front of the body asks.
#include "codegen/ir/guard_range.hpp"

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::ir {

using namespace llvm;

void guard_range(Function &entry, unsigned dims) {
  LLVMContext &context = entry.getContext();
  Type *word = Type::getInt64Ty(context);
  BasicBlock &body = entry.getEntryBlock();
  BasicBlock *first = BasicBlock::Create(context, "range", &entry, &body);
  BasicBlock *outside = BasicBlock::Create(context, "outside", &entry);
  ReturnInst::Create(context, outside);
  IRBuilder<> ir(first);
  Value *inside = ir.getTrue();
  for (unsigned dim = 0; dim < dims; ++dim) {
    Value *extent = ir.CreateLoad(word, ir.CreateConstInBoundsGEP1_64(word, entry.getArg(1), dim));
    inside = ir.CreateAnd(inside, call_builtin(ir, Builtin::in_range, {ir.getInt32(dim), extent}));
  }
  ir.CreateCondBr(inside, &body, outside);
}

} // namespace weft::codegen::ir
