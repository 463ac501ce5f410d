// Atomics on NVIDIA GPUs, as PTX with order and scope.
//
// LLVM drops scopes and orderings of atomics for this target, so each is written as the PTX instruction itself (PTX
// ISA, 8 memory consistency model, 9.7.13 parallel synchronization). Order and scope are constants once inlined, so
// each switch folds away.
#include "libdevice/nvptx/item.hpp"

extern "C" {

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

} // extern "C"
