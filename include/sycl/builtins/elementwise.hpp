// Builtin functions on vec and marray that other.hpp does not list, since on scalars they are not for floats alone, or
// take pointers, or combine elements (SYCL 2020, 4.17.6 to 4.17.9).
#pragma once

#include <sycl/builtins/common.hpp>
#include <sycl/builtins/integer.hpp>
#include <sycl/builtins/other.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

#define WEFT_ELEMENTWISE(name, count)                                                                                  \
  template <class... A, detail::if_elementwise<count, A...> = 0> inline auto name(const A &...a) {                     \
    return detail::map_elements([](auto... x) { return sycl::name(x...); }, a...);                                     \
  }
WEFT_ELEMENTWISE(abs, 1)
WEFT_ELEMENTWISE(abs_diff, 2)
WEFT_ELEMENTWISE(add_sat, 2)
WEFT_ELEMENTWISE(bitselect, 3)
WEFT_ELEMENTWISE(clamp, 3)
WEFT_ELEMENTWISE(clz, 1)
WEFT_ELEMENTWISE(ctz, 1)
WEFT_ELEMENTWISE(hadd, 2)
WEFT_ELEMENTWISE(mad24, 3)
WEFT_ELEMENTWISE(mad_hi, 3)
WEFT_ELEMENTWISE(mad_sat, 3)
WEFT_ELEMENTWISE(max, 2)
WEFT_ELEMENTWISE(min, 2)
WEFT_ELEMENTWISE(mul24, 2)
WEFT_ELEMENTWISE(mul_hi, 2)
WEFT_ELEMENTWISE(popcount, 1)
WEFT_ELEMENTWISE(rhadd, 2)
WEFT_ELEMENTWISE(rotate, 2)
WEFT_ELEMENTWISE(sub_sat, 2)
#undef WEFT_ELEMENTWISE

namespace detail {

/// Element i of an argument that is not converted to the first one's type, or the argument itself.
template <class A> inline auto own_element(const A &a, [[maybe_unused]] std::size_t i) {
  if constexpr (has_elements<A>)
    return a[i];
  else
    return a;
}
template <class Common, std::size_t... I, class F, class... A>
inline auto map_own_elements(std::index_sequence<I...>, F f, const A &...a) {
  const auto of_element = [&](std::size_t i) { return f(own_element(a, i)...); };
  return typename Common::template with<decltype(of_element(0))>(of_element(I)...);
}

template <class A> using if_with_elements = std::enable_if_t<has_elements<A>, int>;
template <class A, class B>
using if_with_elements_of_any_type =
    std::enable_if_t<has_elements<A> && (elements_of<A>::count == elements_of<B>::count || std::is_arithmetic_v<B>),
                     int>;

} // namespace detail

// The second argument has a type of its own.
#define WEFT_ELEMENTWISE_OWN(name)                                                                                     \
  template <class A, class B, detail::if_with_elements_of_any_type<A, B> = 0>                                          \
  inline auto name(const A &a, const B &b) {                                                                           \
    using Common = detail::elements_of<A>;                                                                             \
    return detail::map_own_elements<Common>(                                                                           \
        std::make_index_sequence<Common::count>(), [](auto x, auto y) { return sycl::name(x, y); }, a, b);             \
  }
WEFT_ELEMENTWISE_OWN(ldexp)
WEFT_ELEMENTWISE_OWN(pown)
WEFT_ELEMENTWISE_OWN(rootn)
WEFT_ELEMENTWISE_OWN(upsample)
#undef WEFT_ELEMENTWISE_OWN

// Functions with a second result, of which element by element goes through a variable.
namespace detail {
template <class Pointer> using pointee = std::remove_reference_t<decltype(*std::declval<Pointer>())>;

template <std::size_t... I, class F, class A, class Pointer>
inline typename elements_of<A>::whole map_with_second(std::index_sequence<I...>, F f, const A &a, Pointer second) {
  typename pointee<Pointer>::value_type parts[sizeof...(I)];
  const typename elements_of<A>::whole result(f(I, a[I], &parts[I])...);
  (((*second)[I] = parts[I]), ...);
  return result;
}
} // namespace detail

#define WEFT_SECOND_RESULT(name)                                                                                       \
  template <class A, class Pointer, detail::if_with_elements<A> = 0> inline auto name(const A &a, Pointer second) {    \
    return detail::map_with_second(                                                                                    \
        std::make_index_sequence<detail::elements_of<A>::count>(),                                                     \
        [](std::size_t, auto x, auto *part) { return sycl::name(x, part); }, a, second);                               \
  }
WEFT_SECOND_RESULT(fract)
WEFT_SECOND_RESULT(frexp)
WEFT_SECOND_RESULT(lgamma_r)
WEFT_SECOND_RESULT(modf)
WEFT_SECOND_RESULT(sincos)
#undef WEFT_SECOND_RESULT
template <class A, class B, class Pointer, detail::if_elementwise<2, A, B> = 0>
inline auto remquo(const A &a, const B &b, Pointer second) {
  using T = typename detail::elements_of<A>::type;
  return detail::map_with_second(
      std::make_index_sequence<detail::elements_of<A>::count>(),
      [&](std::size_t i, T x, auto *part) { return sycl::remquo(x, detail::element<T>(b, i), part); }, a, second);
}
template <class A, detail::if_with_elements<A> = 0> inline auto nan(const A &codes) {
  return detail::map_elements([](auto code) { return sycl::nan(code); }, codes);
}

