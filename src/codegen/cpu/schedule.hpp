// Rules that decide how work-items map to SIMD lanes.
#pragma once

#include <array>
#include <cstdint>

#include <llvm/IR/Function.h>

#include "codegen/cpu/group_ops.hpp"

namespace weft::codegen::cpu {

struct Schedule {
  unsigned lanes = 1; ///< 1: the scalar path
  unsigned dim = 0;   ///< whose neighbours become lanes
  bool rows = false;  ///< Lanes are iterations of loops, with work-items on the scalar path.
};

/// Two vectors of the type that the kernel computes with most, along the dimension whose memory accesses cost least; up
/// to four where that is the whole of a group that meets; fewer where those find rows of a tile. A required sub-group
/// size decides; else WEFT_VECTOR_WIDTH=n asks for n lanes, 1 for the scalar path. A processor that does not gather
/// runs items alone where they mostly go through rows of any length that lie anywhere, such as those of sparse
/// matrices; all do where most of the work is in loops along rows of memory, one of each item.
Schedule choose_schedule(llvm::Function &spmd, const Launch &launch, const Meetings &meetings, unsigned vector_bits,
                         bool gathers);

/// Does the kernel ask for sub-groups, or do its work-items meet in them?
bool uses_sub_groups(const llvm::Function &spmd);

/// Work-items of a range kernel that make some microseconds of work, per dimension. Threads claim many units at once;
/// of one dimension they run as one, so that those of items with loops may be small; tiles where rows are crossed.
std::array<std::uint32_t, 3> choose_unit(llvm::Function &spmd, const Launch &launch, const Schedule &schedule);

/// Summed cost of the memory accesses of one work-item if its lanes ran along `dim`: uniform and unit-stride accesses
/// cost 1, records half their length, others `lanes`; stores count double, loops multiply. Ids that are taken apart
/// into bits are so for `told_apart` neighbours.
double access_cost(llvm::Function &spmd, unsigned dim, unsigned lanes, unsigned told_apart);

/// Bytes of the type that arithmetic and memory accesses use most; those below `narrowest` count as such.
unsigned dominant_bytes(const llvm::Function &spmd, unsigned narrowest);

} // namespace weft::codegen::cpu
