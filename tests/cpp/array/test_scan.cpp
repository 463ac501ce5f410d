// Scans against plain loops, for every kernel that they take.
#include <array>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "array/algorithms/scan.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

/// Small integers, so that sums of floats are exact in any order.
template <class T> std::vector<T> small_values(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>((i * 7919) % 5);
  return values;
}

/// Sums along the middle axis of (outer, extent, inner), once after an initial zero.
template <class T> void expect_prefixes(std::size_t outer, std::size_t extent, std::size_t inner) {
  SCOPED_TRACE(fmt::format("({}, {}, {}) of {} bytes", outer, extent, inner, sizeof(T)));
  const auto data = small_values<T>(outer * extent * inner);
  const Array x = make<T>(Shape{static_cast<std::ptrdiff_t>(outer), static_cast<std::ptrdiff_t>(extent),
                                static_cast<std::ptrdiff_t>(inner)},
                          data);
  for (const bool initial : {false, true}) {
    const auto got = values<T>(scan(Scan::sum, x, 1, x.dtype(), initial));
    const std::size_t length = extent + initial;
    ASSERT_EQ(got.size(), outer * length * inner);
    for (std::size_t i = 0; i < outer; ++i)
      for (std::size_t k = 0; k < inner; ++k) {
        T sum = 0;
        if (initial)
          ASSERT_EQ(got[i * length * inner + k], T(0));
        for (std::size_t j = 0; j < extent; ++j) {
          sum += data[(i * extent + j) * inner + k];
          ASSERT_EQ(got[(i * length + j + initial) * inner + k], sum) << i << ", " << j << ", " << k;
        }
      }
  }
}

TEST(Scan, EveryShape) {
  for (const auto &[outer, extent, inner] : std::vector<std::array<std::size_t, 3>>{{1, 1, 1},
                                                                                    {1, 31, 1},
                                                                                    {1, 32, 1},
                                                                                    {3, 100, 1},
                                                                                    {1, 2048, 1},
                                                                                    {1, 2049, 1},
                                                                                    {2, 70001, 1},
                                                                                    {1, 600000, 1},
                                                                                    {100, 257, 1},
                                                                                    {300, 9, 1},
                                                                                    {77, 33, 1},
                                                                                    {5, 1024, 1},
                                                                                    {3, 4099, 1},
                                                                                    {9, 200, 5},
                                                                                    {4, 33, 17},
                                                                                    {1, 9000, 3},
                                                                                    {0, 3, 2},
                                                                                    {3, 0, 2}}) {
    expect_prefixes<float>(outer, extent, inner);
    expect_prefixes<std::int32_t>(outer, extent, inner);
    expect_prefixes<double>(outer, extent, inner);
    expect_prefixes<std::complex<double>>(outer, extent, inner);
  }
}

/// More than groups of a GPU scan in a block of blocks, and one more than whole ones.
TEST(Scan, ManyTiles) {
  expect_prefixes<float>(1, 1024 * 4096 + 4097, 1);
  expect_prefixes<std::complex<double>>(2, 1024 * 1024 + 3, 1);
}

/// Vectors of 16 bytes lie where memory has them.
TEST(Scan, FromAnyPlace) {
  const auto data = small_values<float>(100000);
  const Array all = make<float>(Shape{100000}, data);
  for (const std::ptrdiff_t first : {1, 2, 4})
    for (const std::ptrdiff_t count : {4096, 70000}) {
      const auto got = values<float>(scan(Scan::sum, all.with_layout({count}, {1}, first), 0));
      float sum = 0;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        ASSERT_EQ(got[static_cast<std::size_t>(i)], sum += data[static_cast<std::size_t>(first + i)])
            << first << ", " << i;
    }
}

TEST(Scan, NarrowIntegersWrap) {
  const std::vector<std::int8_t> ones(300, 1);
  const auto got = values<std::int8_t>(scan(Scan::sum, make<std::int8_t>(Shape{300}, ones), 0, Dtype::i8));
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], static_cast<std::int8_t>(i + 1)) << i;
}

TEST(Scan, IntoItsInput) {
  const Array x = make<float>(Shape{1000}, std::vector<float>(1000, 1.0f));
  scan(Scan::sum, x, 0, {}, false, &x);
  const auto got = values<float>(x);
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], static_cast<float>(i + 1));
}

} // namespace
} // namespace weft::array::test
