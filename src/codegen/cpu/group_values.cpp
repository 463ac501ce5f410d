// A value is shared where neither it nor the control flow that decides it depends on the item in its group.
#include "codegen/cpu/group_values.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/contexts.hpp"
#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Blocks that end right after a barrier of the group.
SmallVector<BasicBlock *, 8> end_blocks_at_barriers(Function &spmd, const Meetings &meetings) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(spmd))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == "__weft_barrier" &&
          !meetings.barriers[cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()].sub_group)
        calls.push_back(call);
  SmallVector<BasicBlock *, 8> ends;
  for (CallInst *call : calls) {
    call->getParent()->splitBasicBlock(std::next(call->getIterator()), "after");
    ends.push_back(call->getParent());
  }
  return ends;
}
} // namespace

std::uint64_t keep_group_values(Function &spmd, const Meetings &meetings, std::uint64_t first) {
  const SmallVector<BasicBlock *, 8> ends = end_blocks_at_barriers(spmd, meetings);
  if (ends.empty())
    return 0;
  const Attribute varying = Attribute::get(spmd.getContext(), ir::varying_attribute);
  SmallVector<unsigned, 4> marked;
  for (const unsigned argument : {unsigned(arg_item), arg_item + 1u, arg_item + 2u, unsigned(arg_sub_group)})
    if (!spmd.getAttributes().hasParamAttr(argument, ir::varying_attribute)) {
      spmd.addParamAttr(argument, varying);
      marked.push_back(argument);
    }
  const Uniformity analyses(spmd);
  for (const unsigned argument : marked)
    spmd.removeParamAttr(argument, ir::varying_attribute);
  return Contexts(spmd, ends, arg_scratch)
      .move_shared([&](const Instruction &value) { return analyses.uniformity.isUniform(&value); }, first);
}

} // namespace weft::codegen::cpu
