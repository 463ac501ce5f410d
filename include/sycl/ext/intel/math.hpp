// Functions that programs made from CUDA call (sycl::ext::intel::math): conversions that round as asked, bits as
// numbers; parts of their own have the arithmetic that rounds as asked, of small and of packed numbers.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/bit_cast.hpp>
#include <sycl/builtins.hpp>
#include <sycl/detail/vec_convert.hpp>
#include <sycl/ext/intel/math/integers.hpp>
#include <sycl/ext/intel/math/packed.hpp>
#include <sycl/ext/intel/math/rounded.hpp>
#include <sycl/ext/intel/math/small_floats.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {

// rd rounds down, rn to the nearest, ru up and rz towards zero.
#define WEFT_CONVERSION(name, From, To)                                                                                \
  inline To name##_rd(From x) {                                                                                        \
    return sycl::detail::convert_number<To, rounding_mode::rtn>(x);                                                    \
  }                                                                                                                    \
  inline To name##_rn(From x) {                                                                                        \
    return sycl::detail::convert_number<To, rounding_mode::rte>(x);                                                    \
  }                                                                                                                    \
  inline To name##_ru(From x) {                                                                                        \
    return sycl::detail::convert_number<To, rounding_mode::rtp>(x);                                                    \
  }                                                                                                                    \
  inline To name##_rz(From x) {                                                                                        \
    return sycl::detail::convert_number<To, rounding_mode::rtz>(x);                                                    \
  }
#define WEFT_INTEGER_CONVERSIONS(integer, Integer)                                                                     \
  WEFT_CONVERSION(float2##integer, float, Integer)                                                                     \
  WEFT_CONVERSION(double2##integer, double, Integer)                                                                   \
  WEFT_CONVERSION(half2##integer, half, Integer)                                                                       \
  WEFT_CONVERSION(integer##2half, Integer, half)
WEFT_INTEGER_CONVERSIONS(int, int)
WEFT_INTEGER_CONVERSIONS(uint, unsigned)
WEFT_INTEGER_CONVERSIONS(ll, long long)
WEFT_INTEGER_CONVERSIONS(ull, unsigned long long)
WEFT_CONVERSION(int2float, int, float)
WEFT_CONVERSION(uint2float, unsigned, float)
WEFT_CONVERSION(ll2float, long long, float)
WEFT_CONVERSION(ull2float, unsigned long long, float)
WEFT_CONVERSION(ll2double, long long, double)
WEFT_CONVERSION(ull2double, unsigned long long, double)
WEFT_CONVERSION(double2float, double, float)
WEFT_CONVERSION(float2half, float, half)
#undef WEFT_INTEGER_CONVERSIONS
#undef WEFT_CONVERSION

inline double int2double(int x) {
  return x;
}
inline double uint2double(unsigned x) {
  return x;
}
inline float half2float(half x) {
  return x;
}
inline half double2half(double x) {
  return static_cast<half>(x);
}
inline float bfloat162float(oneapi::bfloat16 x) {
  return x;
}
inline oneapi::bfloat16 float2bfloat16(float x) {
  return x;
}
inline oneapi::bfloat16 float2bfloat16_rn(float x) {
  return x;
}

#define WEFT_SAME_BITS(name, From, To)                                                                                 \
  inline To name(From x) {                                                                                             \
    return sycl::bit_cast<To>(x);                                                                                      \
  }
WEFT_SAME_BITS(float_as_int, float, int)
WEFT_SAME_BITS(float_as_uint, float, unsigned)
WEFT_SAME_BITS(int_as_float, int, float)
WEFT_SAME_BITS(uint_as_float, unsigned, float)
WEFT_SAME_BITS(double_as_longlong, double, long long)
WEFT_SAME_BITS(longlong_as_double, long long, double)
WEFT_SAME_BITS(half_as_short, half, short)
WEFT_SAME_BITS(half_as_ushort, half, unsigned short)
WEFT_SAME_BITS(short_as_half, short, half)
WEFT_SAME_BITS(ushort_as_half, unsigned short, half)
WEFT_SAME_BITS(bfloat16_as_short, oneapi::bfloat16, short)
WEFT_SAME_BITS(bfloat16_as_ushort, oneapi::bfloat16, unsigned short)
WEFT_SAME_BITS(short_as_bfloat16, short, oneapi::bfloat16)
WEFT_SAME_BITS(ushort_as_bfloat16, unsigned short, oneapi::bfloat16)
#undef WEFT_SAME_BITS

using sycl::ceil, sycl::copysign, sycl::floor, sycl::rint, sycl::rsqrt, sycl::sqrt, sycl::trunc;
inline float saturate(float x) {
  return sycl::fmin(sycl::fmax(x, 0.0f), 1.0f);
}
template <class T> T inv(T x) {
  return T(1) / x;
}
template <class T> T sigmoid(T x) {
  if constexpr (std::is_same_v<T, double>)
    return 1 / (1 + sycl::exp(-x));
  else
    return static_cast<T>(1 / (1 + sycl::exp(-static_cast<float>(x))));
}
/// The upper word of the inverse alone.
inline double rcp64h(double x) {
  return sycl::bit_cast<double>(sycl::bit_cast<std::uint64_t>(1 / x) & 0xffffffff00000000);
}

} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl
