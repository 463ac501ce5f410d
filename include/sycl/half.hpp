// sycl::half: the compiler's own 16-bit float, with its limits, which the standard library of C++17 does not know (SYCL
// 2020, 4.14.1).
#pragma once

#include <functional>
#include <limits>
#include <type_traits>

#include <sycl/detail/half_library.hpp>

#if defined(__FLT16_MAX__)

namespace sycl {

using half = _Float16;

} // namespace sycl

#if !defined(__STDCPP_FLOAT16_T__)
template <> class std::numeric_limits<_Float16> {
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

  static constexpr _Float16 min() noexcept { return 0x1p-14f; }
  static constexpr _Float16 lowest() noexcept { return -65504.0f; }
  static constexpr _Float16 max() noexcept { return 65504.0f; }
  static constexpr _Float16 epsilon() noexcept { return 0x1p-10f; }
  static constexpr _Float16 round_error() noexcept { return 0.5f; }
  static constexpr _Float16 denorm_min() noexcept { return 0x1p-24f; }
  static constexpr _Float16 infinity() noexcept { return __builtin_huge_valf(); }
  static constexpr _Float16 quiet_NaN() noexcept { return __builtin_nanf(""); }
  static constexpr _Float16 signaling_NaN() noexcept { return __builtin_nansf(""); }
};
#endif

#if !defined(__STDCPP_FLOAT16_T__)
template <> struct std::hash<_Float16> {
  std::size_t operator()(_Float16 x) const noexcept { return std::hash<float>()(static_cast<float>(x)); }
};
#endif

namespace sycl::detail {
template <class T> inline constexpr bool is_half = std::is_same_v<std::remove_cv_t<T>, half>;
} // namespace sycl::detail

#else // this host compiler has no 16-bit float in C++, and sycl::half does not exist

namespace sycl::detail {
template <class T> inline constexpr bool is_half = false;
} // namespace sycl::detail

#endif

namespace sycl::detail {
template <class T> inline constexpr bool is_float_scalar = std::is_floating_point_v<T> || is_half<T>;
template <class T> inline constexpr bool is_int_scalar = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T> inline constexpr bool is_scalar = is_float_scalar<T> || is_int_scalar<T>;
template <class T> inline constexpr bool is_arithmetic = std::is_arithmetic_v<T> || is_half<T>;
} // namespace sycl::detail
