// Elementwise functions against plain loops.
#include <cmath>

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

using ops::Op;

TEST(Elementwise, AddsAScalarToEveryElement) {
  const Array a = counting<float>({1000});
  const auto got = values<float>(array::binary(Op::add, a, Scalar{std::int64_t{1}}));
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], static_cast<float>(i) + 1);
}

TEST(Elementwise, ChainsGiveWhatTheirStepsGive) {
  const Array a = counting<double>({37});
  Array x = array::binary(Op::multiply, a, Scalar{0.25});
  x = array::binary(Op::add, array::binary(Op::multiply, x, x), a);
  const auto got = values<double>(x);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double quarter = static_cast<double>(i) * 0.25;
    EXPECT_EQ(got[i], quarter * quarter + static_cast<double>(i));
  }
}

TEST(Elementwise, BroadcastsRowsAgainstColumns) {
  const Array row = counting<std::int32_t>({5}), column = counting<std::int32_t>({3, 1});
  const Array sum = array::binary(Op::add, array::binary(Op::multiply, column, Scalar{std::int64_t{10}}), row);
  EXPECT_EQ(sum.shape(), (Shape{3, 5}));
  const auto got = values<std::int32_t>(sum);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      EXPECT_EQ(got[static_cast<std::size_t>(i * 5 + j)], 10 * i + j);
}

TEST(Elementwise, ReadsTransposedSlicedAndReversedViews) {
  const Array a = counting<double>({4, 6});
  const int axes[] = {1, 0};
  const Array transposed = a.transposed(axes);                       // (6, 4)
  const Array reversed = transposed.with_layout({3, 4}, {-2, 6}, 4); // rows 4, 2, 0 of the transposed
  const auto got = values<double>(array::binary(Op::add, reversed, reversed));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      EXPECT_EQ(got[static_cast<std::size_t>(i * 4 + j)], 2.0 * (6 * j + 4 - 2 * i));
}

TEST(Elementwise, ViewsOfPendingArraysWithoutElements) {
  const Array stretched = make<float>({1, 0}, {}).broadcast_to({4, 0});
  const Array pending = array::binary(Op::add, stretched, Scalar{1.0});
  EXPECT_NE(pending.strides()[0], 0);
  const Array view = pending.with_layout({2, 0}, {2 * pending.strides()[0], pending.strides()[1]}, 0);
  EXPECT_TRUE(values<float>(array::binary(Op::multiply, view, Scalar{2.0})).empty());
}

TEST(Elementwise, ViewsOfPendingArraysReadThePendingValues) {
  const Array a = counting<float>({10});
  const Array twice = array::binary(Op::add, a, a);
  const Array left = twice.with_layout({9}, {1}, 0), right = twice.with_layout({9}, {1}, 1);
  const Array difference = array::binary(Op::subtract, right, left);
  EXPECT_TRUE(twice.pending());
  EXPECT_EQ(values<float>(difference), std::vector<float>(9, 2.0f));
}

TEST(Elementwise, FiveDimensionsThatCannotCollapse) {
  const Shape shape{2, 3, 2, 3, 4};
  const Array a = counting<std::int64_t>(shape);
  const int axes[] = {4, 2, 0, 3, 1};
  const Array b = a.transposed(axes);
  const Array c = array::binary(Op::add, b, counting<std::int64_t>({4, 2, 2, 3, 3}));
  const auto got = values<std::int64_t>(c);
  std::size_t at = 0;
  for (int e = 0; e < 4; ++e)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l, ++at)
            ASSERT_EQ(got[at], ((((j * 3 + l) * 2 + i) * 3 + k) * 4 + e) + static_cast<std::int64_t>(at));
}

TEST(Elementwise, ZeroSizedAndZeroDimensionalArrays) {
  EXPECT_TRUE(values<float>(array::binary(Op::add, counting<float>({0, 3}), Scalar{1.0})).empty());
  EXPECT_EQ(values<float>(array::binary(Op::add, make<float>({}, {41}), Scalar{1.0})), std::vector<float>{42});
}

