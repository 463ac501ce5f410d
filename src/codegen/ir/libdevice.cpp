// Names of math functions as sources and LLVM write them, mapped to libdevice, and its bitcode linked in.
#include "codegen/ir/libdevice.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/ir/clean.hpp"
#include "codegen/ir/extract.hpp"
#include "libdevice/bitcode.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
std::string_view view(StringRef text) {
  return {text.data(), text.size()};
}

/// Links everything undefined for which there is bitcode; bodies may need further symbols, so until nothing changes.
void link_undefined(Module &module, function_ref<std::span<const std::byte>(StringRef)> bitcode_of) {
  for (bool again = true; again;) {
    again = false;
    std::vector<std::string> missing;
    for (const Function &function : module)
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
        missing.push_back(function.getName().str());
    for (const std::string &name : missing) {
      const auto bitcode = bitcode_of(name);
      if (bitcode.empty() || !module.getFunction(name)->isDeclaration())
        continue;
      link_needed(module, bitcode, name);
      Function &linked = *module.getFunction(name);
      again = !linked.isDeclaration() || again;
    }
  }
}

void link_undefined(Module &module, RarePaths rare) {
  link_undefined(module, [rare](StringRef name) {
    const bool in_process = rare == RarePaths::in_process && is_rare_path(name);
    return in_process ? std::span<const std::byte>() : libdevice::bitcode_of(view(name));
  });
}

/// The C name without the f of float, or an intrinsic's, or "" where numbers of this type are no argument.
StringRef base_name(const Function &function, const Type &number) {
  StringRef base = function.getName();
  if (function.isIntrinsic()) {
    base.consume_front("llvm.");
    return base.take_until([](char c) { return c == '.'; });
  }
  return number.isFloatTy() && !base.consume_back("f") ? StringRef() : base;
}

/// The libdevice function that computes what `function` names, or "".
std::string math_name(const Function &function) {
  if (function.arg_empty())
    return {};
  const Type *number = function.getArg(0)->getType()->getScalarType();
  if (!number->isFloatTy() && !number->isDoubleTy() && !number->isHalfTy())
    return {};
  const StringRef base = StringSwitch<StringRef>(base_name(function, *number))
                             .Case("llrint", "lrint")
                             .Case("llround", "lround")
                             .Case("powi", "pown")
                             .Default(base_name(function, *number));
  auto name = fmt::format("__weft_math_{}_{}", view(base), number->isDoubleTy() ? "f64" : "f32");
  return libdevice::bitcode_of(name).empty() ? std::string() : name;
}

/// What the call gives for numbers of one lane; half is computed in float.
Value *call_of_scalars(IRBuilder<> &ir, const std::string &name, ArrayRef<Value *> numbers, Type *result) {
  std::vector<Value *> arguments;
  std::vector<Type *> types;
  for (Value *number : numbers) {
    arguments.push_back(number->getType()->isHalfTy() ? ir.CreateFPExt(number, ir.getFloatTy()) : number);
    types.push_back(arguments.back()->getType());
  }
  const bool gives_long = name.find("_lr") != std::string::npos;
  Type *given = gives_long ? ir.getInt64Ty() : result->isHalfTy() ? ir.getFloatTy() : result;
  auto callee = ir.GetInsertBlock()->getModule()->getOrInsertFunction(name, FunctionType::get(given, types, false));
  Value *value = ir.CreateCall(callee, arguments);
  if (gives_long)
    return ir.CreateTrunc(value, result);
  return result->isHalfTy() ? ir.CreateFPTrunc(value, result) : value;
}

/// Replaces one call; vectors are computed element by element.
void call_instead(CallBase &call, const std::string &name) {
  IRBuilder<> ir(&call);
  Value *result = nullptr;
  if (const auto *vector = dyn_cast<FixedVectorType>(call.getType())) {
    result = PoisonValue::get(call.getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      SmallVector<Value *> elements;
      for (Value *argument : call.args())
        elements.push_back(argument->getType()->isVectorTy() ? ir.CreateExtractElement(argument, i) : argument);
      result = ir.CreateInsertElement(result, call_of_scalars(ir, name, elements, vector->getElementType()), i);
    }
  } else {
    result = call_of_scalars(ir, name, SmallVector<Value *>(call.args()), call.getType());
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

std::string own_remainder(const Type &type) {
  const std::string name = type.isDoubleTy() ? "__weft_math_fmod_f64" : "__weft_math_fmod_f32";
  return libdevice::bitcode_of(name).empty() ? std::string() : name;
}

} // namespace

StringRef c_math_name(const Function &function) {
  if (function.arg_empty())
    return {};
  Type *type = function.getArg(0)->getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return {};
  StringRef own = function.getName();
  if (own.consume_front("__weft_math_"))
    return own.take_until([](char c) { return c == '_'; });
  return base_name(function, *type);
}

void remainder_to_calls(Module &module, function_ref<std::string(const Type &)> named) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      Type *type = instruction.getType();
      if (instruction.getOpcode() != Instruction::FRem || !(type->isFloatTy() || type->isDoubleTy()))
        continue;
      const std::string name = named(*type);
      if (name.empty())
        continue;
      IRBuilder<> ir(&instruction);
      auto callee = module.getOrInsertFunction(name, FunctionType::get(type, {type, type}, false));
      instruction.replaceAllUsesWith(ir.CreateCall(callee, {instruction.getOperand(0), instruction.getOperand(1)}));
      instruction.eraseFromParent();
    }
}

void link_ops(Module &module) {
  link_undefined(module, RarePaths::in_process);
}

void link_builtins(Module &module, std::string_view target) {
  link_undefined(module, [target](StringRef name) {
    return name.consume_front("__weft_") ? libdevice::bitcode_of(fmt::format("__weft_{}_{}", target, view(name)))
                                         : std::span<const std::byte>();
  });
}

bool is_rare_path(StringRef symbol) {
  return symbol.starts_with("__weft_rare_");
}

void link_math(Module &module, RarePaths rare) {
  remainder_to_calls(module, own_remainder);
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    const std::string name = math_name(function);
    if (name.empty())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == &function)
        call_instead(*call, name);
  }
  link_undefined(module, rare);
}

} // namespace weft::codegen::ir
