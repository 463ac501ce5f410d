// Layouts, and reading pending buffers through views.
#include <random>

#include <gtest/gtest.h>

#include "fuse/affine.hpp"
#include "fuse/layout.hpp"
#include "support/error.hpp"

namespace weft::fuse {
namespace {

TEST(Layout, ReshapesOnlyWhatAViewCanExpress) {
  const auto dense = dense_layout({2, 3, 4}, 'C');
  EXPECT_EQ(reshaped_strides(*dense, {6, 4}), (Shape{4, 1}));
  EXPECT_EQ(reshaped_strides(*dense, {24}), (Shape{1}));
  EXPECT_EQ(reshaped_strides(*dense, {2, 1, 12}), (Shape{12, 12, 1}));
  const auto transposed = make_layout({4, 2, 3}, {1, 12, 4});
  EXPECT_EQ(reshaped_strides(*transposed, {4, 6}), (Shape{1, 4}));
  EXPECT_FALSE(reshaped_strides(*transposed, {24}));
  EXPECT_FALSE(reshaped_strides(*make_layout({2, 3, 4}, {36, 12, 2}), {24})) << "the last axis lies apart";
  EXPECT_FALSE(reshaped_strides(*make_layout({2, 3}, {0, 1}), {6})) << "repeated rows";
  EXPECT_FALSE(reshaped_strides(*make_layout({2, 3}, {1, 0}), {6})) << "repeated elements";
  EXPECT_EQ(reshaped_strides(*make_layout({2, 3}, {0, 0}), {6}), (Shape{0}));
  EXPECT_EQ(reshaped_strides(*dense, {24, 1}), (Shape{1, 1}));
}

TEST(Layout, AxesOfOneElementLieAnyhow) {
  EXPECT_TRUE(make_layout({1, 4}, {99, 1})->c_contiguous());
  EXPECT_TRUE(make_layout({4, 1}, {1, 99})->f_contiguous());
  EXPECT_FALSE(make_layout({4, 2}, {1, 99})->f_contiguous());
}

TEST(Layout, EmptyOnesLieAsIfTheyHadOneElementMore) {
  EXPECT_EQ(dense_layout({3, 0, 4}, 'C')->strides(), (Shape{4, 4, 1}));
  EXPECT_EQ(dense_layout({3, 0, 4}, 'F')->strides(), (Shape{1, 3, 3}));
  const LayoutRef backwards = make_layout({3, 0}, {-4, 1}, 8);
  EXPECT_EQ(dense_layout_like({3, 0}, std::span(&backwards, 1))->offset(), 0) << "no element to begin with";
}

TEST(Layout, BroadcastNamesBothShapes) {
  try {
    broadcast(dense_layout({2, 3}, 'C'), {2, 4});
    FAIL();
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::invalid);
    EXPECT_NE(std::string(error.what()).find("(2, 3)"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("(2, 4)"), std::string::npos);
  }
}

TEST(Layout, BroadcastRepeatsWhatIsOneElement) {
  EXPECT_EQ(broadcast(make_layout({1, 4}, {99, 1}), {3, 1, 4})->strides(), (Shape{0, 0, 1}));
}

TEST(Layout, KeepsTheMemoryOrderOfWhatItIsLike) {
  const LayoutRef permuted = make_layout({2, 3, 4}, {8, 40, 2});
  EXPECT_EQ(dense_layout_like({2, 3, 4}, std::span(&permuted, 1))->strides(), (Shape{4, 8, 1}));
  const LayoutRef different[] = {permuted, dense_layout({2, 3, 4}, 'C')};
  EXPECT_EQ(dense_layout_like({2, 3, 4}, different)->strides(), (Shape{12, 4, 1}));
  const LayoutRef row[] = {permuted, dense_layout({4}, 'C')};
  EXPECT_EQ(dense_layout_like({2, 3, 4}, row)->strides(), (Shape{4, 8, 1}));
}

TEST(Layout, AnAxisPassesThoseOfWhichNothingIsKnownToReachOneThatIsSlower) {
  const LayoutRef repeated[] = {make_layout({3, 3, 2}, {1, 0, 3}), make_layout({3, 3, 2}, {0, 2, 1})};
  EXPECT_EQ(dense_layout_like({3, 3, 2}, repeated)->strides(), (Shape{1, 6, 3}));
  const LayoutRef short_axes[] = {make_layout({2, 1, 2}, {1, 2, 2}), make_layout({1, 2, 1}, {1, 1, 2})};
  EXPECT_EQ(dense_layout_like({2, 2, 2}, short_axes)->strides(), (Shape{1, 4, 2}));
  const LayoutRef repeated_rows = make_layout({3, 4}, {0, 1});
  const LayoutRef equal[] = {make_layout({3, 3}, {1, 1}), make_layout({3, 3}, {1, 3})};
  EXPECT_EQ(dense_layout_like({3, 3}, equal)->strides(), (Shape{3, 1})) << "one of them says no";
  EXPECT_EQ(dense_layout_like({3, 4}, std::span(&repeated_rows, 1))->strides(), (Shape{1, 3})) << "the only one";
}

TEST(Layout, RunsBackwardsWhereAllInputsDo) {
  const LayoutRef backwards = reversed(dense_layout({2, 3}, 'C'), 0b10);
  EXPECT_EQ(backwards->strides(), (Shape{3, -1}));
  EXPECT_EQ(backwards->offset(), 2);
  EXPECT_EQ(backward_axes(*backwards), 0b10u);
  const LayoutRef made = dense_layout_like({2, 3}, std::span(&backwards, 1));
  EXPECT_EQ(made->strides(), backwards->strides());
  EXPECT_EQ(made->offset(), 2);
  const LayoutRef different[] = {backwards, dense_layout({3}, 'C')};
  EXPECT_EQ(dense_layout_like({2, 3}, different)->strides(), (Shape{3, 1}));
  const LayoutRef row = reversed(dense_layout({1, 3}, 'C'), 0b10), column = reversed(dense_layout({2, 1}, 'C'), 0b01);
  const LayoutRef product[] = {column, row}; // as in outer(x[::-1], y[::-1])
  EXPECT_EQ(dense_layout_like({2, 3}, product)->strides(), (Shape{3, 1}));
}

TEST(Layout, RefusesWhatCannotBeAddressed) {
  constexpr std::ptrdiff_t far = std::ptrdiff_t(1) << 60;
  struct {
    Shape shape, strides;
    std::ptrdiff_t offset;
  } const beyond[] = {
      {{17}, {far}, 0}, // 16 times the stride is 0 in 64 bits
      {{2}, {far}, 0},
      {{2}, {-far}, 0},
      {{9}, {far / 4}, 0},
      {{3, 3}, {far / 3, far / 3}, 0},
      {{3, 3}, {far / 3, 1}, far},
      {{1}, {1}, 2 * far},
      {{1}, {1}, -far},
      {{1}, {4 * far}, 0},
      {{0}, {far}, 0},
  };
  for (const auto &layout : beyond)
    EXPECT_THROW(make_layout(layout.shape, layout.strides, layout.offset), Error) << text_of(layout.strides);
  for (const Shape &shape : {Shape{far, 16}, Shape{far}, Shape{0, far, far}, Shape{far, far, 0}})
    for (const char order : {'C', 'F'})
      EXPECT_THROW(dense_layout(shape, order), Error) << text_of(shape);
  EXPECT_EQ(dense_layout({far / 4}, 'C')->bounds(), std::pair(std::ptrdiff_t(0), far / 4 - 1));
  EXPECT_EQ(make_layout({3, 2}, {-4, 1}, 8)->bounds(), std::pair(std::ptrdiff_t(0), std::ptrdiff_t(9)));
  EXPECT_EQ(make_layout({3, 0}, {-4, 1}, 2)->bounds(), std::pair(std::ptrdiff_t(0), std::ptrdiff_t(-1)));
}

TEST(Layout, RefusesTooManyDimensionsAndNegativeExtents) {
  EXPECT_THROW(dense_layout(Shape(33, 1), 'C'), Error);
  EXPECT_THROW(dense_layout({3, -1}, 'C'), Error);
}

/// Every element that the view names, by the map and by the strides.
void expect_map(const Layout &view, const Layout &producer) {
  const auto map = positions_of(view, producer);
  if (!map)
    return;
  Shape index(view.ndim(), 0);
  for (std::size_t n = 0; n < view.size(); ++n) {
    std::ptrdiff_t direct = view.offset(), mapped = producer.offset();
    for (std::size_t j = 0; j < view.ndim(); ++j)
      direct += view.strides()[j] * index[j];
    for (std::size_t axis = 0; axis < producer.ndim(); ++axis) {
      std::ptrdiff_t position = map->base(axis);
      for (std::size_t j = 0; j < view.ndim(); ++j)
        position += map->coefficient(axis, j) * index[j];
      ASSERT_GE(position, 0);
      ASSERT_LT(position, producer.shape()[axis]);
      mapped += position * producer.strides()[axis];
    }
    ASSERT_EQ(direct, mapped);
    for (std::size_t j = view.ndim(); j-- > 0;) {
      if (++index[j] < view.shape()[j])
        break;
      index[j] = 0;
    }
  }
}

TEST(AffineMap, NamesTheElementsThatTheStridesName) {
  std::mt19937 random(1);
  int mapped = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto below = [&](unsigned limit) { return static_cast<std::ptrdiff_t>(random() % limit); };
    const auto producer = dense_layout({1 + below(4), 1 + below(5), 1 + below(6)}, random() % 2 ? 'C' : 'F');
    Shape shape, strides;
    for (std::size_t j = 0; j < 1 + random() % 3; ++j) {
      shape.push_back(static_cast<std::ptrdiff_t>(1 + random() % 4));
      strides.push_back(static_cast<std::ptrdiff_t>(random() % 31) - 10);
    }
    const auto view = make_layout(shape, strides, static_cast<std::ptrdiff_t>(random() % producer->size()));
    const auto [first, last] = view->bounds();
    if (first < 0 || last >= static_cast<std::ptrdiff_t>(producer->size()))
      continue;
    mapped += positions_of(*view, *producer).has_value();
    expect_map(*view, *producer);
  }
  EXPECT_GT(mapped, 100);
}

TEST(Layout, RefusesWhatReachesTooFarByAllAxesTogether) {
  const std::ptrdiff_t far = std::ptrdiff_t(1) << 58;
  EXPECT_NO_THROW(make_layout({2}, {far}, 0));
  EXPECT_THROW(make_layout({2, 2, 2}, {far, far, far}, 0), Error);
  EXPECT_THROW(make_layout({2, 2, 2}, {-far, -far, -far}, 0), Error);
}

TEST(AffineMap, ComposedMapsGiveWhatOneGivesOfTheOther) {
  AffineMap outer(2, 2), inner(2, 1);
  outer.base(0) = 5, outer.coefficient(0, 0) = -1;
  outer.base(1) = 1, outer.coefficient(1, 0) = 2, outer.coefficient(1, 1) = 3;
  inner.base(0) = 4, inner.coefficient(0, 0) = -2;
  inner.base(1) = 7, inner.coefficient(1, 0) = 1;
  const AffineMap both = compose(outer, inner);
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    const std::ptrdiff_t first = 4 - 2 * i, second = 7 + i;
    EXPECT_EQ(both.base(0) + both.coefficient(0, 0) * i, 5 - first);
    EXPECT_EQ(both.base(1) + both.coefficient(1, 0) * i, 1 + 2 * first + 3 * second);
  }
}

