// Which memory pointers point to (`__weft_memory_kind`): a CPU has one address space, so that where the object behind a
// pointer is not known, the backend is asked (memory_kind_name).
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Answers what is known of a work-item function whose local memory is an argument.
void answer_memory_kinds(llvm::Function &spmd);

/// Is anything left to be asked?
bool asks_memory_kinds(const llvm::Module &);

} // namespace weft::codegen::cpu
