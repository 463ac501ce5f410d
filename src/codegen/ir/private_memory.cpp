// A variable at the entry for each call, since it lives as long as the block that asked, and is as large each time.
#include "codegen/ir/private_memory.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/place.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {

/// Of what is computed from constants alone, which code for debuggers leaves as it is written; else null.
Constant *known(Value &value, const DataLayout &layout) {
  if (auto *constant = dyn_cast<Constant>(&value))
    return constant;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || isa<PHINode, CallBase>(instruction))
    return nullptr;
  SmallVector<Constant *, 2> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(known(*operand, layout));
    if (operands.back() == nullptr)
      return nullptr;
  }
  if (isa<LoadInst>(instruction))
    return ConstantFoldLoadFromConstPtr(operands[0], instruction->getType(), layout);
  return ConstantFoldInstOperands(instruction, operands, layout);
}

} // namespace

void place_private_memory(Function &kernel, const std::string &pretty) {
  const DataLayout &layout = kernel.getDataLayout();
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    if (builtin_of(instruction) != Builtin::private_memory)
      continue;
    auto &call = cast<CallInst>(instruction);
    const auto *bytes = dyn_cast_or_null<ConstantInt>(known(*call.getArgOperand(0), layout));
    const auto *alignment = dyn_cast_or_null<ConstantInt>(known(*call.getArgOperand(1), layout));
    if (bytes == nullptr || alignment == nullptr)
      throw Error(Errc::build, "{}kernel {}: asks for private memory whose size is only known at run time",
                  place_of(call), pretty);
    auto *type = ArrayType::get(Type::getInt8Ty(kernel.getContext()), bytes->getZExtValue());
    auto *memory = new AllocaInst(type, layout.getAllocaAddrSpace(), nullptr, Align(alignment->getZExtValue()),
                                  "private", kernel.getEntryBlock().begin());
    call.replaceAllUsesWith(memory);
    call.eraseFromParent();
  }
}

} // namespace weft::codegen::ir
