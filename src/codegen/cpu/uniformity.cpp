// Recognises boundary tests.
#include "codegen/cpu/uniformity.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

Uniformity::Uniformity(Function &function, Among among)
    : dominators(function), post_dominators(function), loops(dominators),
      target_(ir::spmd_target_info(function.getDataLayout())) {
  const Attribute varying = Attribute::get(function.getContext(), ir::varying_attribute);
  SmallVector<unsigned, 5> marked;
  if (among == Among::group)
    for (const unsigned argument :
         {unsigned(arg_item), arg_item + 1u, arg_item + 2u, unsigned(arg_sub_group), unsigned(arg_context)})
      if (!function.getAttributes().hasParamAttr(argument, ir::varying_attribute)) {
        function.addParamAttr(argument, varying);
        marked.push_back(argument);
      }
  cycles_.compute(function);
  info_.emplace(dominators, cycles_, &target_);
  info_->compute();
  for (const unsigned argument : marked)
    function.removeParamAttr(argument, ir::varying_attribute);
}

bool Uniformity::uniform_in_all_uses(const Value &value) const {
  return uniform(value) && none_of(value.uses(), [&](const Use &use) { return info_->isDivergentUse(use); });
}

bool is_guard(const Value &condition, const Uniformity &lanes, unsigned depth) {
  if (lanes.uniform(condition))
    return true;
  const auto *instruction = dyn_cast<Instruction>(&condition);
  if (instruction == nullptr || depth > 6)
    return false;
  if (const auto *compare = dyn_cast<ICmpInst>(instruction))
    return compare->getPredicate() != CmpInst::ICMP_EQ && compare->getOperand(0)->getType()->isIntegerTy() &&
           (lanes.uniform(*compare->getOperand(0)) || lanes.uniform(*compare->getOperand(1)));
  const bool joins = instruction->isBitwiseLogicOp() || isa<SelectInst, FreezeInst>(instruction);
  return joins && all_of(instruction->operands(),
                         [&](const Use &operand) { return is_guard(*operand.get(), lanes, depth + 1); });
}

} // namespace weft::codegen::cpu
