// A kernel knows a variable by its symbol, a launch by its address on the host.
#include "codegen/ir/device_globals.hpp"

#include <algorithm>
#include <map>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/device_global.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/place.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
std::map<std::string, std::vector<CallInst *>> calls_by_variable(const Function &asked, const Function &kernel) {
  std::map<std::string, std::vector<CallInst *>> calls;
  for (const User *user : asked.users()) {
    auto *call = const_cast<CallInst *>(dyn_cast<CallInst>(user));
    const auto *variable =
        call != nullptr ? dyn_cast<GlobalVariable>(call->getArgOperand(0)->stripPointerCasts()) : nullptr;
    if (variable == nullptr || call->getFunction() != &kernel)
      throw Error(Errc::build, "{}kernel {}: a device_global that is chosen at run time; name it where it is used",
                  place_of(*cast<Instruction>(user)), kernel.getParent()->getModuleIdentifier());
    calls[variable->getName().str()].push_back(call);
  }
  return calls;
}
} // namespace

namespace {
/// Empty where the kernel uses none.
std::map<std::string, std::vector<CallInst *>> calls_of(Module &module, const Function &kernel) {
  const std::string builtin = symbol_of(Builtin::device_global);
  if (module.getFunction(builtin) == nullptr)
    return {};
  Passes(Divergence::spmd)
      .run(module, "always-inline,globaldce,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)");
  const Function *asked = module.getFunction(builtin);
  return asked == nullptr ? std::map<std::string, std::vector<CallInst *>>() : calls_by_variable(*asked, kernel);
}

/// The pointer that lies in the kernel's arguments instead of each of the calls.
void load_pointers(const std::vector<CallInst *> &calls, Function &kernel, std::uint64_t offset) {
  IRBuilder<> ir(kernel.getContext());
  for (CallInst *call : calls) {
    ir.SetInsertPoint(call);
    Value *place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), kernel.getArg(0), offset);
    call->replaceAllUsesWith(ir.CreateAlignedLoad(ir.getPtrTy(), place, Align(8)));
    call->eraseFromParent();
  }
}

std::uint64_t end_of_arguments(const Function &kernel) {
  return alignTo(kernel.getDataLayout().getTypeAllocSize(kernel.getParamByValType(0)), 8);
}

void set_arguments(Function &kernel, std::uint64_t size) {
  LLVMContext &context = kernel.getContext();
  kernel.removeParamAttr(0, Attribute::ByVal);
  kernel.addParamAttr(0, Attribute::getWithByValType(context, ArrayType::get(Type::getInt8Ty(context), size)));
}

/// Whether the headers' class device_global is what it holds.
bool is_device_global(const GlobalVariable &global) {
  const auto *type = dyn_cast<StructType>(global.getValueType());
  return type != nullptr && type->hasName() &&
         type->getName().starts_with("class.sycl::_V1::ext::oneapi::experimental::device_global");
}
} // namespace

std::vector<std::string> lower_device_globals(Module &module, Function &kernel) {
  std::vector<std::string> variables;
  std::uint64_t size = end_of_arguments(kernel);
  for (const auto &[name, calls] : calls_of(module, kernel)) {
    load_pointers(calls, kernel, size);
    variables.push_back(name);
    size += 8;
  }
  if (!variables.empty())
    set_arguments(kernel, size);
  return variables;
}

void lower_device_globals(Module &module, Function &kernel, const KernelInfo &info) {
  const std::vector<DeviceGlobal> given = device_globals_of(info);
  const std::uint64_t size = end_of_arguments(kernel);
  for (const auto &[name, calls] : calls_of(module, kernel)) {
    const auto found = std::ranges::find(given, name, &DeviceGlobal::symbol);
    if (found == given.end())
      throw Error(Errc::build, "kernel {}: it uses the device_global {}, which its module does not name; rebuild it",
                  info.pretty, demangle(name));
    load_pointers(calls, kernel, size + 8 * static_cast<std::uint64_t>(found - given.begin()));
  }
  if (!given.empty())
    set_arguments(kernel, size + 8 * given.size());
}

std::vector<DeviceGlobal> device_globals_in(const Module &module) {
  std::vector<DeviceGlobal> globals;
  for (const GlobalVariable &global : module.globals())
    if (is_device_global(global))
      globals.push_back({global.getName().str(), global.hasLocalLinkage()});
  std::ranges::sort(globals, {}, &DeviceGlobal::symbol);
  return globals;
}

void name_for_others(Module &module, std::string_view unit) {
  for (GlobalVariable &global : module.globals())
    if (is_device_global(global) && global.hasLocalLinkage()) {
      global.setName(DeviceGlobal{global.getName().str(), true}.link_name(unit));
      global.setLinkage(GlobalValue::LinkOnceODRLinkage); // a library that is linked again has it already
    }
}

} // namespace weft::codegen::ir