TEST(AffineMap, TheOnlyElementIsThereHoweverItIsSeen) {
  EXPECT_TRUE(positions_of(*make_layout({1}, {5}), *dense_layout({1, 1}, 'C')));
  EXPECT_TRUE(positions_of(*make_layout({1, 1}, {-1, -2}), *dense_layout({1}, 'C')));
}

TEST(AffineMap, NothingIsMappedBeyondTheProducer) {
  const auto rows = dense_layout({3, 4}, 'C');
  EXPECT_FALSE(positions_of(*make_layout({2}, {1}, 3), *rows)) << "into the next row";
  EXPECT_FALSE(positions_of(*make_layout({2}, {-1}, 4), *rows)) << "into the row before";
  EXPECT_TRUE(positions_of(*make_layout({4}, {-1}, 7), *rows));
  EXPECT_TRUE(positions_of(*make_layout({3}, {-4}, 8), *rows));
}

TEST(AffineMap, TheSameElementsBeginAndLieAlike) {
  const auto rows = dense_layout({3, 4}, 'C');
  EXPECT_TRUE(same_elements(*make_layout({3, 4}, {4, 1}), *rows));
  EXPECT_FALSE(same_elements(*make_layout({3, 4}, {4, 1}, 1), *rows));
  EXPECT_FALSE(same_elements(*make_layout({2, 4}, {4, 1}), *rows));
  EXPECT_FALSE(same_elements(*make_layout({3, 4}, {1, 3}), *rows));
}

TEST(AffineMap, AFlattenedTransposeRunsAcrossAxes) {
  EXPECT_FALSE(positions_of(*make_layout({12}, {1}), *dense_layout({3, 4}, 'C')));
  EXPECT_TRUE(positions_of(*make_layout({4, 3}, {1, 4}), *dense_layout({3, 4}, 'C')));
}

} // namespace
} // namespace weft::fuse
