#include "codegen/cpu/meeting_tests.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/failures.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

bool parts_unproven(const BasicBlock &block, const BarrierControl &meetings, const Uniformity &items) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch != nullptr && meetings.together(&block) && !items.uniform(*branch->getCondition());
}

unsigned test_meetings(Function &spmd) {
  const BarrierControl meetings(spmd, ir::is_group_meeting);
  const Uniformity items(spmd, Among::group);
  SmallVector<BranchInst *, 8> tested;
  for (BasicBlock &block : spmd)
    if (parts_unproven(block, meetings, items))
      tested.push_back(cast<BranchInst>(block.getTerminator()));
  for (BranchInst *branch : tested) {
    IRBuilder<> ir(branch);
    Value *const any = ir::call_builtin(ir, ir::Builtin::group_any, {branch->getCondition()});
    Value *const all = ir::call_builtin(ir, ir::Builtin::group_all, {branch->getCondition()});
    Instruction &end = *SplitBlockAndInsertIfThen(ir.CreateICmpNE(any, all), branch, true);
    end.setDebugLoc(branch->getDebugLoc());
    ir::fail_assertion(end,
                       {"a condition over a barrier or an operation of the group differs between its work-items",
                        "any_of_group(condition) == all_of_group(condition)", "barrier"},
                       ir::Output::standard_error, {});
  }
  return static_cast<unsigned>(tested.size());
}

} // namespace weft::codegen::cpu
