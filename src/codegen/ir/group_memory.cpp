// A variable for each call that asks for memory of its own, and one for all scratch.
#include "codegen/ir/group_memory.hpp"

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

using namespace llvm;

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
  const auto replace = [](CallInst *call, Value *place) {
    call->replaceAllUsesWith(place);
    call->eraseFromParent();
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
