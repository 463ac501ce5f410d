// Builtin functions on what is no scalar of one floating-point type: integers, numbers of several types, classes that
// convert to a number, vec and marray (SYCL 2020, 4.17).
//
// Their parameters are packs, which makes them less specialised than the templates of <cmath>: under `using namespace
// sycl` a call that both could take goes there, as with overloads of float and double.
#pragma once

#include <sycl/builtins/common.hpp>
#include <sycl/builtins/math.hpp>
#include <sycl/builtins/relational.hpp>
#include <sycl/detail/elementwise.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

#if defined(__FLT16_MAX__)
half nearest_number(half);
#endif
float nearest_number(float);
double nearest_number(double);

/// The number that an argument stands for: itself, or what its class converts to, as overloads of half, float and
/// double would resolve.
template <class A> constexpr auto number_of() {
  if constexpr (is_arithmetic<A>)
    return A();
  else
    return decltype(nearest_number(std::declval<const A &>()))();
}
template <class A> using number_t = decltype(number_of<A>());

template <class A, class = void> inline constexpr bool is_number = false;
template <class A> inline constexpr bool is_number<A, std::enable_if_t<is_arithmetic<A>>> = true;
template <class A>
inline constexpr bool is_number<A, std::enable_if_t<std::is_class_v<A> && !is_arithmetic<A>,
                                                    std::void_t<decltype(nearest_number(std::declval<const A &>()))>>> =
    true;

/// Are these for the functions here, rather than for the templates of one floating-point type?
template <std::size_t Count, class... A> constexpr bool are_other_numbers() {
  if constexpr (sizeof...(A) != Count)
    return false;
  else if constexpr ((has_elements<A> || ...)) // a vec of one element converts to a number, too
    return false;
  else if constexpr ((is_float_scalar<A> && ...) && is_same_for_all<A...>)
    return false;
  else
    return (is_number<A> && ...);
}
template <std::size_t Count, class... A>
using if_other_numbers = std::enable_if_t<are_other_numbers<Count, A...>(), int>;

template <std::size_t Count, class... A>
using if_others = std::enable_if_t<are_other_numbers<Count, A...>() || are_elementwise<Count, A...>(), int>;

/// Over elements where one of the arguments has some, else in the type that all become.
template <class F, class... A> inline auto call_on_others(F f, const A &...a) {
  if constexpr ((has_elements<A> || ...)) {
    return map_elements(f, a...);
  } else {
    using P = promoted_t<number_t<A>...>;
    return f(static_cast<P>(static_cast<number_t<A>>(a))...);
  }
}

} // namespace detail

#define WEFT_OTHER(name, count)                                                                                        \
  template <class... A, detail::if_others<count, A...> = 0> inline auto name(const A &...a) {                          \
    return detail::call_on_others([](auto... x) { return sycl::name(x...); }, a...);                                   \
  }
WEFT_OTHER(acos, 1)
WEFT_OTHER(acosh, 1)
WEFT_OTHER(acospi, 1)
WEFT_OTHER(asin, 1)
WEFT_OTHER(asinh, 1)
WEFT_OTHER(asinpi, 1)
WEFT_OTHER(atan, 1)
WEFT_OTHER(atan2, 2)
WEFT_OTHER(atan2pi, 2)
WEFT_OTHER(atanh, 1)
WEFT_OTHER(atanpi, 1)
WEFT_OTHER(cbrt, 1)
WEFT_OTHER(ceil, 1)
WEFT_OTHER(copysign, 2)
WEFT_OTHER(cos, 1)
WEFT_OTHER(cosh, 1)
WEFT_OTHER(cospi, 1)
WEFT_OTHER(degrees, 1)
WEFT_OTHER(erf, 1)
WEFT_OTHER(erfc, 1)
WEFT_OTHER(exp, 1)
WEFT_OTHER(exp10, 1)
WEFT_OTHER(exp2, 1)
WEFT_OTHER(expm1, 1)
WEFT_OTHER(fabs, 1)
WEFT_OTHER(fdim, 2)
WEFT_OTHER(floor, 1)
WEFT_OTHER(fma, 3)
WEFT_OTHER(fmax, 2)
WEFT_OTHER(fmin, 2)
WEFT_OTHER(fmod, 2)
WEFT_OTHER(hypot, 2)
WEFT_OTHER(ilogb, 1)
WEFT_OTHER(isequal, 2)
WEFT_OTHER(isfinite, 1)
WEFT_OTHER(isgreater, 2)
WEFT_OTHER(isgreaterequal, 2)
WEFT_OTHER(isinf, 1)
WEFT_OTHER(isless, 2)
WEFT_OTHER(islessequal, 2)
WEFT_OTHER(islessgreater, 2)
WEFT_OTHER(isnan, 1)
WEFT_OTHER(isnormal, 1)
WEFT_OTHER(isnotequal, 2)
WEFT_OTHER(isordered, 2)
WEFT_OTHER(isunordered, 2)
WEFT_OTHER(lgamma, 1)
WEFT_OTHER(log, 1)
WEFT_OTHER(log10, 1)
WEFT_OTHER(log1p, 1)
WEFT_OTHER(log2, 1)
WEFT_OTHER(logb, 1)
WEFT_OTHER(mad, 3)
WEFT_OTHER(maxmag, 2)
WEFT_OTHER(minmag, 2)
WEFT_OTHER(mix, 3)
WEFT_OTHER(nextafter, 2)
WEFT_OTHER(pow, 2)
WEFT_OTHER(powr, 2)
WEFT_OTHER(radians, 1)
WEFT_OTHER(remainder, 2)
WEFT_OTHER(rint, 1)
WEFT_OTHER(round, 1)
WEFT_OTHER(rsqrt, 1)
WEFT_OTHER(sign, 1)
WEFT_OTHER(signbit, 1)
WEFT_OTHER(sin, 1)
WEFT_OTHER(sinh, 1)
WEFT_OTHER(sinpi, 1)
WEFT_OTHER(smoothstep, 3)
WEFT_OTHER(sqrt, 1)
WEFT_OTHER(step, 2)
WEFT_OTHER(tan, 1)
WEFT_OTHER(tanh, 1)
WEFT_OTHER(tanpi, 1)
WEFT_OTHER(tgamma, 1)
WEFT_OTHER(trunc, 1)
#undef WEFT_OTHER

// The second argument stays the integer that it is.
#define WEFT_OTHER_BY_INT(name)                                                                                        \
  template <class A, detail::if_other_numbers<1, A> = 0> inline auto name(const A &a, int n) {                         \
    return name(static_cast<detail::promoted_t<detail::number_t<A>>>(a), n);                                           \
  }
WEFT_OTHER_BY_INT(ldexp)
WEFT_OTHER_BY_INT(pown)
WEFT_OTHER_BY_INT(rootn)
#undef WEFT_OTHER_BY_INT

// Where one of the numbers is a float; integers of several types stay ambiguous.
#define WEFT_OTHER_FLOATS(name, count)                                                                                 \
  template <class... A, detail::if_other_numbers<count, A...> = 0,                                                     \
            std::enable_if_t<(detail::is_float_scalar<detail::number_t<A>> || ...), int> = 0>                          \
  inline auto name(const A &...a) {                                                                                    \
    return detail::call_on_others([](auto... x) { return sycl::name(x...); }, a...);                                   \
  }
WEFT_OTHER_FLOATS(clamp, 3)
WEFT_OTHER_FLOATS(max, 2)
WEFT_OTHER_FLOATS(min, 2)
#undef WEFT_OTHER_FLOATS

} // namespace _V1
} // namespace sycl
