// Functions of whole numbers that programs made from CUDA call (sycl::ext::intel::math).
#pragma once

#include <type_traits>

#include <sycl/builtins.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {

// Templates over the argument, as programs may name its type; the result is of the function's own.
#define WEFT_UNARY(name, T, Result, expression)                                                                        \
  template <class Argument = T> Result name(Argument argument) {                                                       \
    const T x = static_cast<T>(argument);                                                                              \
    return static_cast<Result>(expression);                                                                            \
  }
#define WEFT_BINARY(name, T, expression)                                                                               \
  template <class Argument = T, class = std::enable_if_t<std::is_integral_v<Argument>>>                                \
  T name(Argument first, Argument second) {                                                                            \
    const T x = static_cast<T>(first), y = static_cast<T>(second);                                                     \
    return expression;                                                                                                 \
  }

namespace detail {

/// The bits in the opposite order: neighbours change places, then pairs of them and so on.
template <class T> T reversed(T x) {
  for (unsigned width = 1; width < 8 * sizeof(T); width *= 2) {
    const T low = static_cast<T>(~T(0)) / static_cast<T>((T(1) << width) + 1); // every other group of that width
    x = static_cast<T>((x >> width & low) | (x & low) << width);
  }
  return x;
}

} // namespace detail

WEFT_UNARY(brev, unsigned, unsigned, detail::reversed(x))
WEFT_UNARY(brevll, unsigned long long, unsigned long long, detail::reversed(x))
WEFT_UNARY(clz, int, int, sycl::clz(x))
WEFT_UNARY(clzll, long long, int, sycl::clz(x))
WEFT_UNARY(ffs, int, int, x == 0 ? 0 : sycl::ctz(x) + 1)
WEFT_UNARY(ffsll, long long, int, x == 0 ? 0 : sycl::ctz(x) + 1)
WEFT_UNARY(popc, unsigned, int, sycl::popcount(x))
WEFT_UNARY(popcll, unsigned long long, int, sycl::popcount(x))

WEFT_BINARY(max, int, sycl::max(x, y))
WEFT_BINARY(min, int, sycl::min(x, y))
WEFT_BINARY(umax, unsigned, sycl::max(x, y))
WEFT_BINARY(umin, unsigned, sycl::min(x, y))
WEFT_BINARY(llmax, long long, sycl::max(x, y))
WEFT_BINARY(llmin, long long, sycl::min(x, y))
WEFT_BINARY(ullmax, unsigned long long, sycl::max(x, y))
WEFT_BINARY(ullmin, unsigned long long, sycl::min(x, y))
// Means that do not overflow, rounded down or (r) up.
WEFT_BINARY(hadd, int, sycl::hadd(x, y))
WEFT_BINARY(rhadd, int, sycl::rhadd(x, y))
WEFT_BINARY(uhadd, unsigned, sycl::hadd(x, y))
WEFT_BINARY(urhadd, unsigned, sycl::rhadd(x, y))
WEFT_BINARY(mulhi, int, sycl::mul_hi(x, y))
WEFT_BINARY(umulhi, unsigned, sycl::mul_hi(x, y))
WEFT_BINARY(mul64hi, long long, sycl::mul_hi(x, y))
WEFT_BINARY(umul64hi, unsigned long long, sycl::mul_hi(x, y))
// Of the lower 24 bits.
WEFT_BINARY(mul24, int, static_cast<int>(static_cast<unsigned>(x << 8 >> 8) * static_cast<unsigned>(y << 8 >> 8)))
WEFT_BINARY(umul24, unsigned, (x & 0xffffff) * (y & 0xffffff))
#undef WEFT_BINARY
#undef WEFT_UNARY

/// Each half of a byte of z says which byte stands there: of x (0 to 3) or y (4 to 7).
template <class T = unsigned, class U = T> unsigned byte_perm(T x, T y, U z) {
  const unsigned long long bytes =
      static_cast<unsigned long long>(static_cast<unsigned>(y)) << 32 | static_cast<unsigned>(x);
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(bytes >> (8 * (static_cast<unsigned>(z) >> (4 * i) & 7)) & 0xff) << (8 * i);
  return result;
}

/// |x - y| + z
template <class T = int, class U = unsigned> unsigned sad(T x, T y, U z) {
  return sycl::abs_diff(static_cast<int>(x), static_cast<int>(y)) + static_cast<unsigned>(z);
}
template <class T = unsigned> unsigned usad(T x, T y, T z) {
  return sycl::abs_diff(static_cast<unsigned>(x), static_cast<unsigned>(y)) + static_cast<unsigned>(z);
}

} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl
