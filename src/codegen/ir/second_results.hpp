// Math of two results: frexp, modf, sine with cosine.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// clang writes C's functions that give a second result through a pointer as intrinsics that give both. They become
/// calls of `__weft_math_*`, which have C's signatures; half is computed in float, vectors element by element.
void second_results_to_calls(llvm::Module &module);

} // namespace weft::codegen::ir
