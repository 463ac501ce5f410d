// What GPUs get: schedules, the PTX that they become, and the same results as the CPU's own schedules give.
// WEFT_SCHEDULE=gpu makes the CPU run them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/values.hpp"
#include "codegen/codegen.hpp"
#include "fuse/emit.hpp"
#include "fuse/join.hpp"
#include "fuse/pending.hpp"
#include "fuse/plan.hpp"
#include "fuse/rows.hpp"
#include "fuse/schedule.hpp"
#include "fuse/simplify.hpp"
#include "fuse/trace.hpp"
#include "ptxas.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/platform.hpp"

namespace weft::fuse {
namespace {

Program traced(const Root &root, const Layout &layout) {
  const auto guard = Pending::of(*root.buffer->queue).lock();
  Plan plan(Pending::of(*root.buffer->queue));
  const std::span roots(&root, 1);
  const auto rows = shared_rows(plan, roots, layout);
  Program program;
  std::vector<Buffer *> beside;
  if (!rows)
    trace(plan, roots, layout, program);
  else if (!trace_rows(plan, roots, layout, *rows, program, beside))
    throw std::logic_error("rows that do not fit");
  return program;
}

using array::Array;
using array::Scalar;
using ops::Op;
using ops::Reduction;

using array::test::queue;

Array ones(const Shape &shape, Dtype dtype = Dtype::f32) {
  const Array array = array::full(shape, Scalar{1.0}, dtype, queue(), AllocationKind::device);
  array.evaluate();
  return array;
}

Array chain(const Array &a, const Array &b) {
  const Array power =
      array::binary(Op::add, array::binary(Op::multiply, a, a), array::binary(Op::multiply, b, Scalar{2.0}));
  const Array wave =
      array::binary(Op::multiply, array::unary(Op::exp, array::unary(Op::negative, power)), array::unary(Op::sin, a));
  return array::binary(Op::add, wave, array::unary(Op::sqrt, b));
}

/// Squared distances of the rows of `p` and `x`.
Array distances(const Array &p, const Array &x) {
  const std::ptrdiff_t m = p.shape()[0], n = x.shape()[0], d = x.shape()[1];
  const Array difference =
      array::binary(Op::subtract, p.with_layout({m, 1, d}, {d, 0, 1}, 0), x.with_layout({1, n, d}, {0, d, 1}, 0));
  return array::reduce(Reduction::sum, array::unary(Op::square, difference), std::array{2}, false);
}

Array density(const Array &p, const Array &x) {
  const Array weight = array::unary(Op::exp, array::binary(Op::divide, distances(p, x), Scalar{-0.5}));
  return array::reduce(Reduction::mean, weight, std::array{1}, false);
}

struct Compiled {
  Schedule schedule;
  std::string ptx;
  std::string ptxas; ///< What it says about resources; empty without a ptxas.

  std::size_t count(const std::string &what) const {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = ptx.find(what, at)) != std::string::npos; at += what.size())
      ++found;
    return found;
  }
};

/// The kernel that would compute the array on a GPU first.
Compiled compile(const Array &array) {
  const Root root{array.buffer()->expr(), array.buffer().get()};
  Program program = traced(root, *array.layout());
  const auto memory = runtime::allocate_shared(array.buffer_bytes(), AllocationKind::device, queue());
  Leaf &target = program.outputs[0].target;
  target.dtype = array.dtype();
  target.base = static_cast<std::byte *>(memory.get());
  target.strides = array.strides();
  simplify(program);
  Compiled compiled{schedule(program, gpu_traits), {}, {}};
  if (compiled.schedule.stores_partials())
    program = first_pass(program);
  const Recipe recipe(serialise(program, compiled.schedule));
  const codegen::KernelInfo info = kernel_info(recipe);
  std::vector<std::byte> arguments(recipe.layout().bytes());
  fill_arguments(recipe.layout(), program, compiled.schedule, {}, arguments.data());
  const codegen::KernelModule module(emit(recipe), {info});
  const codegen::Binary binary =
      codegen::codegen()
          .finalizer({"nvptx", 90, 80})
          ->finalize(module, info.name, runtime::specialize(info, compiled.schedule.range, arguments));
  compiled.ptx.assign(reinterpret_cast<const char *>(binary.image.data()), binary.image.size());
  if (weft::tests::have_ptxas()) {
    const weft::tests::Assembled assembled = weft::tests::assemble(binary.image, 90, "-v");
    EXPECT_TRUE(assembled.taken);
    compiled.ptxas = assembled.said;
  }
  return compiled;
}

