// Several values of the other launch dimension at once: what does not depend on it is loaded and computed once for all.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

struct Jam {
  unsigned factor = 1; ///< 1: do not
  unsigned dim = 0;    ///< item of a range kernel, group of an nd-range kernel
};

/// Jams where loops read memory that does not depend on the other dimension, and branches depend neither on it nor on
/// local memory, of which each group has its own. `lane_dim` is the dimension of the lanes.
Jam choose_jam(llvm::Function &spmd, const Launch &launch, unsigned lane_dim);

/// Makes `spmd` do the work of `jam.factor` values of the id, counted up from its argument. Group reductions get slots
/// of their own.
void apply_jam(llvm::Function &spmd, const Launch &launch, const Jam &jam, Meetings &meetings);

} // namespace weft::codegen::cpu
