// Math functions that take numbers apart, against the host's own, on special values and random bit patterns.
#include "libdevice/math/math.hpp"

#include "accuracy.hpp"

#include <climits>

#include <gtest/gtest.h>

namespace weft::testing {
namespace {

template <class T> bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class T> class Parts : public ::testing::Test {};
using Formats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Parts, Formats);

TYPED_TEST(Parts, frexp_ilogb_and_modf_are_the_hosts) {
  sample<TypeParam>({-100, 100}, 100000, [](TypeParam x) {
    int exponent = 0, expected_exponent = 0;
    TypeParam whole = 0, expected_whole = 0;
    const TypeParam mantissa = math::frexp(x, &exponent), expected = std::frexp(x, &expected_exponent);
    ASSERT_TRUE(same(mantissa, expected)) << x;
    if (std::isfinite(x))
      ASSERT_EQ(exponent, expected_exponent) << x;
    ASSERT_EQ(math::ilogb(x), std::ilogb(x)) << x;
    const TypeParam fraction = math::modf(x, &whole), expected_fraction = std::modf(x, &expected_whole);
    ASSERT_TRUE(same(fraction, expected_fraction) && same(whole, expected_whole)) << x;
  });
}

TYPED_TEST(Parts, ldexp_rounds_once) {
  const int exponents[] = {0,    1,   -1,   5,    -30,   100,   -100, 127,   -127,  128,
                           -149, 300, -300, 1023, -1022, -1074, 2000, -2100, 99999, -99999};
  sample<TypeParam>({-100, 100}, 20000, [&](TypeParam x) {
    for (int n : exponents)
      ASSERT_TRUE(same(math::ldexp(x, n), std::ldexp(x, n))) << x << " * 2^" << n;
  });
}

TYPED_TEST(Parts, scalbln_takes_exponents_beyond_int) {
  const long exponents[] = {0, 3, -149, 1023, -2100, 5000, -5000, 1l << 32, -(1l << 32), LONG_MAX, LONG_MIN};
  const TypeParam smallest = std::numeric_limits<TypeParam>::denorm_min(),
                  largest = std::numeric_limits<TypeParam>::max();
  for (const TypeParam x : {TypeParam(0), TypeParam(-1.7), smallest, largest})
    for (const long n : exponents)
      EXPECT_TRUE(same(math::scalbln(x, n), std::scalbln(x, n))) << x << " * 2^" << n;
}

TYPED_TEST(Parts, remquo_gives_the_last_bits_of_the_quotient) {
  sample_pairs<TypeParam>({-500, 500}, {-5, 5}, 100000, [](TypeParam x, TypeParam y) {
    int quotient = 0, expected_quotient = 0;
    const TypeParam rest = math::remquo(x, y, &quotient), expected = std::remquo(x, y, &expected_quotient);
    ASSERT_TRUE(same(rest, expected)) << x << ", " << y;
    if (std::isfinite(x) && std::isfinite(y) && y != 0)
      ASSERT_EQ(quotient % 8, expected_quotient % 8) << x << ", " << y;
  });
}

TYPED_TEST(Parts, nextafter_is_the_hosts) {
  sample_pairs<TypeParam>({-5, 5}, {-5, 5}, 100000, [](TypeParam x, TypeParam y) {
    ASSERT_TRUE(same(math::nextafter(x, y), std::nextafter(x, y))) << x << ", " << y;
  });
}

TYPED_TEST(Parts, sincos_is_sin_and_cos) {
  sample<TypeParam>({-100, 100}, 100000, [](TypeParam x) {
    TypeParam sine = 0, cosine = 0;
    math::sincos(x, &sine, &cosine);
    ASSERT_TRUE(same(sine, math::sin(x)) && same(cosine, math::cos(x))) << x;
  });
}

TYPED_TEST(Parts, fract_stays_below_one) {
  sample<TypeParam>({-100, 100}, 100000, [](TypeParam x) {
    TypeParam whole = 0;
    const TypeParam fraction = math::fract(x, &whole);
    ASSERT_TRUE(std::isnan(x) || (fraction < 1 && !(fraction < 0))) << x;
    ASSERT_TRUE(same(whole, std::floor(x)) || whole == std::floor(x) || std::isnan(x)) << x;
  });
}

TYPED_TEST(Parts, fmin_and_fmax_ignore_nan) {
  sample_pairs<TypeParam>({-5, 5}, {-5, 5}, 10000, [](TypeParam x, TypeParam y) {
    const TypeParam larger = math::fmax(x, y), smaller = math::fmin(x, y);
    ASSERT_TRUE(larger == std::fmax(x, y) || (std::isnan(x) && std::isnan(y))) << x << ", " << y;
    ASSERT_TRUE(smaller == std::fmin(x, y) || (std::isnan(x) && std::isnan(y))) << x << ", " << y;
  });
}

TYPED_TEST(Parts, larger_and_smaller_magnitude) {
  EXPECT_EQ(math::maxmag(TypeParam(-3), TypeParam(2)), TypeParam(-3));
  EXPECT_EQ(math::minmag(TypeParam(-3), TypeParam(2)), TypeParam(2));
  EXPECT_EQ(math::maxmag(TypeParam(-2), TypeParam(2)), TypeParam(2));
  EXPECT_EQ(math::maxmag(std::numeric_limits<TypeParam>::quiet_NaN(), TypeParam(2)), TypeParam(2));
}

} // namespace
} // namespace weft::testing
