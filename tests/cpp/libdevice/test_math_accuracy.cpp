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

void PrintTo(const Case &each, std::ostream *out) {
  *out << each.name;
}

#define CASE(name) #name, [](float x) { return math::name(x); }, [](double x) { return math::name(x); }

const Case cases[] = {
    {CASE(exp), std::exp, {-110, 90}},    {CASE(exp2), std::exp2, {-150, 130}}, {CASE(exp10), exp10l, {-46, 39}},
    {CASE(expm1), std::expm1, {-20, 20}}, {CASE(log), std::log, {0, 4}},        {CASE(log2), std::log2, {0, 4}},
    {CASE(log10), std::log10, {0, 4}},    {CASE(log1p), std::log1p, {-1, 3}},
};

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
