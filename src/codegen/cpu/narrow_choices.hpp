// Choices between wide integers of which only the low part is used, as Python's integers are that end in int32 arrays.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Phis and selects of i64 that only feed each other and truncations to one narrower type become such of that type, so
/// that they take as many lanes as the values beside them. Gives the number of truncations that went.
unsigned narrow_choices(llvm::Function &spmd);

} // namespace weft::codegen::cpu
