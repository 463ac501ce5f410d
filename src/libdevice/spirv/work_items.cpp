// The `__weft_*` builtins that tell a work-item of an OpenCL device where it stands, and barriers and fences.
#include "libdevice/spirv/functions.hpp"

// The finalizer replaces this by the address of the kernel's second parameter, which holds the global range.
extern "C" WEFT_ASKS const unsigned long *__weft_spirv_launch();

extern "C" {

unsigned long __weft_local_id(int dim) {
  return get_local_id(dim);
}
unsigned long __weft_group_id(int dim) {
  return get_group_id(dim);
}
unsigned long __weft_local_range(int dim) {
  return get_local_size(dim);
}
unsigned long __weft_group_range(int dim) {
  return get_num_groups(dim);
}
unsigned long __weft_global_offset(int dim) {
  return get_global_offset(dim);
}
unsigned long __weft_global_range(int dim) {
  return __weft_spirv_launch()[dim];
}
unsigned long __weft_global_id(int dim) {
  return get_global_id(dim);
}
bool __weft_in_range(int dim, unsigned long extent) {
  return get_global_id(dim) - get_global_offset(dim) < extent;
}

unsigned __weft_sub_group_local_id() {
  return get_sub_group_local_id();
}
unsigned __weft_sub_group_id() {
  return get_sub_group_id();
}
unsigned __weft_sub_group_range() {
  return get_sub_group_size();
}
unsigned __weft_sub_group_max_range() {
  return get_max_sub_group_size();
}
unsigned __weft_sub_groups() {
  return get_num_sub_groups();
}

void __weft_barrier(int scope) {
  __spirv_ControlBarrier(scope_id(scope), scope_id(scope), semantics_id(seq_cst));
}

void __weft_fence(int order, int scope) {
  if (order != relaxed && scope != work_item)
    __spirv_MemoryBarrier(scope_id(scope), semantics_id(order));
}

} // extern "C"
