// Grid-stride loops: all items of a group go through memory together, instead of one vector after the other from end to
// end.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// `for (i = id; i < n; i += far) body` gets a loop in front for the iterations that every item of the group does, with
/// a barrier in each: neighbouring vectors then touch neighbouring memory, and none has a mask. `far` and `n` are the
/// same for the whole group; constant strides are near, and
/// groups no larger than a vector of `lanes` stay as they are. Gives the number of loops.
unsigned run_in_lockstep(llvm::Function &spmd, const Launch &launch, unsigned lanes, Meetings &meetings);

} // namespace weft::codegen::cpu
