// Every call has its place, and what the launch asks for begins behind the last.
#include "codegen/cpu/group_memory.hpp"

#include <algorithm>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/group_memory.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t local_alignment = 64;

void replace(CallInst &call, Value &place) {
  call.replaceAllUsesWith(&place);
  call.eraseFromParent();
}
} // namespace

std::uint32_t place_group_memory(Function &spmd, const Launch &launch) {
  const ir::GroupMemory memory = ir::find_group_memory(spmd, launch.kernel.pretty);
  if (memory.empty())
    return 0;
  if (launch.kernel.form != LaunchForm::nd_range)
    throw Error(Errc::build, "kernel {}: memory of a group in a range kernel; launch it over an nd_range",
                launch.kernel.pretty);
  IRBuilder<> ir(spmd.getContext());
  const auto at = [&](CallInst &call, std::uint64_t offset) {
    ir.SetInsertPoint(&call);
    replace(call, *ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), spmd.getArg(arg_local), offset));
  };
  // A sub-group has one work-item at the least.
  std::uint64_t end = memory.scratch_bytes * launch.group_size();
  for (CallInst *call : memory.scratch)
    at(*call, 0);
  for (const auto &[call, bytes, alignment] : memory.own) {
    end = alignTo(end, std::min(alignment, local_alignment));
    at(*call, end);
    end += bytes;
  }
  end = alignTo(end, local_alignment);
  if (end > std::numeric_limits<std::uint32_t>::max())
    throw Error(Errc::build, "kernel {}: a group needs {} bytes of memory of its own; make groups smaller",
                launch.kernel.pretty, end);
  for (Instruction &instruction : make_early_inc_range(instructions(spmd)))
    if (ir::builtin_of(instruction) == ir::Builtin::local_mem)
      at(cast<CallInst>(instruction), end);
  return static_cast<std::uint32_t>(end);
}

} // namespace weft::codegen::cpu
