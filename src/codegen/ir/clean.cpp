// The canonical device pass gives x86-64 host code; this removes what is host about it.
#include "codegen/ir/clean.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/place.hpp"
#include "codegen/ir/second_results.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr const char *host_attributes[] = {
    "target-cpu",
    "target-features",
    "tune-cpu",
    "min-legal-vector-width",
    "stack-protector-buffer-size",
    "frame-pointer",
    "probe-stack",
    "zero-call-used-regs",
    "stack-probe-size",
    "prefer-vector-width",
    "sycl-module-id",
    "patchable-function",
    "instrument-function-entry-inlined",
    "no-trapping-math",
    "llvm.assume",
};
constexpr Attribute::AttrKind host_kinds[] = {
    Attribute::UWTable,      Attribute::StackProtect,    Attribute::StackProtectReq, Attribute::StackProtectStrong,
    Attribute::NoRedZone,    Attribute::NonLazyBind,     Attribute::MustProgress,    Attribute::NoInline,
    Attribute::OptimizeNone, Attribute::OptimizeForSize, Attribute::MinSize,         Attribute::SanitizeAddress,
};

/// A static variable of a function that is here, and so with all that could write it: its name is that of the function
/// and its own.
bool is_of_function_here(const GlobalVariable &global, const Module &module) {
  StringRef variable = global.getName();
  return variable.consume_front("_ZZ") && any_of(module, [&](const Function &function) {
           StringRef owner = function.getName(), rest = variable;
           return !function.isDeclaration() && owner.consume_front("_Z") && rest.consume_front(owner) &&
                  rest.starts_with("E");
         });
}
bool is_only_read(const Value &place) {
  return all_of(place.users(), [](const User *user) {
    return isa<LoadInst>(user) || (isa<GEPOperator>(user) && is_only_read(*user));
  });
}

void drop_module_level(Module &module) {
  module.setModuleInlineAsm("");
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *global = module.getNamedGlobal(name))
      global->eraseFromParent();
  if (NamedMDNode *flags = module.getModuleFlagsMetadata())
    flags->eraseFromParent();
  for (GlobalVariable &global : module.globals()) {
    global.setComdat(nullptr);
    global.setDSOLocal(false);
    global.setSection("");
    if (global.isDeclaration())
      continue;
    global.setLinkage(GlobalValue::InternalLinkage);
    if (is_of_function_here(global, module) && is_only_read(global))
      global.setConstant(true); // as compilers for hosts find out
    if (!global.isConstant())
      global.setExternallyInitialized(
          true); // its initialiser may run on the host: a device copy would read stale values
  }
}

/// clang marks every device call convergent; only group operations are.
void strip_convergent(Function &function) {
  if (builtin_of(function).effect != Effect::convergent)
    function.removeFnAttr(Attribute::Convergent);
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr)
      continue;
    call->setCallingConv(CallingConv::C);
    call->removeFnAttr(Attribute::NoInline);
    if (call->getCalledFunction() != nullptr && builtin_of(*call).effect != Effect::convergent)
      call->removeFnAttr(Attribute::Convergent);
  }
}

void drop_exceptions(Function &function) {
  bool any = false;
  for (BasicBlock &block : function)
    if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator())) {
      changeToCall(invoke);
      any = true;
    }
  function.setPersonalityFn(nullptr);
  function.setDoesNotThrow();
  if (any)
    removeUnreachableBlocks(function);
}

/// Empty assembly is an optimisation barrier of the source: a void one goes, a tied one is its operand.
void drop_assembly(Function &function, StringRef kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr)
      continue;
    if (call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == "llvm.x86.sse2.pause") {
      call->eraseFromParent();
      continue;
    }
    const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand());
    if (assembly == nullptr)
      continue;
    const bool identity = call->arg_size() == 1 && call->getArgOperand(0)->getType() == call->getType();
    if (!assembly->getAsmString().trim().empty() || !(call->getType()->isVoidTy() || identity))
      throw Error(Errc::build, "{}kernel {}: inline assembly \"{}\"; a kernel runs on every device, write it in C++",
                  place_of(instruction), kernel.str(), assembly->getAsmString().str());
    if (identity)
      call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

void reject_variadic(const Function &function, StringRef kernel) {
  for (const Instruction &instruction : instructions(function))
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = call->getCalledFunction())
        if (callee->getIntrinsicID() == Intrinsic::vastart)
          throw Error(Errc::build, "{}kernel {}: variadic function {} in device code; pass a fixed list of arguments",
                      place_of(instruction), kernel.str(), demangle(function.getName().str()));
}

/// Inlining could not remove it.
void reject_recursion(const Function &function, StringRef kernel) {
  for (const User *user : function.users())
    if (const auto *call = dyn_cast<CallBase>(user); call && call->getFunction() == &function)
      throw Error(Errc::build, "{}kernel {}: {} calls itself; device code has no recursion", place_of(*call),
                  kernel.str(), demangle(function.getName().str()));
}
} // namespace

void clean(Module &module, Function &kernel) {
  const StringRef name = module.getModuleIdentifier();
  drop_module_level(module);
  for (Function &function : module) {
    function.setComdat(nullptr);
    function.setDSOLocal(false);
    function.setSection("");
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setCallingConv(CallingConv::C);
    for (const char *attribute : host_attributes)
      function.removeFnAttr(attribute);
    for (const Attribute::AttrKind kind : host_kinds)
      function.removeFnAttr(kind);
    strip_convergent(function);
    if (function.isDeclaration())
      continue;
    reject_variadic(function, name);
    drop_exceptions(function);
    drop_assembly(function, name);
    if (&function == &kernel)
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    reject_recursion(function, name);
    function.addFnAttr(Attribute::AlwaysInline);
  }
  second_results_to_calls(module);
}

} // namespace weft::codegen::ir
