// Math that migrated programs use beside SYCL's: comparisons, integers by bits, complex numbers (SYCLcompat).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sycl/sycl.hpp>
#include <syclcompat/math_compare.hpp>
#include <syclcompat/math_extend.hpp>
#include <syclcompat/math_extend_packed.hpp>
#include <syclcompat/math_vectorized.hpp>

namespace syclcompat {

// Lengths.

template <class ValueT> ValueT length(const ValueT *a, const int len) {
  ValueT sum = 0;
  for (int i = 0; i < len; ++i)
    sum += a[i] * a[i];
  return sycl::sqrt(sum);
}
inline float fast_length(const float *a, int len) {
  return length(a, len);
}

// Numbers.

template <class ValueT> ValueT cbrt(ValueT val) {
  return static_cast<ValueT>(sycl::cbrt(val));
}

/// A number raised to another one: in its own type where that is of floating point, else in double.
template <class BaseT, class ExpT> auto pow(const BaseT base, const ExpT exp) {
  if constexpr (std::is_same_v<BaseT, float> || std::is_same_v<BaseT, double> || std::is_same_v<BaseT, sycl::half>) {
    if constexpr (std::is_integral_v<ExpT>)
      return sycl::pown(base, static_cast<int>(exp));
    else
      return sycl::pow(base, static_cast<BaseT>(exp));
  } else {
    return sycl::pow(static_cast<double>(base), static_cast<double>(exp));
  }
}

template <class ValueT> ValueT relu(const ValueT a) {
  return detail::map<ValueT>([](auto x) { return !detail::is_nan(x) && x < decltype(x)(0) ? decltype(x)(0) : x; }, a);
}

template <class ValueT> ValueT clamp(ValueT val, ValueT min_val, ValueT max_val) {
  return detail::map<ValueT>([](auto x, auto low, auto high) { return x < low    ? low
                                                                      : high < x ? high
                                                                                 : x; }, val,
                             min_val, max_val);
}

template <class ValueT, class ValueU> auto max(ValueT a, ValueU b) {
  using T = std::common_type_t<ValueT, ValueU>;
  return detail::greater_of(static_cast<T>(a), static_cast<T>(b));
}
template <class ValueT, class ValueU> auto min(ValueT a, ValueU b) {
  using T = std::common_type_t<ValueT, ValueU>;
  return detail::less_of(static_cast<T>(a), static_cast<T>(b));
}

/// NaN where one of the two is.
template <class ValueT, class ValueU> auto fmax_nan(const ValueT a, const ValueU b) {
  return detail::map<detail::common<ValueT, ValueU>>(
      [](auto x, auto y) { return detail::is_nan(x)            ? x
                                  : detail::is_nan(y) || x < y ? y
                                                               : x; }, a, b);
}
template <class ValueT, class ValueU> auto fmin_nan(const ValueT a, const ValueU b) {
  return detail::map<detail::common<ValueT, ValueU>>(
      [](auto x, auto y) { return detail::is_nan(x)            ? x
                                  : detail::is_nan(y) || y < x ? y
                                                               : x; }, a, b);
}

// Complex numbers as pairs.

template <class T> sycl::vec<T, 2> cmul(sycl::vec<T, 2> x, sycl::vec<T, 2> y) {
  return {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]};
}
template <class T> sycl::vec<T, 2> cdiv(sycl::vec<T, 2> x, sycl::vec<T, 2> y) {
  const std::complex<T> q = std::complex<T>(x[0], x[1]) / std::complex<T>(y[0], y[1]);
  return {q.real(), q.imag()};
}
template <class T> T cabs(sycl::vec<T, 2> x) {
  return sycl::hypot(T(x[0]), T(x[1]));
}
template <class T> sycl::vec<T, 2> conj(sycl::vec<T, 2> x) {
  return {x[0], -x[1]};
}
/// a * b + c of pairs, vec or marray.
template <class ValueT> ValueT cmul_add(const ValueT a, const ValueT b, const ValueT c) {
  return {a[0] * b[0] - a[1] * b[1] + c[0], a[0] * b[1] + a[1] * b[0] + c[1]};
}

// Bits.

