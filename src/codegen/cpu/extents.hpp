// Pieces between barriers that only the first items of a row have work in, such as `if (lid < k)` of a tree of sums.
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

#include "codegen/cpu/fission.hpp"
#include "codegen/cpu/group_ops.hpp"

namespace weft::codegen::cpu {

/// For each piece of a work-item function, which values shared by the group have left (group_values.hpp), a function of
/// the same arguments that returns how many items of dimension `dim` may have effects; none where all may have.
std::vector<llvm::Function *> make_extents(const llvm::Function &spmd, const Meetings &meetings, unsigned dim);

/// Does the piece leave values for its own later pieces, so that every item must run it?
bool keeps_context(const llvm::Function &piece);

} // namespace weft::codegen::cpu
