// An answer needs all objects that a pointer may point to to be of one kind.
#include "codegen/cpu/memory_kinds.hpp"

#include <optional>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/abi.hpp"
#include "codegen/cpu/spmd.hpp"
#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

std::optional<MemoryKind> kind_of(const Value &object, const Function &spmd) {
  if (isa<AllocaInst>(object) || &object == spmd.getArg(arg_block))
    return MemoryKind::own;
  if (&object == spmd.getArg(arg_local))
    return MemoryKind::local;
  if (isa<GlobalVariable>(object))
    return MemoryKind::global;
  const auto *load = dyn_cast<LoadInst>(&object); // a pointer that the kernel was given
  if (load != nullptr && getUnderlyingObject(load->getPointerOperand()) == spmd.getArg(arg_block))
    return MemoryKind::global;
  return std::nullopt;
}

std::optional<MemoryKind> kind_of_all(const Value &pointer, const Function &spmd) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects);
  const std::optional<MemoryKind> kind = kind_of(*objects.front(), spmd);
  for (const Value *object : objects)
    if (kind_of(*object, spmd) != kind)
      return std::nullopt;
  return kind;
}

} // namespace

void answer_memory_kinds(Function &spmd) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    if (ir::builtin_of(instruction) != ir::Builtin::memory_kind)
      continue;
    auto &call = cast<CallInst>(instruction);
    if (const auto kind = kind_of_all(*call.getArgOperand(0), spmd)) {
      call.replaceAllUsesWith(ConstantInt::get(call.getType(), static_cast<unsigned>(*kind)));
      call.eraseFromParent();
    }
  }
}

bool asks_memory_kinds(const Module &module) {
  const Function *asked = module.getFunction(memory_kind_name);
  return asked != nullptr && !asked->use_empty();
}

} // namespace weft::codegen::cpu
