// Writing arrays: in place, through views, with overlap, and what others still have to read.
#include <array>

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

using ops::Op;
using Floats = std::vector<float>;

TEST(Update, InPlaceThroughAViewChangesTheBase) {
  const Array x = counting<float>({6});
  elementwise_inplace(Op::add, x.with_layout({3}, {2}, 0), Scalar{10.0});
  EXPECT_EQ(values<float>(x), (Floats{10, 1, 12, 3, 14, 5}));
}

TEST(Update, PendingReadersSeeWhatWasThereAtTheirCall) {
  const Array x = counting<float>({4});
  const Array before = array::binary(Op::multiply, x, Scalar{2.0});
  elementwise_inplace(Op::add, x, Scalar{100.0});
  EXPECT_EQ(values<float>(before), (Floats{0, 2, 4, 6}));
  EXPECT_EQ(values<float>(x), (Floats{100, 101, 102, 103}));
}

TEST(Update, PendingArraysAreChangedWithoutMemory) {
  const Array a = counting<float>({4});
  const Array x = array::binary(Op::multiply, a, Scalar{2.0});
  const Array view = x.with_layout({2}, {1}, 2);
  elementwise_inplace(Op::add, x, Scalar{1.0});
  elementwise_inplace(Op::add, x, x);
  EXPECT_TRUE(x.pending());
  EXPECT_EQ(values<float>(x), (Floats{2, 6, 10, 14}));
  EXPECT_EQ(values<float>(view), (Floats{10, 14}));
}

TEST(Update, ReadersOfAPendingArrayKeepItsOldValues) {
  const Array x = array::binary(Op::add, counting<float>({3}), Scalar{0.0});
  const Array reader = array::binary(Op::add, x, Scalar{1.0});
  elementwise_inplace(Op::multiply, x, Scalar{5.0});
  EXPECT_EQ(values<float>(reader), (Floats{1, 2, 3}));
  EXPECT_EQ(values<float>(x), (Floats{0, 5, 10}));
}

TEST(Update, ReadersOfEveryKindKeepOldValuesOfAPendingArray) {
  const Array x = array::binary(Op::add, counting<float>({4}), Scalar{0.0});
  const Array backwards = array::binary(Op::add, x.with_layout({4}, {-1}, 3), Scalar{1.0});
  const Array twice = array::binary(Op::multiply, x, x),
              sum = array::reduce(ops::Reduction::sum, x, std::array{0}, false);
  const Array whole = array::astype(x, Dtype::i32, 'K', true);
  elementwise_inplace(Op::multiply, x, Scalar{5.0});
  elementwise_inplace(Op::add, x, backwards);
  const Array after = array::binary(Op::add, x, Scalar{0.5});
  elementwise_inplace(Op::subtract, x, Scalar{100.0});
  EXPECT_TRUE(x.pending());
  EXPECT_EQ(values<float>(after), (Floats{4.5, 8.5, 12.5, 16.5}));
  EXPECT_EQ(values<float>(backwards), (Floats{4, 3, 2, 1}));
  EXPECT_EQ(values<float>(x), (Floats{-96, -92, -88, -84}));
  EXPECT_EQ(values<float>(twice), (Floats{0, 1, 4, 9}));
  EXPECT_EQ(values<float>(sum), (Floats{6}));
  EXPECT_EQ(values<std::int32_t>(whole), (std::vector<std::int32_t>{0, 1, 2, 3}));
}

TEST(Update, ManyReadersKeepOldValuesOfAPendingArray) {
  for (const int count : {3, 63, 64, 65, 200}) {
    const Array x = array::binary(Op::add, counting<float>({2}), Scalar{0.0});
    std::vector<Array> readers;
    for (int i = 0; i < count; ++i)
      readers.push_back(array::binary(Op::add, x, Scalar{static_cast<double>(i)}));
    elementwise_inplace(Op::add, x, Scalar{1000.0});
    for (int i = 0; i < count; ++i)
      EXPECT_EQ(values<float>(readers[static_cast<std::size_t>(i)]), (Floats{float(i), float(i + 1)}));
    EXPECT_EQ(values<float>(x), (Floats{1000, 1001}));
  }
}

