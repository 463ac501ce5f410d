// Sorts, compaction, takes and products against the standard library, by the kernels of CPUs and of GPUs.
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "array/algorithms/matrix_product.hpp"
#include "array/algorithms/select.hpp"
#include "array/algorithms/sort.hpp"
#include "array/build.hpp"
#include "array/indexing.hpp"
#include "array/masks.hpp"
#include "array/sets.hpp"
#include "support/error.hpp"
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

template <class T> void expect_sorted(const std::vector<T> &data, bool descending) {
  const std::size_t count = data.size();
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
  for (const std::size_t count : {1u, 15u, 300u, 512u, 513u, 2048u, 4096u, 4097u, 40001u, 200003u})
    for (const bool descending : {false, true}) {
      expect_sorted(scattered<std::int8_t>(count), descending);
      expect_sorted(scattered<std::int32_t>(count), descending);
      expect_sorted(scattered<float>(count), descending);
      expect_sorted(scattered<double>(count), descending);
    }
}

/// Digits that are the same in all keys of a row, first ones, last ones, and all.
TEST(Sort, KeysThatAreAlikeInSomeDigits) {
  for (const std::size_t count : {300u, 5000u, 70001u})
    for (const bool descending : {false, true}) {
      std::vector<std::uint32_t> small(count), large(count), same(count, 77);
      std::vector<std::uint64_t> middle(count);
      for (std::size_t i = 0; i < count; ++i) {
        small[i] = i * 2654435761u % 200;
        large[i] = small[i] << 24 | 5;
        middle[i] = std::uint64_t(small[i]) << 24;
      }
      expect_sorted(std::vector<std::int32_t>(small.begin(), small.end()), descending);
      expect_sorted(std::vector<std::int32_t>(large.begin(), large.end()), descending);
      expect_sorted(std::vector<std::int32_t>(same.begin(), same.end()), descending);
      expect_sorted(std::vector<std::int64_t>(middle.begin(), middle.end()), descending);
    }
}

