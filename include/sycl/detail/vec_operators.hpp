// The operators of vec, which swizzles have as well by conversion to one (SYCL 2020, 4.14.2.1).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sycl/detail/elementwise.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

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

/// A place of one element is a number; the conversion is no template, which operators of numbers would not see.
template <class Swizzled, class T> struct place_of_number {
  constexpr operator T() const noexcept { return static_cast<const Swizzled &>(*this)[0]; }
};

/// The element of a vec of one, which is a number, too: what is computed with it is a vec.
template <class Swizzled, class T> struct place_in_one : place_of_number<Swizzled, T> {
  using V = vec<T, 1>;
  using truth = typename elements_of<V>::truth;
  using truths = vec<truth, 1>;
  template <class A> using if_number = std::enable_if_t<is_arithmetic<A> || std::is_same_v<A, T>>;

#define WEFT_ONE_OPERATOR(op, Result, ...)                                                                             \
  template <class A, class = std::enable_if_t<std::is_convertible_v<const A &, T>>>                                    \
  friend constexpr Result operator op(const Swizzled &a, const A &other) noexcept {                                    \
    const T x = a, y = static_cast<T>(other);                                                                          \
    return Result(from_elements(), static_cast<typename Result::element_type>(x op y __VA_ARGS__));                    \
  }                                                                                                                    \
  friend constexpr Result operator op(const V &a, const Swizzled &b) noexcept {                                        \
    const T x = a, y = b;                                                                                              \
    return Result(from_elements(), static_cast<typename Result::element_type>(x op y __VA_ARGS__));                    \
  }                                                                                                                    \
  template <class A, class = if_number<A>>                                                                             \
  friend constexpr Result operator op(const A &number, const Swizzled &b) noexcept {                                   \
    const T x = static_cast<T>(number), y = b;                                                                         \
    return Result(from_elements(), static_cast<typename Result::element_type>(x op y __VA_ARGS__));                    \
  }
#define WEFT_ONE_ARITHMETIC(op)                                                                                        \
  WEFT_ONE_OPERATOR(op, V)                                                                                             \
  friend constexpr V &operator op## = (V & a, const Swizzled &b) noexcept { return a = a op b; }
  WEFT_ONE_ARITHMETIC(+)
  WEFT_ONE_ARITHMETIC(-)
  WEFT_ONE_ARITHMETIC(*)
  WEFT_ONE_ARITHMETIC(/)
  WEFT_ONE_ARITHMETIC(%)
  WEFT_ONE_ARITHMETIC(&)
  WEFT_ONE_ARITHMETIC(|)
  WEFT_ONE_ARITHMETIC(^)
  WEFT_ONE_ARITHMETIC(<<)
  WEFT_ONE_ARITHMETIC(>>)
#undef WEFT_ONE_ARITHMETIC
  WEFT_ONE_OPERATOR(==, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(!=, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(<, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(>, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(<=, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(>=, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(&&, truths, ? -1 : 0)
  WEFT_ONE_OPERATOR(||, truths, ? -1 : 0)
#undef WEFT_ONE_OPERATOR

#define WEFT_ONE_UNARY(op, Result, ...)                                                                                \
  friend constexpr Result operator op(const Swizzled &a) noexcept {                                                    \
    const T x = a;                                                                                                     \
    return Result(from_elements(), static_cast<typename Result::element_type>(op x __VA_ARGS__));                      \
  }
  WEFT_ONE_UNARY(+, V)
  WEFT_ONE_UNARY(-, V)
  WEFT_ONE_UNARY(~, V)
  WEFT_ONE_UNARY(!, truths, ? -1 : 0)
#undef WEFT_ONE_UNARY
};

} // namespace detail
} // namespace _V1
} // namespace sycl
