// Whole numbers of units.
#pragma once

#include <concepts>
#include <type_traits>

namespace weft {

/// How many units hold `value`, which is not negative.
template <std::integral T> constexpr T ceil_div(T value, std::type_identity_t<T> unit) noexcept {
  return (value + unit - 1) / unit;
}

/// The first multiple of the unit from `value` on.
template <std::integral T> constexpr T round_up(T value, std::type_identity_t<T> unit) noexcept {
  return ceil_div(value, unit) * unit;
}

} // namespace weft
