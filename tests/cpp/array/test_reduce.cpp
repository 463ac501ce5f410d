// Reductions against plain loops, for every form of kernel that they take.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

using ops::Op;
using ops::Reduction;

Array sum(const Array &x, std::vector<int> axes, bool keepdims = false) {
  return reduce(Reduction::sum, x, axes, keepdims);
}

/// Small integers, so that sums of floats are exact in any order.
template <class T> std::vector<T> small_values(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>((i * 7919) % 13);
  return values;
}

/// Sums over the middle axis of (outer, folded, inner).
template <class T, class R = T> void expect_sums(std::size_t outer, std::size_t folded, std::size_t inner) {
  SCOPED_TRACE(fmt::format("({}, {}, {})", outer, folded, inner));
  const auto data = small_values<T>(outer * folded * inner);
  const Shape shape{static_cast<std::ptrdiff_t>(outer), static_cast<std::ptrdiff_t>(folded),
                    static_cast<std::ptrdiff_t>(inner)};
  const auto got = values<R>(sum(make<T>(shape, data), {1}));
  ASSERT_EQ(got.size(), outer * inner);
  for (std::size_t i = 0; i < outer; ++i)
    for (std::size_t k = 0; k < inner; ++k) {
      R expected = 0;
      for (std::size_t j = 0; j < folded; ++j)
        expected += static_cast<R>(data[(i * folded + j) * inner + k]);
      ASSERT_EQ(got[i * inner + k], expected) << i << ", " << k;
    }
}

TEST(Reduce, SumsOfEveryForm) {
  for (const auto &[outer, folded, inner] : std::vector<std::array<std::size_t, 3>>{{1, 1, 1},
                                                                                    {3, 7, 1},
                                                                                    {2, 5, 3},
                                                                                    {1, 33, 1},
                                                                                    {5, 100, 1},
                                                                                    {2000, 100, 1},
                                                                                    {1, 8192, 1},
                                                                                    {1, 20001, 1},
                                                                                    {3, 30000, 1},
                                                                                    {1, 40000, 7},
                                                                                    {2, 17000, 9},
                                                                                    {1, 1000, 40},
                                                                                    {3, 129, 300},
                                                                                    {1, 3000, 257},
                                                                                    {1, 50, 1000},
                                                                                    {2, 1000, 33},
                                                                                    {70, 20000, 1},
                                                                                    {0, 5, 3},
                                                                                    {2, 0, 3}}) {
    expect_sums<float>(outer, folded, inner);
    expect_sums<double>(outer, folded, inner);
  }
  expect_sums<std::int32_t, std::int64_t>(3, 1000, 5);
  expect_sums<std::int8_t, std::int64_t>(1, 5000, 64);
}

TEST(Reduce, OverAllAxesOfBigArrays) {
  const auto data = small_values<float>(std::size_t{300} * 1111);
  const double expected = std::accumulate(data.begin(), data.end(), 0.0);
  const Array x = make<float>({300, 1111}, data);
  EXPECT_EQ(values<float>(sum(x, {0, 1}))[0], static_cast<float>(expected));
  const int axes[] = {1, 0};
  EXPECT_EQ(values<float>(sum(x.transposed(axes), {0, 1}))[0], static_cast<float>(expected));
  const Array row = make<float>({1111}, std::vector<float>(1111, 1.0f));
  const Array fused = sum(array::binary(Op::add, x, row), {0, 1});
  EXPECT_EQ(values<float>(fused)[0], static_cast<float>(expected + 300.0 * 1111));
}

TEST(Reduce, KeepsDimensionsAndTakesOuterAndInnerAxes) {
  const Array x = counting<std::int64_t>({3, 4, 5});
  const Array kept = sum(x, {0, 2}, true);
  EXPECT_EQ(kept.shape(), (Shape{1, 4, 1}));
  const auto got = values<std::int64_t>(kept);
  for (std::int64_t j = 0; j < 4; ++j) {
    std::int64_t expected = 0;
    for (std::int64_t i = 0; i < 3; ++i)
      for (std::int64_t k = 0; k < 5; ++k)
        expected += (i * 4 + j) * 5 + k;
    EXPECT_EQ(got[static_cast<std::size_t>(j)], expected);
  }
}

