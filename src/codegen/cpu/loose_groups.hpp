// Work-groups that are there only because the program had to name a size: lanes need not stay within them.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Must an nd-range run group by group? Not where vectors do not fit a row of the group, or loops run in groups of
/// several rows, and its work-items neither meet nor share memory, nor wait for each other, nor ask for their place in
/// a group that no shift tells. One work-item alone meets nobody and shares nothing: lanes have copies of its memory.
bool groups_matter(const llvm::Function &spmd, const Launch &launch);

/// Takes away the barriers of groups that have one work-item each.
void leave_groups(llvm::Function &spmd, const Launch &launch);

} // namespace weft::codegen::cpu
