// The operators of vec, which swizzles have as well by conversion to one (SYCL 2020, 4.14.2.1).
#pragma once

#include <cstddef>
#include <utility>

#include <sycl/detail/elementwise.hpp>

namespace sycl::detail {

/// Makes a vec of exactly these elements.
struct from_elements {};

/// A base of vec<T, N> and of the swizzles with as many elements, so that calls find its friends.
template <class T, int N, class Indices = std::make_index_sequence<N>> struct vec_operators;

template <class T, int N, std::size_t... I> struct vec_operators<T, N, std::index_sequence<I...>> {
  using V = vec<T, N>;
  using truth = typename elements_of<V>::truth;
  using truths = vec<truth, N>;

#define WEFT_VEC_OPERATOR(op)                                                                                          \
  friend constexpr V operator op(const V &a, const V &b) noexcept {                                                    \
    return V(from_elements(), static_cast<T>(a[I] op b[I])...);                                                        \
  }                                                                                                                    \
  friend constexpr V operator op(const V &a, const T &b) noexcept {                                                    \
    return V(from_elements(), static_cast<T>(a[I] op b)...);                                                           \
  }                                                                                                                    \
  friend constexpr V operator op(const T &a, const V &b) noexcept {                                                    \
    return V(from_elements(), static_cast<T>(a op b[I])...);                                                           \
  }                                                                                                                    \
  friend constexpr V &operator op## = (V & a, const V &b) noexcept { return a = a op b; }                              \
  friend constexpr V &operator op## = (V & a, const T &b) noexcept { return a = a op b; }
  WEFT_VEC_OPERATOR(+)
  WEFT_VEC_OPERATOR(-)
  WEFT_VEC_OPERATOR(*)
  WEFT_VEC_OPERATOR(/)
  WEFT_VEC_OPERATOR(%)
  WEFT_VEC_OPERATOR(&)
  WEFT_VEC_OPERATOR(|)
  WEFT_VEC_OPERATOR(^)
  WEFT_VEC_OPERATOR(<<)
  WEFT_VEC_OPERATOR(>>)
#undef WEFT_VEC_OPERATOR

#define WEFT_VEC_COMPARISON(op)                                                                                        \
  friend constexpr truths operator op(const V &a, const V &b) noexcept {                                               \
    return truths(from_elements(), static_cast<truth>(a[I] op b[I] ? -1 : 0)...);                                      \
  }                                                                                                                    \
  friend constexpr truths operator op(const V &a, const T &b) noexcept {                                               \
    return truths(from_elements(), static_cast<truth>(a[I] op b ? -1 : 0)...);                                         \
  }                                                                                                                    \
  friend constexpr truths operator op(const T &a, const V &b) noexcept {                                               \
    return truths(from_elements(), static_cast<truth>(a op b[I] ? -1 : 0)...);                                         \
  }
  WEFT_VEC_COMPARISON(==)
  WEFT_VEC_COMPARISON(!=)
  WEFT_VEC_COMPARISON(<)
  WEFT_VEC_COMPARISON(>)
  WEFT_VEC_COMPARISON(<=)
  WEFT_VEC_COMPARISON(>=)
  WEFT_VEC_COMPARISON(&&)
  WEFT_VEC_COMPARISON(||)
#undef WEFT_VEC_COMPARISON

  friend constexpr V operator+(const V &a) noexcept { return a; }
  friend constexpr V operator-(const V &a) noexcept { return V(from_elements(), static_cast<T>(-a[I])...); }
  friend constexpr V operator~(const V &a) noexcept { return V(from_elements(), static_cast<T>(~a[I])...); }
  friend constexpr truths operator!(const V &a) noexcept {
    return truths(from_elements(), static_cast<truth>(!a[I] ? -1 : 0)...);
  }
  friend constexpr V &operator++(V &a) noexcept { return a = a + T(1); }
  friend constexpr V &operator--(V &a) noexcept { return a = a - T(1); }
  friend constexpr V operator++(V &a, int) noexcept {
    const V old = a;
    ++a;
    return old;
  }
  friend constexpr V operator--(V &a, int) noexcept {
    const V old = a;
    --a;
    return old;
  }
};

} // namespace sycl::detail
