// What the standard library of C++23 has for 16-bit floats: <cmath>, to_string and streams. Before, calls with them are
// ambiguous among float, double and long double; other implementations' half is a class that converts to float.
#pragma once

#include <cmath>
#include <iosfwd>
#include <string>
#include <type_traits>

#if defined(__FLT16_MAX__) && !defined(__STDCPP_FLOAT16_T__)

// Functions of one argument and of two whose result is a half, too.
// clang-format off
#define WEFT_HALF_UNARY(of)                                                                                            \
  of(abs) of(acos) of(acosh) of(asin) of(asinh) of(atan) of(atanh) of(cbrt) of(ceil) of(cos) of(cosh) of(erf)          \
  of(erfc) of(exp) of(exp2) of(expm1) of(fabs) of(floor) of(lgamma) of(log) of(log10) of(log1p) of(log2)               \
  of(logb) of(nearbyint) of(rint) of(round) of(sin) of(sinh) of(sqrt) of(tan) of(tanh) of(tgamma) of(trunc)
#define WEFT_HALF_BINARY(of)                                                                                           \
  of(atan2) of(copysign) of(fdim) of(fmax) of(fmin) of(fmod) of(hypot) of(pow) of(remainder)
// clang-format on

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
WEFT_HALF_UNARY(WEFT_HALF_1)
WEFT_HALF_BINARY(WEFT_HALF_2)
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

// Called without a namespace, as C's functions of double are. Everything else that has the name is a better match, by
// the arguments that never come: sycl's own, too.
#define WEFT_HALF template <class T, class... Never, std::enable_if_t<std::is_same_v<T, _Float16>, int> = 0> inline
#define WEFT_HALF_1(name)                                                                                              \
  WEFT_HALF T name(T x, Never...) {                                                                                    \
    return std::name(x);                                                                                               \
  }
#define WEFT_HALF_2(name)                                                                                              \
  WEFT_HALF T name(T x, T y, Never...) {                                                                               \
    return std::name(x, y);                                                                                            \
  }
WEFT_HALF_UNARY(WEFT_HALF_1)
WEFT_HALF_BINARY(WEFT_HALF_2)
#undef WEFT_HALF_2
#undef WEFT_HALF_1
#undef WEFT_HALF
#undef WEFT_HALF_BINARY
#undef WEFT_HALF_UNARY

#endif
