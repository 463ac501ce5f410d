// Source lines and variables for debuggers, from the marks that a kernel in a language carries.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Marks are calls of functions named "weft.debug.source FILE\nFUNCTION" (with the first line), "weft.debug.line" (of
/// what follows) and "weft.debug.variable TYPE NAME" (with its memory; the type is a number of codegen::Type). They
/// become debug information and go. False without marks.
bool take_debug_marks(llvm::Function &spmd);

} // namespace weft::codegen::cpu
