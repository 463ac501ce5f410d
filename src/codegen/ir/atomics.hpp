// Atomic builtins as LLVM's atomic instructions: __weft_atomic_<operation>_<type>.
#pragma once

#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

/// The order that a builtin's operand names; the strongest where it is no constant.
llvm::AtomicOrdering ordering_of(const llvm::Value *operand);

/// Puts the instruction that `call` of an atomic builtin means before it; `name` is the builtin's without
/// "__weft_atomic_". Gives its result: what `call` would have.
llvm::Value *lower_atomic(llvm::CallInst &call, llvm::StringRef name, llvm::SyncScope::ID scope);

} // namespace weft::codegen::ir
