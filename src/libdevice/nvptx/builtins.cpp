// The `__weft_*` builtins on NVIDIA GPUs: ids from special registers, atomics as PTX with order and scope, warp
// shuffles.
//
// LLVM drops scopes and orderings of atomics for this target, so each is written as the PTX instruction itself (PTX
// ISA, 8 memory consistency model, 9.7.13 parallel synchronization). Order and scope are constants once inlined, so
// each switch folds away.
#include "libdevice/builtins.hpp"

#define INLINE __attribute__((always_inline)) static inline
#define LOCAL __attribute__((address_space(3)))

namespace {

/// What the backend passes beside the kernel's own arguments; dimension 0 varies fastest.
struct Launch {
  unsigned long global[3];
  unsigned long offset[3];
};

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

// The finalizer replaces this by the address of the kernel's second parameter.
extern "C" WEFT_PURE const Launch *__weft_nvptx_launch();
extern LOCAL __attribute__((aligned(16))) char __weft_nvptx_local[];
[[clang::loader_uninitialized]] static LOCAL unsigned long group_scratch[warp_size + 1];

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
unsigned long __weft_nvptx_global_id_offset(int dim) {
  return __weft_global_id(dim) + __weft_global_offset(dim);
}
bool __weft_in_range(int dim, unsigned long extent) {
  return (unsigned long)block(dim) * threads(dim) + thread(dim) < extent;
}

unsigned __weft_sub_group_local_id() {
  return linear_id() & (warp_size - 1);
}
unsigned __weft_sub_group_id() {
  return linear_id() / warp_size;
}
unsigned __weft_sub_group_range() {
  return sub_group_size();
}
unsigned __weft_sub_group_max_range() {
  return warp_size;
}
unsigned __weft_sub_groups() {
  return (group_size() + warp_size - 1) / warp_size;
}

void *__weft_local_mem() {
  return (void *)__weft_nvptx_local;
}

void __weft_barrier(int scope) {
  if (scope == sub_group)
    __nvvm_bar_warp_sync(sub_group_mask());
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

#define ATOM_SCOPED(SEM, OP, CONSTRAINT, ...)                                                                          \
  if (scope == system)                                                                                                 \
    asm volatile("atom." SEM ".sys." OP : "=" CONSTRAINT(old) : __VA_ARGS__ : "memory");                               \
  else if (scope == device)                                                                                            \
    asm volatile("atom." SEM ".gpu." OP : "=" CONSTRAINT(old) : __VA_ARGS__ : "memory");                               \
  else                                                                                                                 \
    asm volatile("atom." SEM ".cta." OP : "=" CONSTRAINT(old) : __VA_ARGS__ : "memory");

#define ATOM(OP, CONSTRAINT, ...)                                                                                      \
  if (order == seq_cst)                                                                                                \
    fence_sc(scope);                                                                                                   \
  if (order == relaxed) {                                                                                              \
    ATOM_SCOPED("relaxed", OP, CONSTRAINT, __VA_ARGS__)                                                                \
  } else if (order == acquire) {                                                                                       \
    ATOM_SCOPED("acquire", OP, CONSTRAINT, __VA_ARGS__)                                                                \
  } else if (order == release) {                                                                                       \
    ATOM_SCOPED("release", OP, CONSTRAINT, __VA_ARGS__)                                                                \
  } else {                                                                                                             \
    ATOM_SCOPED("acq_rel", OP, CONSTRAINT, __VA_ARGS__)                                                                \
  }

#define LD_SCOPED(SEM, TYPE, CONSTRAINT)                                                                               \
  if (scope == system)                                                                                                 \
    asm volatile("ld." SEM ".sys." TYPE " %0, [%1];" : "=" CONSTRAINT(value) : "l"(p) : "memory");                     \
  else if (scope == device)                                                                                            \
    asm volatile("ld." SEM ".gpu." TYPE " %0, [%1];" : "=" CONSTRAINT(value) : "l"(p) : "memory");                     \
  else                                                                                                                 \
    asm volatile("ld." SEM ".cta." TYPE " %0, [%1];" : "=" CONSTRAINT(value) : "l"(p) : "memory");

#define ST_SCOPED(SEM, TYPE, CONSTRAINT)                                                                               \
  if (scope == system)                                                                                                 \
    asm volatile("st." SEM ".sys." TYPE " [%0], %1;" : : "l"(p), CONSTRAINT(value) : "memory");                        \
  else if (scope == device)                                                                                            \
    asm volatile("st." SEM ".gpu." TYPE " [%0], %1;" : : "l"(p), CONSTRAINT(value) : "memory");                        \
  else                                                                                                                 \
    asm volatile("st." SEM ".cta." TYPE " [%0], %1;" : : "l"(p), CONSTRAINT(value) : "memory");

// S: suffix; T: C type; C: register class; B: untyped width; A: type that add takes.
#define DEFINE_ATOMICS(S, T, C, B, A)                                                                                  \
  T __weft_atomic_load_##S(const T *p, int order, int scope) {                                                         \
    T value;                                                                                                           \
    if (order == seq_cst)                                                                                              \
      fence_sc(scope);                                                                                                 \
    if (order == relaxed) {                                                                                            \
      LD_SCOPED("relaxed", B, C)                                                                                       \
    } else {                                                                                                           \
      LD_SCOPED("acquire", B, C)                                                                                       \
    }                                                                                                                  \
    return value;                                                                                                      \
  }                                                                                                                    \
  void __weft_atomic_store_##S(T *p, T value, int order, int scope) {                                                  \
    if (order == seq_cst)                                                                                              \
      fence_sc(scope);                                                                                                 \
    if (order == relaxed || order == seq_cst) {                                                                        \
      ST_SCOPED("relaxed", B, C)                                                                                       \
    } else {                                                                                                           \
      ST_SCOPED("release", B, C)                                                                                       \
    }                                                                                                                  \
  }                                                                                                                    \
  T __weft_atomic_exchange_##S(T *p, T value, int order, int scope) {                                                  \
    T old;                                                                                                             \
    ATOM("exch." B " %0, [%1], %2;", C, "l"(p), C(value))                                                              \
    return old;                                                                                                        \
  }                                                                                                                    \
  T __weft_atomic_compare_exchange_##S(T *p, T expected, T desired, int order, int, int scope) {                       \
    T old;                                                                                                             \
    ATOM("cas." B " %0, [%1], %2, %3;", C, "l"(p), C(expected), C(desired))                                            \
    return old;                                                                                                        \
  }                                                                                                                    \
  T __weft_atomic_fetch_add_##S(T *p, T value, int order, int scope) {                                                 \
    T old;                                                                                                             \
    ATOM("add." A " %0, [%1], %2;", C, "l"(p), C(value))                                                               \
    return old;                                                                                                        \
  }                                                                                                                    \
  T __weft_atomic_fetch_sub_##S(T *p, T value, int order, int scope) {                                                 \
    return __weft_atomic_fetch_add_##S(p, (T) - value, order, scope);                                                  \
  }

