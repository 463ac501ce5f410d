// The names of the elements of a vec or swizzle, and of its halves (SYCL 2020, 4.14.2.1): a table, of which the
// combinations under SYCL_SIMPLE_SWIZZLES are made.
#pragma once

#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Members of Self, which has at<I>() and swizzle<I...>().
template <class Self> class vec_names {
  constexpr Self &self() noexcept { return static_cast<Self &>(*this); }
  constexpr const Self &self() const noexcept { return static_cast<const Self &>(*this); }

public:
#define WEFT_ELEMENT(name, index)                                                                                      \
  constexpr decltype(auto) name() noexcept { return self().template at<index>(); }                                     \
  constexpr decltype(auto) name() const noexcept { return self().template at<index>(); }
  WEFT_ELEMENT(x, 0)
  WEFT_ELEMENT(y, 1)
  WEFT_ELEMENT(z, 2)
  WEFT_ELEMENT(w, 3)
  WEFT_ELEMENT(r, 0)
  WEFT_ELEMENT(g, 1)
  WEFT_ELEMENT(b, 2)
  WEFT_ELEMENT(a, 3)
  WEFT_ELEMENT(s0, 0)
  WEFT_ELEMENT(s1, 1)
  WEFT_ELEMENT(s2, 2)
  WEFT_ELEMENT(s3, 3)
  WEFT_ELEMENT(s4, 4)
  WEFT_ELEMENT(s5, 5)
  WEFT_ELEMENT(s6, 6)
  WEFT_ELEMENT(s7, 7)
  WEFT_ELEMENT(s8, 8)
  WEFT_ELEMENT(s9, 9)
  WEFT_ELEMENT(sA, 10)
  WEFT_ELEMENT(sB, 11)
  WEFT_ELEMENT(sC, 12)
  WEFT_ELEMENT(sD, 13)
  WEFT_ELEMENT(sE, 14)
  WEFT_ELEMENT(sF, 15)
#undef WEFT_ELEMENT

  // Half of the elements; of three, the fourth is there without a value.
#define WEFT_HALF_OF(name, first, step)                                                                                \
  constexpr decltype(auto) name() noexcept {                                                                           \
    constexpr int half = (Self::size() + 1) / 2;                                                                       \
    return self().template every<step, first>(std::make_integer_sequence<int, half>());                                \
  }                                                                                                                    \
  constexpr decltype(auto) name() const noexcept {                                                                     \
    constexpr int half = (Self::size() + 1) / 2;                                                                       \
    return self().template every<step, first>(std::make_integer_sequence<int, half>());                                \
  }
  WEFT_HALF_OF(lo, 0, 1)
  WEFT_HALF_OF(hi, half, 1)
  WEFT_HALF_OF(even, 0, 2)
  WEFT_HALF_OF(odd, 1, 2)
#undef WEFT_HALF_OF

#if defined(SYCL_SIMPLE_SWIZZLES)
// Every word of two to four of the letters P to S; a macro does not expand inside itself, so each length has its own.
#define WEFT_SWIZZLE(name, ...)                                                                                        \
  constexpr decltype(auto) name() noexcept { return self().template swizzle<__VA_ARGS__>(); }                          \
  constexpr decltype(auto) name() const noexcept { return self().template swizzle<__VA_ARGS__>(); }
#define WEFT_WORDS_OF_4(P, Q, R, S, X, i, Y, j, Z, k)                                                                  \
  WEFT_SWIZZLE(X##Y##Z##P, i, j, k, 0)                                                                                 \
  WEFT_SWIZZLE(X##Y##Z##Q, i, j, k, 1)                                                                                 \
  WEFT_SWIZZLE(X##Y##Z##R, i, j, k, 2)                                                                                 \
  WEFT_SWIZZLE(X##Y##Z##S, i, j, k, 3)
#define WEFT_WORDS_OF_3(P, Q, R, S, X, i, Y, j)                                                                        \
  WEFT_SWIZZLE(X##Y##P, i, j, 0)                                                                                       \
  WEFT_SWIZZLE(X##Y##Q, i, j, 1)                                                                                       \
  WEFT_SWIZZLE(X##Y##R, i, j, 2)                                                                                       \
  WEFT_SWIZZLE(X##Y##S, i, j, 3)                                                                                       \
  WEFT_WORDS_OF_4(P, Q, R, S, X, i, Y, j, P, 0)                                                                        \
  WEFT_WORDS_OF_4(P, Q, R, S, X, i, Y, j, Q, 1)                                                                        \
  WEFT_WORDS_OF_4(P, Q, R, S, X, i, Y, j, R, 2)                                                                        \
  WEFT_WORDS_OF_4(P, Q, R, S, X, i, Y, j, S, 3)
#define WEFT_WORDS_OF_2(P, Q, R, S, X, i)                                                                              \
  WEFT_SWIZZLE(X##P, i, 0)                                                                                             \
  WEFT_SWIZZLE(X##Q, i, 1)                                                                                             \
  WEFT_SWIZZLE(X##R, i, 2)                                                                                             \
  WEFT_SWIZZLE(X##S, i, 3)                                                                                             \
  WEFT_WORDS_OF_3(P, Q, R, S, X, i, P, 0)                                                                              \
  WEFT_WORDS_OF_3(P, Q, R, S, X, i, Q, 1)                                                                              \
  WEFT_WORDS_OF_3(P, Q, R, S, X, i, R, 2)                                                                              \
  WEFT_WORDS_OF_3(P, Q, R, S, X, i, S, 3)
#define WEFT_WORDS(P, Q, R, S)                                                                                         \
  WEFT_WORDS_OF_2(P, Q, R, S, P, 0)                                                                                    \
  WEFT_WORDS_OF_2(P, Q, R, S, Q, 1)                                                                                    \
  WEFT_WORDS_OF_2(P, Q, R, S, R, 2)                                                                                    \
  WEFT_WORDS_OF_2(P, Q, R, S, S, 3)
  WEFT_WORDS(x, y, z, w)
  WEFT_WORDS(r, g, b, a)
#undef WEFT_WORDS
#undef WEFT_WORDS_OF_2
#undef WEFT_WORDS_OF_3
#undef WEFT_WORDS_OF_4
#undef WEFT_SWIZZLE
#endif
};

} // namespace detail
} // namespace _V1
} // namespace sycl
