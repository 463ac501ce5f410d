// Pointers of their own for loops that read much at a few places.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// In innermost loops, vector and broadcast reads at four or more constant distances from one place that moves by a
/// constant go through one pointer that moves. Intel processors split an arithmetic instruction whose memory operand
/// has an index in two (Intel 64 and IA-32 Optimization Reference Manual, micro-fusion), which LLVM's strength
/// reduction, saving an addition, prefers. Gives the number of pointers.
unsigned keep_walking_pointers(llvm::Function &function);

} // namespace weft::codegen::cpu
