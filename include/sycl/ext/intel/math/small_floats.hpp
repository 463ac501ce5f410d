// Arithmetic and comparisons of half, of bfloat16 and of pairs of half by their CUDA names (sycl::ext::intel::math).
#pragma once

#include <limits>

#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {

namespace detail {

template <class T> T between_0_and_1(T x) {
  return x > T(0.0f) ? x < T(1.0f) ? x : T(1.0f) : T(0.0f); // 0 for what is no number
}
template <class T> bool no_number(T x) {
  return sycl::isnan(static_cast<float>(x));
}
template <class T> T at_least_0(T x) {
  return x < T(0.0f) ? T(0.0f) : x;
}
/// f of both numbers of each pair.
template <class F, class... Pairs> half2 by_halves(const F &f, Pairs... pairs) {
  return {half(f(pairs[0]...)), half(f(pairs[1]...))};
}

} // namespace detail

// The order of comparisons that end in u holds for numbers that are not ordered, too.
#define WEFT_COMPARISON(T, name, op)                                                                                   \
  inline bool name(T x, T y) {                                                                                         \
    return !hisnan(x) && !hisnan(y) && x op y;                                                                         \
  }                                                                                                                    \
  inline bool name##u(T x, T y) {                                                                                      \
    return hisnan(x) || hisnan(y) || x op y;                                                                           \
  }
#define WEFT_SMALL_FLOAT(T)                                                                                            \
  inline bool hisnan(T x) {                                                                                            \
    return detail::no_number(x);                                                                                       \
  }                                                                                                                    \
  inline bool hisinf(T x) {                                                                                            \
    return sycl::isinf(static_cast<float>(x));                                                                         \
  }                                                                                                                    \
  inline T hadd(T x, T y) {                                                                                            \
    return x + y;                                                                                                      \
  }                                                                                                                    \
  inline T hsub(T x, T y) {                                                                                            \
    return x - y;                                                                                                      \
  }                                                                                                                    \
  inline T hmul(T x, T y) {                                                                                            \
    return x * y;                                                                                                      \
  }                                                                                                                    \
  inline T hdiv(T x, T y) {                                                                                            \
    return x / y;                                                                                                      \
  }                                                                                                                    \
  inline T hneg(T x) {                                                                                                 \
    return -x;                                                                                                         \
  }                                                                                                                    \
  inline T habs(T x) {                                                                                                 \
    return static_cast<T>(sycl::fabs(static_cast<float>(x)));                                                          \
  }                                                                                                                    \
  inline T hadd_sat(T x, T y) {                                                                                        \
    return detail::between_0_and_1(hadd(x, y));                                                                        \
  }                                                                                                                    \
  inline T hsub_sat(T x, T y) {                                                                                        \
    return detail::between_0_and_1(hsub(x, y));                                                                        \
  }                                                                                                                    \
  inline T hmul_sat(T x, T y) {                                                                                        \
    return detail::between_0_and_1(hmul(x, y));                                                                        \
  }                                                                                                                    \
  inline T hfma_sat(T x, T y, T z) {                                                                                   \
    return detail::between_0_and_1(hfma(x, y, z));                                                                     \
  }                                                                                                                    \
  inline T hfma_relu(T x, T y, T z) {                                                                                  \
    return detail::at_least_0(hfma(x, y, z));                                                                          \
  }                                                                                                                    \
  inline T hmax(T x, T y) {                                                                                            \
    return static_cast<T>(sycl::fmax(static_cast<float>(x), static_cast<float>(y)));                                   \
  }                                                                                                                    \
  inline T hmin(T x, T y) {                                                                                            \
    return static_cast<T>(sycl::fmin(static_cast<float>(x), static_cast<float>(y)));                                   \
  }                                                                                                                    \
  inline T hmax_nan(T x, T y) {                                                                                        \
    return hisnan(x) ? x : hisnan(y) ? y : hmax(x, y);                                                                 \
  }                                                                                                                    \
  inline T hmin_nan(T x, T y) {                                                                                        \
    return hisnan(x) ? x : hisnan(y) ? y : hmin(x, y);                                                                 \
  }                                                                                                                    \
  WEFT_COMPARISON(T, heq, ==)                                                                                          \
  WEFT_COMPARISON(T, hne, !=)                                                                                          \
  WEFT_COMPARISON(T, hlt, <)                                                                                           \
  WEFT_COMPARISON(T, hle, <=)                                                                                          \
  WEFT_COMPARISON(T, hgt, >)                                                                                           \
  WEFT_COMPARISON(T, hge, >=)
