// class marray: an array of any length that is computed with element by element (SYCL 2020, 4.14.3).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sycl/aliases.hpp>
#include <sycl/detail/elementwise.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, std::size_t N> class marray {
  static_assert(N > 0, "an marray has elements");
  using truths = marray<bool, N>;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  constexpr marray() noexcept : data_{} {}
  constexpr explicit marray(const T &value) noexcept : marray(value, std::make_index_sequence<N>()) {}
  /// From numbers and marrays that have N elements together.
  template <class... A, detail::if_gives_elements<T, N, A...> = 0> constexpr marray(const A &...a) noexcept : data_{} {
    std::size_t i = 0;
    (append(i, a), ...);
  }

  template <int = 0> constexpr marray &operator=(const T &value) noexcept { // {} is an marray first
    return *this = marray(value);
  }
  template <std::size_t M = N, class = std::enable_if_t<M == 1>> constexpr operator T() const noexcept {
    return data_[0];
  }

  static constexpr std::size_t size() noexcept { return N; }
  constexpr T &operator[](std::size_t i) noexcept { return data_[i]; }
  constexpr const T &operator[](std::size_t i) const noexcept { return data_[i]; }
  constexpr iterator begin() noexcept { return data_; }
  constexpr const_iterator begin() const noexcept { return data_; }
  constexpr iterator end() noexcept { return data_ + N; }
  constexpr const_iterator end() const noexcept { return data_ + N; }

#define WEFT_MARRAY_OPERATOR(op, Result)                                                                               \
  friend constexpr Result operator op(const marray &a, const marray &b) noexcept {                                     \
    return map<Result>([&](std::size_t i) { return a[i] op b[i]; });                                                   \
  }                                                                                                                    \
  friend constexpr Result operator op(const marray &a, const T &b) noexcept {                                          \
    return map<Result>([&](std::size_t i) { return a[i] op b; });                                                      \
  }                                                                                                                    \
  friend constexpr Result operator op(const T &a, const marray &b) noexcept {                                          \
    return map<Result>([&](std::size_t i) { return a op b[i]; });                                                      \
  }
#define WEFT_MARRAY_ASSIGNING(op)                                                                                      \
  WEFT_MARRAY_OPERATOR(op, marray)                                                                                     \
  friend constexpr marray &operator op## = (marray & a, const marray &b) noexcept { return a = a op b; }               \
  friend constexpr marray &operator op## = (marray & a, const T &b) noexcept { return a = a op b; }
  WEFT_MARRAY_ASSIGNING(+)
  WEFT_MARRAY_ASSIGNING(-)
  WEFT_MARRAY_ASSIGNING(*)
  WEFT_MARRAY_ASSIGNING(/)
  WEFT_MARRAY_ASSIGNING(%)
  WEFT_MARRAY_ASSIGNING(&)
  WEFT_MARRAY_ASSIGNING(|)
  WEFT_MARRAY_ASSIGNING(^)
  WEFT_MARRAY_ASSIGNING(<<)
  WEFT_MARRAY_ASSIGNING(>>)
  WEFT_MARRAY_OPERATOR(==, truths)
  WEFT_MARRAY_OPERATOR(!=, truths)
  WEFT_MARRAY_OPERATOR(<, truths)
  WEFT_MARRAY_OPERATOR(>, truths)
  WEFT_MARRAY_OPERATOR(<=, truths)
  WEFT_MARRAY_OPERATOR(>=, truths)
  WEFT_MARRAY_OPERATOR(&&, truths)
  WEFT_MARRAY_OPERATOR(||, truths)
#undef WEFT_MARRAY_ASSIGNING
#undef WEFT_MARRAY_OPERATOR

  friend constexpr marray operator+(const marray &a) noexcept { return a; }
  friend constexpr marray operator-(const marray &a) noexcept {
    return map<marray>([&](std::size_t i) { return -a[i]; });
  }
  friend constexpr marray operator~(const marray &a) noexcept {
    return map<marray>([&](std::size_t i) { return ~a[i]; });
  }
  friend constexpr truths operator!(const marray &a) noexcept {
    return map<truths>([&](std::size_t i) { return !a[i]; });
  }
  friend constexpr marray &operator++(marray &a) noexcept { return a = a + T(1); }
  friend constexpr marray &operator--(marray &a) noexcept { return a = a - T(1); }
  friend constexpr marray operator++(marray &a, int) noexcept {
    const marray old = a;
    ++a;
    return old;
  }
  friend constexpr marray operator--(marray &a, int) noexcept {
    const marray old = a;
    --a;
    return old;
  }

private:
  template <class Result, class F> static constexpr Result map(const F &f) noexcept {
    Result result;
    for (std::size_t i = 0; i < N; ++i)
      result[i] = static_cast<typename Result::value_type>(f(i));
    return result;
  }
  template <std::size_t... I>
  constexpr marray(const T &value, std::index_sequence<I...>) noexcept : data_{(static_cast<void>(I), value)...} {}
  template <class A> constexpr void append(std::size_t &i, const A &a) {
    if constexpr (detail::has_elements<A>)
      for (std::size_t k = 0; k < detail::elements_of<A>::count; ++k)
        data_[i++] = a[k];
    else
      data_[i++] = static_cast<T>(a);
  }

  T data_[N];
};

template <class T, class... U, class = std::enable_if_t<(std::is_same_v<T, U> && ...)>>
marray(T, U...) -> marray<T, 1 + sizeof...(U)>;

#define WEFT_MARRAY_ALIASES(name, T)                                                                                   \
  using name##2 = marray<T, 2>;                                                                                        \
  using name##3 = marray<T, 3>;                                                                                        \
  using name##4 = marray<T, 4>;                                                                                        \
  using name##8 = marray<T, 8>;                                                                                        \
  using name##16 = marray<T, 16>;
WEFT_MARRAY_ALIASES(mbool, bool)
WEFT_MARRAY_ALIASES(mchar, std::int8_t)
WEFT_MARRAY_ALIASES(mschar, signed char)
WEFT_MARRAY_ALIASES(muchar, std::uint8_t)
WEFT_MARRAY_ALIASES(mshort, std::int16_t)
WEFT_MARRAY_ALIASES(mushort, std::uint16_t)
WEFT_MARRAY_ALIASES(mint, std::int32_t)
WEFT_MARRAY_ALIASES(muint, std::uint32_t)
WEFT_MARRAY_ALIASES(mlong, std::int64_t)
WEFT_MARRAY_ALIASES(mulong, std::uint64_t)
WEFT_MARRAY_ALIASES(mlonglong, long long)
WEFT_MARRAY_ALIASES(mulonglong, unsigned long long)
#if defined(__FLT16_MAX__)
WEFT_MARRAY_ALIASES(mhalf, half)
#endif
WEFT_MARRAY_ALIASES(mfloat, float)
WEFT_MARRAY_ALIASES(mdouble, double)
#undef WEFT_MARRAY_ALIASES

} // namespace _V1
} // namespace sycl
