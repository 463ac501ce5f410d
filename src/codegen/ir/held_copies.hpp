// Variables that only hold a copy, as the third of a swap does.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::ir {

/// Copies to and from variables of at most 64 bytes that nothing else touches become loads and stores, by which LLVM's
/// SROA makes them registers; it leaves variables in memory that are only copied. True if something changed.
bool hold_copies_in_registers(llvm::Function &function);

} // namespace weft::codegen::ir