TEST(Reduce, PrologueAndEpilogueFuse) {
  const auto data = small_values<double>(std::size_t{40} * 3000);
  const Array x = make<double>({40, 3000}, data);
  const Array squares = array::binary(Op::multiply, x, x);
  const Array norm = unary(Op::sqrt, array::binary(Op::add, sum(squares, {1}), Scalar{1.0}));
  const auto got = values<double>(norm);
  for (std::size_t i = 0; i < 40; ++i) {
    double expected = 1;
    for (std::size_t j = 0; j < 3000; ++j)
      expected += data[i * 3000 + j] * data[i * 3000 + j];
    EXPECT_DOUBLE_EQ(got[i], std::sqrt(expected));
  }
}

TEST(Reduce, MeanOfIntegersIsDouble) {
  const Array x = counting<std::int32_t>({4, 3});
  const Array mean = reduce(Reduction::mean, x, std::array{0}, false);
  EXPECT_EQ(mean.dtype(), Dtype::f64);
  EXPECT_EQ(values<double>(mean), (std::vector<double>{4.5, 5.5, 6.5}));
}

TEST(Reduce, LargestSmallestAnyAll) {
  for (std::size_t count : {5u, 100u, 30000u}) {
    auto data = small_values<float>(count);
    data[count / 2] = 99;
    data[count - 1] = -7;
    const Array x = make<float>({static_cast<std::ptrdiff_t>(count)}, data);
    const std::array axis{0};
    EXPECT_EQ(values<float>(reduce(Reduction::max, x, axis, false))[0], 99);
    EXPECT_EQ(values<float>(reduce(Reduction::min, x, axis, false))[0], -7);
    EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmax, x, axis, false))[0], static_cast<std::int64_t>(count / 2));
    EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmin, x, axis, false))[0], static_cast<std::int64_t>(count - 1));
    EXPECT_EQ(bytes(reduce(Reduction::all, x, axis, false))[0], std::byte{0});
    EXPECT_EQ(bytes(reduce(Reduction::any, x, axis, false))[0], std::byte{1});
    data[count / 3] = NAN;
    const Array with_nan = make<float>({static_cast<std::ptrdiff_t>(count)}, data);
    EXPECT_TRUE(std::isnan(values<float>(reduce(Reduction::max, with_nan, axis, false))[0]));
    EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmin, with_nan, axis, false))[0],
              static_cast<std::int64_t>(count / 3));
  }
}

TEST(Reduce, ArgmaxFindsTheFirstOfEqualsInLogicalOrder) {
  const Array x = make<std::int32_t>({2, 3}, {5, 9, 9, 9, 1, 9});
  const std::array all{0, 1};
  EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmax, x, all, false))[0], 1);
  const int axes[] = {1, 0}; // 5 9 / 9 1 / 9 9
  EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmax, x.transposed(axes), all, false))[0], 1);
  const Array lowest =
      make<std::int32_t>({40000}, std::vector<std::int32_t>(40000, std::numeric_limits<std::int32_t>::min()));
  EXPECT_EQ(values<std::int64_t>(reduce(Reduction::argmax, lowest, std::array{0}, false))[0], 0);
}

TEST(Reduce, EmptyFoldsGiveTheStartOrAnError) {
  const Array x = counting<float>({2, 0});
  EXPECT_EQ(values<float>(sum(x, {1})), (std::vector<float>{0, 0}));
  EXPECT_EQ(values<float>(reduce(Reduction::prod, x, std::array{1}, false)), (std::vector<float>{1, 1}));
  EXPECT_THROW(reduce(Reduction::max, x, std::array{1}, false), Error);
}

TEST(Reduce, FloatSumsAreAccurate) {
  const std::vector<float> data(std::size_t{1} << 22, 0.1f);
  const Array x = make<float>({1 << 22}, data);
  const float exact = static_cast<float>(0.1f * 4194304.0);
  EXPECT_NEAR(values<float>(sum(x, {0}))[0], exact, exact * 1e-6);
}

template <class T> std::vector<T> kde(const Array &p, const Array &x, double h) {
  const std::ptrdiff_t m = p.shape()[0], n = x.shape()[0], d = p.shape()[1];
  const Array points = p.with_layout({m, 1, d}, {d, 0, 1}, 0), samples = x.with_layout({1, n, d}, {0, d, 1}, 0);
  const Array difference = array::binary(Op::subtract, points, samples);
  const Array distance = sum(unary(Op::square, difference), {2});
  const Array weight = unary(Op::exp, array::binary(Op::divide, distance, Scalar{-2 * h * h}));
  const Array c = make<T>({}, {static_cast<T>(2 * M_PI)});
  const Array norm = array::binary(Op::pow, array::binary(Op::multiply, unary(Op::sqrt, c), Scalar{h}),
                                   Scalar{-static_cast<double>(d)});
  return values<T>(array::binary(Op::multiply, reduce(Reduction::mean, weight, std::array{1}, false), norm));
}

