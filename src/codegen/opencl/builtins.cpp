// Looks functions up by name, and maps those of one lane over vectors.
#include "codegen/opencl/builtins.hpp"

#include <algorithm>

#include <llvm/Demangle/Demangle.h>

#include "codegen/opencl/builtin_call.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::opencl {

using namespace llvm;

namespace {

struct Tables {
  Definitions lanewise, relations, whole;
};

const Tables &tables() {
  static constinit Lazy<Tables> made;
  return made.get([] {
    Tables t;
    add_math(t.lanewise);
    add_integer(t.lanewise);
    add_relations(t.relations);
    add_work_item(t.whole);
    add_memory(t.whole);
    return t;
  });
}

/// Arguments that are vectors give one element, pointers to results the address of one, scalars go to all lanes.
Value *argument_of_lane(IRBuilder<> &ir, Argument &argument, const MangledType &type, unsigned lane, Type *element) {
  if (argument.getType()->isVectorTy())
    return ir.CreateExtractElement(&argument, lane);
  if (type.pointer && lane != 0)
    return ir.CreateConstInBoundsGEP1_32(element, &argument, lane);
  return &argument;
}

/// The element that a pointer parameter points to.
Type *pointee(LLVMContext &context, const MangledType &type) {
  switch (type.letter) {
  case 'd':
    return Type::getDoubleTy(context);
  case 'f':
    return Type::getFloatTy(context);
  case 'e':
    return Type::getHalfTy(context);
  default:
    return Type::getInt32Ty(context);
  }
}

Value *widened(IRBuilder<> &ir, Value *truth, Type *element, bool vector) {
  return vector ? ir.CreateSExtOrTrunc(truth, element) : ir.CreateZExt(truth, element);
}

Value *map_over_lanes(IRBuilder<> &ir, Function &function, const MangledName &name, Definition define, bool relation) {
  auto *vector = dyn_cast<FixedVectorType>(function.getReturnType());
  Type *element = function.getReturnType()->getScalarType();
  const unsigned lanes = vector != nullptr ? vector->getNumElements() : 1;
  Value *result = vector != nullptr ? PoisonValue::get(vector) : nullptr;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    BuiltinCall call{ir, name.name, name.parameters, {}, element};
    for (Argument &argument : function.args()) {
      const MangledType &type = name.parameters[argument.getArgNo()];
      call.arguments.push_back(argument_of_lane(ir, argument, type, lane, pointee(function.getContext(), type)));
    }
    Value *one = define(call);
    if (relation)
      one = widened(ir, one, element, vector != nullptr);
    result = vector != nullptr ? ir.CreateInsertElement(result, one, lane) : one;
  }
  return result;
}

[[noreturn]] void reject(const Function &function) {
  const std::string name = demangle(function.getName().str());
  const bool image = name.find("image") != std::string::npos;
  throw Error(Errc::build, "OpenCL program: there is no function {}{}", name,
              image ? "; Weft has no images: use buffers in global memory" : "");
}

Value *value_of(IRBuilder<> &ir, Function &function, const MangledName &name) {
  const Tables &t = tables();
  if (const auto found = t.whole.find(name.name); found != t.whole.end()) {
    BuiltinCall call{ir, name.name, name.parameters, {}, function.getReturnType()};
    for (Argument &argument : function.args())
      call.arguments.push_back(&argument);
    return found->second(call);
  }
  if (const auto found = t.lanewise.find(name.name); found != t.lanewise.end())
    return map_over_lanes(ir, function, name, found->second, false);
  if (const auto found = t.relations.find(name.name); found != t.relations.end())
    return map_over_lanes(ir, function, name, found->second, true);
  if (name.name.starts_with("convert_"))
    return map_over_lanes(ir, function, name, convert, false);
  reject(function);
}

void define(Function &function) {
  const auto name = read_mangled(function.getName());
  if (!name || name->parameters.size() != function.arg_size())
    reject(function);
  for (const MangledType &type : name->parameters)
    if (type.letter == 0 && !type.pointer && name->name.contains("image"))
      reject(function);
  function.setAttributes({});
  function.addFnAttr(Attribute::AlwaysInline);
  function.setDoesNotThrow();
  function.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> ir(BasicBlock::Create(function.getContext(), "", &function));
  Value *result = value_of(ir, function, *name);
  if (function.getReturnType()->isVoidTy())
    ir.CreateRetVoid();
  else
    ir.CreateRet(result);
}

} // namespace

void define_builtins(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const StringRef name = function.getName();
    if (!function.isDeclaration() || function.isIntrinsic() || name.starts_with("__weft_") || name == "printf" ||
        name == "_Z12get_work_dimv")
      continue;
    if (function.use_empty())
      function.eraseFromParent();
    else
      define(function);
  }
}

} // namespace weft::codegen::opencl
