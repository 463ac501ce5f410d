// The `__weft_*` builtins that tell a work-item of an NVIDIA GPU where it stands, and barriers and fences.
#include "libdevice/nvptx/item.hpp"

extern LOCAL __attribute__((aligned(64))) char __weft_nvptx_local[];

extern "C" {

unsigned long __weft_local_id(int dim) {
  return thread(dim);
}
unsigned long __weft_group_id(int dim) {
  return block(dim);
}
unsigned long __weft_local_range(int dim) {
  return threads(dim);
}
unsigned long __weft_group_range(int dim) {
  return blocks(dim);
}
unsigned long __weft_global_offset(int dim) {
  return __weft_nvptx_launch()->offset[dim];
}
unsigned long __weft_global_range(int dim) {
  return __weft_nvptx_launch()->global[dim];
}
unsigned long __weft_global_id(int dim) {
  return (unsigned long)block(dim) * threads(dim) + thread(dim);
}
// Of launches without offset whose ids are below 2^31: one instruction instead of three.
unsigned long __weft_nvptx_narrow_global_id(int dim) {
  return block(dim) * threads(dim) + thread(dim);
}
bool __weft_nvptx_narrow_in_range(int dim, unsigned long extent) {
  return block(dim) * threads(dim) + thread(dim) < (unsigned)extent;
}
unsigned long __weft_nvptx_global_id_offset(int dim) {
  return __weft_global_id(dim) + __weft_global_offset(dim);
}
bool __weft_in_range(int dim, unsigned long extent) {
  return (unsigned long)block(dim) * threads(dim) + thread(dim) < extent;
}

unsigned __weft_sub_group_local_id() {
  return sub_group_lanes().own();
}
unsigned __weft_sub_group_id() {
  return linear_id() / __weft_nvptx_sub_group_width();
}
unsigned __weft_sub_group_range() {
  return sub_group_lanes().count;
}
unsigned __weft_sub_group_max_range() {
  return __weft_nvptx_sub_group_width();
}
unsigned __weft_sub_groups() {
  const unsigned width = __weft_nvptx_sub_group_width();
  return (group_size() + width - 1) / width;
}

void *__weft_local_mem() {
  return (void *)__weft_nvptx_local;
}

void __weft_barrier(int scope) {
  if (scope == sub_group)
    __nvvm_bar_warp_sync(sub_group_lanes().mask());
  else
    __syncthreads();
}

void __weft_fence(int order, int scope) {
  if (order == relaxed || scope == work_item)
    return;
  if (order == seq_cst)
    fence_sc(scope);
  else
    fence_acq_rel(scope);
}

} // extern "C"
