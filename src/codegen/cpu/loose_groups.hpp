// Work-groups that are there only because the program had to name a size: lanes need not stay within them.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Must an nd-range run group by group? Not where groups are shorter than vectors, of powers of two, and their
/// work-items neither meet nor share memory, nor wait for each other.
bool groups_matter(const llvm::Function &spmd, const Launch &launch);

/// Takes away the barriers of groups that have one work-item each.
void leave_groups(llvm::Function &spmd, const Launch &launch);

} // namespace weft::codegen::cpu