bool any_node(const Nest &nest, const std::function<bool(const Node &)> &holds) {
  return std::any_of(nest.nodes.begin(), nest.nodes.begin() + nest.count, holds);
}

/// Operands go through local memory; square tiles of them.
bool stages(const Schedule &schedule, bool squares) {
  return any_node(schedule.nest, [&](const Node &node) {
    return node.kind == NodeKind::tile && (node.piece == node.count) == squares;
  });
}

bool takes_several(const Schedule &schedule) {
  return any_node(schedule.nest, [](const Node &node) { return node.bind == Bind::together; });
}

constexpr std::ptrdiff_t large = 1 << 21;

/// Element i is some number between 0 and 1 that only i decides.
float number(std::size_t i) {
  return static_cast<float>((i * 2654435761u) % 65536) / 65536.0f;
}

Array numbers(const Shape &shape) {
  std::vector<float> values(dense_layout(shape, 'C')->size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = number(i);
  return array::test::make(shape, values);
}

TEST(GpuSchedules, AChainLoadsAndStores16BytesAtATime) {
  const Compiled kernel = compile(chain(ones({large}), ones({large})));
  EXPECT_EQ(kernel.count("ld.global.v4"), 2u) << kernel.ptx;
  EXPECT_EQ(kernel.count("st.global.v4"), 1u);
}

TEST(GpuSchedules, DensityKeepsItsSumsInRegisters) {
  const Compiled kernel = compile(density(ones({17, 7}), ones({1000000, 7})));
  EXPECT_EQ(kernel.count(".local"), 0u) << kernel.ptx;
  EXPECT_GE(kernel.count("ld.global.v4"), 7u);
}

TEST(GpuSchedules, PairwiseDistances) {
  const Array x = ones({10000, 3});
  const Compiled kernel = compile(array::unary(Op::sqrt, distances(x, x)));
  EXPECT_EQ(kernel.count("st.global.v4"), 4u) << kernel.ptx;
  EXPECT_GE(kernel.count("ld.global.v4"), 3u);
  EXPECT_EQ(kernel.count(".local"), 0u);
}

TEST(GpuSchedules, SumsLoad16BytesAtATime) {
  const Compiled kernel = compile(array::reduce(Reduction::sum, ones({large}), std::array{0}, false));
  EXPECT_GE(kernel.count("ld.global.v4"), 4u) << kernel.ptx;
}

TEST(GpuSchedules, SoftmaxReadsMemoryOnceAndStores16BytesAtATime) {
  const Array a = ones({64, 8192});
  const Array weights =
      array::unary(Op::exp, array::binary(Op::subtract, a, array::reduce(Reduction::max, a, std::array{1}, true)));
  const Compiled kernel =
      compile(array::binary(Op::divide, weights, array::reduce(Reduction::sum, weights, std::array{1}, true)));
  EXPECT_EQ(kernel.schedule.local_bytes, 2 * 128 * 24 + 8192 * sizeof(float)); // two meetings and the row
  EXPECT_EQ(kernel.count("st.global.v4"), kernel.count("ld.global.v4")) << kernel.ptx;
  EXPECT_GE(kernel.count("ld.global.v4"), 4u) << kernel.ptx;
  EXPECT_EQ(kernel.count(".local"), 0u) << kernel.ptx;
}

TEST(GpuSchedules, ShortRowsAreReadByNeighboursSideBySide) {
  for (const std::ptrdiff_t length : {32, 64, 100, 256}) {
    const Compiled kernel = compile(array::reduce(Reduction::sum, ones({4096, length}), std::array{1}, false));
    EXPECT_TRUE(stages(kernel.schedule, false)) << length;
    EXPECT_GE(kernel.count("st.shared.b32"), 8u) << kernel.ptx;
  }
}

TEST(GpuSchedules, ShortRowsOfSmallElementsAreReadInVectors) {
  const Compiled kernel = compile(array::reduce(Reduction::max, ones({4096, 64}, Dtype::i8), std::array{1}, false));
  EXPECT_FALSE(stages(kernel.schedule, false));
  EXPECT_GE(kernel.count("ld.global.v"), 1u) << kernel.ptx;
}

Array transposed(const Array &a) {
  const std::ptrdiff_t rows = a.shape()[0], columns = a.shape()[1];
  return a.with_layout({columns, rows}, {1, columns}, 0);
}

TEST(GpuSchedules, OperandsThatLieCrosswiseGoThroughLocalMemory) {
  for (const Dtype dtype : {Dtype::i8, Dtype::f32, Dtype::f64}) {
    const Compiled kernel =
        compile(array::binary(Op::add, transposed(ones({1024, 2048}, dtype)), ones({2048, 1024}, dtype)));
    EXPECT_TRUE(stages(kernel.schedule, true));
    EXPECT_EQ(kernel.schedule.range.local[0] * kernel.schedule.range.local[1], 256u);
    EXPECT_EQ(kernel.count(".local"), 0u) << kernel.ptx;
    const std::size_t before = kernel.ptx.find("st.shared"), barrier = kernel.ptx.find("bar.sync");
    EXPECT_LT(before, barrier);
    EXPECT_NE(kernel.ptx.find("ld.shared"), std::string::npos);
  }
  const Array low = array::binary(Op::add, transposed(ones({8, 1 << 20})), ones({1 << 20, 8}));
  EXPECT_FALSE(stages(compile(low).schedule, true));
}

TEST(GpuSchedules, TransposedOperandsGiveEveryElement) {
  for (const std::ptrdiff_t rows : {64, 1000, 2051})
    for (const std::ptrdiff_t columns : {1024, 1031, 40}) {
      const Array a = numbers({rows, columns}), b = numbers({columns, rows});
      const std::vector<float> values = array::test::values<float>(array::binary(Op::add, transposed(a), b));
      const auto m = static_cast<std::size_t>(rows), n = static_cast<std::size_t>(columns);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < m; ++j)
          wrong += values[i * m + j] != number(j * n + i) + number(i * m + j);
      EXPECT_EQ(wrong, 0u) << rows << " x " << columns;
    }
}

