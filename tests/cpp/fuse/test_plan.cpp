// What an evaluation does: the same kernels whether they have to be compiled or not, bounded graphs, no lock meanwhile.
#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "array/array.hpp"
#include "array/indexing.hpp"
#include "array/values.hpp"
#include "fuse/pending.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/platform.hpp"
#include "support/explain.hpp"

namespace weft::fuse {
namespace {

using namespace std::chrono_literals;
using array::Array;
using array::Scalar;
using array::test::queue;
using ops::Op;
using ops::Reduction;

/// Names of the kernels that are launched while `body` runs.
std::vector<std::string> launched(const std::function<void()> &body) {
  std::vector<std::string> kernels;
  set_explain_sink([&](const std::string &line) {
    if (const auto at = line.find("fuse: kernel "); at != std::string::npos)
      kernels.push_back(line.substr(at + 13, 8));
  });
  body();
  set_explain_sink({});
  return kernels;
}

Array ones(const Shape &shape, Dtype dtype = Dtype::f32) {
  const Array array = array::full(shape, Scalar{1.0}, dtype, queue(), AllocationKind::device);
  array.evaluate();
  return array;
}

struct Pricing {
  Array dear, call, put;
};

/// Two results that share a dear value, which its array holds: black-scholes in small.
Pricing pricing(const Array &a, const Array &b) {
  const Array dear = array::unary(Op::tanh, array::unary(Op::log1p, array::binary(Op::divide, a, b)));
  const Array call = array::binary(Op::multiply, array::binary(Op::add, dear, a), array::unary(Op::cbrt, b));
  const Array put = array::binary(Op::subtract, array::binary(Op::multiply, dear, b), a);
  return {dear, call, put};
}

TEST(Plan, ACallThatWaitsForTheCompilerLaunchesWhatAWarmOneDoes) {
  const Array a = ones({5000}, Dtype::f64), b = ones({5000}, Dtype::f64);
  const std::size_t made = runtime::cache_stats().compiled + runtime::cache_stats().disk_hits;
  const auto run = [&] {
    const Pricing result = pricing(a, b);
    return launched([&] {
      while (!result.call.evaluate_for(1ms))
        continue;
      while (!result.put.evaluate_for(1ms))
        continue;
    });
  };
  const std::vector<std::string> cold = run(), warm = run();
  EXPECT_EQ(cold, warm);
  EXPECT_EQ(runtime::cache_stats().compiled + runtime::cache_stats().disk_hits - made,
            std::set(cold.begin(), cold.end()).size());
}

TEST(Plan, NothingIsLaunchedBeforeAllKernelsAreThere) {
  const Array a = ones({3000});
  const Array sum =
      array::reduce(Reduction::sum, array::unary(Op::expm1, array::unary(Op::asinh, a)), std::array{0}, false);
  const Array shifted = array::unary(Op::acosh, array::binary(Op::add, a, sum));
  bool done = true;
  const auto kernels = launched([&] { done = shifted.evaluate_for(0ns); });
  if (!done) {
    EXPECT_TRUE(kernels.empty());
    EXPECT_TRUE(sum.pending());
  }
  while (!shifted.evaluate_for(1s))
    continue;
  EXPECT_FALSE(shifted.pending());
}

TEST(Plan, WhatIsOneNumberThroughoutIsFilledWithoutAKernel) {
  for (const Shape &shape : {Shape{}, Shape{1}, Shape{0, 3}, Shape{1000}, Shape{20, 30}})
    for (const char order : {'C', 'F'}) {
      const Array x = array::full(shape, Scalar{2.5}, Dtype::f64, queue(), AllocationKind::device, order);
      const auto kernels = launched([&] { x.evaluate(); });
      EXPECT_TRUE(kernels.empty());
      EXPECT_FALSE(x.pending());
      EXPECT_EQ(array::test::values<double>(x), std::vector<double>(x.size(), 2.5));
    }
}

TEST(Plan, OthersBuildArraysWhileAKernelIsCompiled) {
  const Array a = ones({700});
  Array heavy = a;
  for (int i = 0; i < 40; ++i)
    heavy = array::unary(i % 2 == 0 ? Op::log2 : Op::atanh, array::binary(Op::multiply, heavy, a));
  while (!heavy.evaluate_for(0ns)) { // the lock is free whenever this returns
    const auto guard = Pending::of(*queue()).lock();
    EXPECT_TRUE(heavy.pending());
  }
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
      const Array x = array::binary(Op::add, a, Scalar{1.0});
      EXPECT_EQ(array::test::values<float>(x)[699], 2.0f);
    }
  });
  for (const Op op : {Op::cosh, Op::sinh, Op::tan})
    array::unary(op, array::unary(Op::atan, a)).evaluate();
  stop = true;
  other.join();
}

