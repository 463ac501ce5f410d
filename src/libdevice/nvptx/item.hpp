// Where a work-item of an NVIDIA GPU stands, from special registers; what orders and scopes of memory are.
#pragma once

#include "libdevice/builtins.hpp"

#define INLINE __attribute__((always_inline)) static inline
#define MEMBER __attribute__((always_inline))
#define LOCAL __attribute__((address_space(3)))

/// Of the kernel, known when it is finalized: work-items in a sub-group, a power of two up to a warp's, whether all
/// sub-groups of the launch have so many, and whether the grid has all work-groups along its first dimension.
extern "C" unsigned __weft_nvptx_sub_group_width();
extern "C" bool __weft_nvptx_whole_sub_groups();
extern "C" bool __weft_nvptx_folded_groups();

/// What the backend passes beside the kernel's own arguments; dimension 0 varies fastest.
struct Launch {
  unsigned long global[3];
  unsigned long offset[3];
};

// The finalizer replaces this by the address of the kernel's second parameter.
extern "C" __attribute__((const, nothrow)) const Launch *__weft_nvptx_launch();

namespace {

INLINE unsigned pick(int dim, unsigned x, unsigned y, unsigned z) {
  return dim == 0 ? x : dim == 1 ? y : z;
}
INLINE unsigned thread(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z());
}
INLINE unsigned threads(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z());
}
INLINE unsigned folded_blocks(int dim) {
  return (unsigned)((__weft_nvptx_launch()->global[dim] + threads(dim) - 1) / threads(dim));
}
INLINE unsigned blocks(int dim) {
  if (__weft_nvptx_folded_groups())
    return folded_blocks(dim);
  return pick(dim, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(), __nvvm_read_ptx_sreg_nctaid_z());
}
INLINE unsigned block(int dim) {
  if (__weft_nvptx_folded_groups()) {
    const unsigned linear = __nvvm_read_ptx_sreg_ctaid_x();
    const unsigned before = dim == 0 ? 1 : dim == 1 ? folded_blocks(0) : folded_blocks(0) * folded_blocks(1);
    return dim == 2 ? linear / before : linear / before % folded_blocks(dim);
  }
  return pick(dim, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), __nvvm_read_ptx_sreg_ctaid_z());
}
INLINE unsigned group_size() {
  return threads(0) * threads(1) * threads(2);
}
INLINE unsigned linear_id() {
  return thread(0) + threads(0) * (thread(1) + threads(1) * thread(2));
}

constexpr unsigned warp_size = 32;

/// Work-items of a warp side by side that act together.
struct Lanes {
  unsigned width; ///< a power of two
  unsigned count; ///< of them there are, the first ones

  MEMBER unsigned own() const { return linear_id() & (width - 1); }
  MEMBER unsigned first() const { return linear_id() & (warp_size - 1) & ~(width - 1); }
  MEMBER unsigned mask() const { return ~0u >> (warp_size - count) << first(); }
  /// What shuffles take: they stay among the lanes (PTX ISA, "shfl.sync").
  MEMBER int segment() const { return (int)((warp_size - width) << 8 | (warp_size - 1)); }
};

INLINE Lanes lanes(unsigned width) {
  if (__weft_nvptx_whole_sub_groups())
    return {width, width};
  const unsigned left = group_size() - (linear_id() & ~(width - 1));
  return {width, left < width ? left : width};
}
INLINE Lanes sub_group_lanes() {
  return lanes(__weft_nvptx_sub_group_width());
}

enum Order { relaxed, acquire, release, acq_rel, seq_cst };
enum Scope { work_item, sub_group, work_group, device, system };

INLINE void fence_sc(int scope) {
  if (scope == system)
    asm volatile("fence.sc.sys;" ::: "memory");
  else if (scope == device)
    asm volatile("fence.sc.gpu;" ::: "memory");
  else
    asm volatile("fence.sc.cta;" ::: "memory");
}

INLINE void fence_acq_rel(int scope) {
  if (scope == system)
    asm volatile("fence.acq_rel.sys;" ::: "memory");
  else if (scope == device)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  else
    asm volatile("fence.acq_rel.cta;" ::: "memory");
}

} // namespace
