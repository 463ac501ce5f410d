// Operations of groups and sub-groups on OpenCL devices: shuffles, and local memory between sub-groups.
#include "libdevice/spirv/functions.hpp"

namespace {

template <int Size> struct BitsOf;
template <> struct BitsOf<4> {
  using type = int;
};
template <> struct BitsOf<8> {
  using type = long;
};

template <class T> INLINE T shuffle(T value, unsigned lane) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  return __builtin_bit_cast(T, sub_group_shuffle(__builtin_bit_cast(Bits, value), lane));
}

INLINE unsigned long ballot(bool value) {
  const Words words = sub_group_ballot(value);
  return (unsigned long)words[1] << 32 | words[0];
}

/// Reduces over the first `count` lanes in a fixed order; the result is lane 0's, handed to all.
template <class T, class F> INLINE T reduce_first_lanes(T value, unsigned count, F op) {
  const unsigned lane = get_sub_group_local_id();
  for (unsigned by = get_max_sub_group_size() / 2; by > 0; by /= 2) {
    const T other = shuffle(value, lane + by < count ? lane + by : lane);
    if (lane + by < count)
      value = op(value, other);
  }
  return shuffle(value, 0);
}

/// Reduces over the lanes that come by.
template <class T, class F> INLINE T reduce_lanes(T value, F op) {
  unsigned long lanes = ballot(true);
  if ((lanes & (lanes + 1)) == 0)
    return reduce_first_lanes(value, __builtin_popcountl(lanes), op);
  T total = shuffle(value, __builtin_ctzl(lanes));
  while ((lanes &= lanes - 1) != 0)
    total = op(total, shuffle(value, __builtin_ctzl(lanes)));
  return total;
}

/// Devices have these for integers; of floating-point numbers they have sums, and what a NaN does in others is theirs.
template <class T> constexpr bool is_real = __is_same(T, float) || __is_same(T, double);

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

#define DEFINE_OPERATION(NAME, EXPRESSION, OF_REAL, OF_SUB_GROUP)                                                      \
  struct NAME##_numbers {                                                                                              \
    template <class T> INLINE_MEMBER T join(T a, T b) { return EXPRESSION; }                                           \
    template <class T> INLINE_MEMBER T sub_group(T value) {                                                            \
      if constexpr (OF_REAL || !is_real<T>)                                                                            \
        return OF_SUB_GROUP(value);                                                                                    \
      else                                                                                                             \
        return reduce_lanes(value, [](T a, T b) __attribute__((always_inline)) -> T { return EXPRESSION; });           \
    }                                                                                                                  \
  };
#define INLINE_MEMBER __attribute__((always_inline)) static
DEFINE_OPERATION(add, a + b, true, sub_group_non_uniform_reduce_add)
DEFINE_OPERATION(mul, a *b, false, sub_group_non_uniform_reduce_mul)
DEFINE_OPERATION(min, smaller(a, b), false, sub_group_non_uniform_reduce_min)
DEFINE_OPERATION(max, larger(a, b), false, sub_group_non_uniform_reduce_max)
DEFINE_OPERATION(and, a &b, false, sub_group_non_uniform_reduce_and)
DEFINE_OPERATION(or, a | b, false, sub_group_non_uniform_reduce_or)
DEFINE_OPERATION(xor, a ^ b, false, sub_group_non_uniform_reduce_xor)

INLINE void barrier() {
  __weft_barrier(work_group);
}

template <class T> INLINE T *scratch() {
  return static_cast<T *>(__weft_group_scratch(sizeof(T)));
}

/// What sub-groups come to is joined in their order, by every work-item for itself.
template <class Operation, class T> INLINE T reduce_group(T value) {
  T *const memory = scratch<T>();
  value = Operation::sub_group(value);
  barrier(); // nobody may still read the result of the call before
  if (get_sub_group_local_id() == 0)
    memory[get_sub_group_id()] = value;
  barrier();
  T total = memory[0];
  for (unsigned i = 1; i < get_num_sub_groups(); ++i)
    total = Operation::join(total, memory[i]);
  return total;
}

template <class T> INLINE T broadcast_group(T value, unsigned long from) {
  T *const memory = scratch<T>();
  const unsigned long linear =
      get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
  barrier();
  if (linear == from)
    memory[0] = value;
  barrier();
  return memory[0];
}

} // namespace

extern "C" {

bool __weft_sub_group_any(bool value) {
  return sub_group_non_uniform_any(value) != 0;
}
bool __weft_sub_group_all(bool value) {
  return sub_group_non_uniform_all(value) != 0;
}
unsigned long __weft_sub_group_ballot(bool value) {
  return ballot(value);
}
unsigned long __weft_sub_group_here() {
  return ballot(true);
}
unsigned long __weft_sub_group_ballot_among(bool value, unsigned long lanes) {
  return ballot(value) & lanes;
}
void __weft_sub_group_barrier_among(unsigned long) {
  __spirv_MemoryBarrier(scope_id(sub_group), semantics_id(seq_cst));
}
bool __weft_group_any(bool value) {
  return work_group_any(value) != 0;
}
bool __weft_group_all(bool value) {
  return work_group_all(value) != 0;
}

#define DEFINE_REDUCE(NAME, S, T)                                                                                      \
  T __weft_group_reduce_##NAME##_##S(T value) {                                                                        \
    return reduce_group<NAME##_numbers>(value);                                                                        \
  }                                                                                                                    \
  T __weft_sub_group_reduce_##NAME##_##S(T value) {                                                                    \
    return NAME##_numbers::sub_group(value);                                                                           \
  }
#define DEFINE_GROUP(S, T)                                                                                             \
  DEFINE_REDUCE(add, S, T)                                                                                             \
  DEFINE_REDUCE(mul, S, T)                                                                                             \
  DEFINE_REDUCE(min, S, T)                                                                                             \
  DEFINE_REDUCE(max, S, T)                                                                                             \
  T __weft_group_broadcast_##S(T value, unsigned long from) {                                                          \
    return broadcast_group(value, from);                                                                               \
  }                                                                                                                    \
  T __weft_sub_group_shuffle_##S(T value, unsigned lane) {                                                             \
    return shuffle(value, lane);                                                                                       \
  }                                                                                                                    \
  T __weft_sub_group_shuffle_among_##S(T value, unsigned long, unsigned lane) {                                        \
    return shuffle(value, lane);                                                                                       \
  }
#define DEFINE_GROUP_BITS(S, T)                                                                                        \
  DEFINE_REDUCE(and, S, T)                                                                                             \
  DEFINE_REDUCE(or, S, T)                                                                                              \
  DEFINE_REDUCE(xor, S, T)
WEFT_FOR_SCALAR_TYPES(DEFINE_GROUP)
WEFT_FOR_INT_TYPES(DEFINE_GROUP_BITS)

} // extern "C"
