// OpenCL's functions that LLVM's SPIR-V back end knows by their names, which C++ mangles as OpenCL C does.
#pragma once

#include "libdevice/builtins.hpp"

#define INLINE __attribute__((always_inline)) static inline
#define WEFT_ASKS __attribute__((const, nothrow))
#define WEFT_TOGETHER __attribute__((convergent, nothrow))

WEFT_ASKS unsigned long get_global_id(unsigned dim);
WEFT_ASKS unsigned long get_local_id(unsigned dim);
WEFT_ASKS unsigned long get_group_id(unsigned dim);
WEFT_ASKS unsigned long get_local_size(unsigned dim);
WEFT_ASKS unsigned long get_num_groups(unsigned dim);
WEFT_ASKS unsigned long get_global_offset(unsigned dim);

WEFT_ASKS unsigned get_sub_group_local_id();
WEFT_ASKS unsigned get_sub_group_id();
WEFT_ASKS unsigned get_sub_group_size();
WEFT_ASKS unsigned get_max_sub_group_size();
WEFT_ASKS unsigned get_num_sub_groups();

using Words __attribute__((ext_vector_type(4))) = unsigned;
WEFT_TOGETHER int sub_group_shuffle(int, unsigned lane);
WEFT_TOGETHER long sub_group_shuffle(long, unsigned lane);
WEFT_TOGETHER Words sub_group_ballot(int);
WEFT_TOGETHER int sub_group_non_uniform_any(int);
WEFT_TOGETHER int sub_group_non_uniform_all(int);
WEFT_TOGETHER int work_group_any(int);
WEFT_TOGETHER int work_group_all(int);

/// Reductions of numbers that devices have themselves, in an order of their own, over the lanes that come by: others
/// may have returned.
#define WEFT_REDUCTIONS(S, T)                                                                                          \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_add(T);                                                                 \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_min(T);                                                                 \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_max(T);
WEFT_FOR_SCALAR_TYPES(WEFT_REDUCTIONS)
#undef WEFT_REDUCTIONS
#define WEFT_REDUCTIONS(S, T)                                                                                          \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_mul(T);                                                                 \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_and(T);                                                                 \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_or(T);                                                                  \
  WEFT_TOGETHER T sub_group_non_uniform_reduce_xor(T);
WEFT_FOR_INT_TYPES(WEFT_REDUCTIONS)
#undef WEFT_REDUCTIONS

WEFT_TOGETHER void __spirv_ControlBarrier(int execution, int memory, int semantics);
__attribute__((nothrow)) void __spirv_MemoryBarrier(int memory, int semantics);

enum Order { relaxed, acquire, release, acq_rel, seq_cst };
enum Scope { work_item, sub_group, work_group, device, system };

/// Scope <id> of the SPIR-V specification, 3.27.
INLINE int scope_id(int scope) {
  return scope == work_item ? 4 : scope == sub_group ? 3 : scope == work_group ? 2 : scope == device ? 1 : 0;
}
/// Memory Semantics <id>, 3.25, of local and global memory.
INLINE int semantics_id(int order) {
  const int what = order == acquire ? 0x2 : order == release ? 0x4 : order == acq_rel ? 0x8 : 0x10;
  return what | 0x100 | 0x200;
}
