// The gamma function and its logarithm, by Stirling's series in two parts.
//
// tgamma is within 1 ULP. lgamma is within 1 ULP for float and for positive double; near its zeros between negative
// integers the double result keeps an absolute error of about 2^-55 only.
#pragma once

#include "libdevice/math/pow.hpp"
#include "libdevice/math/trig.hpp"

namespace weft::math {

/// gamma(t) = exp(log_shifted) / product for t > 0: t is moved up beyond 8, where the series holds.
struct GammaParts {
  Two<double> log_shifted, product;
  WEFT_BY_ADDRESS(GammaParts)
};

/// (y - 1/2) (log y - 1) + (log(2 pi) - 1) / 2 + p(1 / y^2) / y for y >= 8.
inline Two<double> log_stirling(Two<double> y) {
  constexpr Two<double> constant{0x1.acfe390c97d6ap-2, -0x1.65b5a1b7ff5dfp-55};
  const double inverse = 1.0 / y.hi, z = inverse * inverse;
  const double rest = inverse * polynomial(z, 0x1.5555555555555p-4, -0x1.6c16c16c12788p-9, 0x1.a01a017a635b9p-11,
                                           -0x1.3813595edc763p-11, 0x1.b93af0bafc95dp-11, -0x1.f2e9577119943p-10,
                                           0x1.780929f9fe21ep-8, -0x1.b209d9137c317p-7);
  const Two<double> logarithm = log_wide(y.hi) + y.lo * inverse;
  return (y + -0.5) * (logarithm + -1.0) + (constant + rest);
}

inline GammaParts gamma_parts(double t) {
  Two<double> product{1.0, 0.0}, y{t, 0.0};
  for (int i = 0; i < 8; ++i) {
    const Two<double> factor = two_sum(t, static_cast<double>(i));
    const bool below = factor.hi < 8.0;
    product = product * select(below, factor, {1.0, 0.0});
    y = select(below, two_sum(t, i + 1.0), y);
  }
  return {log_stirling(y), product};
}

/// sin(pi t) in two parts for t > 0, up to its sign.
inline Two<double> sinpi_size(double t) {
  const Reduced<double> reduced = reduce_turns(t);
  const SinCosTwo<double> parts = sin_cos_two(reduced.r);
  const Two<double> value = select((reduced.quadrant & 1) != 0, parts.cos, parts.sin);
  return select(value.hi < 0.0, -value, value);
}

/// Beyond these t, gamma(t) and gamma(-t) no longer fit.
inline constexpr double gamma_largest = 200.0;

/// gamma(-t) = -pi / (t sin(pi t) gamma(t)), negative between -1 and 0, -3 and -2, ...
inline double tgamma(double x) {
  const double size = abs(x), t = min(size, gamma_largest);
  const bool negative = is_negative(x);
  const GammaParts parts = gamma_parts(t);
  const ScaledExp power = exp_two(select(negative, -parts.log_shifted, parts.log_shifted));
  const Two<double> pi_two{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  const Two<double> reflected = power.value * parts.product * (pi_two / (sinpi_size(size) * t));
  const Two<double> direct = power.value / parts.product;
  const double value = scale_by(select(negative, reflected, direct).hi, power.exponent);
  const bool whole = round_even(x) == x, even = round_even(trunc(size) * 0.5) * 2.0 == trunc(size);
  const double left = whole ? not_a_number<double> : (even ? -value : value);
  const double result = negative ? left : value;
  const double tiny = 1.0 / x; // to first order, and an infinity of x's sign at 0
  return is_nan(x) || x == infinity<double> ? x : (size < 0x1p-60 ? tiny : result);
}

/// t * (first + rest), rounded about once where rest is small beside first.
inline double times_series(double t, double first, double rest) {
  const Two<double> product = two_product(t, first);
  return product.hi + fma(t, rest, product.lo);
}

inline double lgamma(double x) {
  const double size = abs(x), t = min(size, 0x1p1020);
  const bool negative = is_negative(x);
  const GammaParts parts = gamma_parts(t);
  const Two<double> direct = parts.log_shifted + -log_wide(parts.product.hi) + -parts.product.lo / parts.product.hi;
  constexpr Two<double> log_pi{0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57};
  const Two<double> sine = sinpi_size(size) * t;
  const Two<double> reflected = (log_pi + -(log_wide(sine.hi) + sine.lo / sine.hi)) + -direct;
  const double near_one = x - 1.0, near_two = x - 2.0;
  const double one = times_series(
      near_one, -0x1.2788cfc6fb619p-1,
      polynomial(near_one, 0x1.76df57d69536p-58, 0x1.a51a6625307d3p-1, -0x1.9a4d55beab304p-2, 0x1.151322ac7dc5p-2,
                 -0x1.a8b9c17a646b1p-3, 0x1.5b40cb0d92e35p-3, -0x1.2703a2f4c00eap-3, 0x1.010b3c3579da5p-3,
                 -0x1.c8023b92d9027p-4, 0x1.99f5bce8fc3bep-4, -0x1.7845aa968eeb1p-4, 0x1.5bad8a538ad72p-4));
  const double two = times_series(
      near_two, 0x1.b0ee6072093cep-2,
      polynomial(near_two, 0x1.6cb957f2bbabp-58, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a557607p-4, 0x1.51322ac7dc1abp-6,
                 -0x1.e404fc218b56dp-8, 0x1.7add6e22603bap-9, -0x1.38ac5c587d38bp-10, 0x1.0b3b06afe6ac3p-11,
                 -0x1.d3fbabf036f26p-13, 0x1.81b0218b8d193p-14, -0x1.7be47a2590753p-15, 0x1.5e7e75fbaa926p-11));
  const double right = abs(near_one) < 0x1p-4 ? one : (abs(near_two) < 0x1p-4 ? two : direct.hi);
  const bool pole = negative ? round_even(x) == x : x == 0.0;
  const double value = negative ? reflected.hi : right + 0.0; // no negative zero
  const double tiny = -log(size);
  const double finite = pole ? infinity<double> : (size < 0x1p-60 ? tiny : value);
  return is_nan(x) ? x : (size > 0x1.754d9278b51a7p+1014 ? infinity<double> : finite);
}

inline float tgamma(float x) {
  return static_cast<float>(tgamma(static_cast<double>(x)));
}
inline float lgamma(float x) {
  return static_cast<float>(lgamma(static_cast<double>(x)));
}

} // namespace weft::math
