// Atomic builtins and fences as LLVM instructions.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Turns `__weft_atomic_*` and `__weft_fence` into instructions. Memory that no other thread sees (private, or a
/// group's local memory: a group stays on one thread) gets syncscope("singlethread").
void lower_atomics(llvm::Function &spmd);

/// Turns singlethread atomics into plain loads and stores; after vectorization, which must still see them as one step.
void lower_single_thread_atomics(llvm::Function &function);

} // namespace weft::codegen::cpu
