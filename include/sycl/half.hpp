// sycl::half, with its limits (SYCL 2020, 4.14.1): a class over the compiler's 16-bit float, so that float is the
// better match of an overloaded function and the only one of a function in <cmath>, as with DPC++.
#pragma once

#include <functional>
#include <iosfwd>
#include <limits>
#include <type_traits>

#if defined(__FLT16_MAX__)

// A namespace of its own, so that a half among the arguments does not make sycl's functions candidates of every call.
namespace sycl {
inline namespace _V1 {
namespace detail::half_type {

class half {
  template <class A> using if_number = std::enable_if_t<std::is_arithmetic_v<A>, int>;
  template <class A> using joined = std::conditional_t<std::is_integral_v<A>, half, A>;

public:
  half() = default;
  constexpr half(float x) noexcept : number_(static_cast<_Float16>(x)) {}
  template <class A, std::enable_if_t<std::is_arithmetic_v<A> || std::is_same_v<A, _Float16>, int> = 0>
  constexpr half(A x) noexcept : number_(static_cast<_Float16>(x)) {}

  constexpr operator float() const noexcept { return number_; }
  /// The compiler's own.
  constexpr _Float16 native() const noexcept { return number_; }

  friend constexpr half operator+(half x) noexcept { return x; }
  friend constexpr half operator-(half x) noexcept { return static_cast<_Float16>(-x.number_); }
  constexpr half &operator++() noexcept { return *this += half(1); }
  constexpr half &operator--() noexcept { return *this -= half(1); }
  constexpr half operator++(int) noexcept {
    const half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) noexcept {
    const half old = *this;
    --*this;
    return old;
  }

// With another half or a whole number the result is one; with any other number it is of that type.
#define WEFT_HALF_OPERATOR(op)                                                                                         \
  friend constexpr half operator op(half a, half b) noexcept { return static_cast<_Float16>(a.number_ op b.number_); } \
  template <class A, if_number<A> = 0> friend constexpr joined<A> operator op(half a, A b) noexcept {                  \
    return joined<A>(a) op joined<A>(b);                                                                               \
  }                                                                                                                    \
  template <class A, if_number<A> = 0> friend constexpr joined<A> operator op(A a, half b) noexcept {                  \
    return joined<A>(a) op joined<A>(b);                                                                               \
  }                                                                                                                    \
  constexpr half &operator op## = (half b) noexcept { return *this = *this op b; }
  WEFT_HALF_OPERATOR(+)
  WEFT_HALF_OPERATOR(-)
  WEFT_HALF_OPERATOR(*)
  WEFT_HALF_OPERATOR(/)
#undef WEFT_HALF_OPERATOR

#define WEFT_HALF_COMPARISON(op)                                                                                       \
  friend constexpr bool operator op(half a, half b) noexcept { return a.number_ op b.number_; }                        \
  template <class A, if_number<A> = 0> friend constexpr bool operator op(half a, A b) noexcept {                       \
    return a.number_ op b;                                                                                             \
  }                                                                                                                    \
  template <class A, if_number<A> = 0> friend constexpr bool operator op(A a, half b) noexcept {                       \
    return a op b.number_;                                                                                             \
  }
  WEFT_HALF_COMPARISON(==)
  WEFT_HALF_COMPARISON(!=)
  WEFT_HALF_COMPARISON(<)
  WEFT_HALF_COMPARISON(>)
  WEFT_HALF_COMPARISON(<=)
  WEFT_HALF_COMPARISON(>=)
#undef WEFT_HALF_COMPARISON

  template <class C, class Traits>
  friend std::basic_istream<C, Traits> &operator>>(std::basic_istream<C, Traits> &in, half &x) {
    float wide = 0;
    if (in >> wide)
      x = wide;
    return in;
  }

private:
  _Float16 number_;
};

} // namespace detail::half_type

using half = detail::half_type::half;

} // namespace _V1
} // namespace sycl

template <> class std::numeric_limits<sycl::half> {
public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr float_denorm_style has_denorm = denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int radix = 2;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr sycl::half min() noexcept { return 0x1p-14f; }
  static constexpr sycl::half lowest() noexcept { return -65504.0f; }
  static constexpr sycl::half max() noexcept { return 65504.0f; }
  static constexpr sycl::half epsilon() noexcept { return 0x1p-10f; }
  static constexpr sycl::half round_error() noexcept { return 0.5f; }
  static constexpr sycl::half denorm_min() noexcept { return 0x1p-24f; }
  static constexpr sycl::half infinity() noexcept { return __builtin_huge_valf(); }
  static constexpr sycl::half quiet_NaN() noexcept { return __builtin_nanf(""); }
  static constexpr sycl::half signaling_NaN() noexcept { return __builtin_nansf(""); }
};

template <> struct std::hash<sycl::half> {
  std::size_t operator()(sycl::half x) const noexcept { return std::hash<float>()(x); }
};

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class T> inline constexpr bool is_half = std::is_same_v<std::remove_cv_t<T>, half>;
} // namespace detail
} // namespace _V1
} // namespace sycl

#else // this host compiler has no 16-bit float in C++, and sycl::half does not exist

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class T> inline constexpr bool is_half = false;
} // namespace detail
} // namespace _V1
} // namespace sycl

#endif

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class T> inline constexpr bool is_float_scalar = std::is_floating_point_v<T> || is_half<T>;
template <class T> inline constexpr bool is_int_scalar = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T> inline constexpr bool is_scalar = is_float_scalar<T> || is_int_scalar<T>;
template <class T> inline constexpr bool is_arithmetic = std::is_arithmetic_v<T> || is_half<T>;
} // namespace detail
} // namespace _V1
} // namespace sycl
