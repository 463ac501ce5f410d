// A value is shared where neither it nor the control flow that decides it depends on the item in its group.
#include "codegen/cpu/group_values.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/contexts.hpp"
#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Blocks that end right after a barrier of the group.
SmallVector<BasicBlock *, 8> end_blocks_at_barriers(Function &spmd) {
  SmallVector<BasicBlock *, 8> ends;
  for (CallInst *call : barrier_calls(spmd)) {
    call->getParent()->splitBasicBlock(std::next(call->getIterator()), "after");
    ends.push_back(call->getParent());
  }
  return ends;
}
} // namespace

std::uint64_t keep_group_values(Function &spmd, std::uint64_t first) {
  const SmallVector<BasicBlock *, 8> ends = end_blocks_at_barriers(spmd);
  if (ends.empty())
    return 0;
  const Uniformity items(spmd, Among::group);
  return Contexts(spmd, ends, arg_scratch)
      .move_shared([&](const Instruction &value) { return items.uniform_in_all_uses(value); }, first);
}

} // namespace weft::codegen::cpu
