// Operations of groups and sub-groups on NVIDIA GPUs: warp shuffles, and local memory between warps.
#include "libdevice/nvptx/item.hpp"

[[clang::loader_uninitialized]] static LOCAL unsigned long group_scratch[warp_size + 1];

namespace {

// Shuffles; 64-bit values travel as two halves.
INLINE unsigned shuffle_bits(unsigned v, unsigned lane, unsigned mask, int segment) {
  return __nvvm_shfl_sync_idx_i32(mask, v, lane, segment);
}
INLINE unsigned long shuffle_bits(unsigned long v, unsigned lane, unsigned mask, int segment) {
  const unsigned low = shuffle_bits((unsigned)v, lane, mask, segment);
  const unsigned high = shuffle_bits((unsigned)(v >> 32), lane, mask, segment);
  return (unsigned long)high << 32 | low;
}
INLINE unsigned shuffle_down_bits(unsigned v, unsigned by, unsigned mask, int segment) {
  return __nvvm_shfl_sync_down_i32(mask, v, by, segment);
}
INLINE unsigned long shuffle_down_bits(unsigned long v, unsigned by, unsigned mask, int segment) {
  const unsigned low = shuffle_down_bits((unsigned)v, by, mask, segment);
  const unsigned high = shuffle_down_bits((unsigned)(v >> 32), by, mask, segment);
  return (unsigned long)high << 32 | low;
}

template <int Size> struct BitsOf;
template <> struct BitsOf<4> {
  using type = unsigned;
};
template <> struct BitsOf<8> {
  using type = unsigned long;
};

template <class T> INLINE T shuffle(T value, unsigned lane, unsigned mask, int segment) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  return __builtin_bit_cast(T, shuffle_bits(__builtin_bit_cast(Bits, value), lane, mask, segment));
}
template <class T> INLINE T shuffle_down(T value, unsigned by, Lanes among) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  return __builtin_bit_cast(T, shuffle_down_bits(__builtin_bit_cast(Bits, value), by, among.mask(), among.segment()));
}

/// Reduces over the first `count` lanes in a fixed order; the result is the first lane's, handed to all.
template <class T, class F> INLINE T reduce_lanes(T value, unsigned count, Lanes among, F op) {
  for (unsigned by = among.width / 2; by > 0; by /= 2) {
    const T other = shuffle_down(value, by, among);
    if (among.own() + by < count)
      value = op(value, other);
  }
  return shuffle(value, 0, among.mask(), among.segment());
}

/// Reductions of 32-bit integers that GPUs since sm_80 have an instruction for.
struct redux_mul {};
#define WEFT_REDUX(NAME, OF_INT, OF_UNSIGNED)                                                                          \
  extern "C" int redux_##NAME##_int(int, int) __asm("llvm.nvvm.redux.sync." OF_INT);                                   \
  extern "C" int redux_##NAME##_unsigned(int, int) __asm("llvm.nvvm.redux.sync." OF_UNSIGNED);                         \
  struct redux_##NAME {                                                                                                \
    INLINE int of(int value, unsigned mask) { return redux_##NAME##_int(value, (int)mask); }                           \
    INLINE unsigned of(unsigned value, unsigned mask) {                                                                \
      return (unsigned)redux_##NAME##_unsigned((int)value, (int)mask);                                                 \
    }                                                                                                                  \
  };
WEFT_REDUX(add, "add", "add")
WEFT_REDUX(min, "min", "umin")
WEFT_REDUX(max, "max", "umax")
WEFT_REDUX(and, "and", "and")
WEFT_REDUX(or, "or", "or")
WEFT_REDUX(xor, "xor", "xor")
#undef WEFT_REDUX
template <class Redux, class T>
constexpr bool at_once = !__is_same(Redux, redux_mul) && (__is_same(T, int) || __is_same(T, unsigned));

template <class Redux, class T, class F> INLINE T reduce(T value, Lanes among, F op) {
  if constexpr (at_once<Redux, T>)
    if (__nvvm_reflect("__CUDA_ARCH") >= 800)
      return Redux::of(value, among.mask());
  return reduce_lanes(value, among.count, among, op);
}

template <class T> INLINE LOCAL T *scratch() {
  return (LOCAL T *)group_scratch;
}

template <class Redux, class T, class F> INLINE T reduce_group(T value, F op) {
  const Lanes among = lanes(warp_size);
  const unsigned lane = among.own();
  const unsigned warp = linear_id() / warp_size;
  const unsigned warps = (group_size() + warp_size - 1) / warp_size;
  value = reduce<Redux>(value, among, op);
  __syncthreads(); // nobody may still read the result of the call before
  if (lane == 0)
    scratch<T>()[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const T partial = scratch<T>()[lane < warps ? lane : 0];
    const T total = reduce_lanes(partial, warps, among, op);
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
  return __nvvm_vote_any_sync(sub_group_lanes().mask(), value);
}
bool __weft_sub_group_all(bool value) {
  return __nvvm_vote_all_sync(sub_group_lanes().mask(), value);
}
unsigned long __weft_sub_group_ballot(bool value) {
  const Lanes among = sub_group_lanes();
  return __nvvm_vote_ballot_sync(among.mask(), value) >> among.first();
}
unsigned long __weft_sub_group_here() {
  const Lanes among = sub_group_lanes();
  return (__nvvm_activemask() & among.mask()) >> among.first();
}
unsigned long __weft_sub_group_ballot_among(bool value, unsigned long lanes) {
  const unsigned first = sub_group_lanes().first();
  return __nvvm_vote_ballot_sync((unsigned)lanes << first, value) >> first;
}
void __weft_sub_group_barrier_among(unsigned long lanes) {
  __nvvm_bar_warp_sync((unsigned)lanes << sub_group_lanes().first());
}
bool __weft_group_any(bool value) {
  return __nvvm_bar0_or(value) != 0;
}
bool __weft_group_all(bool value) {
  return __nvvm_bar0_and(value) != 0;
}

#define DEFINE_REDUCE(NAME, S, T, EXPRESSION)                                                                          \
  T __weft_group_reduce_##NAME##_##S(T value) {                                                                        \
    return reduce_group<redux_##NAME>(value, [](T a, T b) __attribute__((always_inline)) -> T { return EXPRESSION; }); \
  }                                                                                                                    \
  T __weft_sub_group_reduce_##NAME##_##S(T value) {                                                                    \
    return reduce<redux_##NAME>(value, sub_group_lanes(),                                                              \
                                [](T a, T b) __attribute__((always_inline)) -> T { return EXPRESSION; });              \
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
    const Lanes among = sub_group_lanes();                                                                             \
    return shuffle(value, lane, among.mask(), among.segment());                                                        \
  }                                                                                                                    \
  T __weft_sub_group_shuffle_among_##S(T value, unsigned long lanes, unsigned lane) {                                  \
    const Lanes among = sub_group_lanes();                                                                             \
    return shuffle(value, lane, (unsigned)lanes << among.first(), among.segment());                                    \
  }
#define DEFINE_GROUP_BITS(S, T)                                                                                        \
  DEFINE_REDUCE(and, S, T, a &b)                                                                                       \
  DEFINE_REDUCE(or, S, T, a | b)                                                                                       \
  DEFINE_REDUCE(xor, S, T, a ^ b)
WEFT_FOR_SCALAR_TYPES(DEFINE_GROUP)
WEFT_FOR_INT_TYPES(DEFINE_GROUP_BITS)

} // extern "C"