TEST(GpuSchedules, OnlyKernelsWithoutHalfPrecisionFlushDenormals) {
  const Array single = ones({1000}), half = ones({1000}, Dtype::f16);
  EXPECT_GE(compile(array::binary(Op::add, single, single)).count(".ftz"), 1u);
  EXPECT_EQ(compile(array::binary(Op::add, half, single)).count(".ftz"), 0u);
  EXPECT_EQ(compile(array::reduce(Reduction::all, half, std::array{0}, false)).count(".ftz"), 0u);
}

TEST(GpuSchedules, RowsAndNeighboursGiveEveryElement) {
  for (const std::ptrdiff_t rows : {1, 1030})
    for (const std::ptrdiff_t columns : {1024, 1026, 1027}) {
      const std::ptrdiff_t count = rows == 1 ? 1024 * columns + 3 : columns;
      const Array a = numbers({rows, count}), b = numbers({count});
      const Array sum = array::binary(Op::add, a, b);
      EXPECT_TRUE(takes_several(compile(sum).schedule));
      const std::vector<float> values = array::test::values<float>(sum);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < values.size(); ++i)
        wrong += values[i] != number(i) + number(i % static_cast<std::size_t>(count));
      EXPECT_EQ(wrong, 0u) << rows << " x " << count;
    }
}