TEST(Update, WhatAMaskSelectsIsAssigned) {
  const Array x = array::binary(Op::subtract, counting<float>({4}), Scalar{2.0});
  const Array negative = array::binary(Op::less, x, Scalar{0.0}), before = array::binary(Op::add, x, Scalar{0.0});
  assign_where(x, negative, Scalar{9.0});
  EXPECT_TRUE(x.pending());
  assign_where(x, array::binary(Op::equal, x, Scalar{1.0}), before);
  EXPECT_EQ(values<float>(x), (Floats{9, 9, 0, 1}));
  assign_where(x.with_layout({2}, {-2}, 3), array::full({1}, Scalar{true}, Dtype::b1, queue(), AllocationKind::device),
               make<std::int32_t>({2}, {5, 6}));
  EXPECT_EQ(values<float>(x), (Floats{9, 6, 0, 5}));
  const Array whole = counting<std::int32_t>({2});
  EXPECT_THROW(assign_where(whole, array::full({3}, Scalar{true}, Dtype::b1, queue(), AllocationKind::device),
                            Scalar{std::int64_t{1}}),
               Error);
}

TEST(Update, OverlappingAssignmentReadsFirst) {
  const Array x = counting<float>({6});
  assign(x.with_layout({5}, {1}, 1), x.with_layout({5}, {1}, 0));
  EXPECT_EQ(values<float>(x), (Floats{0, 0, 1, 2, 3, 4}));
  assign(x, x.with_layout({6}, {-1}, 5));
  EXPECT_EQ(values<float>(x), (Floats{4, 3, 2, 1, 0, 0}));
  elementwise_inplace(Op::add, x.with_layout({5}, {1}, 0), x.with_layout({5}, {1}, 1));
  EXPECT_EQ(values<float>(x), (Floats{7, 5, 3, 1, 0, 0}));
}

TEST(Update, OverlapOfOneElementIsOverlap) {
  const std::ptrdiff_t n = 4096;
  const Array x = counting<std::int64_t>({2 * n - 1}), low = x.with_layout({n}, {1}, 0);
  elementwise_inplace(Op::add, x.with_layout({n}, {1}, n - 1), low);
  elementwise_inplace(Op::add, x.with_layout({n}, {-1}, n - 1), x.with_layout({n}, {1}, n - 1));
  const auto got = values<std::int64_t>(x);
  const auto raised = [&](std::ptrdiff_t i) { return n - 1 + 2 * i; }; // of element n - 1 + i, by the first update
  for (std::ptrdiff_t i = 0; i < n; ++i)
    ASSERT_EQ(got[static_cast<std::size_t>(n - 1 - i)], (i == 0 ? raised(0) : n - 1 - i) + raised(i)) << i;
  for (std::ptrdiff_t i = 1; i < n; ++i)
    ASSERT_EQ(got[static_cast<std::size_t>(n - 1 + i)], raised(i)) << i;
}

TEST(Update, OutOverlappingAnInput) {
  const Array x = counting<float>({5});
  const Array left = x.with_layout({4}, {1}, 0), right = x.with_layout({4}, {1}, 1);
  const Operand operands[] = {left, Scalar{10.0}};
  elementwise(Op::add, operands, &right);
  EXPECT_EQ(values<float>(x), (Floats{0, 10, 11, 12, 13}));
}

TEST(Update, OutOfAReduction) {
  const Array x = counting<float>({2, 3}), out = counting<float>({3});
  reduce(ops::Reduction::sum, x, std::array{0}, false, {}, &out);
  EXPECT_EQ(values<float>(out), (Floats{3, 5, 7}));
}

TEST(Update, OutIsCheckedBeforeAnythingIsWritten) {
  const Array x = counting<float>({3}), wrong = counting<double>({3});
  const Operand operands[] = {x, Scalar{1.0}};
  EXPECT_THROW(elementwise(Op::add, operands, &wrong), Error);
  const Array longer = counting<float>({4});
  EXPECT_THROW(elementwise(Op::add, operands, &longer), Error);
  EXPECT_EQ(values<float>(longer), (Floats{0, 1, 2, 3}));
}

