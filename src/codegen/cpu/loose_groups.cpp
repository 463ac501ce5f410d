// Which builtins tell that a kernel counts on its groups.
#include "codegen/cpu/loose_groups.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t usual_vector = 16; ///< Work-items of a group that fill one.

bool is_single_item(const Launch &launch) {
  return launch.asked_local(0) * launch.asked_local(1) * launch.asked_local(2) == 1;
}

/// Can a loop wait for another work-item by it? Updates that nobody reads cannot tell.
bool observes_others(const Instruction &call, const ir::BuiltinInfo &builtin) {
  return builtin.is_atomic() && !(builtin.name.starts_with("atomic_fetch_") && call.use_empty()) &&
         builtin != ir::Builtin::atomic_store;
}

bool counts_on_groups(const Instruction &call, const Launch &launch) {
  const ir::BuiltinInfo &builtin = ir::builtin_of(call);
  switch (builtin.builtin) {
  case ir::Builtin::none:
    return false;
  case ir::Builtin::barrier:
    return !is_single_item(launch);
  case ir::Builtin::local_mem:
  case ir::Builtin::group_memory:
  case ir::Builtin::group_scratch:
  case ir::Builtin::group_variable:
  case ir::Builtin::scratch_memory:
  case ir::Builtin::scratch_begins:
    return true;
  default:
    return builtin.effect == ir::Effect::convergent || builtin.is_of_sub_group() || observes_others(call, builtin);
  }
}
} // namespace

bool groups_matter(const Function &spmd, const Launch &launch) {
  if (launch.kernel.form != LaunchForm::nd_range || launch.kernel.sub_group_size != 0 ||
      launch.asked_local(0) >= usual_vector)
    return true;
  for (unsigned dim = 0; dim < 3; ++dim)
    if (!isPowerOf2_64(launch.asked_local(dim)))
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
