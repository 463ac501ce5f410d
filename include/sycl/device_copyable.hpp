// Which types may be copied between host and devices byte by byte (SYCL 2020, 3.13.1).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {

/// Programs specialise it for types of which C++ cannot see that.
template <class T> struct is_device_copyable : std::is_trivially_copyable<T> {};
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <class T> struct is_device_copyable<const T> : is_device_copyable<T> {};
template <class T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <class T, std::size_t N> struct is_device_copyable<const T[N]> : is_device_copyable<T> {};
template <class T> struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <class T, std::size_t N> struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T> struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <class A, class B>
struct is_device_copyable<std::pair<A, B>> : std::conjunction<is_device_copyable<A>, is_device_copyable<B>> {};
template <class... Ts> struct is_device_copyable<std::tuple<Ts...>> : std::conjunction<is_device_copyable<Ts>...> {};
template <class... Ts> struct is_device_copyable<std::variant<Ts...>> : std::conjunction<is_device_copyable<Ts>...> {};
template <class C, class Traits> struct is_device_copyable<std::basic_string_view<C, Traits>> : std::true_type {};
template <class T, std::size_t Extent> struct is_device_copyable<span<T, Extent>> : std::true_type {};

} // namespace _V1
} // namespace sycl