TEST(Update, AssignBroadcastsAndCasts) {
  const Array x = counting<std::int32_t>({2, 3});
  assign(x, make<double>({1, 1, 3}, {1.5, 2.5, -3.5}));
  EXPECT_EQ(values<std::int32_t>(x), (std::vector<std::int32_t>{1, 2, -3, 1, 2, -3}));
  assign(x.with_layout({2}, {3}, 1), Scalar{std::int64_t{7}});
  EXPECT_EQ(values<std::int32_t>(x), (std::vector<std::int32_t>{1, 7, -3, 1, 7, -3}));
  EXPECT_THROW(assign(x, make<double>({2}, {1, 2})), Error);
}

TEST(Update, TwoArraysOverTheSameForeignMemory) {
  const auto memory = runtime::allocate_shared(4 * sizeof(float), AllocationKind::shared, queue());
  const auto over = [&] {
    return Array::from_memory(memory.get(), 16, memory, AllocationKind::shared, queue(), {4}, {1}, 0, Dtype::f32);
  };
  const Array a = over(), b = over();
  assign(a, counting<float>({4}));
  const Array reader = array::binary(Op::add, a, Scalar{1.0});
  assign(b, Scalar{0.0});
  EXPECT_EQ(values<float>(reader), (Floats{1, 2, 3, 4}));
}

TEST(Update, ForeignMemoryLivesUntilItsReadersAreDone) {
  auto memory = runtime::allocate_shared(4 * sizeof(float), AllocationKind::shared, queue());
  Array result;
  {
    const Array a =
        Array::from_memory(memory.get(), 16, memory, AllocationKind::shared, queue(), {4}, {1}, 0, Dtype::f32);
    assign(a, Scalar{3.0});
    result = array::binary(Op::add, a, Scalar{1.0});
  }
  memory.reset();
  EXPECT_EQ(values<float>(result), Floats(4, 4.0f));
}

TEST(Update, APointerHandedOutLiesInOrder) {
  const Array x = array::binary(Op::add, counting<float>({3}), Scalar{1.0});
  const Array reader = array::binary(Op::add, x, Scalar{1.0});
  auto *base = static_cast<float *>(x.base());
  EXPECT_FALSE(x.pending());
  EXPECT_FALSE(reader.pending());
  const float pattern = 9;
  queue()->fill(base, std::as_bytes(std::span(&pattern, 1)), 3);
  EXPECT_EQ(values<float>(reader), (Floats{2, 3, 4}));
  EXPECT_EQ(values<float>(x), Floats(3, 9.0f));
}

/// Waits for what was submitted, without submitting more.
void wait_for_submitted() {
  for (const runtime::Event &event : queue()->outstanding())
    event.wait();
}

TEST(Update, MemoryThatOthersHoldIsReadAtOnce) {
  const Array x = counting<float>({4}), one = counting<float>({3, 1});
  auto held = x.owner();
  auto *base = static_cast<float *>(x.base());
  const Array same = array::binary(Op::add, x, Scalar{1.0}), stretched = array::binary(Op::add, x, one);
  const Array folded = reduce(ops::Reduction::sum, x, std::array{0}, false);
  const Array updated = array::binary(Op::multiply, one, Scalar{1.0}).broadcast_to({3, 4});
  const Array target = array::binary(Op::add, updated, Scalar{0.0});
  elementwise_inplace(Op::add, target, x);
  EXPECT_FALSE(same.pending());
  EXPECT_TRUE(stretched.pending()); // of a copy, which is smaller
  wait_for_submitted();
  base[0] = 100;
  EXPECT_EQ(values<float>(same), (Floats{1, 2, 3, 4}));
  EXPECT_EQ(values<float>(stretched), (Floats{0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5}));
  EXPECT_EQ(values<float>(folded), Floats{6});
  EXPECT_EQ(values<float>(target), (Floats{0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5}));
  held.reset();
  EXPECT_TRUE(array::binary(Op::add, x, Scalar{1.0}).pending());
}

