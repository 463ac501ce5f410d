// Narrow index arithmetic as 64-bit arithmetic, so that lanes of an address are seen to be neighbours.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// `sext(add nsw x, y)` becomes `add nsw (sext x), (sext y)`, likewise for sub, mul, shl by constants and for zext with
/// nuw. Gives the number of extensions that went.
unsigned widen_indices(llvm::Function &spmd);

} // namespace weft::codegen::cpu
