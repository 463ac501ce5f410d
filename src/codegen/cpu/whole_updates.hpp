// Updates of vectors in memory, of which some lanes keep what was there.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Keeps LLVM 22 from storing the other lanes alone, by a masked store: loads that follow cannot take from it what they
/// need before it is in the cache, and some machines take twenty cycles for one. The last pass before an object is
/// made.
void keep_whole_updates(llvm::Function &function);

} // namespace weft::codegen::cpu
