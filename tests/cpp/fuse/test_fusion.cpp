// What becomes one kernel, what shares a kernel, and in which order folds add up.
#include <set>

#include <gtest/gtest.h>

#include "array/algorithms/matrix_product.hpp"
#include "array/array.hpp"
#include "array/indexing.hpp"
#include "array/values.hpp"
#include "fuse/order.hpp"
#include "fuse/schedule.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/platform.hpp"
#include "support/explain.hpp"

namespace weft::fuse {
namespace {

using array::Array;
using array::Scalar;
using ops::Op;
using ops::Reduction;

using array::test::queue;

/// Lines that the fuser writes while `body` runs.
std::vector<std::string> explained(const std::function<void()> &body) {
  std::vector<std::string> lines;
  set_explain_sink([&](const std::string &line) {
    if (line.find("fuse") != std::string::npos)
      lines.push_back(line);
  });
  body();
  set_explain_sink({});
  return lines;
}

std::vector<std::string> kernels_of(const std::vector<std::string> &lines) {
  std::vector<std::string> kernels;
  for (const std::string &line : lines)
    if (const auto at = line.find("kernel "); at != std::string::npos)
      kernels.push_back(line.substr(at + 7, 8));
  return kernels;
}

Array ones(const Shape &shape) {
  const Array array = array::full(shape, Scalar{1.0}, Dtype::f32, queue(), AllocationKind::device);
  array.evaluate();
  return array;
}

TEST(Fusion, AChainIsOneKernel) {
  const Array a = ones({100}), b = ones({100});
  const auto lines = explained([&] {
    const Array sum = array::binary(Op::add, array::binary(Op::multiply, a, a), b);
    array::unary(Op::sqrt, array::unary(Op::exp, sum)).evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u);
}

TEST(Fusion, KernelDensityIsTwoKernels) {
  const std::ptrdiff_t n = 100000, m = 17, d = 7;
  const Array p = ones({m, d}), x = ones({n, d}), c = ones({});
  const auto lines = explained([&] {
    const Array difference =
        array::binary(Op::subtract, p.with_layout({m, 1, d}, {d, 0, 1}, 0), x.with_layout({1, n, d}, {0, d, 1}, 0));
    const Array distance = array::reduce(Reduction::sum, array::unary(Op::square, difference), std::array{2}, false);
    const Array weight = array::unary(Op::exp, array::binary(Op::divide, distance, Scalar{-0.005}));
    const Array norm =
        array::binary(Op::pow, array::binary(Op::multiply, array::unary(Op::sqrt, c), Scalar{0.05}), Scalar{-7.0});
    const Array density =
        array::binary(Op::multiply, array::reduce(Reduction::mean, weight, std::array{1}, false), norm);
    density.evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 2u) << testing::PrintToString(lines);
}

Array over_rows(Reduction reduction, const Array &a) {
  const std::array axis{1};
  return array::reduce(reduction, a, axis, true);
}

Array softmax(const Array &a) {
  const Array weights = array::unary(Op::exp, array::binary(Op::subtract, a, over_rows(Reduction::max, a)));
  return array::binary(Op::divide, weights, over_rows(Reduction::sum, weights));
}

Array variance(const Array &a) {
  const Array deviation = array::binary(Op::subtract, a, over_rows(Reduction::mean, a));
  return over_rows(Reduction::mean, array::binary(Op::multiply, deviation, deviation));
}

TEST(Fusion, FoldsOverTheSameRowsAreOneKernel) {
  const Array a = ones({5, 1000});
  for (const auto &program : {softmax, variance}) {
    const auto lines = explained([&] { program(a).evaluate(); });
    EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
  }
  const Array both = array::binary(Op::subtract, softmax(a), variance(a));
  const auto lines = explained([&] { both.evaluate(); });
  EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
}

TEST(Fusion, ChainsOfFoldsOverRowsAreKernelsOfBoundedSize) {
  const Array a = ones({3, 1000});
  Array sum = a;
  for (int i = 0; i < 40; ++i)
    sum = array::binary(Op::subtract, sum, over_rows(i % 2 == 0 ? Reduction::max : Reduction::min, sum));
  const auto lines = explained([&] { sum.evaluate(); });
  EXPECT_GE(kernels_of(lines).size(), 40u / 8) << testing::PrintToString(lines);
  for (const float value : array::test::values<float>(sum))
    ASSERT_EQ(value, 0.0f);
}

TEST(Fusion, AFoldOverRowsThatAnArrayHoldsComesOutOfTheKernelThatReadsIt) {
  const Array a = ones({5, 1000}), sums = over_rows(Reduction::sum, a);
  const auto lines = explained([&] {
    array::binary(Op::divide, a, sums).evaluate();
    sums.evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
  for (const float value : array::test::values<float>(sums))
    ASSERT_EQ(value, 1000.0f);
}

TEST(Fusion, AFoldOverRowsOfWhichOthersReadAPartIsAKernelOfItsOwn) {
  const Array a = ones({5, 1000}), sums = over_rows(Reduction::sum, a);
  const Array first = a.with_layout({2, 1000}, a.strides(), 0), its_sums = sums.with_layout({2, 1}, sums.strides(), 0);
  const auto lines = explained([&] {
    array::binary(Op::divide, first, its_sums).evaluate();
    sums.evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 2u) << testing::PrintToString(lines);
  for (const float value : array::test::values<float>(sums))
    ASSERT_EQ(value, 1000.0f);
}

TEST(Fusion, TakesAreOneKernelWithWhatMakesTheirIndicesAndReadsThem) {
  const Array a = ones({100});
  const std::vector<std::int64_t> numbers{3, 99, 0};
  const Array index = array::test::make({3}, numbers);
  const auto lines = explained([&] {
    const Array places = array::binary(Op::multiply, index, Scalar{std::int64_t{-1}});
    const Array taken = array::take(a, places, {.extent = 100});
    array::reduce(Reduction::sum, array::binary(Op::multiply, taken, taken), std::array{0}, false).evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
}

TEST(Fusion, TheOnlyElementOfALongFoldIsReadThroughSeveralViews) {
  const Array a = ones({3, 20000});
  const Array half = array::binary(Op::multiply, array::reduce(Reduction::sum, a, std::array{0, 1}, true), Scalar{0.5});
  const Array view = half.with_layout({1, 1}, {-1, -2}, 0), flat = half.with_layout({1}, {5}, 0);
  const Array both = array::binary(Op::add, array::binary(Op::add, view, half), flat);
  EXPECT_EQ(array::test::values<float>(both), std::vector<float>{90000.0f});
}

TEST(Fusion, ProductsWithVectorsAreOneKernelWithWhatIsAround) {
  const Array m = ones({20, 30}), v = ones({30}), w = ones({20});
  const auto lines = explained([&] {
    const Array product = array::matmul(m, array::binary(Op::multiply, v, Scalar{2.0}));
    array::unary(Op::sqrt, array::binary(Op::add, product, w)).evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u);
  EXPECT_EQ(array::test::values<float>(array::matmul(w, m)), std::vector<float>(30, 20.0f));
  EXPECT_EQ(array::test::values<float>(array::matmul(v, v)), std::vector<float>{30.0f});
}

TEST(Fusion, WhatIsPutIsMadeInTheKernelThatPutsIt) {
  const Array a = ones({100}), target = ones({100});
  const Array places =
      array::arange(Scalar{std::int64_t{0}}, Scalar{std::int64_t{1}}, 100, Dtype::i64, queue(), AllocationKind::device);
  const auto lines = explained([&] {
    const Array reversed = array::binary(Op::subtract, Scalar{std::int64_t{99}}, places);
    array::put(target, reversed, {.extent = 100}, array::binary(Op::multiply, a, Scalar{3.0}));
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u);
  EXPECT_EQ(array::test::values<float>(target), std::vector<float>(100, 3.0f));
}

TEST(Fusion, WhatAMaskAssignsIsPartOfTheKernelAround) {
  const Array a = ones({100});
  const auto lines = explained([&] {
    const Array x = array::binary(Op::multiply, a, Scalar{-2.0});
    array::assign_where(x, array::binary(Op::less, x, Scalar{0.0}), Scalar{7.0});
    const Array after = array::binary(Op::add, x, Scalar{1.0});
    EXPECT_EQ(array::test::values<float>(after), std::vector<float>(100, 8.0f));
  });
  EXPECT_EQ(kernels_of(lines).size(), 1u);
}

TEST(Fusion, RowsAcrossRowsAreNotOneKernel) {
  const Array a = ones({100, 100});
  const Array sums = over_rows(Reduction::sum, a), down = array::reduce(Reduction::sum, a, std::array{0}, true);
  const Array both = array::binary(Op::divide, array::binary(Op::divide, a, sums), down);
  for (const float value : array::test::values<float>(both))
    ASSERT_EQ(value, 1e-4f);
  const Array across = over_rows(Reduction::sum, ones({100, 100})).with_layout({1, 100}, {0, 1}, 0);
  const auto lines = explained([&] { array::binary(Op::divide, a, across).evaluate(); });
  EXPECT_EQ(kernels_of(lines).size(), 2u) << testing::PrintToString(lines); // else it would be stored across memory
}

TEST(Fusion, ArraysOfOneShapeAreComputedTogetherAtAFlush) {
  const Array a = ones({64});
  const Array x = array::binary(Op::add, a, a), y = array::binary(Op::multiply, x, a);
  const auto lines = explained([&] { queue()->flush(); });
  EXPECT_EQ(kernels_of(lines).size(), 1u);
  EXPECT_FALSE(x.pending());
  EXPECT_FALSE(y.pending());
}

TEST(Fusion, AShortSumIsNotFoldedAgainForEachElementOfItsRow) {
  const Array x = ones({1000, 32});
  const auto lines = explained([&] {
    const Array share = array::binary(Op::divide, x, array::reduce(Reduction::sum, x, std::array{1}, true));
    share.evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 2u) << testing::PrintToString(lines);
}

TEST(Fusion, AFlushComputesWhatTwoArraysShareOnce) {
  const Array a = ones({10000});
  Array x, y;
  {
    const Array dear = array::unary(Op::exp, array::unary(Op::sin, a));
    x = array::binary(Op::add, dear, a);
    y = array::binary(Op::multiply, dear, a);
  }
  const auto lines = explained([&] { queue()->flush(); });
  EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
}

TEST(Fusion, TheSizeOfAFusionCountsSharedNodesOnce) {
  const Array a = ones({10000});
  Array z = array::binary(Op::multiply, a, Scalar{0.5});
  for (int i = 0; i < 12; ++i)
    z = array::binary(Op::add, array::binary(Op::multiply, z, z), array::binary(Op::multiply, z, a));
  const auto lines = explained([&] { z.evaluate(); });
  EXPECT_EQ(kernels_of(lines).size(), 1u) << testing::PrintToString(lines);
}

TEST(Fusion, ShapesAndNumbersShareAKernel) {
  std::set<std::string> kernels;
  for (std::ptrdiff_t n = 2; n < 200; ++n) {
    const Array a = ones({n, n + 1}), b = ones({n + 1});
    const auto lines = explained([&] {
      array::binary(Op::add, array::binary(Op::multiply, a, Scalar{static_cast<double>(n)}), a).evaluate();
      if (n > 20)
        array::binary(Op::add, a, b).evaluate();
    });
    for (const std::string &kernel : kernels_of(lines))
      kernels.insert(kernel);
  }
  EXPECT_EQ(kernels.size(), 2u);
}

/// Kernels that were compiled or read from disk.
std::size_t kernels_made() {
  const runtime::CacheStats stats = runtime::cache_stats();
  return stats.compiled + stats.disk_hits;
}

TEST(Shapes, NewExtentsNeedNoNewKernel) {
  const auto run = [](std::ptrdiff_t rows, std::ptrdiff_t columns) {
    const Array a = ones({rows, columns});
    for (const Reduction reduction : {Reduction::sum, Reduction::max, Reduction::argmax}) {
      array::reduce(reduction, a, std::array{0}, false).evaluate();
      array::reduce(reduction, a, std::array{1}, false).evaluate();
      array::reduce(reduction, a, std::array{0, 1}, false).evaluate();
    }
    array::binary(Op::add, a, ones({columns})).evaluate();
    array::binary(Op::multiply, a, ones({rows, 1})).evaluate();
    array::binary(Op::add, a.with_layout({columns, rows}, {1, columns}, 0), ones({columns, rows})).evaluate();
  };
  run(1000, 1000);
  const std::size_t before = kernels_made();
  run(1001, 999);
  run(800, 1203);
  run(1511, 700);
  EXPECT_EQ(kernels_made(), before);
}

TEST(Shapes, ShortRecordsAreCompiledIn) {
  const auto run = [](std::ptrdiff_t rows, std::ptrdiff_t columns) {
    array::reduce(Reduction::sum, ones({rows, columns}), std::array{1}, false).evaluate();
  };
  run(5000, 3);
  const std::size_t before = kernels_made();
  run(7001, 3);
  EXPECT_EQ(kernels_made(), before);
  run(5000, 5);
  EXPECT_EQ(kernels_made(), before + 1);
}

TEST(Fusion, WhatIsNeededTwiceAndDearIsComputedOnce) {
  const Array a = ones({10000});
  const Array dear = array::unary(Op::exp, array::unary(Op::sin, a));
  const auto lines = explained([&] {
    array::binary(Op::add, dear, a).evaluate();
    array::binary(Op::multiply, dear, a).evaluate();
    array::binary(Op::subtract, dear, a).evaluate();
  });
  EXPECT_EQ(kernels_of(lines).size(), 4u) << testing::PrintToString(lines);
}

TEST(Fusion, ADroppedExpressionHasNoKernel) {
  const Array a = ones({10});
  const auto lines = explained([&] {
    {
      const Array dropped = array::binary(Op::add, a, a);
    }
    queue()->flush();
  });
  EXPECT_TRUE(lines.empty());
}

TEST(FoldOrder, DependsOnWhatIsFoldedAlone) {
  const auto rows = plan_fold(*dense_layout({17, 1000000}, 'C'), 0b10, Dtype::f32, Dtype::f32, Reduction::sum, true,
                              cpu_traits.folds);
  EXPECT_EQ(rows.order.mode, FoldMode::lanes);
  EXPECT_EQ(rows.order.lanes, 32u);
  const auto columns =
      plan_fold(*dense_layout({4096, 4096}, 'C'), 0b01, Dtype::f32, Dtype::f32, Reduction::sum, true, cpu_traits.folds);
  EXPECT_EQ(columns.order.mode, FoldMode::columns);
  const auto shorts =
      plan_fold(*dense_layout({1000, 7}, 'C'), 0b10, Dtype::f32, Dtype::f32, Reduction::sum, true, cpu_traits.folds);
  EXPECT_EQ(shorts.order.mode, FoldMode::sequential);
}

TEST(FoldOrder, RowsOfMiddleLengthAreReadByLanesWhereTheseJoinCheaply) {
  const auto mode = [](Reduction kind, std::ptrdiff_t folded, Dtype dtype = Dtype::f32) {
    return plan_fold(*dense_layout({10000, folded}, 'C'), 0b10, dtype, dtype, kind, true, cpu_traits.folds).order.mode;
  };
  EXPECT_EQ(mode(Reduction::sum, 48), FoldMode::sequential);
  EXPECT_EQ(mode(Reduction::sum, 49), FoldMode::lanes);
  EXPECT_EQ(mode(Reduction::max, 49), FoldMode::lanes);
  EXPECT_EQ(mode(Reduction::max, 80, Dtype::c64), FoldMode::sequential);
  EXPECT_EQ(mode(Reduction::max, 49, Dtype::i32), FoldMode::lanes);
  EXPECT_EQ(mode(Reduction::argmax, 80), FoldMode::sequential);
  EXPECT_EQ(mode(Reduction::argmax, 81), FoldMode::lanes);
  EXPECT_EQ(mode(Reduction::logsumexp, 256), FoldMode::sequential);
}

TEST(FoldOrder, WhatDoesNotLieSideBySideIsFoldedByOneWorkItem) {
  const auto mode = [](const Layout &view, std::uint32_t axes) {
    return plan_fold(view, axes, Dtype::f32, Dtype::f32, Reduction::sum, true, cpu_traits.folds).order.mode;
  };
  EXPECT_EQ(mode(*dense_layout({2600, 100, 15}, 'C'), 0b010), FoldMode::sequential);
  EXPECT_EQ(mode(*dense_layout({10, 40000, 10}, 'C'), 0b101), FoldMode::sequential);
  EXPECT_EQ(mode(*dense_layout({40000, 10, 10}, 'C'), 0b110), FoldMode::lanes);
  EXPECT_EQ(mode(Layout({40000, 100}, {100, -1}, 99), 0b10), FoldMode::lanes);
}

TEST(FoldOrder, FoldsOfMiddleSizeHaveBlocksForManyThreads) {
  const auto blocks = [](std::ptrdiff_t folded, std::ptrdiff_t results, Dtype dtype) {
    return plan_fold(*dense_layout({folded, results}, 'C'), 0b01, dtype, dtype, Reduction::sum, true, cpu_traits.folds)
        .order.blocks();
  };
  EXPECT_EQ(blocks(16384, 17, Dtype::f32), 16); // of 1024
  EXPECT_EQ(blocks(16384, 17, Dtype::f64), 16);
  EXPECT_GE(blocks(100000, 17, Dtype::f32), 30);
  EXPECT_EQ(blocks(16384, 1, Dtype::f32), 1) << "little work";
  EXPECT_EQ(blocks(1 << 26, 1, Dtype::f32), 4096) << "long blocks where there are many";
}

TEST(FoldOrder, WhatIsOnlyReadIsCutIntoLargeBlocksWhereItLiesSideBySide) {
  const auto blocks = [](const Layout &view, std::uint32_t axes) {
    return plan_fold(view, axes, Dtype::i32, Dtype::i32, Reduction::max, false, cpu_traits.folds).order.blocks();
  };
  EXPECT_EQ(blocks(*dense_layout({17, 16384}, 'C'), 0b10), 1);
  EXPECT_EQ(blocks(*dense_layout({16384, 17}, 'C'), 0b01), 16) << "rows of 17 are read whole";
}

TEST(FoldOrder, BooleansAreCutIntoFewBlocks) {
  const Layout many({1 << 26}, {1}, 0);
  const auto truth = plan_fold(many, 1, Dtype::f32, Dtype::b1, Reduction::any, true, cpu_traits.folds).order;
  EXPECT_EQ(truth.blocks(), 64);
  EXPECT_EQ(truth.partials(), 64);
  EXPECT_EQ(truth.lanes, 32u); // as many as the elements that are read
  EXPECT_EQ(plan_fold(many, 1, Dtype::b1, Dtype::b1, Reduction::argmax, true, cpu_traits.folds).order.lanes,
            32u); // at most
  EXPECT_GT(plan_fold(many, 1, Dtype::f32, Dtype::f32, Reduction::sum, true, cpu_traits.folds).order.blocks(), 1000);
}

/// A copy into memory that begins `offset` elements after a cache line; neither is touched.
Schedule schedule_of_copy(std::ptrdiff_t count, std::ptrdiff_t stride, std::ptrdiff_t offset, bool onto_itself) {
  alignas(64) static std::byte source[64], target[64];
  const auto leaf = [&](std::byte *base) {
    Leaf memory;
    memory.dtype = Dtype::f32;
    memory.base = base;
    memory.offset = base == target ? offset : 0;
    memory.strides = {base == target ? stride : 1};
    return memory;
  };
  Program program;
  program.dims = {{count, 0}};
  program.leaves = {leaf(onto_itself ? target : source)};
  program.steps = {{.code = Code::load, .dtype = Dtype::f32, .dims = 1}};
  program.outputs.push_back({leaf(target), 0});
  return schedule(program, cpu_traits);
}

TEST(Schedule, OnlyWhatNoCacheHoldsIsStoredAroundThem) {
  constexpr std::ptrdiff_t many = 1 << 23;
  EXPECT_TRUE(schedule_of_copy(many, 1, 0, false).streams);
  EXPECT_TRUE(schedule_of_copy(many + 3, 1, 16, false).streams);
  EXPECT_FALSE(schedule_of_copy(many - 1, 1, 0, false).streams) << "small";
  EXPECT_FALSE(schedule_of_copy(many, 1, 1, false).streams) << "between cache lines";
  EXPECT_FALSE(schedule_of_copy(many, 2, 0, false).streams) << "not side by side";
  EXPECT_FALSE(schedule_of_copy(many, 1, 0, true).streams) << "read just before";
}

TEST(FoldOrder, BlocksCoverEveryElementOnce) {
  for (std::ptrdiff_t outer : {1, 3, 100, 5000})
    for (std::ptrdiff_t inner : {33, 1000, 1024, 9000, 100001})
      for (std::ptrdiff_t results : {1, 17, 5000}) {
        const auto order = plan_fold(*dense_layout({results, outer, inner}, 'C'), 0b110, Dtype::f32, Dtype::f32,
                                     Reduction::sum, true, cpu_traits.folds)
                               .order;
        if (order.mode != FoldMode::lanes)
          continue;
        EXPECT_EQ(order.outer * order.inner, outer * inner);
        EXPECT_GE(order.rows * order.row_blocks, order.outer);
        EXPECT_LT(order.rows * (order.row_blocks - 1), order.outer);
        EXPECT_GE(order.chunk * order.chunks, order.inner);
        EXPECT_LT(order.chunk * (order.chunks - 1), order.inner);
      }
}

} // namespace
} // namespace weft::fuse
