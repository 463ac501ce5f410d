// In which order folds add up: a function of shape, axes, layout and dtype, on each kind of device.
#include <gtest/gtest.h>

#include "fuse/order.hpp"

namespace weft::fuse {
namespace {

FoldPlan plan_of(const Layout &view, std::uint32_t axes, const FoldTraits &traits, bool logical = false) {
  return plan_fold(view, axes, Dtype::f32, Dtype::f32, logical ? ops::Reduction::argmax : ops::Reduction::sum, true,
                   traits);
}

std::vector<int> axes_of(const FoldPlan &plan) {
  return {plan.axes.begin(), plan.axes.begin() + static_cast<std::ptrdiff_t>(plan.count)};
}

TEST(FoldOrder, AxesFoldAsTheyLieAndPositionsCountInTheOrderOfAxes) {
  const auto columns_first = make_layout({40, 300}, {1, 40});
  EXPECT_EQ(axes_of(plan_of(*columns_first, 0b11, cpu_traits.folds)), (std::vector{1, 0}));
  EXPECT_EQ(axes_of(plan_of(*columns_first, 0b11, cpu_traits.folds, true)), (std::vector{0, 1}));
  EXPECT_EQ(axes_of(plan_of(*make_layout({40, 30, 50}, {50, 0, 1}), 0b111, cpu_traits.folds)), (std::vector{1, 0, 2}))
      << "what is repeated is slowest";
  EXPECT_EQ(axes_of(plan_of(*make_layout({40, 30, 50}, {0, 50, 1}), 0b111, cpu_traits.folds)), (std::vector{0, 1, 2}));
  EXPECT_EQ(axes_of(plan_of(*make_layout({40, 1, 50}, {50, 7, 1}), 0b111, cpu_traits.folds)), (std::vector{0, 2}));
}

TEST(FoldOrder, LongRowsThatLieApartAreNotOneLoop) {
  const FoldPlan apart = plan_of(*make_layout({2, 40, 64}, {10000, 100, 1}), 0b110, cpu_traits.folds);
  EXPECT_EQ(apart.order.inner, 64);
  EXPECT_EQ(apart.order.outer, 40);
  const FoldPlan dense = plan_of(*make_layout({2, 40, 64}, {10000, 64, 1}), 0b110, cpu_traits.folds);
  EXPECT_EQ(dense.order.inner, 40 * 64);
  EXPECT_EQ(plan_of(*make_layout({2, 40, 8}, {10000, 100, 1}), 0b110, cpu_traits.folds).order.inner, 320)
      << "short ones are";
}

TEST(FoldOrder, ResultsAreColumnsWhereTheyLieCloserThanWhatIsFolded) {
  EXPECT_EQ(plan_of(*make_layout({1000, 64}, {1, 1000}), 0b10, cpu_traits.folds).order.mode, FoldMode::columns);
  EXPECT_EQ(plan_of(*make_layout({1000, 64}, {1, 1}), 0b10, cpu_traits.folds).order.mode, FoldMode::lanes)
      << "windows that overlap";
}

TEST(FoldOrder, ManyColumnsOfFewRowsAreNotCut) {
  const auto blocks = [](std::ptrdiff_t columns, std::ptrdiff_t rows) {
    return plan_of(*make_layout({columns, rows}, {1, columns}), 0b10, cpu_traits.folds).order.row_blocks;
  };
  EXPECT_EQ(blocks(256, 511), 1);
  EXPECT_GT(blocks(256, 512), 1);
  EXPECT_GT(blocks(255, 511), 1) << "threads would have nothing to do";
}

TEST(FoldOrder, FewColumnsAreThoseThatMostLanesHaveUseFor) {
  const auto mode = [](std::ptrdiff_t columns, Dtype dtype, const DeviceTraits &traits) {
    return plan_fold(*make_layout({columns, 1000}, {1, columns}), 0b10, dtype, dtype, ops::Reduction::sum, true,
                     traits.folds)
        .order.mode;
  };
  EXPECT_EQ(mode(15, Dtype::f32, cpu_traits), FoldMode::lanes);
  EXPECT_EQ(mode(16, Dtype::f32, cpu_traits), FoldMode::columns);
  EXPECT_EQ(mode(17, Dtype::f32, cpu_traits), FoldMode::lanes);
  EXPECT_EQ(mode(24, Dtype::f32, cpu_traits), FoldMode::columns);
  EXPECT_EQ(mode(17, Dtype::f64, cpu_traits), FoldMode::lanes);
  EXPECT_EQ(mode(18, Dtype::f64, cpu_traits), FoldMode::columns);
  const auto with_index = [](std::ptrdiff_t columns) {
    return plan_fold(*make_layout({columns, 1000}, {1, columns}), 0b10, Dtype::f32, Dtype::f32, ops::Reduction::argmax,
                     true, cpu_traits.folds)
        .order.mode;
  };
  EXPECT_EQ(with_index(7), FoldMode::lanes);
  EXPECT_EQ(with_index(9), FoldMode::columns);
  EXPECT_EQ(mode(31, Dtype::f32, gpu_traits), FoldMode::groups);
  EXPECT_EQ(mode(32, Dtype::f32, gpu_traits), FoldMode::columns);
}

TEST(FoldOrder, LanesOnColumnsTakeFewTwice) {
  const auto lanes = [](std::ptrdiff_t columns, std::size_t bytes) {
    return lanes_on_columns(columns, bytes, cpu_traits.folds);
  };
  EXPECT_EQ(lanes(1000, 4), 32u);
  EXPECT_EQ(lanes(48, 4), 16u);
  EXPECT_EQ(lanes(24, 4), 16u) << "of a line of the cache";
  EXPECT_EQ(lanes(24, 8), 8u);
  EXPECT_EQ(lanes(5, 4), 4u);
}

TEST(FoldOrder, ShortFoldsOfManyResultsAreAWorkItems) {
  const auto mode = [](std::ptrdiff_t results, std::ptrdiff_t folded) {
    return plan_of(*dense_layout({results, folded}, 'C'), 0b10, cpu_traits.folds).order.mode;
  };
  EXPECT_EQ(mode(1024, 48), FoldMode::sequential);
  EXPECT_EQ(mode(1023, 48), FoldMode::lanes);
  EXPECT_EQ(mode(1024, 49), FoldMode::lanes);
  EXPECT_EQ(mode(1, 32), FoldMode::sequential);
  EXPECT_EQ(mode(1, 33), FoldMode::lanes);
}

TEST(FoldOrder, BlocksAreShorterWhereMuchIsFoldedIntoFewResults) {
  const auto blocks = [](std::ptrdiff_t results) {
    return plan_of(*dense_layout({results, 16384}, 'C'), 0b10, cpu_traits.folds).order.blocks();
  };
  EXPECT_EQ(blocks(32), 16);
  EXPECT_EQ(blocks(64), 10);
  EXPECT_EQ(blocks(65), 1);
}

TEST(FoldOrder, BlocksThatKeepAnIndexLeaveOneResult) {
  const FoldOrder order = plan_of(*dense_layout({1 << 20}, 'C'), 1, cpu_traits.folds, true).order;
  EXPECT_GT(order.blocks(), 1);
  EXPECT_EQ(order.partials(), order.blocks());
}

TEST(FoldOrder, BlocksOfGroupsCoverEveryElementOnce) {
  for (const std::ptrdiff_t results : {1, 17, 5000})
    for (const std::ptrdiff_t outer : {1, 3, 100, 70000})
      for (const std::ptrdiff_t inner : {33, 1000, 9000, 100001}) {
        const auto rows = dense_layout({results, outer, inner}, 'C');
        const FoldOrder order = plan_of(*rows, 0b110, gpu_traits.folds).order;
        if (order.mode != FoldMode::groups)
          continue;
        EXPECT_EQ(order.outer * order.inner, outer * inner);
        EXPECT_GE(order.rows * order.row_blocks, order.outer);
        EXPECT_LT(order.rows * (order.row_blocks - 1), order.outer);
        EXPECT_LE(order.chunks, (order.inner + order.chunk - 1) / order.chunk) << "idle groups";
        const FoldOrder columns = plan_of(*dense_layout({outer, inner}, 'C'), 0b01, gpu_traits.folds).order;
        if (columns.mode != FoldMode::columns)
          continue;
        EXPECT_GE(columns.rows * columns.row_blocks, columns.outer);
        EXPECT_LT(columns.rows * (columns.row_blocks - 1), columns.outer);
        EXPECT_EQ(columns.rows % column_bundle, 0) << "bundles are cut";
      }
}

TEST(FoldOrder, PartialResultsAreJoinedByOneKernel) {
  for (const std::ptrdiff_t count : {2, 33, 1000, 1 << 20})
    for (const FoldMode mode : {FoldMode::lanes, FoldMode::groups, FoldMode::columns})
      for (const DeviceTraits &traits : {cpu_traits, gpu_traits})
        EXPECT_EQ(order_of_join(3, count, mode, 8, traits.folds).blocks(), 1) << count;
}

} // namespace
} // namespace weft::fuse
