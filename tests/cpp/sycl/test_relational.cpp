// Relational builtins of every pair of special numbers, on the host: what the operators say, alone and in vectors.
#include <array>
#include <limits>

#include "devices.hpp"

namespace {

template <class T> class Relational : public testing::Test {};
using Floats = testing::Types<sycl::half, float, double>;
TYPED_TEST_SUITE(Relational, Floats);

template <class T> std::array<T, 9> special_numbers() {
  using Limits = std::numeric_limits<T>;
  return {-Limits::infinity(),  T(-1), -Limits::min(),     T(-0.0f),           T(0),
          Limits::denorm_min(), T(1),  Limits::infinity(), Limits::quiet_NaN()};
}

/// Elements of vectors are -1 where it holds.
template <class T, class F> void expect_of_two(const char *name, F f, bool (*holds)(double, double)) {
  for (const T x : special_numbers<T>())
    for (const T y : special_numbers<T>()) {
      const bool expected = holds(double(x), double(y)), turned = holds(double(y), double(x));
      EXPECT_EQ(f(x, y), expected) << name << " of " << double(x) << " and " << double(y);
      const auto both = f(sycl::vec<T, 2>(x, y), sycl::vec<T, 2>(y, x));
      EXPECT_EQ(both[0], expected ? -1 : 0) << name << " in a vec of " << double(x) << " and " << double(y);
      EXPECT_EQ(both[1], turned ? -1 : 0) << name << " in a vec of " << double(y) << " and " << double(x);
      const sycl::marray<bool, 2> each = f(sycl::marray<T, 2>(x, y), sycl::marray<T, 2>(y, x));
      EXPECT_EQ(each[0], expected) << name << " in an marray";
      EXPECT_EQ(each[1], turned) << name << " in an marray";
    }
}

template <class T, class F> void expect_of_one(const char *name, F f, bool (*holds)(T)) {
  for (const T x : special_numbers<T>()) {
    EXPECT_EQ(f(x), holds(x)) << name << " of " << double(x);
    EXPECT_EQ(f(sycl::vec<T, 2>(T(1), x))[1], holds(x) ? -1 : 0) << name << " in a vec of " << double(x);
  }
}

#define OF_TWO(name, condition)                                                                                        \
  expect_of_two<TypeParam>(                                                                                            \
      #name, [](const auto &a, const auto &b) { return sycl::name(a, b); },                                            \
      [](double x, double y) { return condition; })
#define OF_ONE(name, condition)                                                                                        \
  expect_of_one<TypeParam>(#name, [](const auto &a) { return sycl::name(a); }, [](TypeParam x) { return condition; })

TYPED_TEST(Relational, FunctionsOfTwoNumbers) {
  OF_TWO(isequal, x == y);
  OF_TWO(isnotequal, x != y);
  OF_TWO(isgreater, x > y);
  OF_TWO(isgreaterequal, x >= y);
  OF_TWO(isless, x < y);
  OF_TWO(islessequal, x <= y);
  OF_TWO(islessgreater, x < y || x > y);
  OF_TWO(isordered, !std::isnan(x) && !std::isnan(y));
  OF_TWO(isunordered, std::isnan(x) || std::isnan(y));
}

TYPED_TEST(Relational, FunctionsOfOneNumber) {
  using Limits = std::numeric_limits<TypeParam>;
  OF_ONE(isnan, std::isnan(double(x)));
  OF_ONE(isinf, std::isinf(double(x)));
  OF_ONE(isfinite, std::isfinite(double(x)));
  OF_ONE(isnormal, std::isfinite(double(x)) && std::abs(double(x)) >= double(Limits::min()));
  OF_ONE(signbit, std::signbit(double(x)));
}

} // namespace
