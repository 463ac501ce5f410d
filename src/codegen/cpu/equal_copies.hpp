// The memory of groups of one work-item that are lanes of a vector: one copy serves all where they keep the same in it.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Do all lanes store the same at the same places of their groups' memory, as where each copies a table? To be asked
/// once the argument whose neighbours become lanes is marked.
bool keep_equal_copies(llvm::Function &spmd);

} // namespace weft::codegen::cpu
