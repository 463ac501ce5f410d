// What the definitions of OpenCL C's built-in functions are written with.
#pragma once

#include <vector>

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/opencl/mangled_name.hpp"

namespace weft::codegen::opencl {

/// One call, of a whole function or of one lane of it: values of the arguments, and the type that is to come out.
/// Definitions of relations give an i1; whoever maps them over lanes widens it.
struct BuiltinCall {
  llvm::IRBuilder<> &ir;
  llvm::StringRef name;
  std::vector<MangledType> types;
  std::vector<llvm::Value *> arguments;
  llvm::Type *result;

  llvm::Module &module() const { return *ir.GetInsertBlock()->getModule(); }
  llvm::Value *operator[](std::size_t i) const { return arguments[i]; }
  bool is_float() const { return types[0].is_float(); }
  bool is_signed() const { return types[0].is_signed(); }

  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> values) const {
    return ir.CreateIntrinsic(id, {values[0]->getType()}, values);
  }
  llvm::Value *call(const llvm::Twine &function, llvm::Type *type, llvm::ArrayRef<llvm::Value *> values) const {
    std::vector<llvm::Type *> parameters;
    for (llvm::Value *value : values)
      parameters.push_back(value->getType());
    const auto callee = module().getOrInsertFunction(function.str(), llvm::FunctionType::get(type, parameters, false));
    return ir.CreateCall(callee, values);
  }
  llvm::Value *builtin(ir::Builtin builtin, llvm::ArrayRef<llvm::Value *> values, llvm::StringRef type = {}) const {
    return ir::call_builtin(ir, builtin, values, type);
  }
  /// An id or a range.
  llvm::Value *of_dimension(ir::Builtin which, unsigned d) const { return builtin(which, {ir.getInt32(d)}); }
  /// Calls libdevice's function of this name; half is computed in float.
  llvm::Value *math(llvm::StringRef function, llvm::Type *type, llvm::ArrayRef<llvm::Value *> values) const;
  /// A constant of the type of a value.
  llvm::Value *number(const llvm::Value *like, double value) const {
    llvm::Type *type = like->getType();
    return type->isFloatingPointTy()
               ? llvm::ConstantFP::get(type, value)
               : static_cast<llvm::Value *>(llvm::ConstantInt::getSigned(type, std::int64_t(value)));
  }
};

using Definition = llvm::Value *(*)(const BuiltinCall &);
using Definitions = llvm::StringMap<Definition>;

/// Functions that compute each lane by itself; what they give is of the function's element type.
void add_math(Definitions &);
void add_integer(Definitions &);
/// The same, whose lanes are truth values.
void add_relations(Definitions &);
/// Functions of whole arguments: work-items, synchronisation, atomics; memory, geometry, lanes.
void add_work_item(Definitions &);
void add_memory(Definitions &);

/// `convert_*`: one lane. Null for a name that is none.
llvm::Value *convert(const BuiltinCall &);
/// The mangled letter of a scalar type as source names it: "uint" is 'j'; 0 for others.
char letter_of(llvm::StringRef type);

} // namespace weft::codegen::opencl
