// The builtins (libdevice/builtins.def) as passes see them.
#pragma once

#include <cstdint>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

/// Whatever the type that it is for.
enum class Builtin : std::uint8_t {
  none,
#define WEFT_FOR_INT_TYPES(X) X(any, any)
#define WEFT_FOR_SCALAR_TYPES(X) X(any, any)
#define WEFT_BUILTIN(effect, result, name, parameters, alike) name,
#define WEFT_BUILTIN_OF(type, effect, result, name, parameters, alike) name,
#include "libdevice/builtins.def"
#undef WEFT_FOR_INT_TYPES
#undef WEFT_FOR_SCALAR_TYPES
};

enum class Effect : std::uint8_t { pure, plain, convergent };
enum class Alike : std::uint8_t { launch, group, sub_group, item, next, chosen };

struct BuiltinInfo {
  Builtin builtin = Builtin::none;
  Effect effect = Effect::plain;
  Alike alike = Alike::item;
  llvm::StringRef name; ///< without "__weft_" and the type
  llvm::StringRef type; ///< i32 u32 i64 u64 f32 f64, or empty
  llvm::FunctionType *(*signature)(llvm::LLVMContext &) = nullptr;

  explicit operator bool() const { return builtin != Builtin::none; }
  bool operator==(Builtin other) const { return builtin == other; }

  bool is_atomic() const { return name.starts_with("atomic_"); }
  bool is_of_sub_group() const { return name.starts_with("sub_group"); }
  bool reduces() const { return name.contains("group_reduce_"); }

  /// add of group_reduce_add, fetch_add of atomic_fetch_add.
  llvm::StringRef operation() const { return reduces() ? name.rsplit('_').second : name.split('_').second; }
};

/// Of a function, or of what a call calls; Builtin::none for anything else.
const BuiltinInfo &builtin_of(const llvm::Value &value);
const BuiltinInfo &builtin_named(llvm::StringRef symbol);

/// Does a work-item meet others there, or hear of them? Not by updates whose results nobody reads.
bool concerns_others(const llvm::Instruction &instruction);

/// Is it a barrier or an operation of the work-group, not one of a sub-group?
bool is_group_meeting(const llvm::Instruction &instruction);

/// "__weft_atomic_load_i32".
std::string symbol_of(Builtin builtin, llvm::StringRef type = {});

/// atomic_fetch_add for "atomic_fetch_" and "add".
Builtin builtin_with(llvm::StringRef family, llvm::StringRef operation);

/// A call with the effects that the table tells, of the builtin for `type` where there are several.
llvm::CallInst *call_builtin(llvm::IRBuilderBase &ir, Builtin builtin, llvm::ArrayRef<llvm::Value *> arguments,
                             llvm::StringRef type = {});

} // namespace weft::codegen::ir
