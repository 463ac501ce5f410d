// Wraps op functions as `__weft_op_<name>_<dtype>`: WEFT_EXPORT_<loops>(name, arity, result), columns of
// ops/elementwise.def.
//
// Complex numbers go by address, the result's first; everything else by value.
#pragma once

#include "libdevice/elementwise/bfloat16.hpp"
#include "libdevice/elementwise/elementwise.hpp"

#define WEFT_EXPORT_1(name, S, T)                                                                                      \
  extern "C" auto __weft_op_##name##_##S(T x) {                                                                        \
    return weft::device::name(x);                                                                                      \
  }
#define WEFT_EXPORT_2(name, S, T)                                                                                      \
  extern "C" auto __weft_op_##name##_##S(T x, T y) {                                                                   \
    return weft::device::name(x, y);                                                                                   \
  }
#define WEFT_EXPORT_3(name, S, T)                                                                                      \
  extern "C" auto __weft_op_##name##_##S(T x, T y, T z) {                                                              \
    return weft::device::name(x, y, z);                                                                                \
  }

#define WEFT_IN_BFLOAT(name, ...)                                                                                      \
  weft::brain::apply([](auto... v) -> decltype(name(v...)) { return name(v...); },                                     \
                     [](auto... v) { return weft::device::name(v...); }, __VA_ARGS__)
#define WEFT_EXPORT_BFLOAT_1(name)                                                                                     \
  extern "C" auto __weft_op_##name##_bf16(weft::brain::bfloat16 x) {                                                   \
    return WEFT_IN_BFLOAT(name, x);                                                                                    \
  }
#define WEFT_EXPORT_BFLOAT_2(name)                                                                                     \
  extern "C" auto __weft_op_##name##_bf16(weft::brain::bfloat16 x, weft::brain::bfloat16 y) {                          \
    return WEFT_IN_BFLOAT(name, x, y);                                                                                 \
  }
#define WEFT_EXPORT_BFLOAT_3(name)                                                                                     \
  extern "C" auto __weft_op_##name##_bf16(weft::brain::bfloat16 x, weft::brain::bfloat16 y, weft::brain::bfloat16 z) { \
    return WEFT_IN_BFLOAT(name, x, y, z);                                                                              \
  }

#define WEFT_EXPORT_COMPLEX_1_same(name, S, T)                                                                         \
  extern "C" void __weft_op_##name##_##S(T *r, const T *x) {                                                           \
    *r = weft::device::name(*x);                                                                                       \
  }
#define WEFT_EXPORT_COMPLEX_2_same(name, S, T)                                                                         \
  extern "C" void __weft_op_##name##_##S(T *r, const T *x, const T *y) {                                               \
    *r = weft::device::name(*x, *y);                                                                                   \
  }
#define WEFT_EXPORT_COMPLEX_3_same(name, S, T)                                                                         \
  extern "C" void __weft_op_##name##_##S(T *r, const T *x, const T *y, const T *z) {                                   \
    *r = weft::device::name(*x, *y, *z);                                                                               \
  }
#define WEFT_EXPORT_COMPLEX_1_part(name, S, T)                                                                         \
  extern "C" auto __weft_op_##name##_##S(const T *x) {                                                                 \
    return weft::device::name(*x);                                                                                     \
  }
#define WEFT_EXPORT_COMPLEX_1_boolean(name, S, T) WEFT_EXPORT_COMPLEX_1_part(name, S, T)
#define WEFT_EXPORT_COMPLEX_2_boolean(name, S, T)                                                                      \
  extern "C" bool __weft_op_##name##_##S(const T *x, const T *y) {                                                     \
    return weft::device::name(*x, *y);                                                                                 \
  }

#define WEFT_EXPORT_BOOL(name, n) WEFT_EXPORT_##n(name, b1, bool)
#define WEFT_EXPORT_integral(name, n, result)                                                                          \
  WEFT_EXPORT_##n(name, i8, signed char) WEFT_EXPORT_##n(name, u8, unsigned char) WEFT_EXPORT_##n(name, i16, short)    \
      WEFT_EXPORT_##n(name, u16, unsigned short) WEFT_EXPORT_##n(name, i32, int) WEFT_EXPORT_##n(name, u32, unsigned)  \
          WEFT_EXPORT_##n(name, i64, long) WEFT_EXPORT_##n(name, u64, unsigned long)
#define WEFT_EXPORT_real_float(name, n, result)                                                                        \
  WEFT_EXPORT_##n(name, f16, weft::device::half) WEFT_EXPORT_BFLOAT_##n(name) WEFT_EXPORT_##n(name, f32, float)        \
      WEFT_EXPORT_##n(name, f64, double)
#define WEFT_EXPORT_complex(name, n, result)                                                                           \
  WEFT_EXPORT_COMPLEX_##n##_##result(name, c64, weft::device::c64)                                                     \
      WEFT_EXPORT_COMPLEX_##n##_##result(name, c128, weft::device::c128)

#define WEFT_EXPORT_bits(name, n, result) WEFT_EXPORT_BOOL(name, n) WEFT_EXPORT_integral(name, n, result)
#define WEFT_EXPORT_real_number(name, n, result)                                                                       \
  WEFT_EXPORT_integral(name, n, result) WEFT_EXPORT_real_float(name, n, result)
#define WEFT_EXPORT_real(name, n, result) WEFT_EXPORT_BOOL(name, n) WEFT_EXPORT_real_number(name, n, result)
#define WEFT_EXPORT_floating(name, n, result)                                                                          \
  WEFT_EXPORT_real_float(name, n, result) WEFT_EXPORT_complex(name, n, result)
#define WEFT_EXPORT_number(name, n, result)                                                                            \
  WEFT_EXPORT_real_number(name, n, result) WEFT_EXPORT_complex(name, n, result)
#define WEFT_EXPORT_all(name, n, result) WEFT_EXPORT_BOOL(name, n) WEFT_EXPORT_number(name, n, result)
#define WEFT_EXPORT_ordered(name, n, result)                                                                           \
  WEFT_EXPORT_all(name, n, result) extern "C" bool __weft_op_##name##_i64_u64(long x, unsigned long y) {               \
    return weft::device::name(x, y);                                                                                   \
  }                                                                                                                    \
  extern "C" bool __weft_op_##name##_u64_i64(unsigned long x, long y) {                                                \
    return weft::device::name(x, y);                                                                                   \
  }
