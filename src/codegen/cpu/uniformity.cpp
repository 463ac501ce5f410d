// Recognises boundary tests.
#include "codegen/cpu/uniformity.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

GroupUniformity::GroupUniformity(Function &spmd) {
  const Attribute varying = Attribute::get(spmd.getContext(), ir::varying_attribute);
  SmallVector<unsigned, 4> marked;
  for (const unsigned argument : {unsigned(arg_item), arg_item + 1u, arg_item + 2u, unsigned(arg_sub_group)})
    if (!spmd.getAttributes().hasParamAttr(argument, ir::varying_attribute)) {
      spmd.addParamAttr(argument, varying);
      marked.push_back(argument);
    }
  analyses_.emplace(spmd);
  for (const unsigned argument : marked)
    spmd.removeParamAttr(argument, ir::varying_attribute);
}

bool GroupUniformity::uniform_in_all_uses(const Value &value) const {
  return uniform(value) &&
         none_of(value.uses(), [&](const Use &use) { return analyses_->uniformity.isDivergentUse(use); });
}

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

} // namespace weft::codegen::cpu
