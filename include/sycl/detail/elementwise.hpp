// What vec and marray share: how many elements of which type an argument stands for, and functions over elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, int N> class vec;
template <class T, std::size_t N> class marray;

namespace detail {

template <class V, int... I> class swizzled;

/// An integer of that size.
template <std::size_t Size> constexpr auto signed_of_size() {
  if constexpr (Size == 1)
    return std::int8_t();
  else if constexpr (Size == 2)
    return std::int16_t();
  else if constexpr (Size == 4)
    return std::int32_t();
  else
    return std::int64_t();
}

/// The elements of vec, marray and swizzles; a type without elements has a count of 0.
template <class A> struct elements_of {
  static constexpr std::size_t count = 0;
};
template <class T, int N> struct elements_of<vec<T, N>> {
  static constexpr std::size_t count = N;
  using type = T;
  using whole = vec<T, N>;
  template <class U> using with = vec<U, N>;
  using truth = decltype(signed_of_size<sizeof(T)>()); ///< What comparisons give.
};
template <class T, std::size_t N> struct elements_of<marray<T, N>> {
  static constexpr std::size_t count = N;
  using type = T;
  using whole = marray<T, N>;
  template <class U> using with = marray<U, N>;
  using truth = bool;
};
template <class V, int... I>
struct elements_of<swizzled<V, I...>> : elements_of<vec<typename V::element_type, sizeof...(I)>> {};

template <class A> inline constexpr bool has_elements = elements_of<A>::count != 0;

/// The first of the types that has elements.
template <class A, class... Rest> constexpr auto first_with_elements() {
  if constexpr (has_elements<A> || sizeof...(Rest) == 0)
    return elements_of<A>();
  else
    return first_with_elements<Rest...>();
}
template <class... A> using common_elements = decltype(first_with_elements<A...>());

/// Fits in a call over elements like Common's: has as many, or is one value for all.
template <class Common, class A> constexpr bool fits_elements() {
  if constexpr (has_elements<A>)
    return elements_of<A>::count == Common::count;
  else
    return std::is_convertible_v<const A &, typename Common::type>;
}
template <std::size_t Count, class... A> constexpr bool are_elementwise() {
  if constexpr (sizeof...(A) != Count)
    return false;
  else if constexpr (!(has_elements<A> || ...))
    return false;
  else
    return (fits_elements<common_elements<A...>, A>() && ...);
}
template <std::size_t Count, class... A> using if_elementwise = std::enable_if_t<are_elementwise<Count, A...>(), int>;

/// How many elements an argument of a constructor gives; 0 for what is none.
template <class T, class A> constexpr std::size_t elements_given() {
  if constexpr (has_elements<A>)
    return std::is_same_v<typename elements_of<A>::type, T> ? elements_of<A>::count : 0;
  else
    return std::is_convertible_v<const A &, T> ? 1 : 0;
}
template <class T, std::size_t N, class... A>
using if_gives_elements = std::enable_if_t<((elements_given<T, A>() > 0) && ...) &&
                                               (elements_given<T, A>() + ... + 0) == N && (sizeof...(A) > 1 || N == 1),
                                           int>;

/// Element i of an argument, or the argument itself as that type.
template <class T, class A> inline auto element(const A &a, [[maybe_unused]] std::size_t i) {
  if constexpr (has_elements<A>)
    return a[i];
  else if constexpr (is_arithmetic<A>)
    return static_cast<T>(a);
  else {
    const T value = a;
    return value;
  }
}

/// What f gives of elements, as vec or marray; of questions, as comparisons give it.
template <class Common, std::size_t... I, class F, class... A>
inline auto map_elements(std::index_sequence<I...>, F f, const A &...a) {
  using T = typename Common::type;
  const auto of_element = [&](std::size_t i) { return f(element<T>(a, i)...); };
  using R = decltype(of_element(0));
  if constexpr (std::is_same_v<R, bool>) {
    using Truth = typename Common::truth;
    constexpr auto yes = static_cast<Truth>(std::is_same_v<Truth, bool> ? 1 : -1);
    return typename Common::template with<Truth>((of_element(I) ? yes : Truth(0))...);
  } else {
    return typename Common::template with<R>(of_element(I)...);
  }
}
template <class F, class... A> inline auto map_elements(F f, const A &...a) {
  using Common = common_elements<A...>;
  return map_elements<Common>(std::make_index_sequence<Common::count>(), f, a...);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
