// Bitwise functions of three arguments by their table (sycl_ext_oneapi_ternary_bitwise).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_TERNARY_BITWISE 1

namespace sycl {
inline namespace _V1 {
namespace detail {

// Half of a table is the function for a last argument of zeros, the other half for one of ones. Compilers find the
// instruction that takes the whole table in what this leaves.
template <unsigned Table, class T> T bitwise_of_table(const T &a) {
  if constexpr (Table == 0b00)
    return static_cast<T>(a ^ a);
  else if constexpr (Table == 0b01)
    return static_cast<T>(~a);
  else if constexpr (Table == 0b10)
    return a;
  else
    return static_cast<T>(~(a ^ a));
}
template <unsigned Table, class T> T bitwise_of_table(const T &a, const T &b) {
  return static_cast<T>((~b & bitwise_of_table<(Table & 0b11)>(a)) | (b & bitwise_of_table<(Table >> 2)>(a)));
}
template <unsigned Table, class T> T bitwise_of_table(const T &a, const T &b, const T &c) {
  return static_cast<T>((~c & bitwise_of_table<(Table & 0xf)>(a, b)) | (c & bitwise_of_table<(Table >> 4)>(a, b)));
}

template <class T> inline constexpr bool is_generic_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T, int N> inline constexpr bool is_generic_integer<vec<T, N>> = is_generic_integer<T>;
template <class T, std::size_t N> inline constexpr bool is_generic_integer<marray<T, N>> = is_generic_integer<T>;

} // namespace detail
namespace ext::oneapi::experimental {

/// The function that gives the table when it is asked for 0xAA, 0xCC and 0xF0.
template <std::uint8_t Table, class T, class = std::enable_if_t<sycl::detail::is_generic_integer<T>>>
T ternary_bitwise(T a, T b, T c) {
  return sycl::detail::bitwise_of_table<Table>(a, b, c);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
