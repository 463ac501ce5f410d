// Math of bfloat16 and of vec and marray of it, computed in float (sycl_ext_oneapi_bfloat16_math_functions).
#pragma once

#include <cstddef>
#include <cstdint>

#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

namespace detail {
template <class Result, class F, class... Vectors> Result map_bfloat16(F f, const Vectors &...x) {
  Result mapped;
  for (std::size_t i = 0; i < Result::size(); ++i)
    mapped[i] = f(x[i]...);
  return mapped;
}
} // namespace detail

inline bool isnan(bfloat16 x) noexcept {
  return (x.raw() & 0x7fff) > 0x7f80;
}
template <std::size_t N> marray<bool, N> isnan(const marray<bfloat16, N> &x) {
  return detail::map_bfloat16<marray<bool, N>>([](bfloat16 e) { return isnan(e); }, x);
}
template <int N> vec<std::int16_t, N> isnan(const vec<bfloat16, N> &x) {
  return detail::map_bfloat16<vec<std::int16_t, N>>([](bfloat16 e) { return isnan(e) ? -1 : 0; }, x);
}

// These are taken before the functions of namespace sycl, which know no bfloat16, as they say more of their argument.
#define WEFT_BFLOAT16_VECTORS(Vector, Size, name)                                                                      \
  template <Size N> Vector<bfloat16, N> name(const Vector<bfloat16, N> &x) {                                           \
    return detail::map_bfloat16<Vector<bfloat16, N>>([](bfloat16 e) { return name(e); }, x);                           \
  }
#define WEFT_BFLOAT16_MATH(name)                                                                                       \
  inline bfloat16 name(bfloat16 x) {                                                                                   \
    return sycl::name(static_cast<float>(x));                                                                          \
  }                                                                                                                    \
  WEFT_BFLOAT16_VECTORS(marray, std::size_t, name)                                                                     \
  WEFT_BFLOAT16_VECTORS(vec, int, name)
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
#undef WEFT_BFLOAT16_VECTORS

#define WEFT_BFLOAT16_VECTORS(Vector, Size, name)                                                                      \
  template <Size N> Vector<bfloat16, N> name(const Vector<bfloat16, N> &x, const Vector<bfloat16, N> &y) {             \
    return detail::map_bfloat16<Vector<bfloat16, N>>([](bfloat16 a, bfloat16 b) { return name(a, b); }, x, y);         \
  }
inline bfloat16 fmin(bfloat16 x, bfloat16 y) {
  return sycl::fmin(static_cast<float>(x), static_cast<float>(y));
}
inline bfloat16 fmax(bfloat16 x, bfloat16 y) {
  return sycl::fmax(static_cast<float>(x), static_cast<float>(y));
}
WEFT_BFLOAT16_VECTORS(marray, std::size_t, fmin)
WEFT_BFLOAT16_VECTORS(marray, std::size_t, fmax)
WEFT_BFLOAT16_VECTORS(vec, int, fmin)
WEFT_BFLOAT16_VECTORS(vec, int, fmax)
#undef WEFT_BFLOAT16_VECTORS

inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  return sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}
#define WEFT_BFLOAT16_FMA(Vector, Size)                                                                                \
  template <Size N>                                                                                                    \
  Vector<bfloat16, N> fma(const Vector<bfloat16, N> &x, const Vector<bfloat16, N> &y, const Vector<bfloat16, N> &z) {  \
    return detail::map_bfloat16<Vector<bfloat16, N>>([](bfloat16 a, bfloat16 b, bfloat16 c) { return fma(a, b, c); },  \
                                                     x, y, z);                                                         \
  }
WEFT_BFLOAT16_FMA(marray, std::size_t)
WEFT_BFLOAT16_FMA(vec, int)
#undef WEFT_BFLOAT16_FMA

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
