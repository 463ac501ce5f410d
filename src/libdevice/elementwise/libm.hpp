// libm by overload: every device maps these calls to its own math library.
#pragma once

#include "libdevice/elementwise/types.hpp"

namespace weft::device::m {

#define WEFT_LIBM_1(name)                                                                                              \
  inline float name(float x) {                                                                                         \
    return __builtin_##name##f(x);                                                                                     \
  }                                                                                                                    \
  inline double name(double x) {                                                                                       \
    return __builtin_##name(x);                                                                                        \
  }                                                                                                                    \
  inline half name(half x) {                                                                                           \
    return static_cast<half>(__builtin_##name##f(static_cast<float>(x)));                                              \
  }
#define WEFT_LIBM_2(name)                                                                                              \
  inline float name(float x, float y) {                                                                                \
    return __builtin_##name##f(x, y);                                                                                  \
  }                                                                                                                    \
  inline double name(double x, double y) {                                                                             \
    return __builtin_##name(x, y);                                                                                     \
  }                                                                                                                    \
  inline half name(half x, half y) {                                                                                   \
    return static_cast<half>(__builtin_##name##f(static_cast<float>(x), static_cast<float>(y)));                       \
  }
WEFT_LIBM_1(acos)
WEFT_LIBM_1(acosh)
WEFT_LIBM_1(asin)
WEFT_LIBM_1(asinh)
WEFT_LIBM_1(atan)
WEFT_LIBM_1(atanh)
WEFT_LIBM_1(cbrt)
WEFT_LIBM_1(ceil)
WEFT_LIBM_1(cos)
WEFT_LIBM_1(cosh)
WEFT_LIBM_1(erf)
WEFT_LIBM_1(erfc)
WEFT_LIBM_1(exp)
WEFT_LIBM_1(exp2)
WEFT_LIBM_1(expm1)
WEFT_LIBM_1(fabs)
WEFT_LIBM_1(floor)
WEFT_LIBM_1(lgamma)
WEFT_LIBM_1(log)
WEFT_LIBM_1(log10)
WEFT_LIBM_1(log1p)
WEFT_LIBM_1(log2)
WEFT_LIBM_1(roundeven)
WEFT_LIBM_1(sin)
WEFT_LIBM_1(sinh)
WEFT_LIBM_1(sqrt)
WEFT_LIBM_1(tan)
WEFT_LIBM_1(tanh)
WEFT_LIBM_1(tgamma)
WEFT_LIBM_1(trunc)
WEFT_LIBM_2(atan2)
WEFT_LIBM_2(copysign)
WEFT_LIBM_2(fmod)
WEFT_LIBM_2(hypot)
WEFT_LIBM_2(pow)
#undef WEFT_LIBM_1
#undef WEFT_LIBM_2

} // namespace weft::device::m