DEFINE_ATOMICS(i32, int, "r", "b32", "u32")
DEFINE_ATOMICS(u32, unsigned, "r", "b32", "u32")
DEFINE_ATOMICS(i64, long, "l", "b64", "u64")
DEFINE_ATOMICS(u64, unsigned long, "l", "b64", "u64")
DEFINE_ATOMICS(f32, float, "f", "b32", "f32")
DEFINE_ATOMICS(f64, double, "d", "b64", "f64")

#define DEFINE_INT_ATOMIC(NAME, S, T, C, OP)                                                                           \
  T __weft_atomic_fetch_##NAME##_##S(T *p, T value, int order, int scope) {                                            \
    T old;                                                                                                             \
    ATOM(OP " %0, [%1], %2;", C, "l"(p), C(value))                                                                     \
    return old;                                                                                                        \
  }
#define DEFINE_INT_ATOMICS(S, T, C, B, M)                                                                              \
  DEFINE_INT_ATOMIC(min, S, T, C, "min." M)                                                                            \
  DEFINE_INT_ATOMIC(max, S, T, C, "max." M)                                                                            \
  DEFINE_INT_ATOMIC(and, S, T, C, "and." B)                                                                            \
  DEFINE_INT_ATOMIC(or, S, T, C, "or." B)                                                                              \
  DEFINE_INT_ATOMIC(xor, S, T, C, "xor." B)

