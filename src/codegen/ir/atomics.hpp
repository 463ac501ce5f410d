// Atomic builtins as LLVM's atomic instructions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

/// The order that a builtin's operand names; the strongest where it is no constant.
llvm::AtomicOrdering ordering_of(const llvm::Value *operand);

/// Replaces a call of an atomic builtin by the instruction that it means. Gives the result: what the call had.
llvm::Value *lower_atomic(llvm::CallInst &call, llvm::SyncScope::ID scope);

/// Where an instruction reads or writes memory, atomically or not; null for those that do not by a pointer of theirs.
const llvm::Value *accessed(const llvm::Instruction &instruction);

/// An atomic access that need not be one, since no other thread sees the memory. Other instructions stay.
void make_plain(llvm::Instruction &instruction);

} // namespace weft::codegen::ir