TEST(Sort, RowsOfWhichSomeAreAlike) {
  constexpr std::ptrdiff_t rows = 3, extent = 5001;
  std::vector<std::int32_t> data(rows * extent, 9);
  for (std::size_t i = extent; i < 2 * extent; ++i)
    data[i] = static_cast<std::int32_t>(i * 2654435761u);
  const auto sorted = values<std::int32_t>(sort(make<std::int32_t>(Shape{rows, extent}, data), 1, false));
  std::ranges::sort(data.begin() + extent, data.begin() + 2 * extent);
  EXPECT_EQ(sorted, data);
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

TEST(Select, FlagsFromAnyPlaceInAnyNumber) {
  constexpr std::size_t count = 9001;
  const auto data = scattered<double>(count);
  std::vector<std::uint8_t> set(count);
  for (std::size_t i = 0; i < count; ++i)
    set[i] = (i * 2654435761u >> 7 & 3) == 0;
  const Array all = make<double>(line(count), data);
  const Array flags = astype(make<std::uint8_t>(line(count), set), Dtype::b1);
  for (const std::size_t first : {0, 1, 7, 8})
    for (const std::size_t last : {first, first + 1, first + 9, first + 2047, first + 2048, first + 2049, count}) {
      const auto part = [&](const Array &x) {
        return x.with_layout(line(last - first), Shape{1}, static_cast<std::ptrdiff_t>(first));
      };
      std::vector<double> kept;
      std::vector<std::int64_t> places;
      for (std::size_t i = first; i < last; ++i)
        if (set[i] != 0) {
          kept.push_back(data[i]);
          places.push_back(static_cast<std::int64_t>(i - first));
        }
      SCOPED_TRACE(fmt::format("{} to {}", first, last));
      EXPECT_EQ(values<double>(compress(part(flags), part(all))), kept);
      EXPECT_EQ(values<std::int64_t>(flat_nonzero(part(flags))), places);
    }
}

TEST(Select, ValuesThatAreTheTargetsOwnAreThoseFromBefore) {
  for (const std::size_t count : {std::size_t(20), std::size_t(200'000)}) // at once, and by kernels
    for (const bool all : {false, true}) {
      const auto data = scattered<float>(count);
      std::vector<std::uint8_t> flags(count);
      auto expected = data;
      std::size_t taken = 0;
      for (std::size_t i = 0; i < count; ++i)
        if ((flags[i] = i % 3 != 0) != 0)
          expected[i] = data[taken++];
      const Array x = make<float>(line(count), data), mask = make<std::uint8_t>(line(count), flags);
      const Array own = x.with_layout(line(taken), Shape{1}, 0);
      if (all)
        EXPECT_EQ(put_all(x, mask, own), taken);
      else
        put_selected(x, mask, own);
      EXPECT_EQ(values<float>(x), expected) << count;
    }
}

TEST(Select, FailuresBeforeAreTold) {
  const Array x = counting<float>({8}), mask = counting<std::uint8_t>({8});
  x.evaluate();
  const std::function<void()> looks[] = {[&] { nonzero(x); }, [&] { selected(mask, x); },
                                         [&] { unique(x, false, false); }};
  for (const auto &look : looks) {
    queue()->wait_and_throw();
    queue()->host_task([] { throw Error(Errc::runtime, "a task of the queue"); }).wait();
    EXPECT_THROW(look(), Error);
  }
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

/// Stacks of three matrices, or one matrix that all of the other's share.
template <class T> void expect_products(const Shape &stack_a, const Shape &stack_b) {
  constexpr std::size_t rows = 65, depth = 37, columns = 67;
  const auto count = [](const Shape &stack) { return fuse::dense_layout(stack, 'C')->size(); };
  const auto matrices = [](Shape stack, std::size_t down, std::size_t across, const std::vector<T> &from) {
    stack.push_back(static_cast<std::ptrdiff_t>(down));
    stack.push_back(static_cast<std::ptrdiff_t>(across));
    return make<T>(stack, from);
  };
  const auto a = scattered<T>(count(stack_a) * rows * depth), b = scattered<T>(count(stack_b) * depth * columns);
  const auto got = values<T>(matrix_product(matrices(stack_a, rows, depth, a), matrices(stack_b, depth, columns, b)));
  const std::size_t batches = std::max(count(stack_a), count(stack_b));
  ASSERT_EQ(got.size(), batches * rows * columns);
  for (std::size_t n = 0; n < batches; ++n)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        const T *const left = &a[(n % count(stack_a) * rows + i) * depth];
        const T *const right = &b[n % count(stack_b) * depth * columns + j];
        T sum = 0;
        for (std::size_t k = 0; k < depth; ++k)
          sum += left[k] * right[k * columns];
        ASSERT_EQ(got[(n * rows + i) * columns + j], sum) << n << ": " << i << ", " << j;
      }
}

TEST(MatrixProduct, StacksOfMatrices) {
  for (const auto &[a, b] : std::vector<std::pair<Shape, Shape>>{
           {{3}, {3}}, {{3}, {}}, {{}, {3}}, {{3}, {1}}, {{1}, {3}}, {{2, 3}, {3}}, {{3}, {2, 3}}}) {
    expect_products<std::int32_t>(a, b);
    expect_products<double>(a, b);
  }
}

TEST(MatrixProduct, OfTruthIsTrueWhereBothAre) {
  const std::size_t n = 67;
  const auto a = scattered<std::uint8_t>(n * n), b = scattered<std::uint8_t>(n * n);
  const auto sparse = [&](const std::vector<std::uint8_t> &from) {
    std::vector<std::uint8_t> flags(from.size());
    std::ranges::transform(from, flags.begin(), [](std::uint8_t x) { return x % 16 == 0; });
    return flags;
  };
  const auto left = sparse(a), right = sparse(b);
  const Shape square{67, 67};
  const auto truth = [&](const std::vector<std::uint8_t> &flags) {
    return astype(make<std::uint8_t>(square, flags), Dtype::b1);
  };
  const auto got = values<std::uint8_t>(astype(matrix_product(truth(left), truth(right)), Dtype::u8));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      bool any = false;
      for (std::size_t k = 0; k < n; ++k)
        any |= left[i * n + k] != 0 && right[k * n + j] != 0;
      ASSERT_EQ(got[i * n + j] != 0, any) << i << ", " << j;
    }
}

TEST(MatrixProduct, InfinitiesStayInTheirRowsAndColumns) {
  const std::size_t n = 70, depth = 37;
  std::vector<double> a(n * depth, 1), b(depth * n, 1);
  a[1 * depth] = b[0 * n + 1] = std::numeric_limits<double>::infinity();
  const Array product = matrix_product(make<double>(Shape{70, 37}, a), make<double>(Shape{37, 70}, b));
  const auto got = values<double>(product);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      ASSERT_EQ(got[i * n + j], i == 1 || j == 1 ? std::numeric_limits<double>::infinity() : double(depth))
          << i << ", " << j;
}

} // namespace
} // namespace weft::array::test