// Geometric functions, over all elements.
namespace detail {
template <class... A>
using if_geometric =
    std::enable_if_t<are_elementwise<sizeof...(A), A...>() && is_float_scalar<typename common_elements<A...>::type>,
                     int>;
} // namespace detail

template <class A, class B, detail::if_geometric<A, B> = 0> inline auto dot(const A &a, const B &b) {
  using T = typename detail::elements_of<A>::type;
  T sum = a[0] * b[0];
  for (std::size_t i = 1; i < detail::elements_of<A>::count; ++i)
    sum += a[i] * b[i];
  return sum;
}
template <class A, detail::if_geometric<A> = 0> inline auto length(const A &a) {
  return sycl::sqrt(sycl::dot(a, a));
}
template <class A, class B, detail::if_geometric<A, B> = 0> inline auto distance(const A &a, const B &b) {
  using V = typename detail::elements_of<A>::whole;
  return sycl::length(static_cast<V>(a) - static_cast<V>(b));
}
template <class A, detail::if_geometric<A> = 0> inline auto normalize(const A &a) {
  using T = typename detail::elements_of<A>::type;
  const typename detail::elements_of<A>::whole v = a;
  const T n = sycl::length(v);
  return n == 0 ? v : v / n;
}
template <class A, detail::if_geometric<A> = 0> inline auto fast_length(const A &a) {
  return sycl::length(a);
}
template <class A, class B, detail::if_geometric<A, B> = 0> inline auto fast_distance(const A &a, const B &b) {
  return sycl::distance(a, b);
}
template <class A, detail::if_geometric<A> = 0> inline auto fast_normalize(const A &a) {
  return sycl::normalize(a);
}
/// Of the first three elements; a fourth becomes 0.
template <class A, class B, detail::if_geometric<A, B> = 0> inline auto cross(const A &a, const B &b) {
  using V = typename detail::elements_of<A>::whole;
  constexpr auto count = detail::elements_of<A>::count;
  static_assert(count == 3 || count == 4, "cross is for three or four elements");
  V c(typename detail::elements_of<A>::type(0));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    c[i] = a[j] * b[k] - a[k] * b[j];
  }
  return c;
}

// Questions of all elements: of a vec's, whether the highest bit is set, of an marray's of bool, whether they are true.
namespace detail {
template <class T> inline bool is_true(T x) {
  return x < 0;
}
inline bool is_true(bool x) {
  return x;
}
/// What a question of all elements gives.
template <class A> using answer = std::conditional_t<std::is_same_v<typename elements_of<A>::truth, bool>, bool, int>;
} // namespace detail
template <class A, detail::if_with_elements<A> = 0> inline detail::answer<A> any(const A &a) {
  bool some = false;
  for (std::size_t i = 0; i < detail::elements_of<A>::count; ++i)
    some = some || detail::is_true(a[i]);
  return some;
}
template <class A, detail::if_with_elements<A> = 0> inline detail::answer<A> all(const A &a) {
  bool every = true;
  for (std::size_t i = 0; i < detail::elements_of<A>::count; ++i)
    every = every && detail::is_true(a[i]);
  return every;
}

/// Elements of b where the condition's element is true in that sense, else of a.
template <class A, class B, class C, detail::if_elementwise<2, A, B> = 0,
          std::enable_if_t<detail::elements_of<C>::count == detail::elements_of<A>::count, int> = 0>
inline typename detail::elements_of<A>::whole select(const A &a, const B &b, const C &condition) {
  using T = typename detail::elements_of<A>::type;
  static_assert(sizeof(typename detail::elements_of<C>::type) == sizeof(T) ||
                    std::is_same_v<typename detail::elements_of<C>::type, bool>,
                "select takes a condition with elements as wide as those that it chooses from");
  typename detail::elements_of<A>::whole result = a;
  for (std::size_t i = 0; i < detail::elements_of<A>::count; ++i) {
    using S = std::conditional_t<std::is_same_v<typename detail::elements_of<C>::type, bool>, bool,
                                 decltype(detail::signed_of_size<sizeof(T)>())>;
    if (detail::is_true(static_cast<S>(condition[i])))
      result[i] = detail::element<T>(b, i);
  }
  return result;
}

// Of lower or the device's own precision, on elements of float.
#define WEFT_ELEMENTWISE(count, name)                                                                                  \
  template <class... A, detail::if_elementwise<count, A...> = 0> inline auto name(const A &...a) {                     \
    return detail::map_elements([](auto... x) { return name(x...); }, a...);                                           \
  }
#define WEFT_OF_ONE(name) WEFT_ELEMENTWISE(1, name)
#define WEFT_LOW_PRECISION                                                                                             \
  WEFT_FOR_LOW_PRECISION(WEFT_OF_ONE)                                                                                  \
  WEFT_ELEMENTWISE(1, recip)                                                                                           \
  WEFT_ELEMENTWISE(2, divide)                                                                                          \
  WEFT_ELEMENTWISE(2, powr)
namespace half_precision {
WEFT_LOW_PRECISION
} // namespace half_precision
namespace native {
WEFT_LOW_PRECISION
} // namespace native
#undef WEFT_LOW_PRECISION
#undef WEFT_OF_ONE
#undef WEFT_ELEMENTWISE
#undef WEFT_FOR_LOW_PRECISION

} // namespace _V1
} // namespace sycl
