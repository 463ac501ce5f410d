// A value is shared where neither it nor the control flow that decides it depends on the item in its group.
#include "codegen/cpu/group_values.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/contexts.hpp"
#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Blocks that end right after a barrier of the group.
SmallVector<BasicBlock *, 8> end_blocks_at_barriers(Function &spmd, const Meetings &meetings) {
  SmallVector<BasicBlock *, 8> ends;
  for (CallInst *call : barrier_calls(spmd)) {
    if (meetings.barriers[barrier_number(*call)].sub_group)
      continue;
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
