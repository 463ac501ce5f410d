// Integer functions on scalars (SYCL 2020, 4.17.6).
#pragma once

#include <limits>
#include <type_traits>

#include <sycl/builtins/math.hpp>
#include <sycl/builtins/traits.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <class T> inline constexpr int width = static_cast<int>(sizeof(T) * 8);

/// An integer of twice the width.
template <class T> constexpr auto twice_type() {
  if constexpr (sizeof(T) == 1)
    return std::conditional_t<std::is_signed_v<T>, short, unsigned short>();
  else if constexpr (sizeof(T) == 2)
    return std::conditional_t<std::is_signed_v<T>, int, unsigned>();
  else if constexpr (sizeof(T) == 4)
    return std::conditional_t<std::is_signed_v<T>, long, unsigned long>();
  else
    return std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>();
}
template <class T> using twice = decltype(twice_type<T>());

template <class T> inline T saturated(twice<T> v) {
  using L = std::numeric_limits<T>;
  return v > static_cast<twice<T>>(L::max())   ? L::max()
         : v < static_cast<twice<T>>(L::min()) ? L::min()
                                               : static_cast<T>(v);
}
} // namespace detail

/// |x - y|, whose bits are those of the unsigned type where a signed one cannot hold it.
template <class T, detail::if_ints<T> = 0> inline T abs_diff(T x, T y) {
  using U = std::make_unsigned_t<T>;
  return x > y ? static_cast<T>(static_cast<U>(x) - static_cast<U>(y))
               : static_cast<T>(static_cast<U>(y) - static_cast<U>(x));
}
template <class T, detail::if_ints<T> = 0> inline T abs(T x) {
  using U = std::make_unsigned_t<T>;
  return x < 0 ? static_cast<T>(U(0) - static_cast<U>(x)) : x;
}
/// As DPC++ has it, too: programs write abs for fabs.
template <class T, detail::if_floats<T> = 0> inline T abs(T x) {
  return fabs(x);
}
template <class T, detail::if_ints<T> = 0> inline T add_sat(T x, T y) {
  T sum;
  if (!__builtin_add_overflow(x, y, &sum))
    return sum;
  return y < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <class T, detail::if_ints<T> = 0> inline T sub_sat(T x, T y) {
  T difference;
  if (!__builtin_sub_overflow(x, y, &difference))
    return difference;
  return x < y ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
/// The mean, rounded down, without overflow.
template <class T, detail::if_ints<T> = 0> inline T hadd(T x, T y) {
  return static_cast<T>((static_cast<detail::twice<T>>(x) + y) >> 1);
}
/// The mean, rounded up, without overflow.
template <class T, detail::if_ints<T> = 0> inline T rhadd(T x, T y) {
  return static_cast<T>((static_cast<detail::twice<T>>(x) + y + 1) >> 1);
}
/// The upper half of the product.
template <class T, detail::if_ints<T> = 0> inline T mul_hi(T x, T y) {
  return static_cast<T>((static_cast<detail::twice<T>>(x) * y) >> detail::width<T>);
}
template <class T, detail::if_ints<T> = 0> inline T mad_hi(T a, T b, T c) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(mul_hi(a, b)) + static_cast<U>(c));
}
/// A product and one number more fit twice the width.
template <class T, detail::if_ints<T> = 0> inline T mad_sat(T a, T b, T c) {
  return detail::saturated<T>(static_cast<detail::twice<T>>(static_cast<detail::twice<T>>(a) * b + c));
}
template <class T, detail::if_ints<T> = 0> inline T mul24(T x, T y) {
  static_assert(sizeof(T) == 4, "mul24 is for 32-bit integers");
  return x * y;
}
template <class T, detail::if_ints<T> = 0> inline T mad24(T x, T y, T z) {
  return mul24(x, y) + z;
}

template <class T, detail::if_ints<T> = 0> inline T popcount(T x) {
  return static_cast<T>(__builtin_popcountll(static_cast<std::make_unsigned_t<T>>(x)));
}
/// Leading zeros; the width for 0.
template <class T, detail::if_ints<T> = 0> inline T clz(T x) {
  const auto u = static_cast<std::make_unsigned_t<T>>(x);
  return static_cast<T>(u == 0 ? detail::width<T> : __builtin_clzll(u) - (64 - detail::width<T>));
}
/// Trailing zeros; the width for 0.
template <class T, detail::if_ints<T> = 0> inline T ctz(T x) {
  const auto u = static_cast<std::make_unsigned_t<T>>(x);
  return static_cast<T>(u == 0 ? detail::width<T> : __builtin_ctzll(u));
}
/// Bits move left and come back at the right.
template <class T, detail::if_ints<T> = 0> inline T rotate(T x, T by) {
  using U = std::make_unsigned_t<T>;
  const unsigned n = static_cast<unsigned>(static_cast<U>(by)) & static_cast<unsigned>(detail::width<T> - 1);
  const U u = static_cast<U>(x);
  return static_cast<T>(static_cast<U>(u << n) | static_cast<U>(u >> ((static_cast<unsigned>(detail::width<T>) - n) &
                                                                      static_cast<unsigned>(detail::width<T> - 1))));
}
namespace detail {
template <class T, class U> constexpr bool are_halves() {
  if constexpr (is_int_scalar<T> && is_int_scalar<U> && sizeof(T) < 8)
    return std::is_same_v<U, std::make_unsigned_t<T>>;
  else
    return false;
}
} // namespace detail
/// hi and lo side by side in an integer of twice the width.
template <class T, class U, std::enable_if_t<detail::are_halves<T, U>(), int> = 0>
inline detail::twice<T> upsample(T hi, U lo) {
  using W = std::make_unsigned_t<detail::twice<T>>;
  return static_cast<detail::twice<T>>(
      static_cast<W>(static_cast<W>(static_cast<std::make_unsigned_t<T>>(hi)) << detail::width<T>) | lo);
}

} // namespace _V1
} // namespace sycl
