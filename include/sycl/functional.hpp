// Function objects that reductions and group algorithms know (SYCL 2020, 4.17.2), and their identities (4.9.2.1).
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

// The standard library's own, so that either name is known wherever the other is.
template <class T = void> using plus = std::plus<T>;
template <class T = void> using multiplies = std::multiplies<T>;
template <class T = void> using bit_and = std::bit_and<T>;
template <class T = void> using bit_or = std::bit_or<T>;
template <class T = void> using bit_xor = std::bit_xor<T>;
template <class T = void> using logical_and = std::logical_and<T>;
template <class T = void> using logical_or = std::logical_or<T>;

namespace detail {
/// `b` where `chosen` says so, else `a`: of vectors element by element.
template <class T, class U, class Choose> constexpr auto choose(const T &a, const U &b, Choose chosen) {
  if constexpr (std::is_convertible_v<decltype(chosen(a, b)), bool>) {
    return chosen(a, b) ? b : a;
  } else {
    T result = a;
    for (std::size_t i = 0; i < T::size(); ++i)
      if (chosen(a[i], b[i]))
        result[i] = b[i];
    return result;
  }
}
} // namespace detail

#define WEFT_FUNCTION_OBJECT(Name, condition)                                                                          \
  template <class T = void> struct Name {                                                                              \
    constexpr T operator()(const T &a, const T &b) const {                                                             \
      return detail::choose(a, b, [](const auto &a, const auto &b) { return condition; });                             \
    }                                                                                                                  \
  };                                                                                                                   \
  template <> struct Name<void> {                                                                                      \
    using is_transparent = void;                                                                                       \
    template <class T, class U> constexpr auto operator()(const T &a, const U &b) const {                              \
      return detail::choose(a, b, [](const auto &a, const auto &b) { return condition; });                             \
    }                                                                                                                  \
  };
WEFT_FUNCTION_OBJECT(minimum, b < a)
WEFT_FUNCTION_OBJECT(maximum, a < b)
#undef WEFT_FUNCTION_OBJECT

namespace detail {

enum class combiner { other, plus, multiplies, bit_and, bit_or, bit_xor, logical_and, logical_or, minimum, maximum };

template <class Op> inline constexpr combiner combiner_of = combiner::other;
template <class T> inline constexpr combiner combiner_of<plus<T>> = combiner::plus;
template <class T> inline constexpr combiner combiner_of<multiplies<T>> = combiner::multiplies;
template <class T> inline constexpr combiner combiner_of<bit_and<T>> = combiner::bit_and;
template <class T> inline constexpr combiner combiner_of<bit_or<T>> = combiner::bit_or;
template <class T> inline constexpr combiner combiner_of<bit_xor<T>> = combiner::bit_xor;
template <class T> inline constexpr combiner combiner_of<logical_and<T>> = combiner::logical_and;
template <class T> inline constexpr combiner combiner_of<logical_or<T>> = combiner::logical_or;
template <class T> inline constexpr combiner combiner_of<minimum<T>> = combiner::minimum;
template <class T> inline constexpr combiner combiner_of<maximum<T>> = combiner::maximum;

template <class Op, class T> constexpr bool has_identity() {
  using L = std::numeric_limits<T>;
  switch (combiner_of<std::remove_cv_t<Op>>) {
  case combiner::other:
    return false;
  case combiner::plus:
  case combiner::multiplies:
    return std::is_constructible_v<T, int>;
  case combiner::minimum:
  case combiner::maximum:
    return L::is_specialized;
  case combiner::bit_and:
  case combiner::bit_or:
  case combiner::bit_xor:
    return L::is_integer;
  case combiner::logical_and:
  case combiner::logical_or:
    return std::is_constructible_v<T, bool>;
  }
  return false;
}

template <class Op, class T> constexpr T identity() {
  using L = std::numeric_limits<T>;
  constexpr combiner c = combiner_of<std::remove_cv_t<Op>>;
  if constexpr (c == combiner::multiplies || c == combiner::logical_and)
    return T(1);
  else if constexpr (c == combiner::bit_and)
    return static_cast<T>(~T(0));
  else if constexpr (c == combiner::minimum)
    return L::has_infinity ? L::infinity() : L::max();
  else if constexpr (c == combiner::maximum)
    return L::has_infinity ? static_cast<T>(-L::infinity()) : L::lowest();
  else
    return T(0);
}

} // namespace detail

template <class BinaryOperation, class T>
struct has_known_identity : std::bool_constant<detail::has_identity<BinaryOperation, std::remove_cv_t<T>>()> {};
template <class BinaryOperation, class T>
inline constexpr bool has_known_identity_v = has_known_identity<BinaryOperation, T>::value;

template <class BinaryOperation, class T> struct known_identity {
  static_assert(has_known_identity_v<BinaryOperation, T>, "this operation has no known identity for this type");
  static constexpr std::remove_cv_t<T> value = detail::identity<BinaryOperation, std::remove_cv_t<T>>();
};
template <class BinaryOperation, class T>
inline constexpr std::remove_cv_t<T> known_identity_v = known_identity<BinaryOperation, T>::value;

} // namespace _V1
} // namespace sycl
