// Splits a work-item or vector function at its barriers.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/IR/Function.h>

#include "codegen/cpu/group_ops.hpp"

namespace weft::codegen::cpu {

/// The pieces of a function between barriers. Piece 0 starts at the function's entry, piece k + 1 after barrier k. A
/// piece returns i32: the piece to run next for all items of the group, or `finished`. Where items may leave one by
/// one, the others go on while pieces after that one have nothing to do for those that left.
struct Pieces {
  static constexpr std::uint32_t finished = 0;

  std::vector<llvm::Function *> functions; ///< internal, always inlined; none where no item can come
  std::uint64_t context = 0;               ///< bytes that live across barriers, per call of the function
};

/// Consumes `function`. What lives across a barrier moves to memory behind its context argument; values that follow
/// from arguments alone are computed again instead.
Pieces split_at_barriers(llvm::Function &function, const Meetings &meetings);

} // namespace weft::codegen::cpu
