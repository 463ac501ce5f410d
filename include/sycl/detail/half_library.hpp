// What the standard library of C++23 has for 16-bit floats: <cmath>, to_string and streams. Before, calls with them are
// ambiguous among float, double and long double; other implementations' half is a class that converts to float.
#pragma once

#include <cmath>
#include <iosfwd>
#include <string>
#include <type_traits>

#if defined(__FLT16_MAX__) && !defined(__STDCPP_FLOAT16_T__)

namespace std {

// Templates, so that no other type converts to _Float16 to get here.
#define WEFT_HALF template <class T, enable_if_t<is_same_v<T, _Float16>, int> = 0> inline
#define WEFT_HALF_1(name)                                                                                              \
  WEFT_HALF T name(T x) {                                                                                              \
    return static_cast<T>(name(static_cast<float>(x)));                                                                \
  }
#define WEFT_HALF_2(name)                                                                                              \
  WEFT_HALF T name(T x, T y) {                                                                                         \
    return static_cast<T>(name(static_cast<float>(x), static_cast<float>(y)));                                         \
  }
#define WEFT_HALF_ASKED(result, name)                                                                                  \
  WEFT_HALF result name(T x) {                                                                                         \
    return name(static_cast<float>(x));                                                                                \
  }
#define WEFT_HALF_COMPARED(name)                                                                                       \
  WEFT_HALF bool name(T x, T y) {                                                                                      \
    return name(static_cast<float>(x), static_cast<float>(y));                                                         \
  }
WEFT_HALF_1(abs)
WEFT_HALF_1(acos)
WEFT_HALF_1(acosh)
WEFT_HALF_1(asin)
WEFT_HALF_1(asinh)
WEFT_HALF_1(atan)
WEFT_HALF_1(atanh)
WEFT_HALF_1(cbrt)
WEFT_HALF_1(ceil)
WEFT_HALF_1(cos)
WEFT_HALF_1(cosh)
WEFT_HALF_1(erf)
WEFT_HALF_1(erfc)
WEFT_HALF_1(exp)
WEFT_HALF_1(exp2)
WEFT_HALF_1(expm1)
WEFT_HALF_1(fabs)
WEFT_HALF_1(floor)
WEFT_HALF_1(lgamma)
WEFT_HALF_1(log)
WEFT_HALF_1(log10)
WEFT_HALF_1(log1p)
WEFT_HALF_1(log2)
WEFT_HALF_1(logb)
WEFT_HALF_1(nearbyint)
WEFT_HALF_1(rint)
WEFT_HALF_1(round)
WEFT_HALF_1(sin)
WEFT_HALF_1(sinh)
WEFT_HALF_1(sqrt)
WEFT_HALF_1(tan)
WEFT_HALF_1(tanh)
WEFT_HALF_1(tgamma)
WEFT_HALF_1(trunc)
WEFT_HALF_2(atan2)
WEFT_HALF_2(copysign)
WEFT_HALF_2(fdim)
WEFT_HALF_2(fmax)
WEFT_HALF_2(fmin)
WEFT_HALF_2(fmod)
WEFT_HALF_2(hypot)
WEFT_HALF_2(pow)
WEFT_HALF_2(remainder)
WEFT_HALF_ASKED(int, ilogb)
WEFT_HALF_ASKED(bool, isfinite)
WEFT_HALF_ASKED(bool, isinf)
WEFT_HALF_ASKED(bool, isnan)
WEFT_HALF_ASKED(bool, signbit)
WEFT_HALF_ASKED(long, lrint)
WEFT_HALF_ASKED(long, lround)
WEFT_HALF_ASKED(long long, llrint)
WEFT_HALF_ASKED(long long, llround)
WEFT_HALF_ASKED(string, to_string)
WEFT_HALF_COMPARED(isgreater)
WEFT_HALF_COMPARED(isgreaterequal)
WEFT_HALF_COMPARED(isless)
WEFT_HALF_COMPARED(islessequal)
WEFT_HALF_COMPARED(islessgreater)
WEFT_HALF_COMPARED(isunordered)

WEFT_HALF int fpclassify(T x) {
  const auto magnitude = static_cast<unsigned short>(__builtin_bit_cast(unsigned short, x) & 0x7fff);
  return magnitude == 0       ? FP_ZERO
         : magnitude < 0x0400 ? FP_SUBNORMAL
         : magnitude < 0x7c00 ? FP_NORMAL
                              : (magnitude == 0x7c00 ? FP_INFINITE : FP_NAN);
}
WEFT_HALF bool isnormal(T x) {
  return fpclassify(x) == FP_NORMAL;
}
WEFT_HALF T nextafter(T x, T y) {
  if (isnan(x) || isnan(y) || x == y)
    return isnan(x) ? x : y;
  const auto bits = __builtin_bit_cast(unsigned short, x);
  if ((bits & 0x7fff) == 0)
    return __builtin_bit_cast(T, static_cast<unsigned short>(y > x ? 0x0001 : 0x8001));
  const bool away = (x < y) == (x > 0);
  return __builtin_bit_cast(T, static_cast<unsigned short>(away ? bits + 1 : bits - 1));
}
WEFT_HALF T fma(T x, T y, T z) {
  return static_cast<T>(fma(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)));
}
WEFT_HALF T ldexp(T x, int n) {
  return static_cast<T>(ldexp(static_cast<float>(x), n));
}
WEFT_HALF T frexp(T x, int *exponent) {
  return static_cast<T>(frexp(static_cast<float>(x), exponent));
}
WEFT_HALF T modf(T x, T *whole) {
  float wide = 0;
  const float part = modf(static_cast<float>(x), &wide);
  *whole = static_cast<T>(wide);
  return static_cast<T>(part);
}

template <class C, class Traits, class T, enable_if_t<is_same_v<T, _Float16>, int> = 0>
inline basic_ostream<C, Traits> &operator<<(basic_ostream<C, Traits> &out, T x) {
  return out << static_cast<float>(x);
}
template <class C, class Traits, class T, enable_if_t<is_same_v<T, _Float16>, int> = 0>
inline basic_istream<C, Traits> &operator>>(basic_istream<C, Traits> &in, T &x) {
  float wide = 0;
  if (in >> wide)
    x = static_cast<T>(wide);
  return in;
}

#undef WEFT_HALF_COMPARED
#undef WEFT_HALF_ASKED
#undef WEFT_HALF_2
#undef WEFT_HALF_1
#undef WEFT_HALF

} // namespace std

#endif
