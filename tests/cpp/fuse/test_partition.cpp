// What is computed on the way and what becomes memory first, told by the kernels that are launched.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/values.hpp"
#include "support/explain.hpp"

namespace weft::fuse {
namespace {

using array::Array;
using array::Scalar;
using array::test::queue;
using array::test::values;
using ops::Op;
using ops::Reduction;

/// Lines that name a kernel, of those that the fuser writes while `body` runs.
std::vector<std::string> kernels_of(const std::function<void()> &body) {
  std::vector<std::string> lines;
  set_explain_sink([&](const std::string &line) {
    if (line.find("fuse: kernel ") != std::string::npos)
      lines.push_back(line);
  });
  body();
  set_explain_sink({});
  return lines;
}

std::size_t first_passes(const std::vector<std::string> &kernels) {
  return static_cast<std::size_t>(std::ranges::count_if(
      kernels, [](const std::string &line) { return line.find("partial results") != std::string::npos; }));
}

Array ones(const Shape &shape, Dtype dtype = Dtype::f32) {
  const Array array = array::full(shape, Scalar{1.0}, dtype, queue(), AllocationKind::device);
  array.evaluate();
  return array;
}

/// Element i is some fraction that only i decides.
template <class T> Array fractions(const Shape &shape) {
  std::vector<T> numbers(dense_layout(shape, 'C')->size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<T>(i * 2654435761u % 65536) / T(65521);
  return array::test::make(shape, numbers);
}

Array dear(const Array &a) {
  return array::unary(Op::exp, array::unary(Op::sin, a));
}

Array over(Reduction kind, const Array &a, int axis = 1) {
  return array::reduce(kind, a, std::array{axis}, true);
}

Array operator-(const Array &a, const Array &b) {
  return array::binary(Op::subtract, a, b);
}

TEST(Partition, ALongFoldThatAnArrayHoldsIsComputedOnce) {
  const Array sums = array::reduce(Reduction::sum, ones({5, 100000}), std::array{1}, false);
  const auto kernels = kernels_of([&] {
    array::unary(Op::sqrt, sums).evaluate();
    sums.evaluate();
  });
  EXPECT_EQ(first_passes(kernels), 1u) << testing::PrintToString(kernels);
}

TEST(Partition, WhatFollowsALongFoldIsPartOfItsLastKernel) {
  const auto sums = [] { return array::reduce(Reduction::sum, ones({5, 100000}), std::array{1}, false); };
  const Array root = array::unary(Op::sqrt, sums()),
              both = array::binary(Op::add, sums(), array::unary(Op::sqrt, sums()));
  const auto one = kernels_of([&] { root.evaluate(); }), two = kernels_of([&] { both.evaluate(); });
  EXPECT_EQ(one.size(), 2u) << testing::PrintToString(one);
  EXPECT_EQ(first_passes(two), 2u) << testing::PrintToString(two);
  EXPECT_EQ(two.size(), 4u) << "the second's last kernel reads what the first's made";
}

TEST(Partition, ALongFoldOfWhichAPartIsReadIsFinishedFirst) {
  const Array a = ones({100, 20000});
  const auto half = [&] {
    const Array sums = array::reduce(Reduction::sum, a, std::array{1}, false);
    return array::unary(Op::sqrt, sums.with_layout({50}, {2}, 1));
  };
  const Array some = half();
  const auto kernels = kernels_of([&] { some.evaluate(); });
  EXPECT_EQ(kernels.size(), 2u) << testing::PrintToString(kernels);
  EXPECT_EQ(values<float>(some), std::vector<float>(50, std::sqrt(20000.0f)));
}

TEST(Partition, AChainIsOneKernelHoweverDearItIs) {
  const Array a = ones({10000});
  const auto kernels = kernels_of([&] { array::binary(Op::add, dear(dear(a)), a).evaluate(); });
  EXPECT_EQ(kernels.size(), 1u) << testing::PrintToString(kernels);
}

TEST(Partition, WhatIsDearAndReadThroughSeveralViewsIsComputedOnce) {
  const Array a = ones({10001});
  const auto differences = [&](const Array &x) {
    return x.with_layout({10000}, {1}, 1) - x.with_layout({10000}, {1}, 0);
  };
  EXPECT_EQ(kernels_of([&] { differences(dear(a)).evaluate(); }).size(), 2u);
  EXPECT_EQ(kernels_of([&] { differences(array::binary(Op::add, a, a)).evaluate(); }).size(), 1u) << "cheap";
}

TEST(Partition, WhatIsDearAndReadByAllRowsIsComputedOnceUnlessThereIsLittleOfIt) {
  const auto with_rows = [](std::ptrdiff_t rows, std::ptrdiff_t columns) {
    const Array row = ones({columns}), all = ones({rows, columns});
    return kernels_of([&] { (all - dear(row)).evaluate(); }).size();
  };
  EXPECT_EQ(with_rows(40, 100), 2u);
  EXPECT_EQ(with_rows(2, 10), 1u);
}

TEST(Partition, StrangersThatAreHeavyHaveKernelsOfTheirOwn) {
  const Array a = ones({1000}), b = ones({1000}, Dtype::f64);
  const auto chain = [](const Array &from) {
    Array x = from;
    for (int i = 0; i < 40; ++i)
      x = array::binary(Op::add, x, from);
    return x;
  };
  const Array x = chain(a), y = chain(b);
  EXPECT_EQ(kernels_of([&] { queue()->flush(); }).size(), 2u);
  const Array z = chain(a), shared = array::binary(Op::multiply, z, a);
  EXPECT_EQ(kernels_of([&] { queue()->flush(); }).size(), 1u) << "no strangers";
}

TEST(Partition, AFlushKeepsFoldsAndOtherLayoutsApart) {
  const Array a = fractions<float>({60, 60}), b = fractions<float>({60});
  const auto flushed = [&] { return kernels_of([&] { queue()->flush(); }).size(); };
  const Array across = a.with_layout({60, 60}, {1, 60}, 0);
  {
    const Array rows = array::binary(Op::add, a, a), columns = array::binary(Op::add, across, across);
    EXPECT_EQ(flushed(), 2u) << "other strides";
  }
  {
    const Array doubled = array::binary(Op::add, b, b), sums = array::reduce(Reduction::sum, a, std::array{1}, false);
    EXPECT_EQ(flushed(), 2u) << "a fold behind";
  }
  {
    const Array sums = array::reduce(Reduction::sum, a, std::array{1}, false), doubled = array::binary(Op::add, b, b);
    EXPECT_EQ(flushed(), 2u) << "a fold before";
  }
}

TEST(Partition, AKernelHasNoMoreArgumentsThanEveryDeviceTakes) {
  Array sum = ones({1000});
  std::vector<Array> operands;
  for (int i = 0; i < 200; ++i) {
    operands.push_back(ones({1000}));
    sum = array::binary(Op::add, sum, operands.back());
  }
  EXPECT_GE(kernels_of([&] { sum.evaluate(); }).size(), 2u);
  EXPECT_EQ(values<float>(sum), std::vector<float>(1000, 201.0f));
}

TEST(Partition, ANumberInMemoryIsOneUntilItIsWrittenTo) {
  const Array a = array::test::make({3}, std::vector<double>{1, 2, 3});
  const Array power = array::full({}, Scalar{2.0}, Dtype::f64, queue(), AllocationKind::device);
  EXPECT_EQ(values<double>(array::binary(Op::pow, a, power)), (std::vector<double>{1, 4, 9}));
  array::assign(power, Scalar{3.0});
  EXPECT_EQ(values<double>(array::binary(Op::pow, a, power)), (std::vector<double>{1, 8, 27}));
  const Array numbers = array::full({2}, Scalar{2.0}, Dtype::f64, queue(), AllocationKind::device);
  array::elementwise_inplace(Op::add, numbers.with_layout({1}, {1}, 1), Scalar{1.0});
  EXPECT_EQ(values<double>(array::binary(Op::pow, a.with_layout({2}, {1}, 1), numbers)), (std::vector<double>{4, 27}));
}

TEST(Partition, WhatRunsBackwardsIsNoPlainCopy) {
  constexpr std::ptrdiff_t n = 5000;
  const Array a = array::test::counting<float>({n}), target = ones({n});
  array::assign(target, a.with_layout({n}, {-1}, n - 1));
  std::vector<float> expected = values<float>(a);
  std::ranges::reverse(expected);
  EXPECT_EQ(values<float>(target), expected);
}

// Programs over rows.

/// What `make` gives, computed when it is read, against its operations one by one; to the bit.
template <class T> void expect_as_one_by_one(const std::function<Array(const std::function<Array(Array)> &)> &make) {
  const Array lazy = make([](Array x) { return x; });
  const Array eager = make([](Array x) {
    x.evaluate();
    return x;
  });
  EXPECT_EQ(values<T>(lazy), values<T>(eager));
}

TEST(Rows, ThoseOfAnotherArrayRunAcrossThem) {
  const Array a = array::test::counting<std::int64_t>({100, 100});
  const Array across = array::test::counting<std::int64_t>({100, 100}).with_layout({100, 100}, {1, 100}, 0);
  expect_as_one_by_one<std::int64_t>([&](const auto &now) {
    const Array without = now(a - now(over(Reduction::max, a)));
    return now(without - now(over(Reduction::max, across, 0)));
  });
}

TEST(Rows, ThoseOfOtherLengthsAreFoldedBefore) {
  const Array a = fractions<float>({5, 1000}), other = fractions<float>({5, 500});
  Array result;
  const auto kernels = kernels_of([&] {
    result = (a - over(Reduction::max, a)) - over(Reduction::sum, other);
    result.evaluate();
  });
  EXPECT_EQ(kernels.size(), 2u) << testing::PrintToString(kernels);
}

TEST(Rows, ThoseOfOtherLanesKeepTheirOrder) {
  const Array a = fractions<float>({5, 1000}), wide = fractions<double>({5, 1000});
  expect_as_one_by_one<double>([&](const auto &now) {
    const Array without = now(a - now(over(Reduction::sum, a)));
    return now(now(array::astype(without, Dtype::f64)) - now(over(Reduction::sum, wide)));
  });
}

TEST(Rows, ThoseOfTwoLoopsKeepTheirOrder) {
  const Array memory = fractions<float>({5, 40, 320}), a = memory.with_layout({5, 40, 300}, {12800, 320, 1}, 0);
  expect_as_one_by_one<float>([&](const auto &now) {
    const auto folded = [&](Reduction kind) { return now(array::reduce(kind, a, std::array{1, 2}, true)); };
    return now(now(a - folded(Reduction::max)) - folded(Reduction::sum));
  });
}

TEST(Rows, TruthIsDecidedByAKernelOfItsOwn) {
  const Array a = fractions<float>({5, 1000});
  Array result;
  const auto kernels = kernels_of([&] {
    const Array any = over(Reduction::any, array::binary(Op::greater, a, Scalar{0.999}));
    result = array::where(any, a - over(Reduction::max, a), a);
    result.evaluate();
  });
  EXPECT_EQ(kernels.size(), 2u) << testing::PrintToString(kernels);
}

TEST(Rows, FoldsOfOtherKindsAreNotTheSame) {
  const Array a = fractions<float>({5, 1000});
  expect_as_one_by_one<float>(
      [&](const auto &now) { return now(now(over(Reduction::max, a)) - now(over(Reduction::min, a))); });
}

TEST(Rows, TheyAreNotFoldedAgainForEachRepetition) {
  const Array a = fractions<float>({5, 1000}), repeated = fractions<float>({30, 1, 1});
  const Array largest = over(Reduction::max, a), sums = over(Reduction::sum, a - largest);
  const auto kernels = kernels_of([&] {
    array::binary(Op::add, array::binary(Op::divide, a - largest, sums), repeated).evaluate();
    largest.evaluate();
    sums.evaluate();
  });
  EXPECT_GE(kernels.size(), 2u) << testing::PrintToString(kernels);
}

TEST(Rows, WhatTheyMakeIsReadBackwardsInMemory) {
  const Array a = fractions<float>({5, 1000});
  Array result;
  const auto kernels = kernels_of([&] {
    const Array weights = array::unary(Op::exp, a - over(Reduction::max, a));
    const Array backwards = weights.with_layout({5, 1000}, {1000, -1}, 999);
    result = array::binary(Op::add, array::binary(Op::add, weights, backwards), over(Reduction::sum, weights));
    result.evaluate();
  });
  EXPECT_EQ(kernels.size(), 2u) << "its exponentials would be computed twice: " << testing::PrintToString(kernels);
}

} // namespace
} // namespace weft::fuse
