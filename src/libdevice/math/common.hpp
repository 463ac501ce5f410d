// What every math function stands on: bits of floats, exact sums and products, polynomials.
//
// Functions here are branch-light scalar code that a vectorizer turns into SIMD: both sides of a condition are computed
// and one is selected, integers that floats round to come from adding 1.5 * 2^mantissa, and rare cases sit in one `if`.
// Coefficients come from tools/minimax. Every function is right with denormals kept or flushed, and rounds to within 1
// ULP unless it says otherwise.
#pragma once

/// Puts a structure's copies in memory, which inlining dissolves again. Otherwise the x86 ABI packs neighbouring
/// members into one integer or vector where a function takes or returns them, and vectorizers fail on the packing.
#define WEFT_BY_ADDRESS(name)                                                                                          \
  constexpr ~name() {}

namespace weft::math {

template <class T> struct Format;
template <> struct Format<float> {
  using Bits = int;
  using Unsigned = unsigned;
  static constexpr int mantissa = 23, bias = 127;
  static constexpr float round_magic = 0x1.8p23f, smallest_normal = 0x1p-126f, largest = 0x1.fffffep127f;
};
template <> struct Format<double> {
  using Bits = long;
  using Unsigned = unsigned long;
  static constexpr int mantissa = 52, bias = 1023;
  static constexpr double round_magic = 0x1.8p52, smallest_normal = 0x1p-1022, largest = 0x1.fffffffffffffp1023;
};
template <class T> using Bits = typename Format<T>::Bits;

template <class T> inline constexpr T infinity = T(__builtin_inff());
template <class T> inline constexpr T not_a_number = T(__builtin_nanf(""));
template <class T>
inline constexpr Bits<T> sign_bit = static_cast<Bits<T>>(typename Format<T>::Unsigned(1) << (sizeof(T) * 8 - 1));
template <class T> inline constexpr Bits<T> magnitude_bits = ~sign_bit<T>;

/// ln(2) in two parts; a small integer times the first is exact.
template <class T> inline constexpr T ln2_hi = T(sizeof(T) == 4 ? 0x1.62ep-1 : 0x1.62e42fefa38p-1);
template <class T> inline constexpr T ln2_lo = T(sizeof(T) == 4 ? 0x1.0bfbe8p-15 : 0x1.ef35793c7673p-45);

template <class T> constexpr Bits<T> bits(T x) {
  return __builtin_bit_cast(Bits<T>, x);
}
template <class T> constexpr T from_bits(Bits<T> b) {
  return __builtin_bit_cast(T, b);
}

inline float fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline float abs(float x) {
  return __builtin_fabsf(x);
}
inline double abs(double x) {
  return __builtin_fabs(x);
}
inline float sqrt(float x) {
  return __builtin_sqrtf(x);
}
inline double sqrt(double x) {
  return __builtin_sqrt(x);
}
inline float round_even(float x) {
  return __builtin_roundevenf(x);
}
inline double round_even(double x) {
  return __builtin_roundeven(x);
}
inline float trunc(float x) {
  return __builtin_truncf(x);
}
inline double trunc(double x) {
  return __builtin_trunc(x);
}
inline float copysign(float size, float sign) {
  return __builtin_copysignf(size, sign);
}
inline double copysign(double size, double sign) {
  return __builtin_copysign(size, sign);
}
template <class T> T min(T a, T b) {
  return a < b ? a : b;
}
template <class T> T max(T a, T b) {
  return a > b ? a : b;
}
template <class T> bool is_nan(T x) {
  return x != x;
}
/// Of two NaNs, a sum leaves it to the compiler which one it gives.
template <class T> T first_nan(T x, T y) {
  return is_nan(x) ? x : y;
}
template <class T> bool is_infinite(T x) {
  return abs(x) == infinity<T>;
}
template <class T> bool is_finite(T x) {
  return abs(x) < infinity<T>;
}
template <class T> bool is_negative(T x) {
  return bits(x) < 0;
} ///< The sign bit: -0 is negative.

/// low <= x < beyond, both positive; false for a NaN.
template <class T> bool is_within(T x, T low, T beyond) {
  using Unsigned = typename Format<T>::Unsigned;
  return Unsigned(bits(x)) - Unsigned(bits(low)) < Unsigned(bits(beyond)) - Unsigned(bits(low));
}
/// Positive, normal and finite. What is not takes the rare side of a branch, which vectors without such a lane jump
/// over.
template <class T> bool is_regular(T x) {
  return is_within(x, Format<T>::smallest_normal, infinity<T>);
}

/// 2^n for n in the normal range.
template <class T> T power_of_two(Bits<T> n) {
  return from_bits<T>((n + Format<T>::bias) << Format<T>::mantissa);
}

/// x * 2^n, rounded once unless subnormal; |n| up to twice the exponent range.
template <class T> T scale(T x, Bits<T> n) {
  const Bits<T> half = n >> 1;
  return x * power_of_two<T>(half) * power_of_two<T>(n - half);
}

/// The integer that x holds; |x| below 2^(mantissa - 1). Of others, wrapped bits that nobody uses.
template <class T> Bits<T> as_integer(T x) {
  using Unsigned = typename Format<T>::Unsigned;
  return static_cast<Bits<T>>(Unsigned(bits(x + Format<T>::round_magic)) - Unsigned(bits(Format<T>::round_magic)));
}

/// The integer nearest to x as a float and as bits. |x| must be below 2^(mantissa - 1).
template <class T> struct Nearest {
  T value;
  Bits<T> integer;
  WEFT_BY_ADDRESS(Nearest)
};
template <class T> Nearest<T> nearest(T x) {
  const T value = round_even(x);
  return {value, as_integer(value)};
}

/// x * 2^n for an n that is a whole number, as scale() has it. Finalizers know these names: what has an instruction for
/// it gets that instead.
extern "C" [[gnu::noinline]] inline float __weft_scale_f32(float x, float n) {
  return scale(x, as_integer(n));
}
extern "C" [[gnu::noinline]] inline double __weft_scale_f64(double x, double n) {
  return scale(x, as_integer(n));
}
inline float scale_by(float x, float n) {
  return __weft_scale_f32(x, n);
}
inline double scale_by(double x, double n) {
  return __weft_scale_f64(x, n);
}

/// A small integer as a float; of 64 bits without the conversion instruction, which is not there before AVX-512.
template <class T> T as_float(Bits<T> n) {
  return from_bits<T>(bits(Format<T>::round_magic) + n) - Format<T>::round_magic;
}
template <> inline float as_float<float>(int n) {
  return static_cast<float>(n);
}

/// c0 + c1 x + c2 x^2 ...
template <class T> T polynomial(T, T c0) {
  return c0;
}
template <class T, class... Rest> T polynomial(T x, T c0, Rest... rest) {
  return fma(x, polynomial(x, rest...), c0);
}

/// c0 + c2 x^2 + c4 x^4 ..., of all coefficients and x^2.
template <class T> T even_terms(T, T c0) {
  return c0;
}
template <class T> T even_terms(T, T c0, T) {
  return c0;
}
template <class T, class... Rest> T even_terms(T square, T c0, T, Rest... rest) {
  return fma(square, even_terms(square, rest...), c0);
}

/// A long polynomial whose even and odd terms do not wait for each other; one product more.
template <class T, class... Rest> T polynomial_in_halves(T x, T c0, Rest... rest) {
  const T square = x * x;
  return fma(x, even_terms(square, rest...), even_terms(square, c0, rest...));
}

/// An unevaluated sum, |lo| at most half an ULP of hi.
template <class T> struct Two {
  T hi, lo;
  WEFT_BY_ADDRESS(Two)
};
/// A choice by value; `?:` would choose between addresses.
template <class T> Two<T> select(bool first, Two<T> a, Two<T> b) {
  return {first ? a.hi : b.hi, first ? a.lo : b.lo};
}
template <class T> Two<T> operator-(Two<T> a) {
  return {-a.hi, -a.lo};
}

template <class T> Two<T> two_sum(T a, T b) {
  const T sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
/// For |a| >= |b| or a == 0.
template <class T> Two<T> fast_two_sum(T a, T b) {
  const T sum = a + b;
  return {sum, b - (sum - a)};
}
template <class T> Two<T> normalised(Two<T> a) {
  return fast_two_sum(a.hi, a.lo);
}
/// a b + c for an exact product with |a b| >= |c| or a b == 0.
template <class T> Two<T> fast_two_sum_of_product(T a, T b, T c) {
  const T sum = fma(a, b, c);
  return {sum, c - fma(-a, b, sum)};
}
template <class T> Two<T> two_product(T a, T b) {
  const T product = a * b;
  return {product, fma(a, b, -product)};
}
template <class T> Two<T> operator+(Two<T> a, Two<T> b) {
  const Two<T> sum = two_sum(a.hi, b.hi);
  return fast_two_sum(sum.hi, sum.lo + (a.lo + b.lo));
}
template <class T> Two<T> operator+(Two<T> a, T b) {
  const Two<T> sum = two_sum(a.hi, b);
  return fast_two_sum(sum.hi, sum.lo + a.lo);
}
template <class T> Two<T> operator*(Two<T> a, Two<T> b) {
  const Two<T> product = two_product(a.hi, b.hi);
  return fast_two_sum(product.hi, fma(a.hi, b.lo, fma(a.lo, b.hi, product.lo)));
}
template <class T> Two<T> operator*(Two<T> a, T b) {
  const Two<T> product = two_product(a.hi, b);
  return fast_two_sum(product.hi, fma(a.lo, b, product.lo));
}
/// The product without the last step, whose lo may reach some ULP of hi.
template <class T> Two<T> loose_product(Two<T> a, Two<T> b) {
  const Two<T> product = two_product(a.hi, b.hi);
  return {product.hi, fma(a.hi, b.lo, fma(a.lo, b.hi, product.lo))};
}
/// a b + c, where the product is smaller than c or c is 0. The last step is left out as above.
template <class T> Two<T> loose_fma(Two<T> a, T b, Two<T> c) {
  const T sum = fma(a.hi, b, c.hi), lost = fma(a.hi, b, c.hi - sum);
  return {sum, lost + fma(a.lo, b, c.lo)};
}
template <class T> Two<T> loose_fma(Two<T> a, Two<T> b, Two<T> c) {
  const T sum = fma(a.hi, b.hi, c.hi), lost = fma(a.hi, b.hi, c.hi - sum);
  return {sum, lost + fma(a.hi, b.lo, fma(a.lo, b.hi, c.lo))};
}
/// For divisors whose inverse is a normal number.
template <class T> Two<T> loose_quotient(Two<T> a, Two<T> b) {
  const T inverse = T(1) / b.hi, quotient = a.hi * inverse;
  const T rest = fma(-quotient, b.hi, a.hi) + fma(-quotient, b.lo, a.lo);
  return {quotient, rest * inverse};
}
/// The same in one part.
template <class T> T rounded_quotient(Two<T> a, Two<T> b) {
  const T inverse = T(1) / b.hi, quotient = a.hi * inverse;
  return fma(fma(-quotient, b.lo, fma(-quotient, b.hi, a.hi) + a.lo), inverse, quotient);
}
template <class T> Two<T> operator/(Two<T> a, Two<T> b) {
  const Two<T> quotient = loose_quotient(a, b);
  return fast_two_sum(quotient.hi, quotient.lo);
}

} // namespace weft::math
