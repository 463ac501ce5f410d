// Math and relational functions as plain overloads of float, double and half, which classes convert to that the
// templates do not take (SYCL 2020, 4.17.5 and 4.17.9).
#pragma once

#include <sycl/builtins/math.hpp>
#include <sycl/builtins/relational.hpp>

namespace sycl {

#define WEFT_PLAIN_1(name, T)                                                                                          \
  inline auto name(T x) {                                                                                              \
    return name<T>(x);                                                                                                 \
  }
#define WEFT_PLAIN_2(name, T)                                                                                          \
  inline auto name(T x, T y) {                                                                                         \
    return name<T>(x, y);                                                                                              \
  }
#define WEFT_PLAIN_MIXED(name, T)                                                                                      \
  inline auto name(T x, T y) {                                                                                         \
    return name<T, T>(x, y);                                                                                           \
  }
#define WEFT_PLAIN_OF(T)                                                                                               \
  WEFT_PLAIN_1(acos, T)                                                                                                \
  WEFT_PLAIN_1(acosh, T)                                                                                               \
  WEFT_PLAIN_1(acospi, T)                                                                                              \
  WEFT_PLAIN_1(asin, T)                                                                                                \
  WEFT_PLAIN_1(asinh, T)                                                                                               \
  WEFT_PLAIN_1(asinpi, T)                                                                                              \
  WEFT_PLAIN_1(atan, T)                                                                                                \
  WEFT_PLAIN_1(atanh, T)                                                                                               \
  WEFT_PLAIN_1(atanpi, T)                                                                                              \
  WEFT_PLAIN_1(cbrt, T)                                                                                                \
  WEFT_PLAIN_1(ceil, T)                                                                                                \
  WEFT_PLAIN_1(cos, T)                                                                                                 \
  WEFT_PLAIN_1(cosh, T)                                                                                                \
  WEFT_PLAIN_1(cospi, T)                                                                                               \
  WEFT_PLAIN_1(erf, T)                                                                                                 \
  WEFT_PLAIN_1(erfc, T)                                                                                                \
  WEFT_PLAIN_1(exp, T)                                                                                                 \
  WEFT_PLAIN_1(exp10, T)                                                                                               \
  WEFT_PLAIN_1(exp2, T)                                                                                                \
  WEFT_PLAIN_1(expm1, T)                                                                                               \
  WEFT_PLAIN_1(fabs, T)                                                                                                \
  WEFT_PLAIN_1(floor, T)                                                                                               \
  WEFT_PLAIN_1(ilogb, T)                                                                                               \
  WEFT_PLAIN_1(lgamma, T)                                                                                              \
  WEFT_PLAIN_1(log, T)                                                                                                 \
  WEFT_PLAIN_1(log10, T)                                                                                               \
  WEFT_PLAIN_1(log1p, T)                                                                                               \
  WEFT_PLAIN_1(log2, T)                                                                                                \
  WEFT_PLAIN_1(logb, T)                                                                                                \
  WEFT_PLAIN_1(rint, T)                                                                                                \
  WEFT_PLAIN_1(round, T)                                                                                               \
  WEFT_PLAIN_1(rsqrt, T)                                                                                               \
  WEFT_PLAIN_1(sin, T)                                                                                                 \
  WEFT_PLAIN_1(sinh, T)                                                                                                \
  WEFT_PLAIN_1(sinpi, T)                                                                                               \
  WEFT_PLAIN_1(sqrt, T)                                                                                                \
  WEFT_PLAIN_1(tan, T)                                                                                                 \
  WEFT_PLAIN_1(tanh, T)                                                                                                \
  WEFT_PLAIN_1(tanpi, T)                                                                                               \
  WEFT_PLAIN_1(tgamma, T)                                                                                              \
  WEFT_PLAIN_1(trunc, T)                                                                                               \
  WEFT_PLAIN_1(isfinite, T)                                                                                            \
  WEFT_PLAIN_1(isinf, T)                                                                                               \
  WEFT_PLAIN_1(isnan, T)                                                                                               \
  WEFT_PLAIN_1(isnormal, T)                                                                                            \
  WEFT_PLAIN_1(signbit, T)                                                                                             \
  WEFT_PLAIN_2(atan2pi, T)                                                                                             \
  WEFT_PLAIN_2(maxmag, T)                                                                                              \
  WEFT_PLAIN_2(minmag, T)                                                                                              \
  WEFT_PLAIN_2(powr, T)                                                                                                \
  WEFT_PLAIN_2(isequal, T)                                                                                             \
  WEFT_PLAIN_2(isgreater, T)                                                                                           \
  WEFT_PLAIN_2(isgreaterequal, T)                                                                                      \
  WEFT_PLAIN_2(isless, T)                                                                                              \
  WEFT_PLAIN_2(islessequal, T)                                                                                         \
  WEFT_PLAIN_2(islessgreater, T)                                                                                       \
  WEFT_PLAIN_2(isnotequal, T)                                                                                          \
  WEFT_PLAIN_2(isordered, T)                                                                                           \
  WEFT_PLAIN_2(isunordered, T)                                                                                         \
  WEFT_PLAIN_MIXED(atan2, T)                                                                                           \
  WEFT_PLAIN_MIXED(copysign, T)                                                                                        \
  WEFT_PLAIN_MIXED(fdim, T)                                                                                            \
  WEFT_PLAIN_MIXED(fmax, T)                                                                                            \
  WEFT_PLAIN_MIXED(fmin, T)                                                                                            \
  WEFT_PLAIN_MIXED(fmod, T)                                                                                            \
  WEFT_PLAIN_MIXED(hypot, T)                                                                                           \
  WEFT_PLAIN_MIXED(nextafter, T)                                                                                       \
  WEFT_PLAIN_MIXED(pow, T)                                                                                             \
  WEFT_PLAIN_MIXED(remainder, T)                                                                                       \
  inline T ldexp(T x, int k) {                                                                                         \
    return ldexp<T>(x, k);                                                                                             \
  }                                                                                                                    \
  inline T pown(T x, int n) {                                                                                          \
    return pown<T>(x, n);                                                                                              \
  }                                                                                                                    \
  inline T rootn(T x, int n) {                                                                                         \
    return rootn<T>(x, n);                                                                                             \
  }                                                                                                                    \
  inline T mad(T a, T b, T c) {                                                                                        \
    return mad<T>(a, b, c);                                                                                            \
  }                                                                                                                    \
  inline T fma(T a, T b, T c) {                                                                                        \
    return fma<T, T, T>(a, b, c);                                                                                      \
  }

WEFT_PLAIN_OF(float)
WEFT_PLAIN_OF(double)
#if defined(__FLT16_MAX__)
WEFT_PLAIN_OF(half)
#endif
#undef WEFT_PLAIN_OF
#undef WEFT_PLAIN_MIXED
#undef WEFT_PLAIN_2
#undef WEFT_PLAIN_1

} // namespace sycl
