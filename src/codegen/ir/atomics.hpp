// Atomic builtins as LLVM's atomic instructions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

/// The order that a builtin's operand names; the strongest where it is no constant.
llvm::AtomicOrdering ordering_of(const llvm::Value *operand);

/// Replaces a call of an atomic builtin by the instruction that it means. Gives the result: what the call had.
llvm::Value *lower_atomic(llvm::CallInst &call, llvm::SyncScope::ID scope);

} // namespace weft::codegen::ir
