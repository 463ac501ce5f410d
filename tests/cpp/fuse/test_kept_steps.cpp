// What kernels over rows keep from one pass over their row for the next ones, and where.
#include <algorithm>

#include <gtest/gtest.h>

#include "fuse/kept_steps.hpp"

namespace weft::fuse {
namespace {

using ops::Op;
using ops::Reduction;

constexpr std::uint32_t row = 0b10;

/// Steps over rows of a matrix of float32, one pass after the other.
class Passes {
public:
  explicit Passes(FoldMode mode) : mode_(mode) {
    program_.dims = {{5, 0}, {1000, 0}};
    program_.row = row;
  }

  std::uint16_t load() {
    Leaf leaf;
    leaf.dtype = Dtype::f32;
    leaf.strides = {1000, 1};
    program_.leaves.push_back(leaf);
    return push({.code = Code::load, .dtype = Dtype::f32, .ref = last(program_.leaves)});
  }
  std::uint16_t call(Op op, std::uint16_t a, std::uint16_t b) {
    return push({.code = Code::call, .dtype = Dtype::f32, .arity = 2, .op = op, .inputs = {a, b}});
  }
  std::uint16_t call(Op op, std::uint16_t a) {
    return push({.code = Code::call, .dtype = Dtype::f32, .arity = 1, .op = op, .inputs = {a}});
  }
  std::uint16_t convert(std::uint16_t a, Dtype to) {
    return push({.code = Code::convert, .dtype = to, .arity = 1, .inputs = {a}});
  }
  std::uint16_t fold(std::uint16_t a) {
    Fold fold;
    fold.kind = Reduction::sum;
    fold.step = static_cast<std::uint16_t>(program_.steps.size());
    fold.over_row = true;
    fold.order.mode = mode_;
    program_.folds.push_back(fold);
    program_.root_fold = 0;
    return push({.code = Code::reduce, .dtype = Dtype::f32, .arity = 1, .ref = last(program_.folds), .inputs = {a}});
  }
  void store(std::uint16_t step, Shape strides) {
    Output output;
    output.step = step;
    output.target.dtype = Dtype::f32;
    output.target.strides = std::move(strides);
    program_.outputs.push_back(std::move(output));
  }
  Program &program() {
    mark_dims(program_);
    return program_;
  }

private:
  template <class List> static std::uint16_t last(const List &list) {
    return static_cast<std::uint16_t>(list.size() - 1);
  }
  std::uint16_t push(const Step &step) {
    program_.steps.push_back(step);
    return last(program_.steps);
  }

  FoldMode mode_;
  Program program_;
};

const KeptStep *find(std::span<const KeptStep> kept, std::uint16_t step) {
  const auto found = std::ranges::find(kept, step, &KeptStep::step);
  return found == kept.end() ? nullptr : &*found;
}

TEST(KeptSteps, SoftmaxKeepsItsExponentialsAndOnGpusWhatItReads) {
  for (const FoldMode mode : {FoldMode::lanes, FoldMode::groups}) {
    Passes passes(mode);
    const auto x = passes.load(), largest = passes.fold(x);
    const auto weights = passes.call(Op::exp, passes.call(Op::subtract, x, largest)), sum = passes.fold(weights);
    passes.store(passes.call(Op::divide, weights, sum), {1000, 1});
    const std::vector<KeptStep> kept = kept_steps(passes.program());
    EXPECT_EQ(find(kept, x) != nullptr, mode == FoldMode::groups);
    const KeptStep *const exponentials = find(kept, weights);
    ASSERT_NE(exponentials, nullptr);
    EXPECT_EQ(exponentials->made, 1);
    EXPECT_EQ(exponentials->last, 2);
    EXPECT_EQ(bytes_per_element(passes.program(), kept), 4u) << "places are used again";
  }
}

TEST(KeptSteps, WhatIsReadAgainLaterKeepsItsPlace) {
  Passes passes(FoldMode::lanes);
  const auto x = passes.load(), first = passes.call(Op::exp, x), one = passes.fold(first);
  const auto second = passes.call(Op::exp, passes.call(Op::subtract, first, one)), two = passes.fold(second);
  passes.store(passes.call(Op::add, passes.call(Op::add, first, second), two), {1000, 1});
  const std::vector<KeptStep> kept = kept_steps(passes.program());
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(find(kept, first)->made, 0);
  EXPECT_EQ(find(kept, first)->last, 2);
  EXPECT_EQ(find(kept, second)->made, 1);
  EXPECT_EQ(find(kept, second)->last, 2);
  EXPECT_NE(find(kept, first)->offset, find(kept, second)->offset);
  EXPECT_EQ(bytes_per_element(passes.program(), kept), 8u);
}

TEST(KeptSteps, LargeValuesLieBeforeSmallOnes) {
  Passes passes(FoldMode::lanes);
  const auto x = passes.load(), narrow = passes.call(Op::exp, x), one = passes.fold(narrow);
  const auto wide = passes.convert(passes.call(Op::sin, x), Dtype::f64),
             two = passes.fold(passes.convert(wide, Dtype::f32));
  const auto both = passes.call(Op::add, narrow, passes.convert(wide, Dtype::f32));
  passes.store(passes.call(Op::add, both, passes.call(Op::add, one, two)), {1000, 1});
  for (const KeptStep &each : kept_steps(passes.program()))
    EXPECT_EQ(each.offset % item_size(passes.program().steps[each.step].dtype), 0u) << each.step;
}

TEST(KeptSteps, WhatIsCheapIsComputedAgain) {
  for (const int products : {1, 6}) {
    Passes passes(FoldMode::lanes);
    auto power = passes.load();
    for (int i = 0; i < products; ++i)
      power = passes.call(Op::multiply, power, power);
    passes.store(passes.call(Op::divide, power, passes.fold(power)), {1000, 1});
    EXPECT_EQ(kept_steps(passes.program()).empty(), products == 1);
  }
}

TEST(KeptSteps, WhatOtherLoopsChangeIsNotKept) {
  Passes passes(FoldMode::lanes);
  const auto x = passes.load();
  Program &program = passes.program();
  program.dims.push_back({7, inner_segment(3)});
  program.leaves[0].strides.push_back(1);
  const auto weights = passes.call(Op::exp, x);
  passes.store(passes.call(Op::divide, weights, passes.fold(weights)), {1000, 1});
  EXPECT_TRUE(kept_steps(passes.program()).empty());
}

TEST(KeptSteps, OneValueOfEachRowIsStoredBesideIt) {
  Passes passes(FoldMode::lanes);
  const auto x = passes.load(), sum = passes.fold(x);
  passes.store(passes.call(Op::divide, x, sum), {1000, 1});
  passes.store(sum, {1, 0});
  EXPECT_TRUE(stores_along_row(passes.program()));
  EXPECT_EQ(outputs_beside_row(passes.program()), 0b10u);
  Passes alone(FoldMode::lanes);
  alone.store(alone.fold(alone.load()), {1, 0});
  alone.program().dims[1].segment = inner_segment(0);
  EXPECT_FALSE(stores_along_row(alone.program()));
  EXPECT_EQ(outputs_beside_row(alone.program()), 0u);
}

} // namespace
} // namespace weft::fuse
