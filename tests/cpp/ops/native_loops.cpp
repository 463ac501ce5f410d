// Op functions compiled for the host as loops over arrays, `loop_<op>_<dtype>(n, result, x, y, z)`, for the tests
// against NumPy.
#include "libdevice/elementwise/elementwise.hpp"

#define LOOP_1(name, S, T)                                                                                             \
  extern "C" void loop_##name##_##S(long n, void *result, const T *x) {                                                \
    for (long i = 0; i < n; ++i)                                                                                       \
      static_cast<decltype(weft::device::name(*x)) *>(result)[i] = weft::device::name(x[i]);                           \
  }
#define LOOP_2(name, S, T) LOOP_MIXED(name, S, T, T)
#define LOOP_MIXED(name, S, T, U)                                                                                      \
  extern "C" void loop_##name##_##S(long n, void *result, const T *x, const U *y) {                                    \
    for (long i = 0; i < n; ++i)                                                                                       \
      static_cast<decltype(weft::device::name(*x, *y)) *>(result)[i] = weft::device::name(x[i], y[i]);                 \
  }
#define LOOP_3(name, S, T)                                                                                             \
  extern "C" void loop_##name##_##S(long n, void *result, const T *x, const T *y, const T *z) {                        \
    for (long i = 0; i < n; ++i)                                                                                       \
      static_cast<decltype(weft::device::name(*x, *y, *z)) *>(result)[i] = weft::device::name(x[i], y[i], z[i]);       \
  }

#define LOOPS_bool(name, n) LOOP_##n(name, b1, bool)
#define LOOPS_integral(name, n)                                                                                        \
  LOOP_##n(name, i8, signed char) LOOP_##n(name, u8, unsigned char) LOOP_##n(name, i16, short)                         \
      LOOP_##n(name, u16, unsigned short) LOOP_##n(name, i32, int) LOOP_##n(name, u32, unsigned)                       \
          LOOP_##n(name, i64, long) LOOP_##n(name, u64, unsigned long)
#define LOOPS_real_float(name, n)                                                                                      \
  LOOP_##n(name, f16, weft::device::half) LOOP_##n(name, f32, float) LOOP_##n(name, f64, double)
#define LOOPS_complex(name, n) LOOP_##n(name, c64, weft::device::c64) LOOP_##n(name, c128, weft::device::c128)
#define LOOPS_bits(name, n) LOOPS_bool(name, n) LOOPS_integral(name, n)
#define LOOPS_real_number(name, n) LOOPS_integral(name, n) LOOPS_real_float(name, n)
#define LOOPS_real(name, n) LOOPS_bool(name, n) LOOPS_real_number(name, n)
#define LOOPS_floating(name, n) LOOPS_real_float(name, n) LOOPS_complex(name, n)
#define LOOPS_number(name, n) LOOPS_real_number(name, n) LOOPS_complex(name, n)
#define LOOPS_all(name, n) LOOPS_bool(name, n) LOOPS_number(name, n)
#define LOOPS_ordered(name, n)                                                                                         \
  LOOPS_all(name, n) LOOP_MIXED(name, i64_u64, long, unsigned long) LOOP_MIXED(name, u64_i64, unsigned long, long)

#define WEFT_OP(name, arity, loops, ...) LOOPS_##loops(name, arity)
#include "ops/elementwise.def"
