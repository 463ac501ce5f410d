// Recognises boundary tests.
#include "codegen/cpu/uniformity.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace weft::codegen::cpu {

using namespace llvm;

bool is_guard(const Value &condition, const UniformityInfo &uniformity, unsigned depth) {
  if (isa<Constant>(condition) || uniformity.isUniform(&condition))
    return true;
  const auto *instruction = dyn_cast<Instruction>(&condition);
  if (instruction == nullptr || depth > 6)
    return false;
  if (const auto *compare = dyn_cast<ICmpInst>(instruction))
    return compare->getPredicate() != CmpInst::ICMP_EQ && compare->getOperand(0)->getType()->isIntegerTy() &&
           (uniformity.isUniform(compare->getOperand(0)) || uniformity.isUniform(compare->getOperand(1)));
  const bool joins = instruction->isBitwiseLogicOp() || isa<SelectInst, FreezeInst>(instruction);
  return joins && all_of(instruction->operands(),
                         [&](const Use &operand) { return is_guard(*operand.get(), uniformity, depth + 1); });
}

namespace {
Function *pure(Module &module, StringRef name, unsigned result_bits, unsigned operand_bits) {
  LLVMContext &context = module.getContext();
  auto callee =
      module.getOrInsertFunction(name, Type::getIntNTy(context, result_bits), Type::getIntNTy(context, operand_bits));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  return function;
}
} // namespace

Function *lanes_all(Module &module) {
  return pure(module, "weft.lanes.all", 1, 1);
}

Function *lanes_steady(Module &module) {
  return pure(module, "weft.lanes.steady", 1, 32);
}

Function *lanes_extend(Module &module) {
  return pure(module, "weft.lanes.extend", 64, 32);
}

} // namespace weft::codegen::cpu
