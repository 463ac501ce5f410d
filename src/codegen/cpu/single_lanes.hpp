// Masked stores of one lane that is known.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Makes them stores of the element: of one that it also truncates, LLVM 22 stores the wider number for AVX-512.
void store_single_lanes(llvm::Function &function);

} // namespace weft::codegen::cpu
