// The functions and attributes that mean something to the vectorizer.
#pragma once

#include <functional>
#include <optional>

#include <llvm/ADT/StringRef.h>

#include "codegen/cpu/vectorize/shapes.hpp"

namespace weft::codegen::cpu::spmd {

inline constexpr llvm::StringLiteral varying_attribute = "weft-varying";
inline constexpr llvm::StringLiteral barrier_name = "__weft_barrier";
inline constexpr llvm::StringLiteral lanes_all_name = "weft.lanes.all";
inline constexpr llvm::StringLiteral lanes_steady_name = "weft.lanes.steady";
inline constexpr llvm::StringLiteral lanes_extend_name = "weft.lanes.extend";
inline constexpr llvm::StringLiteral group_put_prefix = "weft.group.put.";
inline constexpr llvm::StringLiteral group_get_prefix = "weft.group.get.";
inline constexpr llvm::StringLiteral sub_group_prefix = "__weft_sub_group";
inline constexpr llvm::StringLiteral lanewise_prefix = "weft.lanewise.";
inline constexpr llvm::StringLiteral reciprocal_name = "__weft_rare_reciprocal_u64"; // libdevice/rare.hpp

/// True for functions that calls.cpp lowers by name.
bool is_builtin(llvm::StringRef name);

/// Shape of a builtin's result; none for other functions. `shape` looks an argument's up.
std::optional<Shape> shape_of_builtin(llvm::StringRef name, const llvm::CallBase &call,
                                      const std::function<Shape(const llvm::Value *)> &shape);

} // namespace weft::codegen::cpu::spmd
