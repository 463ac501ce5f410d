// Functions of several arguments for calls that name template arguments as the specification declares them: one for
// each argument of one type, or the vector's alone (SYCL 2020, 4.17.6 to 4.17.9).
#pragma once

#include <type_traits>

#include <sycl/builtins/common.hpp>
#include <sycl/builtins/elementwise.hpp>
#include <sycl/builtins/integer.hpp>
#include <sycl/builtins/relational.hpp>

namespace sycl {
inline namespace _V1 {

#define WEFT_NAMED_2(name)                                                                                             \
  template <class T, class U, std::enable_if_t<detail::is_scalar<T> && detail::is_same_for_all<T, U>, int> = 0>        \
  inline auto name(T x, U y) -> decltype(name<T>(x, y)) {                                                              \
    return name<T>(x, y);                                                                                              \
  }
#define WEFT_NAMED_3(name)                                                                                             \
  template <class T, class U, class V,                                                                                 \
            std::enable_if_t<detail::is_scalar<T> && detail::is_same_for_all<T, U, V>, int> = 0>                       \
  inline auto name(T x, U y, V z) -> decltype(name<T>(x, y, z)) {                                                      \
    return name<T>(x, y, z);                                                                                           \
  }
WEFT_NAMED_2(abs_diff)
WEFT_NAMED_2(add_sat)
WEFT_NAMED_2(distance)
WEFT_NAMED_2(dot)
WEFT_NAMED_2(fast_distance)
WEFT_NAMED_2(hadd)
WEFT_NAMED_2(max)
WEFT_NAMED_2(min)
WEFT_NAMED_2(mul24)
WEFT_NAMED_2(mul_hi)
WEFT_NAMED_2(rhadd)
WEFT_NAMED_2(rotate)
WEFT_NAMED_2(step)
WEFT_NAMED_2(sub_sat)
WEFT_NAMED_3(bitselect)
WEFT_NAMED_3(clamp)
WEFT_NAMED_3(mad24)
WEFT_NAMED_3(mad_hi)
WEFT_NAMED_3(mad_sat)
WEFT_NAMED_3(mix)
WEFT_NAMED_3(smoothstep)
#undef WEFT_NAMED_3
#undef WEFT_NAMED_2

// Numbers before a vector whose type is the only one named. It cannot be deduced here, so that calls without names
// have the functions over elements alone.
namespace detail {
template <class V> struct named {
  using type = V;
};
template <class V> using number_for = typename elements_of<V>::type;
} // namespace detail

template <class V, std::enable_if_t<detail::has_elements<V>, int> = 0>
inline auto step(detail::number_for<V> edge, const typename detail::named<V>::type &x) {
  return step(edge, x);
}
template <class V, std::enable_if_t<detail::has_elements<V>, int> = 0>
inline auto smoothstep(detail::number_for<V> edge0, detail::number_for<V> edge1,
                       const typename detail::named<V>::type &x) {
  return smoothstep(edge0, edge1, x);
}

} // namespace _V1
} // namespace sycl