DEFINE_INT_ATOMICS(i32, int, "r", "b32", "s32")
DEFINE_INT_ATOMICS(u32, unsigned, "r", "b32", "u32")
DEFINE_INT_ATOMICS(i64, long, "l", "b64", "s64")
DEFINE_INT_ATOMICS(u64, unsigned long, "l", "b64", "u64")

// No PTX instruction takes the smaller or larger float: compare and exchange until nobody came between.
#define DEFINE_FLOAT_ATOMIC(NAME, S, T, BITS, CHOOSE)                                                                  \
  T __weft_atomic_fetch_##NAME##_##S(T *p, T value, int order, int scope) {                                            \
    BITS *bits = (BITS *)p;                                                                                            \
    BITS seen = __weft_atomic_load_##BITS##_bits(bits, relaxed, scope);                                                \
    for (;;) {                                                                                                         \
      const T old = __builtin_bit_cast(T, seen);                                                                       \
      const BITS now =                                                                                                 \
          __weft_atomic_cas_##BITS##_bits(bits, seen, __builtin_bit_cast(BITS, CHOOSE(old, value)), order, scope);     \
      if (now == seen)                                                                                                 \
        return old;                                                                                                    \
      seen = now;                                                                                                      \
    }                                                                                                                  \
  }
#define __weft_atomic_load_unsigned_bits __weft_atomic_load_u32
#define __weft_atomic_cas_unsigned_bits(p, e, d, o, s) __weft_atomic_compare_exchange_u32(p, e, d, o, o, s)
#define __weft_atomic_load_word_bits __weft_atomic_load_u64
#define __weft_atomic_cas_word_bits(p, e, d, o, s) __weft_atomic_compare_exchange_u64(p, e, d, o, o, s)
typedef unsigned long word;
DEFINE_FLOAT_ATOMIC(min, f32, float, unsigned, __builtin_fminf)
DEFINE_FLOAT_ATOMIC(max, f32, float, unsigned, __builtin_fmaxf)
DEFINE_FLOAT_ATOMIC(min, f64, double, word, __builtin_fmin)
DEFINE_FLOAT_ATOMIC(max, f64, double, word, __builtin_fmax)

// Shuffles; 64-bit values travel as two halves.
INLINE unsigned shuffle_bits(unsigned v, unsigned lane, unsigned mask) {
  return __nvvm_shfl_sync_idx_i32(mask, v, lane, warp_size - 1);
}
INLINE unsigned long shuffle_bits(unsigned long v, unsigned lane, unsigned mask) {
  const unsigned low = shuffle_bits((unsigned)v, lane, mask);
  const unsigned high = shuffle_bits((unsigned)(v >> 32), lane, mask);
  return (unsigned long)high << 32 | low;
}
INLINE unsigned shuffle_down_bits(unsigned v, unsigned by, unsigned mask) {
  return __nvvm_shfl_sync_down_i32(mask, v, by, warp_size - 1);
}
INLINE unsigned long shuffle_down_bits(unsigned long v, unsigned by, unsigned mask) {
  const unsigned low = shuffle_down_bits((unsigned)v, by, mask);
  const unsigned high = shuffle_down_bits((unsigned)(v >> 32), by, mask);
  return (unsigned long)high << 32 | low;
}

} // extern "C"

namespace {

template <int Size> struct BitsOf;
template <> struct BitsOf<4> {
  using type = unsigned;
};
template <> struct BitsOf<8> {
  using type = unsigned long;
};

template <class T> INLINE T shuffle(T value, unsigned lane, unsigned mask) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  return __builtin_bit_cast(T, shuffle_bits(__builtin_bit_cast(Bits, value), lane, mask));
}
template <class T> INLINE T shuffle_down(T value, unsigned by, unsigned mask) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  return __builtin_bit_cast(T, shuffle_down_bits(__builtin_bit_cast(Bits, value), by, mask));
}

