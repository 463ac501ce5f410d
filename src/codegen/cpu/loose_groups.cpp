// Which builtins tell that a kernel counts on its groups.
#include "codegen/cpu/loose_groups.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t usual_vector = 16; ///< Work-items of a group that fill one.
constexpr std::uint64_t long_row = 128;    ///< What its last vector leaves empty is little.

/// Do vectors fit a row of the group? In several dimensions its shape may be chosen for caches.
bool is_row_of_vectors(std::uint64_t row, unsigned dims) {
  return row >= long_row || (row % usual_vector == 0 && (dims > 1 || row > usual_vector));
}

bool is_single_item(const Launch &launch) {
  return launch.asked_local(0) * launch.asked_local(1) * launch.asked_local(2) == 1;
}

/// Lanes and jam find in a range what loops of several rows share.
bool has_loops(const Function &spmd) {
  const DominatorTree dominators(const_cast<Function &>(spmd));
  return !LoopInfo(dominators).empty();
}

bool are_powers_of_two(const Launch &launch) {
  return isPowerOf2_64(launch.asked_local(0)) && isPowerOf2_64(launch.asked_local(1)) &&
         isPowerOf2_64(launch.asked_local(2));
}

bool counts_on_groups(const Instruction &call, const Launch &launch) {
  const ir::BuiltinInfo &builtin = ir::builtin_of(call);
  switch (builtin.builtin) {
  case ir::Builtin::local_id:
  case ir::Builtin::group_id:
    return !are_powers_of_two(launch);
  case ir::Builtin::none:
    return false;
  case ir::Builtin::barrier:
  case ir::Builtin::local_mem:
  case ir::Builtin::group_memory:
  case ir::Builtin::group_variable:
  case ir::Builtin::scratch_memory:
  case ir::Builtin::scratch_begins:
    return !is_single_item(launch); // whose memory lanes have copies of
  case ir::Builtin::group_scratch:
    return true;
  default:
    return ir::concerns_others(call);
  }
}
} // namespace

bool groups_matter(const Function &spmd, const Launch &launch) {
  if (launch.kernel.form != LaunchForm::nd_range || launch.kernel.sub_group_size != 0 ||
      (is_row_of_vectors(launch.asked_local(0), launch.kernel.dims) &&
       (launch.asked_local(1) * launch.asked_local(2) == 1 || !has_loops(spmd))))
    return true;
  return any_of(instructions(spmd),
                [&](const Instruction &instruction) { return counts_on_groups(instruction, launch); });
}

void leave_groups(Function &spmd, const Launch &launch) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd)))
    if (is_single_item(launch) && ir::builtin_of(instruction) == ir::Builtin::barrier)
      instruction.eraseFromParent();
}

} // namespace weft::codegen::cpu
