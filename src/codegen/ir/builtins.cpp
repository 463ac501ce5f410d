// Looks builtins up by their symbols.
#include "codegen/ir/builtins.hpp"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr StringLiteral prefix = "__weft_";

template <class T> Type *type_of(LLVMContext &context) {
  if constexpr (std::is_void_v<T>)
    return Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return PointerType::get(context, 0);
  else if constexpr (std::is_same_v<T, bool>)
    return Type::getInt1Ty(context);
  else if constexpr (std::is_integral_v<T>)
    return Type::getIntNTy(context, 8 * sizeof(T));
  else
    return sizeof(T) == sizeof(float) ? Type::getFloatTy(context) : Type::getDoubleTy(context);
}

template <class F> struct Signature;
template <class Result, class... Parameters> struct Signature<Result(Parameters...)> {
  static FunctionType *in(LLVMContext &context) {
    return FunctionType::get(type_of<Result>(context), {type_of<Parameters>(context)...}, false);
  }
};

constexpr BuiltinInfo table[] = {
#define WEFT_BUILTIN(effect, result, name, parameters, alike)                                                          \
  {Builtin::name, Effect::effect, Alike::alike, #name, "", &Signature<result parameters>::in},
#define WEFT_BUILTIN_OF(type, effect, result, name, parameters, alike)                                                 \
  {Builtin::name, Effect::effect, Alike::alike, #name, #type, &Signature<result parameters>::in},
#include "libdevice/builtins.def"
};

std::string symbol(StringRef name, StringRef type) {
  return (prefix + name + (type.empty() ? "" : "_") + type).str();
}

const StringMap<const BuiltinInfo *> &by_symbol() {
  static constinit Lazy<StringMap<const BuiltinInfo *>> map;
  return map.get([] {
    StringMap<const BuiltinInfo *> all;
    for (const BuiltinInfo &row : table)
      all[symbol(row.name, row.type)] = &row;
    return all;
  });
}
} // namespace

const BuiltinInfo &builtin_named(StringRef symbol) {
  static constexpr BuiltinInfo none;
  const BuiltinInfo *known = symbol.starts_with(prefix) ? by_symbol().lookup(symbol) : nullptr;
  return known != nullptr ? *known : none;
}

const BuiltinInfo &builtin_of(const Value &value) {
  const auto *call = dyn_cast<CallBase>(&value);
  const auto *function = call != nullptr ? call->getCalledFunction() : dyn_cast<Function>(&value);
  return builtin_named(function != nullptr ? function->getName() : "");
}

bool concerns_others(const Instruction &instruction) {
  const BuiltinInfo &builtin = builtin_of(instruction);
  const bool observes = builtin.is_atomic() && builtin != Builtin::atomic_store &&
                        !(builtin.name.starts_with("atomic_fetch_") && instruction.use_empty());
  return observes || builtin.effect == Effect::convergent || builtin.is_of_sub_group();
}

std::string symbol_of(Builtin builtin, StringRef type) {
  const auto *row = find_if(table, [&](const BuiltinInfo &info) { return info == builtin; });
  WEFT_CHECK(row != std::end(table), "builtin {}", static_cast<int>(builtin));
  return symbol(row->name, type);
}

Builtin builtin_with(StringRef family, StringRef operation) {
  const auto *row = find_if(table, [&](const BuiltinInfo &info) {
    return info.name.starts_with(family) && info.name.drop_front(family.size()) == operation;
  });
  WEFT_CHECK(row != std::end(table), "builtin {}{}", family.str(), operation.str());
  return row->builtin;
}

CallInst *call_builtin(IRBuilderBase &ir, Builtin builtin, ArrayRef<Value *> arguments, StringRef type) {
  const std::string name = symbol_of(builtin, type);
  const BuiltinInfo &info = builtin_named(name);
  WEFT_CHECK(bool(info), "builtin {}: there is none", name);
  Module &module = *ir.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(name, info.signature(module.getContext()));
  CallInst *call = ir.CreateCall(callee, arguments);
  auto *function = cast<Function>(callee.getCallee());
  call->setDoesNotThrow();
  if (info.effect == Effect::convergent) {
    function->setConvergent();
    call->setConvergent();
  } else if (info.effect == Effect::pure) {
    function->setWillReturn();
    call->addFnAttr(Attribute::WillReturn);
    call->setDoesNotAccessMemory();
  }
  return call;
}

bool is_group_meeting(const Instruction &instruction) {
  constexpr std::uint64_t sub_group = 1;
  const BuiltinInfo &builtin = builtin_of(instruction);
  if (builtin != Builtin::barrier)
    return builtin.name.starts_with("group_reduce_") || builtin == Builtin::group_broadcast ||
           builtin == Builtin::group_any || builtin == Builtin::group_all;
  const auto *scope = dyn_cast<ConstantInt>(instruction.getOperand(0));
  return scope == nullptr || scope->getZExtValue() > sub_group;
}

} // namespace weft::codegen::ir
