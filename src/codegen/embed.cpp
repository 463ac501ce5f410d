// A module of one constant, a constructor and a destructor, compiled for the host: plain `ld` links it.
#include "codegen/embed.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "codegen/cpu/target.hpp"

namespace weft::codegen {

using namespace llvm;

namespace {
constexpr const char *section = ".weft.kernels";

Function *make_hook(Module &module, const char *name) {
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  auto *hook = Function::Create(type, GlobalValue::InternalLinkage, name, module);
  hook->setDoesNotThrow();
  return hook;
}

GlobalVariable *make_constant(Module &module, StringRef bytes, const char *name, bool terminated) {
  Constant *data = ConstantDataArray::getString(module.getContext(), bytes, terminated);
  return new GlobalVariable(module, data->getType(), true, GlobalValue::InternalLinkage, data, name);
}
} // namespace

Bytes embed_module(const KernelModule &module, std::string_view id) {
  const cpu::HostTarget baseline("x86-64", "");
  const auto machine = baseline.lend();
  LLVMContext context;
  Module host("weft kernels", context);
  host.setDataLayout(machine->target().createDataLayout());
  host.setTargetTriple(machine->target().getTargetTriple());
  const Bytes bytes = module.serialize();
  auto *container =
      make_constant(host, {reinterpret_cast<const char *>(bytes.data()), bytes.size()}, "container", false);
  container->setSection(section);
  container->setAlignment(Align(16));
  auto *name = make_constant(host, StringRef(id), "id", true);
  IRBuilder<> ir(context);
  Type *pointer = ir.getPtrTy(), *none = ir.getVoidTy();
  Function *enter = make_hook(host, "weft_register"), *leave = make_hook(host, "weft_unregister");
  ir.SetInsertPoint(BasicBlock::Create(context, "", enter));
  ir.CreateCall(host.getOrInsertFunction("__weft_register_image", none, pointer, pointer, ir.getInt64Ty()),
                {name, container, ir.getInt64(bytes.size())});
  ir.CreateRetVoid();
  ir.SetInsertPoint(BasicBlock::Create(context, "", leave));
  ir.CreateCall(host.getOrInsertFunction("__weft_unregister_image", none, pointer), {container});
  ir.CreateRetVoid();
  appendToGlobalCtors(host, enter, 65535);
  appendToGlobalDtors(host, leave, 65535);
  return machine->emit_object(host);
}

} // namespace weft::codegen
