// Every unary math function against glibc's long double one: bounds in ULP, special values.
#include "libdevice/math/math.hpp"

#include "accuracy.hpp"

#include <gtest/gtest.h>

namespace weft::testing {
namespace {

using Reference = long double (*)(long double);

struct Case {
  const char *name;
  float (*f32)(float);
  double (*f64)(double);
  Reference exact;
  Range range;
  double bound32 = 1.0, bound64 = 1.0;
};

// sin(pi x) and its like in long double: x is reduced exactly to an eighth of a turn first.
struct Turns {
  int quadrant;
  long double angle;
};
Turns reduced_turns(long double x) {
  const long double rest = std::fmod(x, 2.0L), quarters = std::nearbyint(rest * 2);
  const int quadrant = std::isfinite(x) ? static_cast<int>(quarters) & 3 : 0;
  return {quadrant, (rest - quarters / 2) * 3.141592653589793238462643383279502884L};
}
long double with_sign(long double value, long double zero_sign) {
  return value == 0 ? std::copysign(0.0L, zero_sign) : value;
}
long double sinpi_exact(long double x) {
  const Turns turns = reduced_turns(x);
  const long double s = std::sin(turns.angle), c = std::cos(turns.angle);
  const long double values[] = {s, c, -s, -c};
  return with_sign(values[turns.quadrant], x);
}
long double cospi_exact(long double x) {
  const Turns turns = reduced_turns(x);
  const long double s = std::sin(turns.angle), c = std::cos(turns.angle);
  const long double values[] = {c, -s, -c, s};
  return with_sign(values[turns.quadrant], 1);
}
/// IEEE 754-2019: tanPi(n) is +0 for even and -0 for odd positive n, tanPi(n + 1/2) an infinity of that sign; odd.
long double tanpi_exact(long double x) {
  const Turns turns = reduced_turns(std::fabs(x));
  const long double sign = (turns.quadrant & 2 ? -1.0L : 1.0L) * std::copysign(1.0L, x);
  if (turns.angle == 0)
    return turns.quadrant & 1 ? sign * std::numeric_limits<long double>::infinity() : std::copysign(0.0L, sign);
  const long double value = turns.quadrant & 1 ? -1 / std::tan(turns.angle) : std::tan(turns.angle);
  return std::copysign(1.0L, x) * value;
}

/// IEEE 754: rSqrt(-0) is -infinity.
long double rsqrt_exact(long double x) {
  return 1 / std::sqrt(x);
}

template <Reference function> long double over_pi(long double x) {
  return function(x) / 3.141592653589793238462643383279502884L;
}

void PrintTo(const Case &each, std::ostream *out) {
  *out << each.name;
}

#define CASE(name) #name, [](float x) { return math::name(x); }, [](double x) { return math::name(x); }

// clang-format off
const Case cases[] = {
    {CASE(exp), std::exp, {-110, 90}},
    {CASE(exp2), std::exp2, {-150, 130}},
    {CASE(exp10), exp10l, {-46, 39}},
    {CASE(expm1), std::expm1, {-20, 20}},
    {CASE(log), std::log, {0, 4}},
    {CASE(log2), std::log2, {0, 4}},
    {CASE(log10), std::log10, {0, 4}},
    {CASE(log1p), std::log1p, {-1, 3}},
    {CASE(cbrt), std::cbrt, {-30, 30}},
    {CASE(rsqrt), rsqrt_exact, {0, 30}},
    {CASE(erf), std::erf, {-4, 4}},
    {CASE(erfc), std::erfc, {-6, 28}},
    {CASE(tgamma), std::tgamma, {-20, 30}},
    {CASE(logb), std::logb, {-6, 28}, 0, 0},
    {CASE(round), std::round, {-6, 28}, 0, 0},
    {CASE(sin), std::sin, {-1000, 1000}},
    {CASE(cos), std::cos, {-1000, 1000}},
    {CASE(tan), std::tan, {-1000, 1000}},
    {CASE(sinpi), sinpi_exact, {-4, 4}},
    {CASE(cospi), cospi_exact, {-4, 4}},
    {CASE(tanpi), tanpi_exact, {-4, 4}},
    {CASE(asin), std::asin, {-1, 1}},
    {CASE(acos), std::acos, {-1, 1}},
    {CASE(atan), std::atan, {-4, 4}},
    {CASE(asinpi), over_pi<asinl>, {-1, 1}},
    {CASE(acospi), over_pi<acosl>, {-1, 1}},
    {CASE(atanpi), over_pi<atanl>, {-4, 4}},
    {CASE(sinh), std::sinh, {-22, 22}},
    {CASE(cosh), std::cosh, {-22, 22}},
    {CASE(tanh), std::tanh, {-3, 3}},
    {CASE(asinh), std::asinh, {-5, 5}},
    {CASE(acosh), std::acosh, {1, 5}},
    {CASE(atanh), std::atanh, {-1, 1}},
};
// clang-format on

/// Near the zeros of lgamma between negative integers only the absolute error is small.
template <class T> void expect_lgamma_within_bound(Range range) {
  sample<T>(range, 200000, [](T x) {
    const long double exact = std::lgamma(static_cast<long double>(x));
    const T value = math::lgamma(x);
    const double absolute = static_cast<double>(std::fabs(value - exact));
    ASSERT_TRUE(ulp_error(value, exact) <= 1.0 || (x < 0 && absolute <= 0x1p-54)) << x << " gives " << value;
  });
}
TEST(lgamma, is_within_one_ulp_or_a_small_absolute_error) {
  expect_lgamma_within_bound<float>({-20, 30});
  expect_lgamma_within_bound<double>({-20, 30});
}

TEST(asinh, is_within_one_ulp_where_its_argument_of_log1p_has_a_second_part) {
  for (float x = 0.2f; x < 0.3f; x = std::nextafter(x, 1.0f))
    ASSERT_LE(ulp_error(math::asinh(x), std::asinh(static_cast<long double>(x))), 1.0) << x;
}

TEST(tan, is_within_one_ulp_where_quadrants_meet) {
  for (float x = 0.77f; x < 0.8f; x = std::nextafter(x, 1.0f))
    ASSERT_LE(ulp_error(math::tan(x), std::tan(static_cast<long double>(x))), 1.0) << x;
}

TEST(tanh, is_within_one_ulp_where_its_two_forms_meet) {
  for (float x = 0.9f; x < 1.05f; x = std::nextafter(x, 2.0f))
    ASSERT_LE(ulp_error(math::tanh(x), std::tanh(static_cast<long double>(x))), 1.0) << x;
}

class Accuracy : public ::testing::TestWithParam<Case> {};

template <class T> Worst measure(T (*function)(T), Reference exact, Range range) {
  Worst worst;
  sample<T>(range, 300000, [&](T x) { worst.see(ulp_error(function(x), exact(x)), x); });
  return worst;
}

TEST_P(Accuracy, float_is_within_bound) {
  const Worst worst = measure<float>(GetParam().f32, GetParam().exact, GetParam().range);
  RecordProperty("ulp", std::to_string(worst.ulp));
  EXPECT_LE(worst.ulp, GetParam().bound32) << GetParam().name << " at " << worst.at;
}

TEST_P(Accuracy, double_is_within_bound) {
  const Worst worst = measure<double>(GetParam().f64, GetParam().exact, GetParam().range);
  RecordProperty("ulp", std::to_string(worst.ulp));
  EXPECT_LE(worst.ulp, GetParam().bound64) << GetParam().name << " at " << worst.at;
}

INSTANTIATE_TEST_SUITE_P(math, Accuracy, ::testing::ValuesIn(cases),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace
} // namespace weft::testing
