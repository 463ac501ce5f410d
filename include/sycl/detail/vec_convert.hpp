// Conversion of a number to another type with a rounding mode (SYCL 2020, 4.14.2.2).
#pragma once

#include <limits>
#include <type_traits>

#include <sycl/builtins/math.hpp>
#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

/// x as a whole number of its own type. A vec of floating-point numbers rounds to even where nothing is said.
template <rounding_mode Mode, class T> inline T round_whole(T x) {
  if constexpr (Mode == rounding_mode::rte || Mode == rounding_mode::automatic)
    return sycl::rint(x);
  else if constexpr (Mode == rounding_mode::rtp)
    return sycl::ceil(x);
  else if constexpr (Mode == rounding_mode::rtn)
    return sycl::floor(x);
  else
    return x; // casts cut off what is behind the point
}

/// The sign of y - x, exactly, for y that x was rounded to.
template <class From, class To> inline int error_sign(From x, To y) {
  if constexpr (is_float_scalar<From>) {
    const auto wide = static_cast<double>(y), exact = static_cast<double>(x);
    return wide > exact ? 1 : wide < exact ? -1 : 0;
  } else {
    constexpr double beyond = 2.0 * static_cast<double>(From(1) << (std::numeric_limits<From>::digits - 1));
    if (static_cast<double>(y) >= beyond)
      return 1;
    if (sycl::isinf(y))
      return -1;
    const From whole = static_cast<From>(y); // all of it: an integer's nearest number is one
    return whole > x ? 1 : whole < x ? -1 : 0;
  }
}

/// The neighbour of the nearest value where that lies on the wrong side.
template <rounding_mode Mode, class To, class From> WEFT_REPLACEABLE inline To round_to_float(From x) {
  const To nearest = static_cast<To>(x);
  if constexpr (Mode == rounding_mode::automatic || Mode == rounding_mode::rte) {
    return nearest;
  } else {
    const int error = error_sign(x, nearest);
    const bool up = Mode == rounding_mode::rtp || (Mode == rounding_mode::rtz && x < 0);
    constexpr To infinity = std::numeric_limits<To>::infinity();
    return error < 0 && up    ? sycl::nextafter(nearest, infinity)
           : error > 0 && !up ? sycl::nextafter(nearest, static_cast<To>(-infinity))
                              : nearest;
  }
}

template <class To, rounding_mode Mode, class From> inline To convert_number(From x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (is_half<From>)
    return convert_number<To, Mode>(static_cast<float>(x));
  else if constexpr (is_float_scalar<From> && !is_float_scalar<To> && !std::is_same_v<To, bool>)
    return static_cast<To>(round_whole<Mode>(x));
  else if constexpr (is_float_scalar<To> && !std::is_same_v<From, bool> && !std::is_enum_v<From>) // std::byte is one
    return round_to_float<Mode, To>(x);
  else
    return static_cast<To>(x);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
