// Work-items are taken to come to a barrier together; where that is not known, it can be tested while they run.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/uniformity.hpp"
#include "codegen/cpu/vectorize/barrier_control.hpp"

namespace weft::codegen::cpu {

/// Does the block end in a branch on which work-items may part that are taken to go on together?
bool parts_unproven(const llvm::BasicBlock &, const BarrierControl &meetings, const Uniformity &items);

/// At each of those a test that all of a group go the same way, which fails an assertion. Gives the number of branches
/// that are tested.
unsigned test_meetings(llvm::Function &spmd);

} // namespace weft::codegen::cpu
