// What lanes and blocks of folds hold, joined: NaN, complex numbers, the first of equals, and what stands around the
// fold.
#include <cmath>
#include <complex>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/indexing.hpp"
#include "array/values.hpp"

namespace weft::fuse {
namespace {

using array::Array;
using array::Scalar;
using array::test::make;
using array::test::values;
using ops::Op;
using ops::Reduction;

constexpr std::size_t one_block = 1000, many_blocks = 300000;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <class T> Array folded(Reduction kind, const std::vector<T> &elements) {
  return array::reduce(kind, make({static_cast<std::ptrdiff_t>(elements.size())}, elements), std::array{0}, false);
}

template <class T> std::int64_t place(Reduction kind, const std::vector<T> &elements) {
  return values<std::int64_t>(folded(kind, elements))[0];
}

TEST(Folds, TheFirstNanIsTheExtreme) {
  for (const std::size_t count : {one_block, many_blocks}) {
    std::vector<float> elements(count, 0.5f);
    elements[10] = 5;
    elements[20] = -5;
    EXPECT_EQ(place(Reduction::argmax, elements), 10);
    EXPECT_EQ(place(Reduction::argmin, elements), 20);
    elements[count - 300] = elements[count - 299] = nan;
    for (const Reduction kind : {Reduction::argmax, Reduction::argmin})
      EXPECT_EQ(place(kind, elements), static_cast<std::int64_t>(count - 300));
    for (const Reduction kind : {Reduction::max, Reduction::min})
      EXPECT_TRUE(std::isnan(values<float>(folded(kind, elements))[0]));
  }
}

TEST(Folds, ComplexNumbersAreOrderedByRealThenByImaginaryParts) {
  using Complex = std::complex<float>;
  for (const std::size_t count : {one_block, many_blocks}) {
    std::vector<Complex> elements(count);
    for (std::size_t i = 0; i < count; ++i)
      elements[i] = {1, static_cast<float>(i % 7)};
    elements[3] = {0, 99};
    elements[4] = {2, -1};
    elements[count - 2] = {2, 1};
    elements[count - 1] = {2, 1};
    EXPECT_EQ(place(Reduction::argmax, elements), static_cast<std::int64_t>(count - 2));
    elements[count - 4] = {0, -99};
    EXPECT_EQ(place(Reduction::argmin, elements), static_cast<std::int64_t>(count - 4));
    EXPECT_EQ(values<Complex>(folded(Reduction::max, elements))[0], Complex(2, 1));
    elements[count - 300] = {1, nan};
    elements[count - 200] = {nan, 1};
    for (const Reduction kind : {Reduction::argmax, Reduction::argmin})
      EXPECT_EQ(place(kind, elements), static_cast<std::int64_t>(count - 300));
  }
}

TEST(Folds, ProductsOfComplexNumbersAreTheirs) {
  using Complex = std::complex<float>;
  const std::vector<Complex> elements(one_block + 1, Complex(0, 1));
  EXPECT_EQ(values<Complex>(folded(Reduction::prod, elements))[0], Complex(0, 1));
}

constexpr std::ptrdiff_t rows = 5, columns = 100000;

Array row_sums() {
  return array::reduce(Reduction::sum, array::test::counting<std::int64_t>({rows, columns}), std::array{1}, false);
}

std::int64_t row_sum(std::int64_t row) {
  return columns * columns * row + columns * (columns - 1) / 2;
}

TEST(Folds, WhatIsJoinedIsPutWhereItsIndicesSay) {
  const Array target = make({rows}, std::vector<std::int64_t>(rows));
  const Array forwards = make({rows}, std::vector<std::int64_t>{0, 1, 2, 3, 4});
  const Array backwards = array::binary(Op::subtract, Scalar{std::int64_t{rows - 1}}, forwards);
  const Array beyond = array::binary(Op::add, row_sums(), Scalar{std::int64_t{1}}); // nobody holds the sums
  array::put(target, backwards, {.extent = rows}, beyond);
  const auto found = values<std::int64_t>(target);
  for (std::int64_t row = 0; row < rows; ++row)
    EXPECT_EQ(found[static_cast<std::size_t>(rows - 1 - row)], row_sum(row) + 1);
}

TEST(Folds, ShortFoldsBesideJoinedPartsReadBackwards) {
  const Array weights = array::test::counting<std::int64_t>({rows, 7}),
              factors = array::test::counting<std::int64_t>({7});
  const Array reversed = weights.with_layout({rows, 7}, {7, -1}, 6);
  const Array moments =
      array::reduce(Reduction::sum, array::binary(Op::multiply, reversed, factors), std::array{1}, false);
  const Array both = array::binary(Op::add, row_sums(), moments);
  const auto found = values<std::int64_t>(both);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t moment = 0;
    for (std::int64_t i = 0; i < 7; ++i)
      moment += (7 * row + 6 - i) * i;
    EXPECT_EQ(found[static_cast<std::size_t>(row)], row_sum(row) + moment);
  }
}

TEST(Folds, IndicesOfLongRunsOfSmallElementsAreFound) {
  for (const std::size_t at : {std::size_t(0), std::size_t(129), std::size_t(5000), many_blocks - 1}) {
    std::vector<std::int8_t> elements(many_blocks, -3);
    elements[at] = 1;
    EXPECT_EQ(place(Reduction::argmax, elements), static_cast<std::int64_t>(at));
    std::vector<std::int8_t> equal(many_blocks, 2);
    for (std::size_t i = 0; i < at; ++i)
      equal[i] = 1;
    EXPECT_EQ(place(Reduction::argmax, equal), static_cast<std::int64_t>(at)) << "the first of equals";
  }
}

} // namespace
} // namespace weft::fuse
