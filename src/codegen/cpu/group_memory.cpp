// In front of what the launch asks for.
#include "codegen/cpu/group_memory.hpp"

#include "codegen/ir/group_memory.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

std::uint32_t place_group_memory(llvm::Function &spmd, const Launch &launch) {
  const ir::GroupMemory memory = ir::find_group_memory(spmd, launch.kernel.pretty);
  if (memory.empty())
    return 0;
  if (launch.kernel.form != LaunchForm::nd_range)
    throw Error(Errc::build, "kernel {}: memory of a group in a range kernel; launch it over an nd_range",
                launch.kernel.pretty);
  // A sub-group has one work-item at the least.
  return ir::place_in_front(spmd, memory, launch.group_size(), *spmd.getArg(arg_local), launch.kernel.pretty);
}

} // namespace weft::codegen::cpu
