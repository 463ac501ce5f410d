// The `__weft_*` functions: all that a kernel module may ask of a device. Finalizers lower them; nobody else defines
// them.
//
// Dimension 0 varies fastest. Orders: 0 relaxed, 1 acquire, 2 release, 3 acq_rel, 4 seq_cst.
// Scopes: 0 work_item, 1 sub_group, 2 work_group, 3 device, 4 system. This header is also what SYCL headers include on
// device, so it depends on nothing.
#pragma once

#define WEFT_PURE __attribute__((const, nothrow))
#define WEFT_CONVERGENT __attribute__((convergent, nothrow))
#define WEFT_PLAIN __attribute__((nothrow))

// Types that atomics, group operations and shuffles exist for: suffix, C type.
#define WEFT_FOR_INT_TYPES(X) X(i32, int) X(u32, unsigned) X(i64, long) X(u64, unsigned long)
#define WEFT_FOR_FLOAT_TYPES(X) X(f32, float) X(f64, double)
#define WEFT_FOR_SCALAR_TYPES(X) WEFT_FOR_INT_TYPES(X) WEFT_FOR_FLOAT_TYPES(X)

extern "C" {
WEFT_PURE unsigned long __weft_global_id(int dim); // includes the launch's offset
WEFT_PURE unsigned long __weft_local_id(int dim);
WEFT_PURE unsigned long __weft_group_id(int dim);
WEFT_PURE unsigned long __weft_global_range(int dim);
WEFT_PURE unsigned long __weft_local_range(int dim);
WEFT_PURE unsigned long __weft_group_range(int dim);
WEFT_PURE unsigned long __weft_global_offset(int dim);
/// True for the work-items that a range kernel was launched for; `extent` is the captured range. Range kernels return
/// at once where it is false, so a finalizer that only runs real work-items folds it to true.
WEFT_PURE bool __weft_in_range(int dim, unsigned long extent);

WEFT_PURE unsigned __weft_sub_group_local_id();
WEFT_PURE unsigned __weft_sub_group_id();
WEFT_PURE unsigned __weft_sub_group_range(); // work-items in this sub-group
WEFT_PURE unsigned __weft_sub_group_max_range();
WEFT_PURE unsigned __weft_sub_groups(); // sub-groups in the work-group

WEFT_PURE void *__weft_local_mem(); // the group's dynamic local memory, 64-byte aligned

/// A subscript of an accessor. Finalizers take it away unless the user asks for checks.
WEFT_PLAIN void __weft_check_index(unsigned long index, unsigned long extent);

/// Where a device_global's value lies; the variable itself is its name only.
WEFT_PURE void *__weft_device_global(const void *variable);

/// Memory of the group's own, another for each place that calls it; sizes are constants once everything is inlined.
WEFT_CONVERGENT void *__weft_group_memory(unsigned bytes, unsigned alignment);
/// The same memory for all that call it, with as many bytes for each sub-group that a group can have.
WEFT_CONVERGENT void *__weft_group_scratch(unsigned bytes);

WEFT_CONVERGENT void __weft_barrier(int scope); // work_group or sub_group; orders local and global memory
WEFT_PLAIN void __weft_fence(int order, int scope);

#define WEFT_DECLARE_ATOMIC(S, T)                                                                                      \
  WEFT_PLAIN T __weft_atomic_load_##S(const T *, int order, int scope);                                                \
  WEFT_PLAIN void __weft_atomic_store_##S(T *, T, int order, int scope);                                               \
  WEFT_PLAIN T __weft_atomic_exchange_##S(T *, T, int order, int scope);                                               \
  WEFT_PLAIN T __weft_atomic_compare_exchange_##S(T *, T expected, T desired, int success, int failure, int scope);    \
  WEFT_PLAIN T __weft_atomic_fetch_add_##S(T *, T, int order, int scope);                                              \
  WEFT_PLAIN T __weft_atomic_fetch_sub_##S(T *, T, int order, int scope);                                              \
  WEFT_PLAIN T __weft_atomic_fetch_min_##S(T *, T, int order, int scope);                                              \
  WEFT_PLAIN T __weft_atomic_fetch_max_##S(T *, T, int order, int scope);
#define WEFT_DECLARE_ATOMIC_BITS(S, T)                                                                                 \
  WEFT_PLAIN T __weft_atomic_fetch_and_##S(T *, T, int order, int scope);                                              \
  WEFT_PLAIN T __weft_atomic_fetch_or_##S(T *, T, int order, int scope);                                               \
  WEFT_PLAIN T __weft_atomic_fetch_xor_##S(T *, T, int order, int scope);
WEFT_FOR_SCALAR_TYPES(WEFT_DECLARE_ATOMIC)
WEFT_FOR_INT_TYPES(WEFT_DECLARE_ATOMIC_BITS)
#undef WEFT_DECLARE_ATOMIC
#undef WEFT_DECLARE_ATOMIC_BITS

// Group operations; every work-item of the (sub-)group calls them together. Narrower types are widened by the caller.
WEFT_CONVERGENT bool __weft_group_any(bool);
WEFT_CONVERGENT bool __weft_group_all(bool);
WEFT_CONVERGENT bool __weft_sub_group_any(bool);
WEFT_CONVERGENT bool __weft_sub_group_all(bool);
#define WEFT_DECLARE_GROUP(S, T)                                                                                       \
  WEFT_CONVERGENT T __weft_group_reduce_add_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_group_reduce_mul_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_group_reduce_min_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_group_reduce_max_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_group_broadcast_##S(T, unsigned long linear_local_id);                                      \
  WEFT_CONVERGENT T __weft_sub_group_reduce_add_##S(T);                                                                \
  WEFT_CONVERGENT T __weft_sub_group_reduce_mul_##S(T);                                                                \
  WEFT_CONVERGENT T __weft_sub_group_reduce_min_##S(T);                                                                \
  WEFT_CONVERGENT T __weft_sub_group_reduce_max_##S(T);                                                                \
  WEFT_CONVERGENT T __weft_sub_group_shuffle_##S(T, unsigned lane);
#define WEFT_DECLARE_GROUP_BITS(S, T)                                                                                  \
  WEFT_CONVERGENT T __weft_group_reduce_and_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_group_reduce_or_##S(T);                                                                     \
  WEFT_CONVERGENT T __weft_group_reduce_xor_##S(T);                                                                    \
  WEFT_CONVERGENT T __weft_sub_group_reduce_and_##S(T);                                                                \
  WEFT_CONVERGENT T __weft_sub_group_reduce_or_##S(T);                                                                 \
  WEFT_CONVERGENT T __weft_sub_group_reduce_xor_##S(T);
WEFT_FOR_SCALAR_TYPES(WEFT_DECLARE_GROUP)
WEFT_FOR_INT_TYPES(WEFT_DECLARE_GROUP_BITS)
#undef WEFT_DECLARE_GROUP
#undef WEFT_DECLARE_GROUP_BITS
}
