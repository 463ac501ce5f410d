// Sorts, compaction, takes and products against the standard library, by the kernels of CPUs and of GPUs.
#include <algorithm>
#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "array/algorithms/matrix_product.hpp"
#include "array/algorithms/select.hpp"
#include "array/algorithms/sort.hpp"
#include "array/indexing.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

/// Many equal ones among them.
template <class T> std::vector<T> scattered(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(static_cast<std::int64_t>(i * 2654435761u % 1009) - 500);
  return values;
}

Shape line(std::size_t count) {
  return Shape{static_cast<std::ptrdiff_t>(count)};
}

template <class T> void expect_sorted(std::size_t count, bool descending) {
  const auto data = scattered<T>(count);
  const Array x = make<T>(line(count), data);
  std::vector<std::int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
    const T first = data[static_cast<std::size_t>(a)], second = data[static_cast<std::size_t>(b)];
    return descending ? first > second : first < second;
  });
  ASSERT_EQ(values<std::int64_t>(argsort(x, 0, descending)), order) << count;
  const auto sorted = values<T>(sort(x, 0, descending));
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(sorted[i], data[static_cast<std::size_t>(order[i])]) << count << ", " << i;
}

TEST(Sort, IsStableInBothDirections) {
  for (const std::size_t count : {1u, 15u, 300u, 2048u, 5000u, 40001u, 200003u})
    for (const bool descending : {false, true}) {
      expect_sorted<std::int8_t>(count, descending);
      expect_sorted<std::int32_t>(count, descending);
      expect_sorted<float>(count, descending);
      expect_sorted<double>(count, descending);
    }
}

TEST(Select, CompressesAndExpands) {
  const std::size_t count = 70001;
  const auto data = scattered<float>(count);
  std::vector<std::uint8_t> flags(count);
  std::vector<float> kept;
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < count; ++i)
    if ((flags[i] = i % 7 < 3) != 0) {
      kept.push_back(data[i]);
      places.push_back(static_cast<std::int64_t>(i));
    }
  const Array x = make<float>(line(count), data), mask = make<std::uint8_t>(line(count), flags);
  EXPECT_EQ(values<float>(compress(mask, x)), kept);
  EXPECT_EQ(values<std::int64_t>(flat_nonzero(mask)), places);
  expand(x, mask, make<float>(line(3), {1, 2, 3}));
  auto expected = data;
  for (std::size_t k = 0; k < places.size(); ++k)
    expected[static_cast<std::size_t>(places[k])] = static_cast<float>(k % 3 + 1);
  EXPECT_EQ(values<float>(x), expected);
}

TEST(Take, NamesTheEndsBeyondThem) {
  const Array x = make<double>(line(4), {10, 11, 12, 13});
  const Array index = make<std::int64_t>(line(5), {-9, -1, 0, 2, 7});
  IndexedAxes way;
  way.extent = 4;
  EXPECT_EQ(values<double>(take(x, index, way)), (std::vector<double>{10, 13, 10, 12, 13}));
  way.clips = true;
  EXPECT_EQ(values<double>(take(x, index, way)), (std::vector<double>{10, 10, 10, 12, 13}));
}

template <class T> void expect_product(std::size_t rows, std::size_t depth, std::size_t columns) {
  const auto a = scattered<T>(rows * depth), b = scattered<T>(depth * columns);
  const auto extent = [](std::size_t n) { return static_cast<std::ptrdiff_t>(n); };
  const auto got = values<T>(matrix_product(make<T>(Shape{extent(rows), extent(depth)}, a),
                                            make<T>(Shape{extent(depth), extent(columns)}, b)));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      T sum = 0;
      for (std::size_t k = 0; k < depth; ++k)
        sum += a[i * depth + k] * b[k * columns + j];
      ASSERT_EQ(got[i * columns + j], sum) << i << ", " << j;
    }
}

TEST(MatrixProduct, EveryTail) {
  for (const auto &[rows, depth, columns] : std::vector<std::array<std::size_t, 3>>{
           {1, 1, 1}, {1, 50, 9}, {70, 500, 1}, {65, 3, 67}, {7, 40, 130}, {65, 37, 67}, {129, 17, 65}}) {
    expect_product<std::int32_t>(rows, depth, columns);
    expect_product<double>(rows, depth, columns);
    expect_product<std::complex<double>>(rows, depth, columns);
  }
}

} // namespace
} // namespace weft::array::test