TEST(Update, BorrowedMemoryIsReadAtOnce) {
  const auto memory = runtime::allocate_shared(4 * sizeof(float), AllocationKind::shared, queue());
  const Array a =
      Array::from_memory(memory.get(), 16, memory, AllocationKind::shared, queue(), {4}, {1}, 0, Dtype::f32);
  assign(a, Scalar{3.0});
  EXPECT_FALSE(array::binary(Op::add, a, Scalar{1.0}).pending());
  const Array grid = array::binary(Op::add, a, a.with_layout({4, 1}, {1, 1}, 0)); // 16 results of 8 elements
  wait_for_submitted();
  *static_cast<float *>(memory.get()) = 50;
  EXPECT_EQ(values<float>(grid), Floats(16, 6.0f));
}

TEST(Update, AssignDropsImaginaryParts) {
  const Array x = counting<float>({3}), truth = astype(counting<std::uint8_t>({1}), Dtype::b1);
  assign(x, Scalar{std::complex<double>(2, 5)});
  EXPECT_EQ(values<float>(x), Floats(3, 2.0f));
  assign(truth, Scalar{std::complex<double>(0, 5)});
  EXPECT_EQ(bytes(truth), std::vector<std::byte>{std::byte{1}});
}

TEST(Update, ADroppedExpressionIsNeverRun) {
  const Array a = counting<float>({3});
  const auto before = queue()->idle();
  {
    const Array dropped = array::binary(Op::add, a, Scalar{1.0});
  }
  EXPECT_EQ(queue()->idle(), before);
  queue()->wait();
}

TEST(Update, WaitSubmitsWhatIsPending) {
  const Array x = array::binary(Op::add, counting<float>({3}), Scalar{1.0});
  EXPECT_TRUE(x.pending());
  queue()->wait();
  EXPECT_FALSE(x.pending());
}

TEST(Creation, FromNumbersAndPositions) {
  const auto kind = AllocationKind::device;
  EXPECT_EQ(values<float>(full({3}, Scalar{2.5}, Dtype::f32, queue(), kind)), Floats(3, 2.5f));
  EXPECT_EQ(
      values<std::int32_t>(arange(Scalar{std::int64_t{5}}, Scalar{std::int64_t{-2}}, 4, Dtype::i32, queue(), kind)),
      (std::vector<std::int32_t>{5, 3, 1, -1}));
  EXPECT_EQ(values<double>(linspace(Scalar{0.0}, Scalar{1.0}, 5, true, Dtype::f64, queue(), kind)),
            (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(values<double>(linspace(Scalar{0.0}, Scalar{1.0}, 1, true, Dtype::f64, queue(), kind)),
            std::vector<double>{0});
  EXPECT_EQ(values<float>(eye(2, 3, 1, Dtype::f32, queue(), kind)), (Floats{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(values<float>(eye(3, 2, -1, Dtype::f32, queue(), kind, 'F')), (Floats{0, 0, 1, 0, 0, 1}));
  const Array x = counting<float>({2, 3});
  EXPECT_EQ(values<float>(triangle(x, 0, false)), (Floats{0, 0, 0, 3, 4, 0}));
  EXPECT_EQ(values<float>(triangle(x, 1, true)), (Floats{0, 1, 2, 0, 0, 5}));
}

TEST(Transfer, CastsCopiesAndReorders) {
  const Array x = counting<double>({2, 3});
  const Array f = copy(x, 'F');
  EXPECT_EQ(f.strides(), (Shape{1, 2}));
  EXPECT_EQ(values<double>(f), values<double>(x));
  EXPECT_EQ(values<std::int8_t>(astype(x, Dtype::i8)), (std::vector<std::int8_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(astype(x, Dtype::f64, 'K', false).buffer(), x.buffer());
  std::vector<double> transposed(6);
  x.copy_to_host(transposed.data(), {8, 16});
  EXPECT_EQ(transposed, (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

} // namespace
} // namespace weft::array::test