TEST(Elementwise, PromotesAsTheArrayApiSays) {
  const Array i8 = counting<std::int8_t>({3}), u8 = counting<std::uint8_t>({3}), f32 = counting<float>({3});
  EXPECT_EQ(array::binary(Op::add, i8, f32).dtype(), Dtype::f32);
  EXPECT_EQ(array::binary(Op::add, i8, u8).dtype(), Dtype::i16);
  EXPECT_EQ(array::binary(Op::add, i8, Scalar{std::int64_t{1}}).dtype(), Dtype::i8);
  EXPECT_EQ(array::binary(Op::add, f32, Scalar{1.5}).dtype(), Dtype::f32);
  EXPECT_EQ(array::binary(Op::add, f32, Scalar{std::complex<double>(1, 2)}).dtype(), Dtype::c64);
  EXPECT_EQ(array::binary(Op::less, f32, f32).dtype(), Dtype::b1);
}

TEST(Elementwise, ComparisonsWithIntegersBeyondTheDtypeAreExact) {
  const Array u8 = make<std::uint8_t>({2}, {44, 255});
  EXPECT_EQ(bytes(array::binary(Op::equal, u8, Scalar{std::int64_t{300}})), std::vector(2, std::byte{0}));
  EXPECT_EQ(bytes(array::binary(Op::less, u8, Scalar{std::int64_t{300}})), std::vector(2, std::byte{1}));
  EXPECT_EQ(bytes(array::binary(Op::less, Scalar{std::int64_t{-1}}, u8)), std::vector(2, std::byte{1}));
  const Array i64 = make<std::int64_t>({1}, {-1});
  EXPECT_EQ(bytes(array::binary(Op::less, i64, Scalar{std::uint64_t{1} << 63}))[0], std::byte{1});
}

TEST(Elementwise, ComplexNumbers) {
  using C = std::complex<float>;
  const Array a = make<C>({2}, {{1, 2}, {3, -1}});
  const auto got = values<C>(array::binary(Op::multiply, a, a));
  EXPECT_EQ(got, (std::vector<C>{{-3, 4}, {8, -6}}));
  EXPECT_EQ(values<float>(a.imag()), (std::vector<float>{2, -1}));
  EXPECT_EQ(values<float>(unary(Op::real, a)), (std::vector<float>{1, 3}));
}

TEST(Elementwise, WhereChoosesByElement) {
  const Array a = counting<float>({6});
  const Array condition = array::binary(Op::greater, a, Scalar{2.0});
  const auto got = values<float>(where(condition, a, Scalar{-1.0}));
  EXPECT_EQ(got, (std::vector<float>{-1, -1, -1, 3, 4, 5}));
}

Errc error_of(const std::function<void()> &function) {
  try {
    function();
  } catch (const Error &error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing thrown";
  return Errc::runtime;
}

TEST(Elementwise, RefusesAtTheCall) {
  const Array a = counting<float>({3}), b = counting<float>({4}), i8 = counting<std::int8_t>({3});
  EXPECT_EQ(error_of([&] { array::binary(Op::add, a, b); }), Errc::invalid);
  EXPECT_EQ(error_of([&] { array::binary(Op::bitwise_and, a, a); }), Errc::type);
  EXPECT_EQ(error_of([&] { array::binary(Op::add, i8, Scalar{std::int64_t{300}}); }), Errc::overflow);
  const auto device = queue()->device();
  const auto other = runtime::make_queue(queue()->context(), device);
  const Array elsewhere = Array::empty({3}, Dtype::f32, other, AllocationKind::device);
  EXPECT_EQ(error_of([&] { array::binary(Op::add, a, elsewhere); }), Errc::placement);
  Array fixed = a;
  fixed.set_writable(false);
  EXPECT_EQ(error_of([&] { elementwise_inplace(Op::add, fixed, a); }), Errc::invalid);
  EXPECT_EQ(error_of([&] { elementwise_inplace(Op::add, i8, a); }), Errc::type);
}

TEST(Elementwise, OneHundredThousandAdditionsInARow) {
  Array x = counting<std::int64_t>({4});
  for (int i = 0; i < 100'000; ++i)
    x = array::binary(Op::add, x, Scalar{std::int64_t{1}});
  EXPECT_EQ(values<std::int64_t>(x), (std::vector<std::int64_t>{100'000, 100'001, 100'002, 100'003}));
}

TEST(Elementwise, DoublingAnArrayFiftyTimesIsNoTreeOfABillion) {
  Array x = counting<std::int64_t>({3});
  for (int i = 0; i < 50; ++i)
    x = array::binary(Op::add, x, x);
  EXPECT_EQ(values<std::int64_t>(x), (std::vector<std::int64_t>{0, std::int64_t{1} << 50, std::int64_t{2} << 50}));
}

} // namespace
} // namespace weft::array::test
