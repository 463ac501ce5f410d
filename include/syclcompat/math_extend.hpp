// Operations of 32 bits whose operands keep their sign in a 33rd bit, with saturation and a second operation
// (SYCLcompat).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace syclcompat {

namespace detail {

/// What does not fit is the type's limit where it saturates, and cut off elsewhere.
template <class RetT, bool Saturates> constexpr RetT narrowed(std::int64_t value) {
  if constexpr (Saturates) {
    if (value < std::int64_t(std::numeric_limits<RetT>::min()))
      return std::numeric_limits<RetT>::min();
    if (value > std::int64_t(std::numeric_limits<RetT>::max()))
      return std::numeric_limits<RetT>::max();
  }
  return static_cast<RetT>(value);
}

constexpr std::int64_t at_most_32(std::int64_t shift) {
  return (shift & 0xffffffff) > 32 ? 32 : shift & 0xffffffff;
}

} // namespace detail

#define WEFT_SYCLCOMPAT_EXTEND_AS(name, saturates, ...)                                                                \
  template <class RetT, class AT, class BT> constexpr RetT name(AT a, BT b) {                                          \
    static_assert(sizeof(RetT) <= 4 && sizeof(AT) <= 4 && sizeof(BT) <= 4);                                            \
    const std::int64_t x = a, y = b;                                                                                   \
    return detail::narrowed<RetT, saturates>(__VA_ARGS__);                                                             \
  }                                                                                                                    \
  template <class RetT, class AT, class BT, class CT, class BinaryOperation>                                           \
  constexpr RetT name(AT a, BT b, CT c, BinaryOperation second_op) {                                                   \
    return second_op(name<RetT>(a, b), c);                                                                             \
  }
#define WEFT_SYCLCOMPAT_EXTEND(name, ...)                                                                              \
  WEFT_SYCLCOMPAT_EXTEND_AS(name, false, __VA_ARGS__)                                                                  \
  WEFT_SYCLCOMPAT_EXTEND_AS(name##_sat, true, __VA_ARGS__)
WEFT_SYCLCOMPAT_EXTEND(extend_add, x + y)
WEFT_SYCLCOMPAT_EXTEND(extend_sub, x - y)
WEFT_SYCLCOMPAT_EXTEND(extend_absdiff, x < y ? y - x : x - y)
WEFT_SYCLCOMPAT_EXTEND(extend_min, x < y ? x : y)
WEFT_SYCLCOMPAT_EXTEND(extend_max, x < y ? y : x)
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shl_clamp, false, x << detail::at_most_32(y))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shl_wrap, false, x << (y & 31))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shl_sat_clamp, true, x << detail::at_most_32(y))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shl_sat_wrap, true, x << (y & 31))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shr_clamp, false, x >> detail::at_most_32(y))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shr_wrap, false, x >> (y & 31))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shr_sat_clamp, true, x >> detail::at_most_32(y))
WEFT_SYCLCOMPAT_EXTEND_AS(extend_shr_sat_wrap, true, x >> (y & 31))
#undef WEFT_SYCLCOMPAT_EXTEND
#undef WEFT_SYCLCOMPAT_EXTEND_AS

} // namespace syclcompat
