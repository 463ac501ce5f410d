// The functions that passes of this folder leave for each other, and what they and builtins mean to the vectorizer.
#pragma once

#include <functional>
#include <optional>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/vectorize/shapes.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/spmd_target.hpp"

namespace weft::codegen::cpu {

using ir::own_memory_attribute;
using ir::varying_attribute;

inline constexpr llvm::StringLiteral lanes_all_name = "weft.lanes.all";
inline constexpr llvm::StringLiteral lanes_steady_name = "weft.lanes.steady";
inline constexpr llvm::StringLiteral lanes_extend_name = "weft.lanes.extend";
inline constexpr llvm::StringLiteral lanes_meet_name = "weft.lanes.meet";
inline constexpr llvm::StringLiteral group_prefix = "weft.group.";
inline constexpr llvm::StringLiteral group_put_prefix = "weft.group.put.";
inline constexpr llvm::StringLiteral group_get_prefix = ir::group_get_prefix;
inline constexpr llvm::StringLiteral lanewise_prefix = "weft.lanewise.";
inline constexpr llvm::StringLiteral reciprocal_name = "__weft_rare_reciprocal_u64"; // libdevice/rare.hpp

/// The call, if it is one of a function whose name starts so; else null.
const llvm::CallInst *call_of(const llvm::Value &value, llvm::StringRef prefix);
llvm::CallInst *call_of(llvm::Value &value, llvm::StringRef prefix);

/// Of a call of `weft.group.*`.
unsigned slot_of(const llvm::CallInst &call);

/// `i1 @weft.lanes.all(i1)`: true if its operand is true for every active lane.
llvm::Function *lanes_all(llvm::Module &module);

/// `i1 @weft.lanes.steady(i32)`, or of 64 bits, or of signed numbers: true if the operand changes by the same from lane
/// to lane without wrapping; uniform.
llvm::Function *lanes_steady(llvm::Module &module, unsigned bits, bool is_signed);
bool is_of_signed(const llvm::CallBase &steady);

/// `i64 @weft.lanes.extend(i64)`: the operand, which is a zext, sext, mask or shift of what is steady.
llvm::Function *lanes_extend(llvm::Module &module);

/// `void @weft.lanes.meet()`: a barrier of the sub-group, whose lanes are never apart.
llvm::Function *lanes_meet(llvm::Module &module);

namespace spmd {

/// Is the call lowered by name?
bool has_own_lowering(const llvm::CallBase &call);

/// Shape of the result of such a call; none for others. `shape` looks an argument's up.
std::optional<Shape> shape_by_name(const llvm::CallBase &call, const std::function<Shape(const llvm::Value *)> &shape);

} // namespace spmd

} // namespace weft::codegen::cpu
