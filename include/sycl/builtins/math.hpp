// Math functions on scalars, the same source on host and device (SYCL 2020, 4.17.5). The compiler's own names are
// called, which device finalizers map to Weft's vectorizable functions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <sycl/builtins/relational.hpp>
#include <sycl/builtins/traits.hpp>
#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {

// Arguments of one floating-point type; other.hpp has those of several types. Half computes in float, whose result
// rounds once more.
#define WEFT_MATH_1(name)                                                                                              \
  template <class T, detail::if_floats<T> = 0> inline T name(T x) {                                                    \
    if constexpr (std::is_same_v<T, double>)                                                                           \
      return __builtin_##name(x);                                                                                      \
    else                                                                                                               \
      return static_cast<T>(__builtin_##name##f(static_cast<float>(x)));                                               \
  }
#define WEFT_MATH_2(name)                                                                                              \
  template <class T, detail::if_floats<T> = 0> inline T name(T x, T y) {                                               \
    if constexpr (std::is_same_v<T, double>)                                                                           \
      return __builtin_##name(x, y);                                                                                   \
    else                                                                                                               \
      return static_cast<T>(__builtin_##name##f(static_cast<float>(x), static_cast<float>(y)));                        \
  }

WEFT_MATH_1(fabs)
WEFT_MATH_1(acos)
WEFT_MATH_1(acosh)
WEFT_MATH_1(asin)
WEFT_MATH_1(asinh)
WEFT_MATH_1(atan)
WEFT_MATH_1(atanh)
WEFT_MATH_1(cbrt)
WEFT_MATH_1(ceil)
WEFT_MATH_1(cos)
WEFT_MATH_1(cosh)
WEFT_MATH_1(erf)
WEFT_MATH_1(erfc)
WEFT_MATH_1(exp)
WEFT_MATH_1(exp10)
WEFT_MATH_1(exp2)
WEFT_MATH_1(expm1)
WEFT_MATH_1(floor)
WEFT_MATH_1(lgamma)
WEFT_MATH_1(log)
WEFT_MATH_1(log2)
WEFT_MATH_1(log10)
WEFT_MATH_1(log1p)
WEFT_MATH_1(logb)
WEFT_MATH_1(rint)
WEFT_MATH_1(round)
WEFT_MATH_1(sin)
WEFT_MATH_1(sinh)
WEFT_MATH_1(sqrt)
WEFT_MATH_1(tan)
WEFT_MATH_1(tanh)
WEFT_MATH_1(tgamma)
WEFT_MATH_1(trunc)

WEFT_MATH_2(atan2)
WEFT_MATH_2(copysign)
WEFT_MATH_2(fdim)
WEFT_MATH_2(fmax)
WEFT_MATH_2(fmin)
WEFT_MATH_2(fmod)
WEFT_MATH_2(hypot)
WEFT_MATH_2(pow)
WEFT_MATH_2(remainder)
#undef WEFT_MATH_1
#undef WEFT_MATH_2

template <class T, detail::if_floats<T> = 0> inline T nextafter(T x, T y) {
  if constexpr (detail::is_half<T>) {
    if (isnan(x) || isnan(y) || x == y)
      return isnan(x) ? x : y;
    const std::uint16_t bits = detail::bits_of(x);
    if (detail::magnitude_bits(x) == 0)
      return __builtin_bit_cast(T, static_cast<std::uint16_t>(y > x ? 0x0001 : 0x8001));
    const bool away = (x < y) == (x > 0);
    return __builtin_bit_cast(T, static_cast<std::uint16_t>(away ? bits + 1 : bits - 1));
  } else {
    return std::nextafter(x, y);
  }
}

namespace detail {
/// NVIDIA's GPUs have an instruction for it (codegen/nvptx/instructions.cpp).
WEFT_REPLACEABLE inline float rsqrt(float x) {
  return 1 / sycl::sqrt(x);
}
} // namespace detail

/// One over the square root, to 2 ulp.
template <class T, detail::if_floats<T> = 0> inline T rsqrt(T x) {
  if constexpr (std::is_same_v<T, float>)
    return detail::rsqrt(x);
  else
    return 1 / sqrt(x);
}

namespace detail {
template <class T> inline constexpr T pi_v = static_cast<T>(3.14159265358979323846264338327950288);

/// What functions that are made of others compute in: in half, the errors of the steps would add up.
template <class T> using computed_in = std::conditional_t<is_half<T>, float, T>;

/// x reduced so that sin(pi * x) and cos(pi * x) stay exact at multiples of one half.
template <class T> inline T reduce_turns(T x) {
  return x - 2 * sycl::rint(x / 2);
}
} // namespace detail

// Angles in units of pi.
template <class T, detail::if_floats<T> = 0> inline T acospi(T x) {
  using C = detail::computed_in<T>;
  return static_cast<T>(acos(static_cast<C>(x)) / detail::pi_v<C>);
}
template <class T, detail::if_floats<T> = 0> inline T asinpi(T x) {
  using C = detail::computed_in<T>;
  return static_cast<T>(asin(static_cast<C>(x)) / detail::pi_v<C>);
}
template <class T, detail::if_floats<T> = 0> inline T atanpi(T x) {
  using C = detail::computed_in<T>;
  return static_cast<T>(atan(static_cast<C>(x)) / detail::pi_v<C>);
}
template <class T, detail::if_floats<T> = 0> inline T atan2pi(T y, T x) {
  using C = detail::computed_in<T>;
  return static_cast<T>(atan2(static_cast<C>(y), static_cast<C>(x)) / detail::pi_v<C>);
}
template <class T, detail::if_floats<T> = 0> inline T sinpi(T x) {
  using C = detail::computed_in<T>;
  const C r = detail::reduce_turns(static_cast<C>(x));
  const C folded = r > C(0.5) ? 1 - r : r < C(-0.5) ? -1 - r : r;
  return static_cast<T>(copysign(sin(detail::pi_v<C> * folded), folded));
}
/// By the sine of the distance to where it is zero, which is exact near there.
template <class T, detail::if_floats<T> = 0> inline T cospi(T x) {
  using C = detail::computed_in<T>;
  const C r = fabs(detail::reduce_turns(static_cast<C>(x)));
  return static_cast<T>(sin(detail::pi_v<C> * (C(0.5) - r)));
}
template <class T, detail::if_floats<T> = 0> inline T tanpi(T x) {
  using C = detail::computed_in<T>;
  return static_cast<T>(sinpi(static_cast<C>(x)) / cospi(static_cast<C>(x)));
}

template <class T, detail::if_floats<T> = 0> inline T fma(T a, T b, T c) {
  if constexpr (std::is_same_v<T, float>)
    return __builtin_fmaf(a, b, c);
  else
    return static_cast<T>(__builtin_fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}
/// a * b + c, rounded once or twice as is faster.
template <class T, detail::if_floats<T> = 0> inline T mad(T a, T b, T c) {
  return a * b + c;
}

template <class T, detail::if_floats<T> = 0> inline T maxmag(T x, T y) {
  return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : static_cast<T>(fmax(x, y));
}
template <class T, detail::if_floats<T> = 0> inline T minmag(T x, T y) {
  return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : static_cast<T>(fmin(x, y));
}

template <class T, detail::if_floats<T> = 0> inline T ldexp(T x, int k) {
  if constexpr (std::is_same_v<T, double>)
    return __builtin_ldexp(x, k);
  else
    return static_cast<T>(__builtin_ldexpf(static_cast<float>(x), k));
}
template <class T, detail::if_floats<T> = 0> inline int ilogb(T x) {
  if constexpr (std::is_same_v<T, double>)
    return __builtin_ilogb(x);
  else
    return __builtin_ilogbf(static_cast<float>(x));
}
template <class T, detail::if_floats<T> = 0> inline T pown(T x, int n) {
  using C = detail::computed_in<T>;
  return static_cast<T>(pow(static_cast<C>(x), static_cast<C>(n)));
}
/// x to the power y of a non-negative x; NaN for a negative one.
template <class T, detail::if_floats<T> = 0> inline T powr(T x, T y) {
  return x < 0 ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(pow(x, y));
}
template <class T, detail::if_floats<T> = 0> inline T rootn(T x, int n) {
  using C = detail::computed_in<T>;
  const T magnitude = static_cast<T>(pow(fabs(static_cast<C>(x)), C(1) / static_cast<C>(n)));
  return x < 0 ? (n % 2 != 0 ? -magnitude : std::numeric_limits<T>::quiet_NaN()) : magnitude;
}

// Functions with a second result.
template <class P, class T, detail::if_floats<T> = 0> inline T fract(T x, P whole) {
  const T below = floor(x);
  *whole = below;
  const T largest = T(1) - std::numeric_limits<T>::epsilon() / 2;
  return x - below < largest ? x - below : largest;
}
template <class P, class T, detail::if_floats<T> = 0> inline T frexp(T x, P exponent) {
  int e = 0;
  const T mantissa = [&] {
    if constexpr (std::is_same_v<T, double>)
      return __builtin_frexp(x, &e);
    else
      return static_cast<T>(__builtin_frexpf(static_cast<float>(x), &e));
  }();
  *exponent = e;
  return mantissa;
}
template <class P, class T, detail::if_floats<T> = 0> inline T modf(T x, P whole) {
  const T towards_zero = trunc(x);
  *whole = towards_zero;
  return copysign(isinf(x) ? T(0) : x - towards_zero, x);
}
template <class P, class T, detail::if_floats<T> = 0> inline T sincos(T x, P cosine) {
  *cosine = cos(x);
  return sin(x);
}
template <class P, class T, detail::if_floats<T> = 0> inline T lgamma_r(T x, P sign) {
  const T below = floor(x);
  *sign = x < 0 && x != below && fmod(below, T(2)) != 0 ? -1 : 1;
  return lgamma(x);
}
namespace detail {
/// The last seven bits of the quotient nearest to x / y, with its sign: C's remquo promises three (SYCL 2020, 4.17.5).
template <class T> inline int last_bits_of_quotient(T x, T y) {
  const T size = sycl::fabs(y), part = sycl::fmod(sycl::fabs(x), 128 * size);
  const T count = sycl::rint((part - sycl::remainder(part, size)) / size);
  const int bits = count >= 0 ? static_cast<int>(count) & 0x7f : 0; // none where there is no quotient
  return (x < 0) != (y < 0) ? -bits : bits;
}
} // namespace detail
template <class P, class T, detail::if_floats<T> = 0> inline T remquo(T x, T y, P quotient) {
  int q = 0;
  const T r = [&] {
    if constexpr (std::is_same_v<T, double>)
      return __builtin_remquo(x, y, &q);
    else
      return static_cast<T>(__builtin_remquof(static_cast<float>(x), static_cast<float>(y), &q));
  }();
#if defined(__SYCL_DEVICE_ONLY__)
  *quotient = q;
#else
  *quotient = detail::last_bits_of_quotient<std::conditional_t<std::is_same_v<T, double>, double, float>>(x, y);
#endif
  return r;
}

#if defined(__FLT16_MAX__)
inline half nan(unsigned short code) {
  return __builtin_bit_cast(half, static_cast<unsigned short>(0x7e00 | (code & 0x01ff)));
}
#endif
inline float nan(unsigned code) {
  return __builtin_bit_cast(float, 0x7fc00000u | (code & 0x3fffffu));
}
inline double nan(unsigned long code) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ul | (code & 0x7fffffffffffful));
}

// Functions of half's precision on float are those of full precision, which are as fast. So are those of the device's
// own on the CPU; GPUs have instructions for them.
#define WEFT_FOR_LOW_PRECISION(X) X(cos) X(exp) X(exp2) X(exp10) X(log) X(log2) X(log10) X(rsqrt) X(sin) X(sqrt) X(tan)
#define WEFT_AS_PRECISE(name)                                                                                          \
  WEFT_REPLACEABLE inline float name(float x) {                                                                        \
    return sycl::name(x);                                                                                              \
  }
#define WEFT_LOW_PRECISION                                                                                             \
  WEFT_FOR_LOW_PRECISION(WEFT_AS_PRECISE)                                                                              \
  WEFT_REPLACEABLE inline float recip(float x) {                                                                       \
    return 1 / x;                                                                                                      \
  }                                                                                                                    \
  WEFT_REPLACEABLE inline float divide(float x, float y) {                                                             \
    return x / y;                                                                                                      \
  }                                                                                                                    \
  WEFT_REPLACEABLE inline float powr(float x, float y) {                                                               \
    return sycl::powr(x, y);                                                                                           \
  }
namespace half_precision {
WEFT_LOW_PRECISION
} // namespace half_precision
namespace native {
WEFT_LOW_PRECISION
} // namespace native
#undef WEFT_LOW_PRECISION
#undef WEFT_AS_PRECISE

} // namespace _V1
} // namespace sycl
