// Math of bfloat16, computed in float (sycl_ext_oneapi_bfloat16_math_functions).
#pragma once

#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>

namespace sycl::ext::oneapi::experimental {

inline bool isnan(bfloat16 x) noexcept {
  return (x.raw() & 0x7fff) > 0x7f80;
}
#define WEFT_BFLOAT16_MATH(name)                                                                                       \
  inline bfloat16 name(bfloat16 x) {                                                                                   \
    return sycl::name(static_cast<float>(x));                                                                          \
  }
WEFT_BFLOAT16_MATH(fabs)
WEFT_BFLOAT16_MATH(ceil)
WEFT_BFLOAT16_MATH(floor)
WEFT_BFLOAT16_MATH(trunc)
WEFT_BFLOAT16_MATH(rint)
WEFT_BFLOAT16_MATH(sqrt)
WEFT_BFLOAT16_MATH(rsqrt)
WEFT_BFLOAT16_MATH(sin)
WEFT_BFLOAT16_MATH(cos)
WEFT_BFLOAT16_MATH(exp)
WEFT_BFLOAT16_MATH(exp2)
WEFT_BFLOAT16_MATH(exp10)
WEFT_BFLOAT16_MATH(log)
WEFT_BFLOAT16_MATH(log2)
WEFT_BFLOAT16_MATH(log10)
WEFT_BFLOAT16_MATH(tanh)
#undef WEFT_BFLOAT16_MATH
inline bfloat16 fmin(bfloat16 x, bfloat16 y) {
  return sycl::fmin(static_cast<float>(x), static_cast<float>(y));
}
inline bfloat16 fmax(bfloat16 x, bfloat16 y) {
  return sycl::fmax(static_cast<float>(x), static_cast<float>(y));
}
inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  return sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

} // namespace sycl::ext::oneapi::experimental
