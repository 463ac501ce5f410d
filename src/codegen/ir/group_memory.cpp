// Each call that asks for memory of its own gets its place, all scratch shares one.
#include "codegen/ir/group_memory.hpp"

#include <limits>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr std::uint64_t local_alignment = 64;

void replace(CallInst *call, Value *place) {
  call->replaceAllUsesWith(place);
  call->eraseFromParent();
}
} // namespace

std::uint32_t place_in_front(Function &kernel, const GroupMemory &memory, std::uint64_t sub_groups, Value &base,
                             const std::string &pretty) {
  IRBuilder<> ir(kernel.getContext());
  const auto at = [&](CallInst *call, std::uint64_t offset) {
    ir.SetInsertPoint(call);
    replace(call, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), &base, offset));
  };
  std::uint64_t end = memory.scratch_bytes * sub_groups;
  for (CallInst *call : memory.scratch)
    at(call, 0);
  for (const auto &[call, bytes, alignment] : memory.own) {
    end = alignTo(end, std::min(alignment, local_alignment));
    at(call, end);
    end += bytes;
  }
  end = alignTo(end, local_alignment);
  if (end > std::numeric_limits<std::uint32_t>::max())
    throw Error(Errc::build, "kernel {}: a group needs {} bytes of memory of its own; make groups smaller", pretty,
                end);
  if (end != 0)
    for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
      if (builtin_of(instruction) == Builtin::local_mem && &instruction != &base)
        at(cast<CallInst>(&instruction), end);
  return static_cast<std::uint32_t>(end);
}

void place_in_variables(Module &module, const GroupMemory &memory, std::uint64_t sub_groups) {
  constexpr std::uint64_t scratch_alignment = 16;
  constexpr unsigned group_space = 3;
  LLVMContext &context = module.getContext();
  const auto variable = [&](std::uint64_t bytes, std::uint64_t alignment) {
    auto *type = ArrayType::get(Type::getInt8Ty(context), std::max<std::uint64_t>(bytes, 1));
    auto *made = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, UndefValue::get(type),
                                    "group_memory", nullptr, GlobalValue::NotThreadLocal, group_space);
    made->setAlignment(Align(alignment));
    return ConstantExpr::getAddrSpaceCast(made, PointerType::get(context, 0));
  };
  for (const auto &[call, bytes, alignment] : memory.own)
    replace(call, variable(bytes, alignment));
  if (memory.scratch.empty())
    return;
  Constant *scratch = variable(memory.scratch_bytes * sub_groups, scratch_alignment);
  for (CallInst *call : memory.scratch)
    replace(call, scratch);
}

} // namespace weft::codegen::ir