TEST(Plan, ALoopOfUpdatesWithoutAReadRunsInBoundedMemory) {
  const Array x = array::full({16}, Scalar{0.0}, Dtype::f64, queue(), AllocationKind::device);
  std::size_t most = 0;
  for (int i = 0; i < 100000; ++i) {
    array::elementwise_inplace(Op::add, x, Scalar{1.0});
    if (i % 100 == 0) {
      const auto guard = Pending::of(*queue()).lock();
      std::size_t pending = 0;
      for (const Buffer *buffer = Pending::of(*queue()).oldest(); buffer != nullptr; buffer = buffer->next)
        ++pending;
      most = std::max(most, pending);
    }
  }
  EXPECT_LE(most, 2 * Pending::most_weight);
  EXPECT_EQ(array::test::values<double>(x)[15], 100000.0);
}

TEST(Plan, WhatDiffersInOneThingDoesNotRecur) {
  const Array square = array::test::counting<std::int32_t>({3, 3}), line = array::test::counting<float>({6});
  const Array places = array::test::make<std::int64_t>({3}, {0, 2, 1});
  const int rows = 0, columns = 1;
  const auto sums = [&](const int &axis) {
    return array::test::values<std::int64_t>(array::reduce(Reduction::sum, square, {&axis, 1}, false));
  };
  const auto taken = [&](std::ptrdiff_t stride) {
    return array::test::values<float>(array::take(line, places, {.stride = stride}));
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(sums(rows), (std::vector<std::int64_t>{9, 12, 15}));
    EXPECT_EQ(sums(columns), (std::vector<std::int64_t>{3, 12, 21}));
    EXPECT_EQ(taken(1), (std::vector<float>{0, 2, 1}));
    EXPECT_EQ(taken(2), (std::vector<float>{0, 4, 2}));
  }
}

TEST(Plan, AtTheLimitWhatLivesIsOneKernel) {
  const std::ptrdiff_t n = 1000;
  const Array c = array::arange(Scalar{-2.0}, Scalar{0.0025}, n, Dtype::f64, queue(), AllocationKind::device);
  c.evaluate();
  Array z = array::full({n}, Scalar{0.0}, Dtype::f64, queue(), AllocationKind::device);
  Array count = array::full({n}, Scalar{0.0}, Dtype::f64, queue(), AllocationKind::device);
  constexpr int iterations = 50;
  const auto kernels = launched([&] {
    for (int i = 0; i < iterations; ++i) {
      const Array next = array::binary(Op::add, array::binary(Op::multiply, z, z), c);
      const Array inside = array::binary(Op::less, array::unary(Op::abs, next), Scalar{2.0});
      z = array::where(inside, next, z);
      count = array::binary(Op::add, count, array::astype(inside, Dtype::f64));
    }
    queue()->flush();
  });
  EXPECT_LE(kernels.size(), 2u) << testing::PrintToString(kernels);
  const std::vector<double> counts = array::test::values<double>(count);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const double at = -2.0 + 0.0025 * static_cast<double>(i);
    double value = 0, expected = 0;
    for (int k = 0; k < iterations; ++k)
      if (const double next = value * value + at; std::abs(next) < 2.0) {
        value = next;
        ++expected;
      }
    ASSERT_EQ(counts[static_cast<std::size_t>(i)], expected) << i;
  }
}

} // namespace
} // namespace weft::fuse
