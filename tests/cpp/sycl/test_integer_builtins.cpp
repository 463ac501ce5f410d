// Integer builtins on the host by their definitions, in numbers wide enough for every result.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "devices.hpp"

namespace {

template <class T> class IntegerBuiltins : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                                std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerBuiltins, Integers);

template <class T> using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
template <class T> constexpr int width = 8 * sizeof(T);

template <class T> std::vector<T> samples() {
  using L = std::numeric_limits<T>;
  return {L::min(),
          static_cast<T>(L::min() + 1),
          T(0),
          T(1),
          static_cast<T>(-1),
          T(77),
          static_cast<T>(L::max() / 2 + 3),
          static_cast<T>(L::max() - 1),
          L::max()};
}

TYPED_TEST(IntegerBuiltins, OfOneNumber) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  for (const T x : samples<T>()) {
    const U bits = static_cast<U>(x);
    int leading = width<T>, trailing = width<T>, ones = 0;
    for (int i = 0; i < width<T>; ++i)
      if ((bits >> i & 1) != 0) {
        leading = width<T> - 1 - i;
        trailing = std::min(trailing, i);
        ++ones;
      }
    EXPECT_EQ(sycl::clz(x), static_cast<T>(leading)) << +x;
    EXPECT_EQ(sycl::ctz(x), static_cast<T>(trailing)) << +x;
    EXPECT_EQ(sycl::popcount(x), static_cast<T>(ones)) << +x;
    EXPECT_EQ(sycl::abs(x), static_cast<T>(x < 0 ? -Wide<T>(x) : Wide<T>(x))) << +x;
    for (const int by : {1, 5, width<T> - 1}) {
      const U turned = static_cast<U>(static_cast<U>(bits << by) | static_cast<U>(bits >> (width<T> - by)));
      EXPECT_EQ(sycl::rotate(x, static_cast<T>(by)), static_cast<T>(turned)) << +x << " by " << by;
    }
    EXPECT_EQ(sycl::rotate(x, T(0)), x);
  }
}

TYPED_TEST(IntegerBuiltins, OfTwoNumbers) {
  using T = TypeParam;
  const auto floored_half = [](Wide<T> sum) { return static_cast<T>(sum >> 1); };
  for (const T x : samples<T>())
    for (const T y : samples<T>()) {
      const Wide<T> a = x, b = y;
      EXPECT_EQ(sycl::hadd(x, y), floored_half(a + b)) << +x << ", " << +y;
      EXPECT_EQ(sycl::rhadd(x, y), floored_half(a + b + 1)) << +x << ", " << +y;
      EXPECT_EQ(sycl::mul_hi(x, y), static_cast<T>((a * b) >> width<T>)) << +x << ", " << +y;
      EXPECT_EQ(sycl::abs_diff(x, y), static_cast<T>(a > b ? a - b : b - a)) << +x << ", " << +y;
      EXPECT_EQ(sycl::min(x, y), a < b ? x : y) << +x << ", " << +y;
      EXPECT_EQ(sycl::max(x, y), a < b ? y : x) << +x << ", " << +y;
    }
}

TYPED_TEST(IntegerBuiltins, OfThreeNumbers) {
  using T = TypeParam;
  for (const T x : samples<T>())
    for (const T y : samples<T>())
      for (const T z : samples<T>()) {
        const Wide<T> high = (Wide<T>(x) * Wide<T>(y)) >> width<T>;
        EXPECT_EQ(sycl::mad_hi(x, y, z), static_cast<T>(high + z)) << +x << ", " << +y << ", " << +z;
        EXPECT_EQ(sycl::bitselect(x, y, z), static_cast<T>((x & ~z) | (y & z))) << +x << ", " << +y << ", " << +z;
        if (y <= z)
          EXPECT_EQ(sycl::clamp(x, y, z), x < y ? y : z < x ? z : x) << +x << ", " << +y << ", " << +z;
      }
}

TEST(IntegerBuiltinsOf24Bits, MultiplyAndAdd) {
  EXPECT_EQ(sycl::mul24(-5, 7), -35);
  EXPECT_EQ(sycl::mul24(5000u, 3u), 15000u);
  EXPECT_EQ(sycl::mad24(-5, 7, 100), 65);
  EXPECT_EQ(sycl::mad24(5000u, 3u, 2u), 15002u);
}

TEST(FastBuiltins, AreThoseWithoutFast) {
  EXPECT_EQ(sycl::mad(3.0f, 4.0f, 5.0f), 17.0f);
  EXPECT_EQ(sycl::mad(3.0, 4.0, 5.0), 17.0);
  EXPECT_EQ(sycl::fast_length(-3.0f), 3.0f);
  EXPECT_EQ(sycl::fast_distance(1.0f, 4.5f), 3.5f);
  EXPECT_EQ(sycl::fast_normalize(-3.0f), -1.0f);
  const sycl::float2 v(3, -4);
  EXPECT_EQ(sycl::fast_length(v), 5.0f);
  EXPECT_EQ(sycl::fast_distance(v, sycl::float2(0, -8)), 5.0f);
  EXPECT_FLOAT_EQ(sycl::fast_normalize(v)[0], 0.6f);
  EXPECT_FLOAT_EQ(sycl::fast_normalize(v)[1], -0.8f);
}

} // namespace
