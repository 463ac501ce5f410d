// What builtin functions accept: scalars, mixed arguments promoted as C++ does (SYCL 2020, 4.17.1).
#pragma once

#include <type_traits>

#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

#if defined(__FLT16_MAX__)
using narrowest_float = half;
#else
using narrowest_float = float;
#endif

// The last parameter of templates, so that none of the function's own can be taken for it: `if_floats<T> = 0`.
template <class... T> using if_floats = std::enable_if_t<(is_float_scalar<T> && ...), int>;
template <class... T> using if_ints = std::enable_if_t<(is_int_scalar<T> && ...), int>;
template <class... T> using if_scalars = std::enable_if_t<(is_scalar<T> && ...), int>;

/// Type in which a builtin over these arguments computes: the widest float among them, as overloads of float, double
/// and half would resolve; double if all are integers.
template <class... T> constexpr auto promoted() {
  if constexpr (!(is_float_scalar<T> || ...))
    return double();
  else if constexpr ((std::is_same_v<T, double> || ...))
    return double();
  else if constexpr ((std::is_same_v<T, float> || ...))
    return float();
  else
    return narrowest_float();
}
template <class... T> using promoted_t = decltype(promoted<T...>());

template <class T, class... Others> inline constexpr bool is_same_for_all = (std::is_same_v<T, Others> && ...);

} // namespace detail
} // namespace _V1
} // namespace sycl