template <class T> void expect_kde(std::size_t n, std::size_t m, std::size_t d, double tolerance) {
  SCOPED_TRACE(fmt::format("n={} m={} d={}", n, m, d));
  const double h = 0.5;
  std::vector<T> p(m * d), x(n * d);
  for (std::size_t i = 0; i < p.size(); ++i)
    p[i] = static_cast<T>(0.1 + 0.8 * std::fmod(0.618 * static_cast<double>(i), 1.0));
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<T>(std::fmod(0.7548776662 * static_cast<double>(i), 1.0));
  const auto signed_ = [](std::size_t v) { return static_cast<std::ptrdiff_t>(v); };
  const auto got = kde<T>(make<T>({signed_(m), signed_(d)}, p), make<T>({signed_(n), signed_(d)}, x), h);
  for (std::size_t j = 0; j < m; ++j) {
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double q = 0;
      for (std::size_t k = 0; k < d; ++k)
        q += std::pow(static_cast<double>(p[j * d + k]) - static_cast<double>(x[i * d + k]), 2);
      total += std::exp(-q / (2 * h * h));
    }
    const double expected = total / static_cast<double>(n) * std::pow(std::sqrt(2 * M_PI) * h, -static_cast<double>(d));
    ASSERT_NEAR(got[j], expected, expected * tolerance) << j;
  }
}

TEST(Reduce, KernelDensity) {
  for (std::size_t n : {1u, 100u, 20000u}) {
    expect_kde<float>(n, 17, 7, 1e-5);
    expect_kde<double>(n, 17, 7, 1e-12);
    expect_kde<double>(n, 70, 2, 1e-12);
  }
}

TEST(Reduce, PendingInputsWithoutElements) {
  const Array x = array::binary(Op::add, make<float>({0, 3}, {}), Scalar{1.0});
  EXPECT_TRUE(values<std::int64_t>(reduce(Reduction::argmin, x, std::vector{1}, false)).empty());
  const Array sums = array::binary(Op::add, sum(x, {0}), Scalar{1.0});
  EXPECT_EQ(values<float>(sums), (std::vector<float>{1, 1, 1}));
  const Array nothing = sum(make<float>({300, 0, 40}, {}).broadcast_to({300, 0, 40}), {0});
  EXPECT_TRUE(values<float>(array::binary(Op::multiply, nothing, Scalar{2.0})).empty());
}

TEST(Reduce, WhatIsPendingForTheSameFoldIsShared) {
  const Array x = counting<float>({4, 3});
  const Array distance = binary(Op::subtract, x, sum(x, {0}));
  const Array shared = sum(x, {0}, true);
  EXPECT_EQ(shared.buffer(), distance.buffer()->expr()->inputs[1].buffer);
  elementwise_inplace(Op::add, shared, Scalar{std::int64_t{100}});
  EXPECT_EQ(values<float>(shared), (std::vector<float>{118, 122, 126}));
  EXPECT_EQ(values<float>(distance)[0], -18.0f) << "the reader of what was written to";
}

TEST(Reduce, OtherFoldsAndThoseOfArraysAreNotShared) {
  const Array x = counting<std::complex<float>>({4, 3}), y = counting<std::complex<float>>({4, 3});
  const Array held = sum(x, {0});
  for (const Array &other :
       {sum(x, {0}), sum(x, {1}), sum(y, {0}), sum(x.real(), {0}), sum(x.imag(), {0}),
        reduce(Reduction::prod, x, std::array{0}, false), reduce(Reduction::sum, x, std::array{0}, false, Dtype::c128)})
    EXPECT_NE(other.buffer(), held.buffer());
  const Array reads_all = unary(Op::negative, sum(x, {0})), reads_real = unary(Op::negative, sum(x.real(), {0}));
  for (const Array &other : {sum(x, {1}), reduce(Reduction::sum, x, std::array{0}, false, Dtype::c128)})
    EXPECT_NE(other.buffer(), reads_all.buffer()->expr()->inputs[0].buffer);
  EXPECT_NE(sum(x.imag(), {0}).buffer(), reads_real.buffer()->expr()->inputs[0].buffer);
  const Array real = sum(x.real(), {0}), reader = unary(Op::negative, sum(x.imag(), {0}));
  EXPECT_EQ(values<float>(real), (std::vector<float>{18, 22, 26}));
  EXPECT_EQ(values<float>(reader), (std::vector<float>{-0.0f, -0.0f, -0.0f}));
}

} // namespace
} // namespace weft::array::test