/// Reduces over the first `count` lanes in a fixed order; the result is lane 0's, handed to all.
template <class T, class F> INLINE T reduce_lanes(T value, unsigned lane, unsigned count, unsigned mask, F op) {
  for (unsigned by = warp_size / 2; by > 0; by /= 2) {
    const T other = shuffle_down(value, by, mask);
    if (lane + by < count)
      value = op(value, other);
  }
  return shuffle(value, 0, mask);
}

template <class T, class F> INLINE T reduce_sub_group(T value, F op) {
  return reduce_lanes(value, linear_id() & (warp_size - 1), sub_group_size(), sub_group_mask(), op);
}

template <class T> INLINE LOCAL T *scratch() {
  return (LOCAL T *)group_scratch;
}

template <class T, class F> INLINE T reduce_group(T value, F op) {
  const unsigned lane = linear_id() & (warp_size - 1);
  const unsigned warp = linear_id() / warp_size;
  const unsigned warps = (group_size() + warp_size - 1) / warp_size;
  value = reduce_sub_group(value, op);
  __syncthreads(); // nobody may still read the result of the call before
  if (lane == 0)
    scratch<T>()[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const T partial = scratch<T>()[lane < warps ? lane : 0];
    const T total = reduce_lanes(partial, lane, warps, sub_group_mask(), op);
    if (lane == 0)
      scratch<T>()[0] = total;
  }
  __syncthreads();
  return scratch<T>()[0];
}

template <class T> INLINE T broadcast_group(T value, unsigned long from) {
  __syncthreads();
  if (linear_id() == from)
    scratch<T>()[0] = value;
  __syncthreads();
  return scratch<T>()[0];
}

template <class T> INLINE T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T> INLINE T larger(T a, T b) {
  return a < b ? b : a;
}
INLINE float smaller(float a, float b) {
  return __builtin_fminf(a, b);
}
INLINE float larger(float a, float b) {
  return __builtin_fmaxf(a, b);
}
INLINE double smaller(double a, double b) {
  return __builtin_fmin(a, b);
}
INLINE double larger(double a, double b) {
  return __builtin_fmax(a, b);
}

} // namespace

extern "C" {

bool __weft_sub_group_any(bool value) {
  return __nvvm_vote_any_sync(sub_group_mask(), value);
}
bool __weft_sub_group_all(bool value) {
  return __nvvm_vote_all_sync(sub_group_mask(), value);
}
bool __weft_group_any(bool value) {
  return __nvvm_bar0_or(value) != 0;
}
bool __weft_group_all(bool value) {
  return __nvvm_bar0_and(value) != 0;
}

#define DEFINE_REDUCE(NAME, S, T, EXPRESSION)                                                                          \
  T __weft_group_reduce_##NAME##_##S(T value) {                                                                        \
    return reduce_group(value, [](T a, T b) __attribute__((always_inline)) -> T { return EXPRESSION; });               \
  }                                                                                                                    \
  T __weft_sub_group_reduce_##NAME##_##S(T value) {                                                                    \
    return reduce_sub_group(value, [](T a, T b) __attribute__((always_inline)) -> T { return EXPRESSION; });           \
  }
#define DEFINE_GROUP(S, T)                                                                                             \
  DEFINE_REDUCE(add, S, T, a + b)                                                                                      \
  DEFINE_REDUCE(mul, S, T, a *b)                                                                                       \
  DEFINE_REDUCE(min, S, T, smaller(a, b))                                                                              \
  DEFINE_REDUCE(max, S, T, larger(a, b))                                                                               \
  T __weft_group_broadcast_##S(T value, unsigned long from) {                                                          \
    return broadcast_group(value, from);                                                                               \
  }                                                                                                                    \
  T __weft_sub_group_shuffle_##S(T value, unsigned lane) {                                                             \
    return shuffle(value, lane, sub_group_mask());                                                                     \
  }
#define DEFINE_GROUP_BITS(S, T)                                                                                        \
  DEFINE_REDUCE(and, S, T, a &b)                                                                                       \
  DEFINE_REDUCE(or, S, T, a | b)                                                                                       \
  DEFINE_REDUCE(xor, S, T, a ^ b)
WEFT_FOR_SCALAR_TYPES(DEFINE_GROUP)
WEFT_FOR_INT_TYPES(DEFINE_GROUP_BITS)

} // extern "C"
