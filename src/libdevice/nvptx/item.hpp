// Where a work-item of an NVIDIA GPU stands, from special registers; what orders and scopes of memory are.
#pragma once

#include "libdevice/builtins.hpp"

#define INLINE __attribute__((always_inline)) static inline
#define LOCAL __attribute__((address_space(3)))

/// Of the launch, known when the kernel is finalized.
extern "C" bool __weft_nvptx_whole_sub_groups();

namespace {

INLINE unsigned pick(int dim, unsigned x, unsigned y, unsigned z) {
  return dim == 0 ? x : dim == 1 ? y : z;
}
INLINE unsigned thread(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z());
}
INLINE unsigned block(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), __nvvm_read_ptx_sreg_ctaid_z());
}
INLINE unsigned threads(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z());
}
INLINE unsigned blocks(int dim) {
  return pick(dim, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(), __nvvm_read_ptx_sreg_nctaid_z());
}
INLINE unsigned group_size() {
  return threads(0) * threads(1) * threads(2);
}
INLINE unsigned linear_id() {
  return thread(0) + threads(0) * (thread(1) + threads(1) * thread(2));
}

constexpr unsigned warp_size = 32;

INLINE unsigned sub_group_base() {
  return linear_id() & ~(warp_size - 1);
}
INLINE unsigned sub_group_size() {
  if (__weft_nvptx_whole_sub_groups())
    return warp_size;
  const unsigned left = group_size() - sub_group_base();
  return left < warp_size ? left : warp_size;
}
INLINE unsigned sub_group_mask() {
  return ~0u >> (warp_size - sub_group_size());
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
