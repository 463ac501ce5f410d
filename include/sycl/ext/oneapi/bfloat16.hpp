// class bfloat16: the upper half of a float, which computes in float (sycl_ext_oneapi_bfloat16).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include <sycl/detail/config.hpp>
#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

class bfloat16 {
public:
  constexpr bfloat16() noexcept = default;
  bfloat16(float x) noexcept : bits_(rounded(x)) {}
  template <class T,
            class = std::enable_if_t<std::is_same_v<T, double> || std::is_integral_v<T> || sycl::detail::is_half<T>>>
  explicit bfloat16(T x) noexcept : bfloat16(static_cast<float>(x)) {}
  bfloat16 &operator=(float x) noexcept { return *this = bfloat16(x); }

  operator float() const noexcept { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16); }
  explicit operator bool() const noexcept { return (bits_ & 0x7fff) != 0; }

  /// Of these bits.
  static constexpr bfloat16 from_bits(std::uint16_t bits) noexcept {
    bfloat16 made;
    made.bits_ = bits;
    return made;
  }
  constexpr std::uint16_t raw() const noexcept { return bits_; }

  friend bfloat16 operator-(const bfloat16 &x) noexcept {
    return from_bits(static_cast<std::uint16_t>(x.bits_ ^ 0x8000));
  }
  friend bfloat16 &operator++(bfloat16 &x) noexcept { return x = static_cast<float>(x) + 1; }
  friend bfloat16 &operator--(bfloat16 &x) noexcept { return x = static_cast<float>(x) - 1; }
  friend bfloat16 operator++(bfloat16 &x, int) noexcept {
    const bfloat16 old = x;
    ++x;
    return old;
  }
  friend bfloat16 operator--(bfloat16 &x, int) noexcept {
    const bfloat16 old = x;
    --x;
    return old;
  }

// With another bfloat16 the result is one; with any other number it is what float gives.
#define WEFT_BFLOAT16_OPERATOR(op)                                                                                     \
  friend bfloat16 operator op(const bfloat16 &a, const bfloat16 &b) noexcept {                                         \
    return static_cast<float>(a) op static_cast<float>(b);                                                             \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<sycl::detail::is_arithmetic<T>>>                                         \
  friend auto operator op(const bfloat16 &a, const T &b) noexcept {                                                    \
    return static_cast<float>(a) op b;                                                                                 \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<sycl::detail::is_arithmetic<T>>>                                         \
  friend auto operator op(const T &a, const bfloat16 &b) noexcept {                                                    \
    return a op static_cast<float>(b);                                                                                 \
  }                                                                                                                    \
  friend bfloat16 &operator op## = (bfloat16 & a, const bfloat16 &b) noexcept { return a = a op b; }                   \
  template <class T, class = std::enable_if_t<sycl::detail::is_arithmetic<T>>>                                         \
  friend bfloat16 &operator op## = (bfloat16 & a, const T &b) noexcept {                                               \
    return a = static_cast<float>(static_cast<float>(a) op b);                                                         \
  }
  WEFT_BFLOAT16_OPERATOR(+)
  WEFT_BFLOAT16_OPERATOR(-)
  WEFT_BFLOAT16_OPERATOR(*)
  WEFT_BFLOAT16_OPERATOR(/)
#undef WEFT_BFLOAT16_OPERATOR

#define WEFT_BFLOAT16_COMPARISON(op)                                                                                   \
  friend bool operator op(const bfloat16 &a, const bfloat16 &b) noexcept {                                             \
    return static_cast<float>(a) op static_cast<float>(b);                                                             \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<sycl::detail::is_arithmetic<T>>>                                         \
  friend bool operator op(const bfloat16 &a, const T &b) noexcept {                                                    \
    return static_cast<float>(a) op b;                                                                                 \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<sycl::detail::is_arithmetic<T>>>                                         \
  friend bool operator op(const T &a, const bfloat16 &b) noexcept {                                                    \
    return a op static_cast<float>(b);                                                                                 \
  }
  WEFT_BFLOAT16_COMPARISON(==)
  WEFT_BFLOAT16_COMPARISON(!=)
  WEFT_BFLOAT16_COMPARISON(<)
  WEFT_BFLOAT16_COMPARISON(>)
  WEFT_BFLOAT16_COMPARISON(<=)
  WEFT_BFLOAT16_COMPARISON(>=)
#undef WEFT_BFLOAT16_COMPARISON

private:
  /// To the nearest, to even at a tie; NaN stays one.
  WEFT_REPLACEABLE static std::uint16_t rounded(float x) noexcept {
    const auto bits = __builtin_bit_cast(std::uint32_t, x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
      return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }

  std::uint16_t bits_ = 0;
};

} // namespace ext::oneapi
namespace ext::oneapi::experimental {
using oneapi::bfloat16;
} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

template <> class std::numeric_limits<sycl::ext::oneapi::bfloat16> : public std::numeric_limits<float> {
  using bfloat16 = sycl::ext::oneapi::bfloat16;

public:
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;

  static constexpr bfloat16 min() noexcept { return bfloat16::from_bits(0x0080); }
  static constexpr bfloat16 lowest() noexcept { return bfloat16::from_bits(0xff7f); }
  static constexpr bfloat16 max() noexcept { return bfloat16::from_bits(0x7f7f); }
  static constexpr bfloat16 epsilon() noexcept { return bfloat16::from_bits(0x3c00); }
  static constexpr bfloat16 round_error() noexcept { return bfloat16::from_bits(0x3f00); }
  static constexpr bfloat16 denorm_min() noexcept { return bfloat16::from_bits(0x0001); }
  static constexpr bfloat16 infinity() noexcept { return bfloat16::from_bits(0x7f80); }
  static constexpr bfloat16 quiet_NaN() noexcept { return bfloat16::from_bits(0x7fc0); }
  static constexpr bfloat16 signaling_NaN() noexcept { return bfloat16::from_bits(0x7fa0); }
};

template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
  std::size_t operator()(const sycl::ext::oneapi::bfloat16 &x) const noexcept {
    return std::hash<float>()(static_cast<float>(x));
  }
};
