// bit_cast: a value of another type with the same bits (SYCL 2020, 4.3.1).
#pragma once

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <class To, class From> constexpr To bit_cast(const From &from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast is between types of one size");
  static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>,
                "bit_cast is between types that are trivially copyable");
  return __builtin_bit_cast(To, from);
}

} // namespace _V1
} // namespace sycl
