// Wraps math functions as `__weft_math_<name>_f32` and `_f64`: WEFT_EXPORT_MATH_<shape>(name), columns of math.def.
#pragma once

#include "libdevice/math/math.hpp"

#define WEFT_EXPORT_MATH(result, name, parameters, arguments)                                                          \
  WEFT_EXPORT_MATH_AS(result, name, f32, float, parameters, arguments)                                                 \
  WEFT_EXPORT_MATH_AS(result, name, f64, double, parameters, arguments)
#define WEFT_EXPORT_MATH_AS(result, name, S, T_, parameters, arguments)                                                \
  namespace name##_as_##S {                                                                                            \
    using T = T_;                                                                                                      \
    extern "C" result __weft_math_##name##_##S parameters {                                                            \
      return weft::math::name arguments;                                                                               \
    }                                                                                                                  \
  }

#define WEFT_EXPORT_MATH_unary(name) WEFT_EXPORT_MATH(T, name, (T x), (x))
#define WEFT_EXPORT_MATH_binary(name) WEFT_EXPORT_MATH(T, name, (T x, T y), (x, y))
#define WEFT_EXPORT_MATH_withint(name) WEFT_EXPORT_MATH(T, name, (T x, int n), (x, n))
#define WEFT_EXPORT_MATH_withlong(name) WEFT_EXPORT_MATH(T, name, (T x, long n), (x, n))
#define WEFT_EXPORT_MATH_toint(name) WEFT_EXPORT_MATH(int, name, (T x), (x))
#define WEFT_EXPORT_MATH_tolong(name) WEFT_EXPORT_MATH(long, name, (T x), (x))
#define WEFT_EXPORT_MATH_exponent(name) WEFT_EXPORT_MATH(T, name, (T x, int *exponent), (x, exponent))
#define WEFT_EXPORT_MATH_quotient(name) WEFT_EXPORT_MATH(T, name, (T x, T y, int *quotient), (x, y, quotient))
#define WEFT_EXPORT_MATH_split(name) WEFT_EXPORT_MATH(T, name, (T x, T * whole), (x, whole))
#define WEFT_EXPORT_MATH_sincos(name) WEFT_EXPORT_MATH(void, name, (T x, T * sine, T * cosine), (x, sine, cosine))
