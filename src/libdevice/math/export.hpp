// Wraps math functions as `__weft_math_<name>_f32` and `_f64`: WEFT_EXPORT_MATH_<shape>(name), columns of math.def.
#pragma once

#include "libdevice/math/math.hpp"

#define WEFT_EXPORT_MATH_unary(name)                                                                                   \
  extern "C" float __weft_math_##name##_f32(float x) {                                                                 \
    return weft::math::name(x);                                                                                        \
  }                                                                                                                    \
  extern "C" double __weft_math_##name##_f64(double x) {                                                               \
    return weft::math::name(x);                                                                                        \
  }
#define WEFT_EXPORT_MATH_binary(name)                                                                                  \
  extern "C" float __weft_math_##name##_f32(float x, float y) {                                                        \
    return weft::math::name(x, y);                                                                                     \
  }                                                                                                                    \
  extern "C" double __weft_math_##name##_f64(double x, double y) {                                                     \
    return weft::math::name(x, y);                                                                                     \
  }
