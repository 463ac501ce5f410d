// Math through NVIDIA's libdevice, where a toolkit brings it.
#include "codegen/nvptx/retarget.hpp"
#include "support/lock.hpp"

#include <string>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

// C names without the f of float; libdevice has each as __nv_<name> and __nv_<name>f. Its hypot gives infinity for
// results next to the largest number, so that one is Weft's own.
const StringSet<> &functions() {
  static constinit Lazy<StringSet<>> names;
  return names.get([] {
    return StringSet<>{
        "exp",    "exp2",  "exp10", "expm1", "log",   "log2",  "log10",     "log1p",     "sin",   "cos",
        "tan",    "asin",  "acos",  "atan",  "atan2", "sinh",  "cosh",      "tanh",      "asinh", "acosh",
        "atanh",  "pow",   "cbrt",  "erf",   "erfc",  "fmod",  "remainder", "nextafter", "fdim",  "tgamma",
        "lgamma", "sinpi", "cospi", "rsqrt", "logb",  "ilogb", "ldexp",
    };
  });
}

/// libdevice's name for what `function` computes, or "".
std::string libdevice_name(const Function &function) {
  if (function.arg_empty())
    return {};
  Type *type = function.getArg(0)->getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return {};
  StringRef base = function.getName();
  if (function.isIntrinsic()) {
    base.consume_front("llvm.");
    base = base.take_until([](char c) { return c == '.'; });
  } else if (base.consume_front("__weft_math_")) {
    base = base.take_until([](char c) { return c == '_'; });
  } else if (type->isFloatTy() && !base.consume_back("f")) {
    return {};
  }
  if (!functions().contains(base))
    return {};
  return ("__nv_" + base + (type->isFloatTy() ? "f" : "")).str();
}

void remainder_to_calls(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      Type *type = instruction.getType();
      if (instruction.getOpcode() != Instruction::FRem || !(type->isFloatTy() || type->isDoubleTy()))
        continue;
      IRBuilder<> ir(&instruction);
      const FunctionCallee callee = module.getOrInsertFunction(type->isFloatTy() ? "__nv_fmodf" : "__nv_fmod",
                                                               FunctionType::get(type, {type, type}, false));
      instruction.replaceAllUsesWith(ir.CreateCall(callee, {instruction.getOperand(0), instruction.getOperand(1)}));
      instruction.eraseFromParent();
    }
}

} // namespace

void call_libdevice(Module &module) {
  remainder_to_calls(module);
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    const std::string name = libdevice_name(function);
    if (name.empty())
      continue;
    const FunctionCallee callee = module.getOrInsertFunction(name, function.getFunctionType());
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == &function) {
        IRBuilder<> ir(call);
        call->replaceAllUsesWith(ir.CreateCall(callee, SmallVector<Value *, 3>(call->args())));
        call->eraseFromParent();
      }
  }
}

} // namespace weft::codegen::nvptx
