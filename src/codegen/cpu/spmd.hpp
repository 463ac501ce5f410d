// The work-item function in the CPU finalizer's own form: ids and memories are arguments.
#pragma once

#include <array>
#include <cstdint>

#include <llvm/IR/Function.h>

#include "codegen/finalizer.hpp"

namespace weft::codegen::cpu {

/// Positions of the arguments of a work-item function. Dimension 0 varies fastest.
enum Arg : unsigned {
  arg_block,          ///< ptr: the kernel's argument bytes
  arg_local,          ///< ptr: the group's local memory
  arg_scratch,        ///< ptr: the group's accumulators
  arg_context,        ///< ptr: what lives across barriers, for these lanes
  arg_item,           ///< i64[3]: local id, or in a range kernel the id without offset
  arg_group = 7,      ///< i64[3]
  arg_range = 10,     ///< i64[3]: groups, or in a range kernel the global range
  arg_offset = 13,    ///< i64[3]
  arg_sub_group = 16, ///< i64: number of the sub-group in its group
  arg_sub_groups,     ///< i64: sub-groups in a group
  arg_local_stride,   ///< i64: bytes from one group's local memory to the next
  arg_count
};

/// What the launch fixes about a kernel.
struct Launch {
  const KernelInfo &kernel;
  const Specialization &spec;
  bool in_groups = true; ///< false: its groups do not matter (loose_groups.hpp), and an nd-range is run as a range

  bool nd() const { return in_groups && kernel.form == LaunchForm::nd_range; }
  std::uint64_t local(unsigned dim) const { return nd() && spec.local[dim] != 0 ? spec.local[dim] : 1; }
  std::uint64_t group_size() const { return local(0) * local(1) * local(2); }
  /// Of groups that the kernel can ask for, whether or not it runs in them.
  std::uint64_t asked_local(unsigned dim) const { return spec.local[dim] != 0 ? spec.local[dim] : 1; }
  /// No id of the dimension is as large, if a launch that runs as a range knows any bound; else 0.
  std::uint64_t extent(unsigned dim) const { return nd() ? 0 : spec.extents[dim]; }
};

/// Moves the kernel's body into a new function `spmd` with the arguments above. Calls of id builtins stay.
llvm::Function *make_spmd(llvm::Function &kernel, const Launch &launch);

/// Declares what the launch says about the values of ids.
void set_id_ranges(llvm::Function &spmd, const Launch &launch);

/// A task: the kernel says that it has one work-item.
bool is_task(const llvm::Function &spmd);

/// Replaces id, range, guard and local-memory builtins by arguments and constants, and so what guards compare with:
/// after promote_captures(), which makes one load of an argument out of many.
void lower_ids(llvm::Function &spmd, const Launch &launch);

/// Captured scalars are loaded once, at entry; those that the specialisation fixes become constants.
void promote_captures(llvm::Function &spmd, const Launch &launch);

} // namespace weft::codegen::cpu
