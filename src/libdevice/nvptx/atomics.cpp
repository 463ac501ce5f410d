// Atomic minimum and maximum of floating-point numbers on NVIDIA GPUs, for which PTX has no instruction.
#include "libdevice/nvptx/item.hpp"

namespace {

struct Minimum {
  static constexpr bool keeps_nan_of_sign = true;
  template <class T> static bool takes_place(T value, T old) { return value < old; }
};
struct Maximum {
  static constexpr bool keeps_nan_of_sign = false;
  template <class T> static bool takes_place(T value, T old) { return value > old; }
};

template <class T, class Bits> INLINE bool is_negative(T value) {
  return __builtin_bit_cast(Bits, value) >> (sizeof(T) * 8 - 1) != 0;
}

/// Numbers order as signed integers do, those below zero as unsigned ones the other way round. Integers order NaNs of
/// one sign before all numbers; to replace such a one takes compare and exchange.
///
/// Where the order asks for no release, who would change nothing only looks: nobody can tell, and stores of all
/// work-items to one place would wait for each other.
template <class Kind, class T, class Bits, class Load, class Keep, class Update, class Exchange>
INLINE T update(T value, int order, Load load, Keep keep, Update integer_update, Exchange exchange) {
  if (order == relaxed || order == acquire) {
    const T seen = __builtin_bit_cast(T, load());
    if (!Kind::takes_place(value, seen) && (seen == seen || value != value))
      return seen;
  } else if (value != value) {
    return __builtin_bit_cast(T, keep());
  }
  for (;;) {
    const T old = integer_update(is_negative<T, Bits>(value));
    if (old == old || is_negative<T, Bits>(old) != Kind::keeps_nan_of_sign)
      return old;
    const Bits nan = __builtin_bit_cast(Bits, old);
    if (exchange(nan) == nan)
      return old;
  }
}

} // namespace

// S, T: suffix and type of the number; U, UT, I, IT: of unsigned and signed integers; FALL: the unsigned operation for
// numbers below zero.
#define DEFINE_FLOAT_ATOMIC(NAME, KIND, FALL, S, T, U, UT, I, IT)                                                      \
  extern "C" T __weft_atomic_fetch_##NAME##_##S(T *p, T value, int order, int scope) {                                 \
    UT *const bits = reinterpret_cast<UT *>(p);                                                                        \
    const UT wanted = __builtin_bit_cast(UT, value);                                                                   \
    return update<KIND, T, UT>(                                                                                        \
        value, order, [=] { return __weft_atomic_load_##U(bits, order, scope); },                                      \
        [=] { return __weft_atomic_fetch_or_##U(bits, 0, order, scope); },                                             \
        [=](bool negative) {                                                                                           \
          const UT old = negative ? __weft_atomic_fetch_##FALL##_##U(bits, wanted, order, scope)                       \
                                  : static_cast<UT>(__weft_atomic_fetch_##NAME##_##I(                                  \
                                        reinterpret_cast<IT *>(p), static_cast<IT>(wanted), order, scope));            \
          return __builtin_bit_cast(T, old);                                                                           \
        },                                                                                                             \
        [=](UT nan) { return __weft_atomic_compare_exchange_##U(bits, nan, wanted, order, relaxed, scope); });         \
  }
DEFINE_FLOAT_ATOMIC(min, Minimum, max, f32, float, u32, unsigned, i32, int)
DEFINE_FLOAT_ATOMIC(max, Maximum, min, f32, float, u32, unsigned, i32, int)
DEFINE_FLOAT_ATOMIC(min, Minimum, max, f64, double, u64, unsigned long, i64, long)
DEFINE_FLOAT_ATOMIC(max, Maximum, min, f64, double, u64, unsigned long, i64, long)
