// The error function and its complement.
#pragma once

#include "libdevice/math/exp.hpp"
#include "libdevice/math/pow.hpp"

namespace weft::math {

/// erf(x) for |x| <= 1/2 in two parts.
inline Two<double> erf_near(double x) {
  const double z = x * x;
  const double q =
      polynomial(z, -0x1.812746b0379b3p-2, 0x1.ce2f21a03d61dp-4, -0x1.b82ce30f1b9bcp-6, 0x1.565bcbf5179f3p-8,
                 -0x1.c02d4e6de302ep-11, 0x1.f98d8da7a4ab8p-14, -0x1.f221fdf55e0f8p-17, 0x1.8b346a5ae15b2p-20);
  const Two<double> main = two_product(x, 0x1.20dd750429b6dp+0);
  return fast_two_sum(main.hi, fma(x, fma(z, q, 0x1.91616d0c53e3p-57), main.lo));
}

/// exp(a^2) erfc(a) for a in [0.49, 28] in two parts: a polynomial in (a - 3) / (a + 3), divided by 1 + 2a.
inline Two<double> scaled_erfc(double a) {
  const double t = (a - 3.0) / (a + 3.0);
  const double q =
      polynomial(t, -0x1.15c084bb9e8f3p-3, -0x1.85a15c58aa5c4p-5, 0x1.098366a5b46bcp-3, -0x1.e88b803a494a5p-4,
                 0x1.17ca2877f12ebp-4, -0x1.8574c40bc2302p-6, 0x1.4b884e43b8528p-9, 0x1.ef1bdd39e12ep-10,
                 -0x1.98db5100049edp-11, -0x1.b9126b5c78437p-14, 0x1.065a34d7a4d3dp-13, 0x1.4c2109989f052p-18,
                 -0x1.513aedb5a0aacp-16, -0x1.87d5a1c184b1cp-21, 0x1.d1fc58ae472cp-19, 0x1.7a3c09add095bp-22,
                 -0x1.4a297fdd5e30ap-21, -0x1.1f3d3e97f6d9fp-23, 0x1.a9587ebc20ea8p-24, 0x1.227e49e07908p-25,
                 -0x1.71220ac92a0bep-27, -0x1.204c93b2b8e67p-28);
  const Two<double> product = two_product(t, q);
  const Two<double> sum = fast_two_sum(0x1.40c522d7e4987p+0, product.hi);
  const Two<double> p{sum.hi, sum.lo + (product.lo + 0x1.966743156003p-55)};
  return p / two_sum(1.0, 2.0 * a);
}

/// erfc(a) for 0.49 <= a.
inline double erfc_far(double a) {
  const double bounded = min(a, 28.0);
  const Two<double> square = two_product(bounded, bounded);
  const ScaledExp power = exp_two({-square.hi, -square.lo});
  return scale_by((scaled_erfc(bounded) * power.value).hi, power.exponent);
}

inline double erf(double x) {
  const double a = abs(x);
  const double value = a < 0.5 ? erf_near(a).hi : 1.0 - erfc_far(a);
  return is_nan(x) ? x : copysign(value, x);
}
inline double erfc(double x) {
  const double a = abs(x), far = erfc_far(a);
  const Two<double> near = erf_near(x);
  const double outside = x < 0.0 ? 2.0 - far : far;
  const double value = a < 0.5 ? (1.0 - near.hi) - near.lo : outside;
  return is_nan(x) ? x : value;
}

/// Far from 0 as 1 - exp(-p(x)), whose error is as small as the difference from 1.
inline float erf(float x) {
  const float a = abs(x), z = x * x, bounded = min(a, 4.0f);
  const float p = polynomial(z, 0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2cfp-4f, -0x1.b7f858p-6f, 0x1.53ff92p-8f,
                             -0x1.a3c95cp-11f, 0x1.48edeep-14f);
  const float q = polynomial(bounded, 0x1.208e56p+0f, 0x1.46a91cp-1f, 0x1.a6ce08p-4f, -0x1.66b54cp-6f, 0x1.842d6cp-9f,
                             -0x1.89d67p-13f);
  const float near = fma(a, p, a);
  const Two<float> exponent = two_product(bounded, q);
  const float far = fma(exp(-exponent.hi), exponent.lo + (0x1.507d7ep-12f - 1.0f), 1.0f);
  const float value = a > 1.0f ? far : near;
  return is_nan(x) ? x : copysign(value, x);
}
inline float erfc(float x) {
  const double a = abs(x), bounded = min(a, 12.0), z = bounded * bounded;
  const double t = (bounded - 3.0) / (bounded + 3.0);
  const double q =
      polynomial(t, 0x1.40c522dadf63fp+0, -0x1.15c0840a178ecp-3, -0x1.85a1931e31d1ep-5, 0x1.09834226e6021p-3,
                 -0x1.e889035710676p-4, 0x1.17cec3750087dp-4, -0x1.85c5609ea5033p-6, 0x1.477c359bb4aabp-9,
                 0x1.ffb2afa06e885p-10, -0x1.64b3f292d9badp-11, -0x1.725542b0286b2p-13);
  const double p = polynomial(z, 0x1.20dd75041ad44p+0, -0x1.8127466de1cb3p-2, 0x1.ce2ef17e961cbp-4,
                              -0x1.b8200f9a135ffp-6, 0x1.54ce256803489p-8, -0x1.934cb79de6082p-11);
  const double far = q / fma(2.0, bounded, 1.0) * exp(-z), near = 1.0 - x * p;
  const double value = a < 0.5 ? near : (x < 0.0f ? 2.0 - far : far);
  return is_nan(x) ? x : static_cast<float>(value);
}

} // namespace weft::math
