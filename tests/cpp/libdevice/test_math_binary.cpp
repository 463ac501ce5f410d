// Math functions of two arguments against glibc's long double ones: bounds in ULP, special values.
#include "libdevice/math/math.hpp"

#include "accuracy.hpp"

#include <gtest/gtest.h>

namespace weft::testing {
namespace {

using Reference = long double (*)(long double, long double);

struct Case {
  const char *name;
  float (*f32)(float, float);
  double (*f64)(double, double);
  Reference exact;
  Range first, second;
  double bound32 = 1.0, bound64 = 1.0;
};

#define CASE(name)                                                                                                     \
  #name, [](float x, float y) { return math::name(x, y); }, [](double x, double y) { return math::name(x, y); }

/// The root's own integer, from a float that holds it.
template <class T> int integer_of(T n) {
  return static_cast<int>(std::fmax(T(-1000), std::fmin(T(1000), n == n ? n : T(3))));
}

long double pown_exact(long double x, long double n) {
  return std::pow(x, static_cast<long double>(integer_of(n)));
}
long double rootn_exact(long double x, long double n) {
  const int root = integer_of(n);
  const bool odd = root % 2 != 0;
  if (root == 0 || std::isnan(x) || (x < 0 && !odd))
    return std::numeric_limits<long double>::quiet_NaN();
  const long double size = std::pow(std::fabs(x), 1.0L / root);
  return odd ? std::copysign(size, x) : size;
}
long double powr_exact(long double x, long double y) {
  const bool undefined =
      x < 0 || std::isnan(x) || std::isnan(y) || (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
  return undefined ? std::numeric_limits<long double>::quiet_NaN() : std::pow(std::fabs(x), y);
}
long double atan2pi_exact(long double y, long double x) {
  return std::atan2(y, x) / 3.141592653589793238462643383279502884L;
}

// clang-format off
const Case cases[] = {
    {CASE(pow), std::pow, {0, 10}, {-50, 50}},
    {CASE(powr), powr_exact, {0, 10}, {-50, 50}},
    {"pown", [](float x, float n) { return math::pown(x, integer_of(n)); },
     [](double x, double n) { return math::pown(x, integer_of(n)); }, pown_exact, {-3, 3}, {-100, 100}},
    {"rootn", [](float x, float n) { return math::rootn(x, integer_of(n)); },
     [](double x, double n) { return math::rootn(x, integer_of(n)); }, rootn_exact, {-30, 30}, {-20, 20}},
    {CASE(hypot), std::hypot, {-5, 5}, {-5, 5}},
    {CASE(fmod), std::fmod, {-50, 50}, {-5, 5}, 0, 0},
    {CASE(remainder), std::remainder, {-50, 50}, {-5, 5}, 0, 0},
    {CASE(fdim), std::fdim, {-5, 5}, {-5, 5}, 0.5, 0.5},
    {CASE(atan2), std::atan2, {-5, 5}, {-5, 5}},
    {CASE(atan2pi), atan2pi_exact, {-5, 5}, {-5, 5}},
};
// clang-format on

void PrintTo(const Case &each, std::ostream *out) {
  *out << each.name;
}

class BinaryAccuracy : public ::testing::TestWithParam<Case> {};

template <class T> Worst measure(T (*function)(T, T), const Case &each) {
  Worst worst;
  sample_pairs<T>(each.first, each.second, 300000,
                  [&](T x, T y) { worst.see(ulp_error(function(x, y), each.exact(x, y)), x, y); });
  return worst;
}

TEST_P(BinaryAccuracy, float_is_within_bound) {
  const Worst worst = measure<float>(GetParam().f32, GetParam());
  RecordProperty("ulp", std::to_string(worst.ulp));
  EXPECT_LE(worst.ulp, GetParam().bound32) << GetParam().name << " at " << worst.at;
}

TEST_P(BinaryAccuracy, double_is_within_bound) {
  const Worst worst = measure<double>(GetParam().f64, GetParam());
  RecordProperty("ulp", std::to_string(worst.ulp));
  EXPECT_LE(worst.ulp, GetParam().bound64) << GetParam().name << " at " << worst.at;
}

INSTANTIATE_TEST_SUITE_P(math, BinaryAccuracy, ::testing::ValuesIn(cases),
                         [](const auto &each) { return std::string(each.param.name); });

/// As far as exponents go: an error of the logarithm counts most where its product with y is large.
template <class T> Worst worst_pow_of_any_size() {
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(20240229);
  std::uniform_real_distribution<double> base(0.5, 2), power(Limits::min_exponent, Limits::max_exponent - 1);
  Worst worst;
  for (int i = 0; i < 500000; ++i) {
    const T x = static_cast<T>(base(random)), y = static_cast<T>(power(random) / std::log2(x));
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    worst.see(ulp_error(math::pow(x, y), exact), x, y);
  }
  return worst;
}
TEST(pow, is_within_one_ulp_whatever_size_it_has) {
  const Worst narrow = worst_pow_of_any_size<float>(), wide = worst_pow_of_any_size<double>();
  EXPECT_LE(narrow.ulp, 1.0) << narrow.at;
  EXPECT_LE(wide.ulp, 1.0) << wide.at;
}

} // namespace
} // namespace weft::testing
