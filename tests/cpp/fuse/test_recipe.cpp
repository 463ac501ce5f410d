// A kernel is made from its recipe, and from nothing that the recipe does not say.
#include <algorithm>
#include <bit>
#include <functional>
#include <string_view>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/values.hpp"
#include "fuse/emit.hpp"
#include "fuse/pending.hpp"
#include "fuse/plan.hpp"
#include "fuse/recipe.hpp"
#include "fuse/simplify.hpp"
#include "fuse/trace.hpp"
#include "runtime/platform.hpp"

namespace weft::fuse {
namespace {

Program traced(const Root &root, const Layout &layout) {
  const auto guard = Pending::of(*root.buffer->queue).lock();
  Program program;
  trace(Plan(Pending::of(*root.buffer->queue)), std::span(&root, 1), layout, program);
  return program;
}

using array::Array;
using array::Scalar;
using array::test::queue;
using ops::Op;
using ops::Reduction;

Array ones(const Shape &shape) {
  const Array array = array::full(shape, Scalar{1.0}, Dtype::f32, queue(), AllocationKind::device);
  array.evaluate();
  return array;
}

/// Rows of exp(a + 2), each summed, and the largest of all of them: a loop for each kind of extent.
Program rows_program() {
  const Array a = ones({1000, 5});
  const Array sums = array::reduce(Reduction::sum, array::unary(Op::exp, array::binary(Op::add, a, Scalar{2.0})),
                                   std::array{1}, false);
  const Array best = array::reduce(Reduction::max, sums, std::array{0}, false);
  const Root root{best.buffer()->expr(), best.buffer().get()};
  Program program = traced(root, *best.layout());
  program.outputs[0].target.dtype = Dtype::f32;
  program.outputs[0].target.base = static_cast<std::byte *>(a.base());
  simplify(program);
  return program;
}

/// Two operands, one of them with a jump between its rows.
Program sum_program() {
  const Array a = ones({64, 40}), b = ones({64, 80});
  const Array sum = array::binary(Op::add, a, b.with_layout({64, 40}, {80, 1}, 3));
  const Root root{sum.buffer()->expr(), sum.buffer().get()};
  Program program = traced(root, *sum.layout());
  program.outputs[0].target.dtype = Dtype::f32;
  program.outputs[0].target.base = static_cast<std::byte *>(a.base());
  program.outputs[0].target.strides = {40, 1};
  simplify(program);
  return program;
}

Program columns_program(Dtype dtype, Reduction kind) {
  const Array a = array::full({640, 1000}, Scalar{1.0}, dtype, queue(), AllocationKind::device);
  a.evaluate();
  const Array result = array::reduce(kind, a, std::array{0}, false);
  Program program = traced({result.buffer()->expr(), result.buffer().get()}, *result.layout());
  simplify(program);
  return program;
}

std::vector<std::byte> bytes_of(const Program &program, const Schedule &schedule) {
  const auto bytes = serialise(program, schedule);
  return {bytes.begin(), bytes.end()};
}

TEST(Recipe, SaysOpsByName) {
  const Program program = rows_program();
  const auto bytes = bytes_of(program, schedule(program, cpu_traits));
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  for (const char *name : {"exp", "add", "sum", "max"})
    EXPECT_NE(text.find(name), std::string_view::npos) << name;
}

TEST(Schedule, ColumnsThatLieNextToEachOtherAreFoldedTogether) {
  const auto lanes = [](Dtype dtype, Reduction kind) {
    return schedule(columns_program(dtype, kind), cpu_traits).range.local[0];
  };
  EXPECT_EQ(lanes(Dtype::f64, Reduction::sum), 8u);
  EXPECT_EQ(lanes(Dtype::f32, Reduction::max), 16u);
  EXPECT_EQ(lanes(Dtype::i16, Reduction::sum), 16u) << "two bytes of each are read";
  EXPECT_EQ(lanes(Dtype::c64, Reduction::sum), 8u);
  EXPECT_EQ(lanes(Dtype::c64, Reduction::max), 16u);
}

TEST(Recipe, LeavesOutWhatALaunchBrings) {
  for (const Program &program : {rows_program(), sum_program()}) {
    const Schedule plan = schedule(program, cpu_traits);
    const auto before = bytes_of(program, plan);
    const codegen::Bytes code = emit(Recipe(before));
    Program other = program;
    Schedule other_plan = plan;
    for (Leaf &leaf : other.leaves) {
      leaf.base += 4096;
      leaf.offset += 64;
      for (std::ptrdiff_t &stride : leaf.strides)
        stride = stride > 1 ? stride + 6 : stride;
    }
    for (Number &number : other.numbers)
      number.fill(std::byte{7});
    for (Fold &fold : other.folds)
      fold.order.results += 3;
    for (Dim &dim : other.dims)
      dim.extent += dim.extent > 2 * Recipe::most_known_extent ? 1 : 0;
    for (std::size_t &extent : other_plan.range.global)
      extent *= 2;
    EXPECT_EQ(bytes_of(other, other_plan), before);
    EXPECT_EQ(emit(Recipe(bytes_of(other, other_plan))), code);
  }
}

using Change = std::function<void(Program &, Schedule &)>;

void expect_other_bytes(const Program &program, std::span<const std::pair<const char *, Change>> changes) {
  const Schedule plan = schedule(program, cpu_traits);
  const auto before = bytes_of(program, plan);
  for (const auto &[what, change] : changes) {
    Program other = program;
    Schedule other_plan = plan;
    change(other, other_plan);
    EXPECT_NE(bytes_of(other, other_plan), before) << what;
  }
}

TEST(Recipe, TellsApartWhatShapesCode) {
  const std::pair<const char *, Change> changes[] = {
      {"op", [](Program &p, Schedule &) { std::ranges::find(p.steps, Code::call, &Step::code)->op = Op::multiply; }},
      {"dtype of a step", [](Program &p, Schedule &) { p.steps.back().dtype = Dtype::f64; }},
      {"dtype of a leaf", [](Program &p, Schedule &) { p.leaves[0].dtype = Dtype::i32; }},
      {"kind of a stride", [](Program &p, Schedule &) { p.leaves[0].strides[0] = 0; }},
      {"direction", [](Program &p, Schedule &) { p.leaves[0].reversed = 1; }},
      {"input", [](Program &p, Schedule &) { std::ranges::find(p.steps, Code::call, &Step::code)->inputs[1] = 0; }},
      {"target", [](Program &p, Schedule &) { p.outputs[0].target.dtype = Dtype::f64; }},
      {"early end", [](Program &, Schedule &s) { s.nest.nodes[0].kind = NodeKind::until; }},
      {"loop", [](Program &, Schedule &s) { s.nest.nodes[0].piece = 4; }},
      {"work-group", [](Program &, Schedule &s) { s.range.local = {32, 1, 1}; }},
      {"private loops", [](Program &, Schedule &s) { s.private_dims ^= 1; }},
      {"streams", [](Program &, Schedule &s) { s.streams = !s.streams; }},
      {"position", [](Program &p, Schedule &) { p.leaves[0].position = true; }},
      {"stride of indices", [](Program &p, Schedule &) { p.leaves[0].index_stride = 3; }},
      {"stride of an output's indices", [](Program &p, Schedule &) { p.outputs[0].target.index_stride = 3; }},
      {"an output's step", [](Program &p, Schedule &) { p.outputs[0].step = 0; }},
      {"an output's index", [](Program &p, Schedule &) { p.outputs[0].index = 1; }},
      {"segment", [](Program &p, Schedule &) { p.dims[0].segment = 1; }},
      {"row", [](Program &p, Schedule &) { p.row ^= 1; }},
      {"fold that is spread", [](Program &p, Schedule &) { p.root_fold = 0; }},
      {"dimensions of the launch", [](Program &, Schedule &s) { ++s.range.dims; }},
      {"width of vectors", [](Program &, Schedule &s) { s.vectors.width = 4; }},
      {"loop of vectors", [](Program &, Schedule &s) { s.vectors.dim ^= 1; }},
      {"aligned operands", [](Program &, Schedule &s) { s.vectors.aligned ^= 1; }},
      {"operands that stay aligned", [](Program &, Schedule &s) { s.vectors.riding ^= 1; }},
      {"aligned results", [](Program &, Schedule &s) { s.vectors.aligned_outputs ^= 1; }},
      {"unrolls", [](Program &, Schedule &s) { s.unrolls = !s.unrolls; }},
      {"staged operands", [](Program &, Schedule &s) { s.staged ^= 1; }},
      {"kept row", [](Program &, Schedule &s) { s.keeps_row = !s.keeps_row; }},
      {"columns as an argument", [](Program &, Schedule &s) { s.tile_columns = s.tile_columns == 0 ? 64 : 0; }},
      {"extents compiled in", [](Program &, Schedule &s) { s.baked_dims ^= 1; }},
  };
  expect_other_bytes(sum_program(), changes);
}

TEST(Recipe, TellsApartWhatShapesFolds) {
  const auto other_of = [](std::ptrdiff_t count) { return count == 1 ? std::ptrdiff_t(2) : 1; };
  const std::pair<const char *, Change> changes[] = {
      {"kind", [](Program &p, Schedule &) { p.folds[0].kind = Reduction::prod; }},
      {"dtype", [](Program &p, Schedule &) { p.folds[0].loop.accumulate = Dtype::f64; }},
      {"row", [](Program &p, Schedule &) { p.folds[0].over_row = !p.folds[0].over_row; }},
      {"partial results", [](Program &p, Schedule &) { p.folds[0].joins_partials = !p.folds[0].joins_partials; }},
      {"mode", [](Program &p, Schedule &) { p.folds[0].order.mode = FoldMode::columns; }},
      {"lanes", [](Program &p, Schedule &) { ++p.folds[0].order.lanes; }},
      {"partial results of a block", [](Program &p, Schedule &) { ++p.folds[0].order.partial_lanes; }},
      {"several rows", [&](Program &p, Schedule &) { p.folds[0].order.outer = other_of(p.folds[0].order.outer); }},
      {"several chunks", [&](Program &p, Schedule &) { p.folds[0].order.chunks = other_of(p.folds[0].order.chunks); }},
  };
  expect_other_bytes(rows_program(), changes);
}

/// Extents count up to the next power of two where accumulators or unrolled code are made for them, else not at all.
TEST(Recipe, TellsApartExtentsThatCodeIsWrittenFor) {
  const Program program = rows_program();
  const auto fold = static_cast<std::size_t>(program.root_fold == 0);
  const auto inner = static_cast<std::size_t>(std::countr_zero(program.dims_of_fold(fold)));
  const auto bytes_with = [&](std::ptrdiff_t extent, const Schedule &schedule) {
    Program other = program;
    other.dims[inner].extent = extent;
    return bytes_of(other, schedule);
  };
  const Schedule as_argument = schedule(program, cpu_traits);
  EXPECT_EQ(bytes_with(5, as_argument), bytes_with(40, as_argument));
  Schedule is_private = as_argument, unrolled = as_argument;
  is_private.private_dims |= 1u << inner;
  unrolled.unrolls = true;
  for (const Schedule &known : {is_private, unrolled}) {
    EXPECT_EQ(bytes_with(5, known), bytes_with(8, known));
    EXPECT_NE(bytes_with(5, known), bytes_with(9, known));
    EXPECT_NE(bytes_with(Recipe::most_known_extent, known), bytes_with(Recipe::most_known_extent + 1, known));
    EXPECT_EQ(bytes_with(Recipe::most_known_extent + 1, known), bytes_with(1000, known));
  }
}

TEST(Recipe, KeepsLoopsThatRunAsOneApart) {
  Program program = sum_program();
  Schedule plan = schedule(program, cpu_traits);
  plan.nest.axes = {};
  plan.nest.axes[0].push(1);
  plan.nest.axes[0].push(0);
  const auto before = bytes_of(program, plan);
  EXPECT_EQ(Recipe(before).program().leaves[0].as_one, 1u);
  EXPECT_EQ(Recipe(before).program().leaves[1].as_one, 0u);
  program.leaves[1].strides[0] = program.dims[1].extent;
  EXPECT_NE(bytes_of(program, plan), before);
}

TEST(Recipe, FoldsKeepTheirKindAndOrder) {
  Program program = rows_program();
  const Schedule plan = schedule(program, cpu_traits);
  const auto before = bytes_of(program, plan);
  const Recipe recipe(before);
  ASSERT_EQ(recipe.program().folds.size(), program.folds.size());
  for (std::size_t f = 0; f < program.folds.size(); ++f) {
    EXPECT_EQ(recipe.program().folds[f].kind, program.folds[f].kind);
    EXPECT_EQ(recipe.program().folds[f].step, program.folds[f].step);
  }
  program.folds[0].kind = Reduction::prod;
  EXPECT_NE(bytes_of(program, plan), before);
}

} // namespace
} // namespace weft::fuse