TEST(GpuSchedules, WhatCannotBeReadInVectorsIsRight) {
  const std::ptrdiff_t n = 1 << 20;
  const Array a = numbers({2 * n + 1});
  const Array shifted = a.with_layout({n}, {1}, 1), every_other = a.with_layout({n}, {2}, 0),
              backwards = a.with_layout({n}, {-1}, n - 1);
  const Array sum = array::binary(Op::add, array::binary(Op::add, shifted, every_other), backwards);
  const std::vector<float> values = array::test::values<float>(sum);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    wrong += values[i] != number(i + 1) + number(2 * i) + number(values.size() - 1 - i);
  EXPECT_EQ(wrong, 0u);
}

TEST(GpuSchedules, SumsOfEveryLengthAreRight) {
  for (const std::ptrdiff_t results : {1, 3, 40})
    for (const std::ptrdiff_t length : {33, 257, 2048, 16384, 16385, 70001}) {
      const Array sums = array::reduce(Reduction::sum, numbers({results, length}), std::array{1}, false);
      const std::vector<float> values = array::test::values<float>(sums);
      for (std::size_t r = 0; r < values.size(); ++r) {
        double expected = 0;
        for (std::ptrdiff_t i = 0; i < length; ++i)
          expected += number(r * static_cast<std::size_t>(length) + static_cast<std::size_t>(i));
        EXPECT_NEAR(values[r], expected, 1e-5 * expected) << results << " x " << length;
      }
    }
}

TEST(GpuSchedules, SumsOfShortRowsAreRight) {
  for (const std::ptrdiff_t results : {3, 1024, 5000})
    for (const std::ptrdiff_t length : {2, 7, 16, 33, 64, 100, 256}) {
      const Array sums = array::reduce(Reduction::sum, numbers({results, length}), std::array{1}, false);
      const std::vector<float> values = array::test::values<float>(sums);
      for (std::size_t r = 0; r < values.size(); ++r) {
        double expected = 0;
        for (std::ptrdiff_t i = 0; i < length; ++i)
          expected += number(r * static_cast<std::size_t>(length) + static_cast<std::size_t>(i));
        EXPECT_NEAR(values[r], expected, 1e-5 * expected) << results << " x " << length;
      }
    }
}

/// A lane takes a column, and groups have as many lanes as there are columns: kernels for few and for many are others.
TEST(GpuSchedules, SumsOfFewAndOfManyColumnsAreRight) {
  for (const std::ptrdiff_t columns : {64, 1000, 40, 33, 4096})
    for (const std::ptrdiff_t rows : {300, 2500, 70000}) {
      if (rows * columns > 10'000'000)
        continue;
      const Array sums = array::reduce(Reduction::sum, ones({rows, columns}), std::array{0}, false);
      EXPECT_EQ(array::test::values<float>(sums),
                std::vector<float>(static_cast<std::size_t>(columns), static_cast<float>(rows)))
          << rows << " rows of " << columns;
    }
}

TEST(GpuSchedules, TheFirstOfEqualsWins) {
  std::vector<float> values(300001, 0.5f);
  values[77777] = values[77778] = values[299999] = 2.0f;
  const Array found = array::reduce(Reduction::argmax, array::test::make({300001}, values), std::array{0}, false);
  EXPECT_EQ(array::test::values<std::int64_t>(found), std::vector<std::int64_t>{77777});
}

TEST(GpuSchedules, DensityIsWhatItShouldBe) {
  const std::ptrdiff_t n = 30011, m = 17, d = 7;
  const Array p = numbers({m, d}), x = numbers({n, d});
  const std::vector<float> values = array::test::values<float>(density(p, x));
  for (std::ptrdiff_t j = 0; j < m; ++j) {
    double expected = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      double distance = 0;
      for (std::ptrdiff_t k = 0; k < d; ++k)
        distance += std::pow(double(number(j * d + k)) - number(i * d + k), 2);
      expected += std::exp(distance / -0.5) / static_cast<double>(n);
    }
    EXPECT_NEAR(values[static_cast<std::size_t>(j)], expected, 1e-3 * expected) << j;
  }
}

} // namespace
} // namespace weft::fuse
