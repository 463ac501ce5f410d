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

std::vector<std::string> lower_device_globals(Module &module, Function &kernel) {
  const std::string builtin = symbol_of(Builtin::device_global);
  const Function *asked = module.getFunction(builtin);
  if (asked == nullptr)
    return {};
  Passes(Divergence::spmd)
      .run(module, "always-inline,globaldce,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)");
  asked = module.getFunction(builtin);
  if (asked == nullptr)
    return {};
  const auto calls = calls_by_variable(*asked, kernel);
  IRBuilder<> ir(module.getContext());
  std::uint64_t size = alignTo(module.getDataLayout().getTypeAllocSize(kernel.getParamByValType(0)), 8);
  std::vector<std::string> variables;
  for (const auto &[name, of] : calls) {
    for (CallInst *call : of) {
      ir.SetInsertPoint(call);
      Value *place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), kernel.getArg(0), size);
      call->replaceAllUsesWith(ir.CreateAlignedLoad(ir.getPtrTy(), place, Align(8)));
      call->eraseFromParent();
    }
    variables.push_back(name);
    size += 8;
  }
  kernel.removeParamAttr(0, Attribute::ByVal);
  kernel.addParamAttr(0, Attribute::getWithByValType(module.getContext(), ArrayType::get(ir.getInt8Ty(), size)));
  return variables;
}

void lower_device_globals(Module &module, Function &kernel, const KernelInfo &info) {
  const std::vector<std::string> used = lower_device_globals(module, kernel);
  const std::vector<DeviceGlobal> given = device_globals_of(info);
  for (const std::string &symbol : used)
    if (std::ranges::find(given, symbol, &DeviceGlobal::symbol) == given.end())
      throw Error(
          Errc::build,
          "kernel {}: a SYCL_EXTERNAL function of another file uses the device_global {}; only functions of the "
          "kernel's own file can",
          info.pretty, demangle(symbol));
  WEFT_CHECK(used.size() == given.size(), "kernel {}: {} device_globals, {} pointers", info.pretty, used.size(),
             given.size());
}

} // namespace weft::codegen::ir