template <class ValueT> ValueT reverse_bits(ValueT a) {
  using U = std::make_unsigned_t<ValueT>;
  U from = static_cast<U>(a), to = 0;
  for (unsigned bit = 0; bit < sizeof(U) * 8; ++bit) {
    to = static_cast<U>(to << 1 | (from & 1));
    from = static_cast<U>(from >> 1);
  }
  return static_cast<ValueT>(to);
}

/// Four bytes of the eight in b:a, each chosen by three bits of a half byte of s.
inline unsigned byte_level_permute(unsigned a, unsigned b, unsigned s) {
  const std::uint64_t both = std::uint64_t(b) << 32 | a;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(both >> (s >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return result;
}

/// The place of the lowest bit that is set, counted from 1; 0 where none is.
template <class ValueT> int ffs(ValueT a) {
  return a == 0 ? 0 : static_cast<int>(sycl::ctz(a)) + 1;
}

/// 32 bits of high:low, shifted by shift modulo 32, or by at most 32 (c).
inline unsigned funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : funnelshift_l(low, high, shift);
}
inline unsigned funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) >> (shift & 31));
}
inline unsigned funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : funnelshift_r(low, high, shift);
}

/// `num_bits` bits from bit_start on, as a number of that sign.
template <class T> T bfe_safe(const T source, const std::uint32_t bit_start, const std::uint32_t num_bits) {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t width = sizeof(T) * 8;
  const std::uint32_t count = num_bits & 0xff, start = bit_start & 0xff;
  if (count == 0)
    return 0;
  const std::uint32_t end = start + count < width ? start + count : width; // bits beyond are the sign's, or none
  if (start >= width)
    return std::is_signed_v<T> && source < 0 ? T(-1) : T(0);
  const U left = static_cast<U>(static_cast<U>(source) << (width - end));
  return static_cast<T>(static_cast<T>(left) >> (width - end + start));
}
template <class T> T bfe(const T source, const std::uint32_t bit_start, const std::uint32_t num_bits) {
  return bfe_safe(source, bit_start, num_bits);
}

/// y with `num_bits` bits of x from bit_start on.
template <class T> T bfi_safe(const T x, const T y, const std::uint32_t bit_start, const std::uint32_t num_bits) {
  static_assert(std::is_unsigned_v<T>);
  constexpr std::uint32_t width = sizeof(T) * 8;
  const std::uint32_t count = num_bits & 0xff, start = bit_start & 0xff;
  if (count == 0 || start >= width)
    return y;
  const T ones = count >= width ? T(~T(0)) : T((T(1) << count) - 1), mask = T(ones << start);
  return T((T(x << start) & mask) | (y & T(~mask)));
}
template <class T> T bfi(const T x, const T y, const std::uint32_t bit_start, const std::uint32_t num_bits) {
  return bfi_safe(x, y, bit_start, num_bits);
}

// Sums of products.

namespace detail {
/// Part i of x, of so many bits, as a number of x's sign.
template <int Bits, class T> constexpr std::int32_t part(T x, int i) {
  const std::uint32_t bits = static_cast<std::uint32_t>(x) << (32 - Bits * (i + 1));
  return std::is_signed_v<T> ? static_cast<std::int32_t>(bits) >> (32 - Bits)
                             : static_cast<std::int32_t>(bits >> (32 - Bits));
}
} // namespace detail

/// What dot products of such numbers are added up in.
template <class T1, class T2>
using dot_product_acc_t = std::conditional_t<std::is_signed_v<T1> || std::is_signed_v<T2>, std::int32_t, std::uint32_t>;

/// c and the products of four bytes each.
template <class T1, class T2> auto dp4a(T1 a, T2 b, dot_product_acc_t<T1, T2> c) {
  for (int i = 0; i < 4; ++i)
    c += detail::part<8>(a, i) * detail::part<8>(b, i);
  return c;
}
/// c and the products of both halves of a with two bytes of b, the lower or the upper ones.
template <class T1, class T2> auto dp2a_lo(T1 a, T2 b, dot_product_acc_t<T1, T2> c) {
  for (int i = 0; i < 2; ++i)
    c += detail::part<16>(a, i) * detail::part<8>(b, i);
  return c;
}
template <class T1, class T2> auto dp2a_hi(T1 a, T2 b, dot_product_acc_t<T1, T2> c) {
  for (int i = 0; i < 2; ++i)
    c += detail::part<16>(a, i) * detail::part<8>(b, i + 2);
  return c;
}

} // namespace syclcompat