inline half hfma(half x, half y, half z) {
  return sycl::fma(x, y, z);
}
inline oneapi::bfloat16 hfma(oneapi::bfloat16 x, oneapi::bfloat16 y, oneapi::bfloat16 z) {
  return oneapi::bfloat16(sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)));
}
WEFT_SMALL_FLOAT(half)
WEFT_SMALL_FLOAT(oneapi::bfloat16)
#undef WEFT_SMALL_FLOAT
#undef WEFT_COMPARISON

// Pairs: name2 by function name.
#define WEFT_PAIR1(name2, name)                                                                                        \
  inline half2 name2(half2 x) {                                                                                        \
    return detail::by_halves([](half a) { return name(a); }, x);                                                       \
  }
#define WEFT_PAIR2(name2, name)                                                                                        \
  inline half2 name2(half2 x, half2 y) {                                                                               \
    return detail::by_halves([](half a, half b) { return name(a, b); }, x, y);                                         \
  }
#define WEFT_PAIR3(name2, name)                                                                                        \
  inline half2 name2(half2 x, half2 y, half2 z) {                                                                      \
    return detail::by_halves([](half a, half b, half c) { return name(a, b, c); }, x, y, z);                           \
  }
// 1 for what holds, 0 otherwise; with a b in front, whether it holds for both.
#define WEFT_PAIR_COMPARISON(comparison)                                                                               \
  inline half2 h##comparison##2(half2 x, half2 y) {                                                                    \
    return detail::by_halves([](half a, half b) { return half(h##comparison(a, b) ? 1.0f : 0.0f); }, x, y);            \
  }                                                                                                                    \
  inline bool hb##comparison##2(half2 x, half2 y) {                                                                    \
    return h##comparison(x[0], y[0]) && h##comparison(x[1], y[1]);                                                     \
  }
WEFT_PAIR1(habs2, habs)
WEFT_PAIR1(hneg2, hneg)
WEFT_PAIR1(hisnan2, hisnan)
WEFT_PAIR2(hadd2, hadd)
WEFT_PAIR2(hsub2, hsub)
WEFT_PAIR2(hmul2, hmul)
WEFT_PAIR2(h2div, hdiv)
WEFT_PAIR2(hadd2_sat, hadd_sat)
WEFT_PAIR2(hsub2_sat, hsub_sat)
WEFT_PAIR2(hmul2_sat, hmul_sat)
WEFT_PAIR2(hmax2, hmax)
WEFT_PAIR2(hmin2, hmin)
WEFT_PAIR2(hmax2_nan, hmax_nan)
WEFT_PAIR2(hmin2_nan, hmin_nan)
WEFT_PAIR3(hfma2, hfma)
WEFT_PAIR3(hfma2_sat, hfma_sat)
WEFT_PAIR3(hfma2_relu, hfma_relu)
WEFT_PAIR_COMPARISON(eq)
WEFT_PAIR_COMPARISON(equ)
WEFT_PAIR_COMPARISON(ne)
WEFT_PAIR_COMPARISON(neu)
WEFT_PAIR_COMPARISON(lt)
WEFT_PAIR_COMPARISON(ltu)
WEFT_PAIR_COMPARISON(le)
WEFT_PAIR_COMPARISON(leu)
WEFT_PAIR_COMPARISON(gt)
WEFT_PAIR_COMPARISON(gtu)
WEFT_PAIR_COMPARISON(ge)
WEFT_PAIR_COMPARISON(geu)
#undef WEFT_PAIR_COMPARISON
#undef WEFT_PAIR3
#undef WEFT_PAIR2
#undef WEFT_PAIR1

/// Pairs as complex numbers: x times y plus z.
inline half2 hcmadd(half2 x, half2 y, half2 z) {
  return {x[0] * y[0] - x[1] * y[1] + z[0], x[0] * y[1] + x[1] * y[0] + z[1]};
}

} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl
