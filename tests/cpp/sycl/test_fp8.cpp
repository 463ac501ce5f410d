// sycl_ext_oneapi_fp8: every code of each format, rounding against the nearest numbers there are, and what does not
// fit.
#include <sycl/ext/oneapi/experimental/float_8bit/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "devices.hpp"

namespace xp = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::bfloat16;
using xp::rounding;
using xp::saturation;

namespace {

class Fp8 : public EachDevice {
public:
  /// What a kernel makes of each number.
  template <class Number, class Round> std::vector<float> rounded(const std::vector<float> &numbers, Round round) {
    const std::size_t n = numbers.size();
    float *from = shared<float>(n), *to = shared<float>(n);
    std::copy(numbers.begin(), numbers.end(), from);
    q.parallel_for(n, [=](sycl::id<1> i) { to[i] = static_cast<float>(round(from[i])); }).wait();
    return {to, to + n};
  }
};

template <class Number> Number of_code(std::uint8_t code) {
  Number x;
  x.vals[0] = code;
  return x;
}

/// All finite numbers of a format, ascending.
template <class Number> std::vector<float> numbers_of() {
  std::vector<float> all;
  for (int code = 0; code < 256; ++code)
    if (const float x(of_code<Number>(static_cast<std::uint8_t>(code))); std::isfinite(x))
      all.push_back(x);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<float> samples(float largest) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> exponent(-20, std::log2(largest)), sign(-1, 1);
  std::vector<float> all{0.f, largest, -largest, 1.f};
  for (int i = 0; i < 2000; ++i)
    all.push_back(std::copysign(std::exp2(exponent(random)), sign(random)));
  return all;
}

template <class Number> void expect_nearest(Fp8 &test, float largest) {
  const std::vector<float> there = numbers_of<Number>(), given = samples(largest);
  const auto expect = [&](rounding r, auto better) {
    const auto round = [r](float x) {
      const float one[] = {x};
      return Number(one, r);
    };
    const std::vector<float> made = test.rounded<Number>(given, round);
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto above = std::lower_bound(there.begin(), there.end(), given[i]);
      const float up = *above, down = *above == given[i] ? up : above[-1];
      EXPECT_EQ(made[i], better(given[i], down, up)) << given[i];
      EXPECT_EQ(static_cast<float>(round(given[i])), made[i]) << "on the host";
    }
  };
  expect(rounding::to_even, [](float x, float down, float up) { return x - down < up - x ? down : up; });
  expect(rounding::upward, [](float, float, float up) { return up; });
  expect(rounding::toward_zero, [](float x, float down, float up) { return x < 0 ? up : down; });
}

template <class Number> void expect_codes() {
  for (int code = 0; code < 256; ++code) {
    const auto x = of_code<Number>(static_cast<std::uint8_t>(code));
    const float one[] = {static_cast<float>(x)};
    if (!std::isnan(one[0]))
      EXPECT_EQ(static_cast<int>(Number(one, rounding::to_even, saturation::none).vals[0]), code);
  }
}
} // namespace

TEST(Fp8Codes, AreThoseOfTheirFormats) {
  expect_codes<xp::fp8_e4m3>();
  expect_codes<xp::fp8_e5m2>();
  expect_codes<xp::fp8_e8m0>();
  EXPECT_EQ(numbers_of<xp::fp8_e4m3>().back(), 448);
  EXPECT_EQ(numbers_of<xp::fp8_e5m2>().back(), 57344);
  EXPECT_EQ(numbers_of<xp::fp8_e8m0>().back(), std::ldexp(1.f, 127));
  EXPECT_EQ(static_cast<float>(of_code<xp::fp8_e4m3>(1)), std::ldexp(1.f, -9));
  EXPECT_EQ(static_cast<float>(of_code<xp::fp8_e5m2>(1)), std::ldexp(1.f, -16));
  EXPECT_EQ(static_cast<float>(of_code<xp::fp8_e8m0>(0)), std::ldexp(1.f, -127));
  EXPECT_TRUE(std::isnan(static_cast<float>(of_code<xp::fp8_e4m3>(0xff))));
  EXPECT_EQ(static_cast<float>(of_code<xp::fp8_e5m2>(0xfc)), -std::numeric_limits<float>::infinity());
}

TEST_P(Fp8, RoundsToWhatIsThere) {
  expect_nearest<xp::fp8_e4m3>(*this, 448);
  expect_nearest<xp::fp8_e5m2>(*this, 57344);
  const std::vector<float> up = rounded<xp::fp8_e8m0>({1.f, 1.1f, 3.f, 0.7f}, [](float x) { return xp::fp8_e8m0(x); });
  EXPECT_EQ(up, (std::vector{1.f, 2.f, 4.f, 1.f}));
}

TEST(Fp8Codes, TiesGoToEven) {
  EXPECT_EQ(static_cast<float>(xp::fp8_e4m3(17.f)), 16);
  EXPECT_EQ(static_cast<float>(xp::fp8_e4m3(19.f)), 20);
  EXPECT_EQ(static_cast<float>(xp::fp8_e5m2(sycl::half(9))), 8);
  EXPECT_EQ(static_cast<float>(xp::fp8_e5m2(bfloat16(11.f))), 12);
}

TEST(Fp8Codes, WhatDoesNotFitIsLargestOrInfinite) {
  const float infinity = std::numeric_limits<float>::infinity(), many[] = {1e9f, -infinity};
  EXPECT_EQ(static_cast<float>(xp::fp8_e4m3(465.f)), 448);
  EXPECT_EQ(static_cast<float>(xp::fp8_e4m3(-infinity)), -448);
  const auto finite = static_cast<sycl::marray<float, 2>>(xp::fp8_e5m2_x2(many)),
             none = static_cast<sycl::marray<float, 2>>(xp::fp8_e5m2_x2(many, rounding::to_even, saturation::none));
  EXPECT_TRUE(finite[0] == 57344 && finite[1] == -57344);
  EXPECT_TRUE(none[0] == infinity && none[1] == -infinity);
  EXPECT_EQ(xp::fp8_e8m0(infinity).vals[0], 0xfe);
  for (const float x : {static_cast<float>(xp::fp8_e4m3(NAN)), static_cast<float>(xp::fp8_e5m2(NAN)),
                        static_cast<float>(xp::fp8_e8m0(NAN))})
    EXPECT_TRUE(std::isnan(x));
}

TEST(Fp8Codes, WholeNumbersComeAndGo) {
  EXPECT_EQ(static_cast<int>(xp::fp8_e4m3(-12)), -12);
  EXPECT_EQ(static_cast<char>(xp::fp8_e8m0(char(4))), 4);
  EXPECT_EQ(static_cast<float>(xp::fp8_e4m3(static_cast<signed char>(-3))), -3);
  EXPECT_EQ(static_cast<signed char>(xp::fp8_e4m3(448)), 127);
  EXPECT_EQ(static_cast<unsigned char>(xp::fp8_e5m2(-5)), 0);
  EXPECT_EQ(static_cast<long long>(xp::fp8_e5m2(std::numeric_limits<long long>::min())), -57344);
  EXPECT_EQ(xp::fp8_e8m0((1ll << 53) + 1).vals[0], 127 + 54);
  EXPECT_EQ(static_cast<unsigned long>(xp::fp8_e8m0(~0ul)), ~0ul);
  xp::fp8_e4m3 x;
  x = 3.1f;
  EXPECT_EQ(static_cast<float>(x), 3);
  x = (unsigned short)(0);
  EXPECT_FALSE(static_cast<bool>(x));
  EXPECT_TRUE(static_cast<bool>(xp::fp8_e8m0(0)));
}

TEST(Fp8Codes, PairsArePlain) {
  static_assert(std::is_trivially_copyable_v<xp::fp8_e4m3_x2> &&
                std::is_trivially_default_constructible_v<xp::fp8_e5m2> && alignof(xp::fp8_e8m0_x2) == 2 &&
                sizeof(xp::fp8_e4m3) == 1);
  const xp::fp8_e4m3_x pair(sycl::half(1), sycl::half(-2));
  static_assert(std::is_same_v<decltype(pair), const xp::fp8_e4m3_x2>);
  const auto halves = static_cast<sycl::marray<sycl::half, 2>>(pair);
  EXPECT_TRUE(halves[0] == 1 && halves[1] == -2);
  const xp::fp8_e5m2_x2 again(static_cast<sycl::marray<bfloat16, 2>>(pair));
  EXPECT_EQ(static_cast<float>(static_cast<sycl::marray<bfloat16, 2>>(again)[1]), -2);
}

TEST_P(Fp8, RoundsAtRandomInProportion) {
  int *ups = shared<int>(1);
  q.single_task([=] {
     std::uint32_t seed = 1;
     for (int i = 0; i < 4000; ++i) {
       const sycl::half x[] = {sycl::half(1.0625f)}; // a quarter from 1 to 1.25
       *ups += static_cast<float>(xp::fp8_e5m2(x, xp::stochastic_seed(&seed))) > 1 ? 1 : 0;
     }
   }).wait();
  EXPECT_NEAR(*ups, 1000, 120);
}

WEFT_EACH_DEVICE(Fp8);
