// A module of one constant, a constructor and a destructor, compiled for the host: plain `ld` links it.
#include "codegen/embed.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "codegen/cpu/target.hpp"
#include "codegen/device_global.hpp"

namespace weft::codegen {

using namespace llvm;

namespace {
constexpr const char *section = ".weft.kernels", *finished_section = ".weft.finished";

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

GlobalVariable *make_container(Module &module, std::span<const std::byte> bytes, const char *name,
                               const char *section) {
  GlobalVariable *made =
      make_constant(module, {reinterpret_cast<const char *>(bytes.data()), bytes.size()}, name, false);
  made->setSection(section);
  made->setAlignment(Align(16));
  return made;
}

/// A linker sees by this symbol which object has the device code of a SYCL_EXTERNAL function, and takes it out of an
/// archive where another object needs it.
std::string link_symbol(const std::string &function) {
  return "__weft_external_" + function;
}

void define_exports(Module &host, const KernelModule &module) {
  for (const std::string &function : module.exports().functions) {
    Constant *byte = ConstantInt::get(Type::getInt8Ty(host.getContext()), 0);
    new GlobalVariable(host, byte->getType(), true, GlobalValue::WeakAnyLinkage, byte, link_symbol(function));
  }
}

void require_imports(Module &host, const KernelModule &module) {
  std::set<std::string> imports(module.exports().imports.begin(), module.exports().imports.end());
  for (const KernelInfo &kernel : module.kernels())
    imports.insert(kernel.imports.begin(), kernel.imports.end());
  if (imports.empty())
    return;
  std::vector<Constant *> symbols;
  for (const std::string &function : imports)
    symbols.push_back(host.getOrInsertGlobal(link_symbol(function), Type::getInt8Ty(host.getContext())));
  auto *type = ArrayType::get(PointerType::get(host.getContext(), 0), symbols.size());
  appendToUsed(host, new GlobalVariable(host, type, true, GlobalValue::InternalLinkage,
                                        ConstantArray::get(type, symbols), "imports"));
}
/// Tells the runtime where the host has the variables; those that are internal have a name of their own since the
/// driver made them visible to us. A table of pointers, since code of programs has no relocations. What SYCL_EXTERNAL
/// functions use is known to kernels of all units, by the name that they see.
void register_device_globals(Module &host, IRBuilder<> &ir, const KernelModule &module, Constant *id,
                             std::string_view unit) {
  const FunctionCallee tell = host.getOrInsertFunction("__weft_register_device_global", ir.getVoidTy(), ir.getPtrTy(),
                                                       ir.getPtrTy(), ir.getPtrTy());
  const auto add = [&](Constant *users, const std::string &name, const DeviceGlobal &global) {
    auto *variable = cast<GlobalVariable>(host.getOrInsertGlobal(global.link_name(unit), ir.getInt8Ty()));
    variable->setLinkage(GlobalValue::ExternalWeakLinkage);
    auto *address = new GlobalVariable(host, ir.getPtrTy(), false, GlobalValue::InternalLinkage, variable, "variable");
    LoadInst *known = ir.CreateLoad(ir.getPtrTy(), address, true);
    ir.CreateCall(tell, {users, make_constant(host, name, "symbol", true), known});
  };
  std::map<std::string, DeviceGlobal> own;
  for (const KernelInfo &kernel : module.kernels())
    for (const DeviceGlobal &global : device_globals_of(kernel))
      own.emplace(global.symbol, global);
  for (const auto &[symbol, global] : own)
    add(id, symbol, global);
  const std::vector<DeviceGlobal> shared = device_globals_of(module.exports().constants);
  Constant *everybody = shared.empty() ? nullptr : make_constant(host, "", "everybody", true);
  for (const DeviceGlobal &global : shared)
    add(everybody, global.link_name(unit), global);
}
} // namespace

Bytes embed_module(const KernelModule &module, std::string_view id, std::span<const std::byte> finished) {
  const cpu::HostTarget baseline("x86-64", "");
  const auto machine = baseline.lend();
  LLVMContext context;
  Module host("weft kernels", context);
  host.setDataLayout(machine->target().createDataLayout());
  host.setTargetTriple(machine->target().getTargetTriple());
  if (module.kernels().empty() && module.exports().functions.empty())
    return machine->emit_object(host); // so that it links without libweft
  const Bytes bytes = module.serialize();
  auto *container = make_container(host, bytes, "container", section);
  auto *code = finished.empty() ? nullptr : make_container(host, finished, "finished", finished_section);
  define_exports(host, module);
  require_imports(host, module);
  auto *name = make_constant(host, StringRef(id), "id", true);
  IRBuilder<> ir(context);
  Type *pointer = ir.getPtrTy(), *none = ir.getVoidTy();
  Function *enter = make_hook(host, "weft_register"), *leave = make_hook(host, "weft_unregister");
  ir.SetInsertPoint(BasicBlock::Create(context, "", enter));
  register_device_globals(host, ir, module, name, id);
  if (code != nullptr)
    ir.CreateCall(host.getOrInsertFunction("__weft_register_finished", none, pointer, ir.getInt64Ty()),
                  {code, ir.getInt64(finished.size())});
  ir.CreateCall(host.getOrInsertFunction("__weft_register_image", none, pointer, pointer, ir.getInt64Ty()),
                {name, container, ir.getInt64(bytes.size())});
  ir.CreateRetVoid();
  ir.SetInsertPoint(BasicBlock::Create(context, "", leave));
  ir.CreateCall(host.getOrInsertFunction("__weft_unregister_image", none, pointer), {container});
  if (code != nullptr)
    ir.CreateCall(host.getOrInsertFunction("__weft_unregister_finished", none, pointer), {code});
  ir.CreateRetVoid();
  constexpr int before_the_program = 100; // its static objects may ask for kernels, and launch them
  appendToGlobalCtors(host, enter, before_the_program);
  appendToGlobalDtors(host, leave, before_the_program);
  return machine->emit_object(host);
}

} // namespace weft::codegen
