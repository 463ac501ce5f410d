// Comparisons of numbers and of pairs, with NaNs ordered or not (SYCLcompat).
#pragma once

#include <functional>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace syclcompat {

namespace detail {

template <class T> inline constexpr bool has_elements = sycl::detail::has_elements<T>;
template <class T, bool = has_elements<T>> struct element_of {
  using type = T;
};
template <class T> struct element_of<T, true> {
  using type = typename sycl::detail::elements_of<T>::type;
};
template <class T> using element_t = typename element_of<T>::type;

/// The common type of two numbers, or of the elements of two vecs or marrays.
template <class A, class B, bool = has_elements<A>> struct common_of {
  using type = std::common_type_t<A, B>;
};
template <class A, class B> struct common_of<A, B, true> {
  using type = typename sycl::detail::elements_of<A>::template with<std::common_type_t<element_t<A>, element_t<B>>>;
};
template <class A, class B> using common = typename common_of<A, B>::type;

/// f of numbers as R's elements, element by element where R has several.
template <class R, class F, class... A> R map(F f, const A &...a) {
  using T = element_t<R>;
  if constexpr (!has_elements<R>) {
    return static_cast<T>(f(static_cast<T>(a)...));
  } else {
    R result;
    for (std::size_t i = 0; i < sycl::detail::elements_of<R>::count; ++i)
      result[i] = static_cast<T>(f(static_cast<T>(a[i])...));
    return result;
  }
}

template <class T> bool is_nan(T x) {
  if constexpr (std::is_integral_v<T>)
    return false;
  else
    return x != x;
}
template <class T> T greater_of(T a, T b) {
  return a < b || is_nan(a) ? b : a;
}
template <class T> T less_of(T a, T b) {
  return b < a || is_nan(a) ? b : a;
}

template <class T, class Op> bool ordered(T a, T b, Op op) {
  return !is_nan(a) && !is_nan(b) && op(a, b);
}
template <class T, class Op> bool unordered(T a, T b, Op op) {
  return is_nan(a) || is_nan(b) || op(a, b);
}

/// All bits of half i where the answer of element i is yes.
template <class F> unsigned mask_of(F answer) {
  return (answer(0) ? 0xffffu : 0u) | (answer(1) ? 0xffff0000u : 0u);
}

} // namespace detail

/// 1 where an element is a NaN, 0 elsewhere.
template <class ValueT> auto isnan(const ValueT a) {
  if constexpr (detail::has_elements<ValueT>)
    return detail::map<ValueT>([](auto x) { return detail::is_nan(x); }, a);
  else
    return detail::is_nan(a);
}

/// The answer for a number, 1 and 0 for elements. Comparisons with a NaN are false, or true where unordered.
template <class ValueT, class BinaryOperation>
auto compare(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  if constexpr (detail::has_elements<ValueT>)
    return detail::map<ValueT>([=](auto x, auto y) { return detail::ordered(x, y, binary_op); }, a, b);
  else
    return detail::ordered(a, b, binary_op);
}
template <class ValueT, class BinaryOperation>
auto unordered_compare(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  if constexpr (detail::has_elements<ValueT>)
    return detail::map<ValueT>([=](auto x, auto y) { return detail::unordered(x, y, binary_op); }, a, b);
  else
    return detail::unordered(a, b, binary_op);
}

/// Whether that holds for both elements.
template <class ValueT, class BinaryOperation>
bool compare_both(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  using T = detail::element_t<ValueT>;
  return detail::ordered<T>(a[0], b[0], binary_op) && detail::ordered<T>(a[1], b[1], binary_op);
}
template <class ValueT, class BinaryOperation>
bool unordered_compare_both(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  using T = detail::element_t<ValueT>;
  return detail::unordered<T>(a[0], b[0], binary_op) && detail::unordered<T>(a[1], b[1], binary_op);
}

/// The answers for both elements as halves of a number, all bits set or none.
template <class ValueT, class BinaryOperation>
unsigned compare_mask(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  using T = detail::element_t<ValueT>;
  return detail::mask_of([&](int i) { return detail::ordered<T>(a[i], b[i], binary_op); });
}
template <class ValueT, class BinaryOperation>
unsigned unordered_compare_mask(const ValueT a, const ValueT b, const BinaryOperation binary_op) {
  using T = detail::element_t<ValueT>;
  return detail::mask_of([&](int i) { return detail::unordered<T>(a[i], b[i], binary_op); });
}

} // namespace syclcompat
