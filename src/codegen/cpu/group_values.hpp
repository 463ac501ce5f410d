// Values that all items of a group share and that live across barriers.
#pragma once

#include <llvm/IR/Function.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Keeps them once for the group, in scratch memory from byte `first` on, instead of in every context: pieces read
/// there what the piece before wrote behind it, `bytes` on; in between, the driver copies. So items that have nothing
/// to do in a piece need not run it. Gives these bytes.
std::uint64_t keep_group_values(llvm::Function &spmd, std::uint64_t first);

} // namespace weft::codegen::cpu
