// Boundary tests: code for the case that all lanes pass, beside the masked code.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// `if (id < n) { region }` gets a second copy of the region that runs without a mask when every lane passes. There,
/// 32-bit indices count up from lane to lane: where they might wrap, the masked code runs. A function with such indices
/// elsewhere gets a copy of all of it for that. Gives the number of regions copied.
unsigned split_guards(llvm::Function &spmd);

} // namespace weft::codegen::cpu
