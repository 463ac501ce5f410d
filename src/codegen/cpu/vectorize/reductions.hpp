// Operations that join the values of many work-items: add mul and or xor smin smax umin umax, and of floats min max.
#pragma once

#include <string>

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu {

/// Of a builtin that reduces.
std::string operation_of(const ir::BuiltinInfo &builtin);

/// What joining leaves the other value as it is with.
llvm::Constant *identity_of(llvm::StringRef operation, llvm::Type *type);

/// Of values, or lane by lane.
llvm::Value *combine(llvm::IRBuilderBase &ir, llvm::StringRef operation, llvm::Value *a, llvm::Value *b);

/// Lanes 0..n-1 to one value: the upper half joins the lower until one is left, an order that depends on n only. Bits
/// may meet in any order.
llvm::Value *horizontal(llvm::IRBuilderBase &ir, llvm::StringRef operation, llvm::Value *vector);

} // namespace weft::codegen::cpu
