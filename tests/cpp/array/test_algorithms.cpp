// Algorithms as nodes: computed when somebody looks, in order with what reads and writes the same memory.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/scan.hpp"
#include "array/algorithms/sort.hpp"
#include "fuse/pending.hpp"
#include "runtime/kernel_cache.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

using namespace std::chrono_literals;
using ops::Op;

/// Lines of WEFT_EXPLAIN while `body` runs that tell of a launch.
std::vector<std::string> launched(const std::function<void()> &body) {
  std::vector<std::string> lines;
  set_explain_sink([&](const std::string &line) {
    if (line.find("fuse: kernel ") != std::string::npos || line.find("algorithm ") != std::string::npos)
      lines.push_back(line);
  });
  body();
  set_explain_sink({});
  return lines;
}

Array sums(const Array &x) {
  return scan(Scan::sum, x, 0, x.dtype());
}

TEST(Algorithms, WhatNobodyReadsIsNotComputed) {
  const Array x = counting<std::int32_t>({100});
  const auto lines = launched([&] {
    const Array unread = sums(binary(Op::add, x, Scalar{std::int64_t{1}}));
    EXPECT_TRUE(unread.pending());
  });
  EXPECT_TRUE(lines.empty()) << testing::PrintToString(lines);
  const Array held = sums(x);
  EXPECT_TRUE(launched([&] { values<std::int32_t>(binary(Op::add, x, x)); }).size() == 1);
  EXPECT_TRUE(held.pending());
  EXPECT_EQ(values<std::int32_t>(held)[99], 4950);
}

/// What was on the stack before, as addresses that stand for the last of 238 temporaries.
[[gnu::noinline]] void leave_stand_ins_on_the_stack() {
  volatile std::uint64_t words[2048];
  for (volatile std::uint64_t &word : words)
    word = 0xa5afful << 44;
}

TEST(Algorithms, NothingButAddressesIsTakenForOne) {
  const Array x = counting<std::int32_t>({3, 2}), keys = counting<double>({700});
  const std::vector<std::int32_t> expected{0, 1, 2, 4, 6, 9};
  for (int round = 0; round < 3; ++round) {
    const Array scanned = scan(Scan::sum, x, 0, Dtype::i32), sorted = sort(keys, 0, round == 1);
    leave_stand_ins_on_the_stack();
    EXPECT_EQ(values<std::int32_t>(scanned), expected);
    EXPECT_EQ(values<double>(sorted)[0], round == 1 ? 699 : 0);
  }
}

TEST(Algorithms, KernelsArePreparedWithThoseAround) {
  const Array x = counting<double>({5000});
  const std::size_t before = runtime::cache_stats().compiled + runtime::cache_stats().disk_hits;
  const Array scanned = scan(Scan::logsumexp, unary(Op::asinh, unary(Op::log1p, x)), 0);
  const Array after = unary(Op::atan, unary(Op::expm1, scanned));
  bool done = true;
  const auto lines = launched([&] { done = after.evaluate_for(0ns); });
  if (!done) {
    EXPECT_TRUE(lines.empty()) << testing::PrintToString(lines);
    EXPECT_TRUE(scanned.pending());
  }
  while (!after.evaluate_for(1s))
    continue;
  EXPECT_FALSE(scanned.pending());
  const std::size_t made = runtime::cache_stats().compiled + runtime::cache_stats().disk_hits - before;
  EXPECT_GE(made, 3u);
  const std::size_t hits = runtime::cache_stats().compiled + runtime::cache_stats().disk_hits;
  values<double>(scan(Scan::logsumexp, x, 0));
  EXPECT_EQ(runtime::cache_stats().compiled + runtime::cache_stats().disk_hits, hits);
}

TEST(Algorithms, WritesComeAfterPendingReads) {
  const Array x = counting<std::int64_t>({1000});
  const Array before = sums(x), view = before.with_layout({500}, {2}, 1);
  const Array reads = binary(Op::multiply, view, Scalar{std::int64_t{2}});
  assign(x, Scalar{std::int64_t{7}});
  EXPECT_EQ(values<std::int64_t>(reads)[499], 2 * 499500);
  EXPECT_EQ(values<std::int64_t>(before)[999], 499500);
  EXPECT_EQ(values<std::int64_t>(sums(x))[999], 7000);
}

TEST(Algorithms, UpdatesOfWhatIsNotThereYet) {
  const Array x = counting<std::int64_t>({1000});
  const Array scanned = sums(x), old = binary(Op::add, scanned, Scalar{std::int64_t{1}});
  elementwise_inplace(Op::multiply, scanned, Scalar{std::int64_t{2}});
  const Array again = sums(scanned);
  elementwise_inplace(Op::subtract, scanned, x);
  EXPECT_EQ(values<std::int64_t>(old)[3], 7);
  EXPECT_EQ(values<std::int64_t>(scanned)[3], 9);
  EXPECT_EQ(values<std::int64_t>(again)[3], 20);
}

TEST(Algorithms, IntoWhatIsRead) {
  const Array x = counting<std::int64_t>({3000});
  assign(x, binary(Op::add, sums(x), x));
  EXPECT_EQ(values<std::int64_t>(x)[2999], 2999 * 3000 / 2 + 2999);
}

TEST(Algorithms, MemoryOfOthersIsReadAtOnce) {
  const auto memory = runtime::allocate_shared(4 * sizeof(std::int64_t), AllocationKind::shared, queue());
  auto *const host = static_cast<std::int64_t *>(memory.get());
  for (int i = 0; i < 4; ++i)
    host[i] = i;
  const Array x =
      Array::from_memory(host, 4 * sizeof *host, memory, AllocationKind::shared, queue(), {4}, {1}, 0, Dtype::i64);
  const Array scanned = sums(x);
  EXPECT_FALSE(scanned.pending());
  queue()->wait();
  host[0] = 100;
  EXPECT_EQ(values<std::int64_t>(scanned)[3], 6);
}

/// Copies its operand in reverse by way of a temporary, unless it is to fail.
Array reversed(const Array &x, const bool &throws, const std::size_t &room) {
  auto record = [&throws, &room, count = x.size()](Launches &launches) {
    const std::byte *const from = launches.operand(0);
    std::byte *const between = launches.temporary(room), *const to = launches.result();
    launches.run_on_host("reverse", false, [=, &throws](const fuse::Addresses &at) -> std::function<void()> {
      if (throws)
        throw Error(Errc::runtime, "reverse: not today");
      return [=, source = reinterpret_cast<const double *>(at[from]), spare = reinterpret_cast<double *>(at[between]),
              target = reinterpret_cast<double *>(at[to])] {
        std::copy_n(source, count, spare);
        std::reverse_copy(spare, spare + count, target);
      };
    });
  };
  return computed_by(make_algorithm("reverse", std::move(record)), {&x}, x.shape(), Dtype::f64, x.usm_kind());
}

TEST(Algorithms, OneThatFailsCanBeReadLater) {
  bool throws = true;
  std::size_t room = 8000;
  const Array x = counting<double>({1000}), shifted = binary(Op::add, x, Scalar{1.0});
  const Array turned = reversed(shifted, throws, room), after = binary(Op::add, turned, shifted);
  EXPECT_THROW(after.evaluate(), Error);
  EXPECT_TRUE(turned.pending());
  EXPECT_TRUE(after.pending());
  throws = false;
  room = std::size_t(1) << 43; // more than there is
  EXPECT_THROW(after.evaluate(), Error);
  EXPECT_EQ(values<double>(shifted)[999], 1000.0);
  room = 8000;
  EXPECT_EQ(values<double>(after), std::vector<double>(1000, 1001.0));
  EXPECT_EQ(values<double>(turned)[0], 1000.0);
}

TEST(Algorithms, TellWhyTheirOperandsAreMemory) {
  std::vector<std::string> lines;
  const Array x = counting<double>({1000});
  const Array after = unary(Op::negative, sums(binary(Op::add, x, x)));
  set_explain_sink([&](const std::string &line) { lines.push_back(line); });
  after.evaluate();
  set_explain_sink({});
  const std::string all = testing::PrintToString(lines);
  EXPECT_NE(all.find("add of (1000,) becomes memory: an algorithm reads it"), std::string::npos) << all;
  EXPECT_NE(all.find("cumulative_sum of (1000,) becomes memory: an algorithm computes it"), std::string::npos) << all;
}

TEST(Algorithms, OperandsInOneBufferAndPartsOfIt) {
  const Array x = counting<double>({2000});
  const Array first = x.with_layout({1000}, {1}, 0), second = x.with_layout({1000}, {1}, 1000);
  EXPECT_EQ(values<std::int64_t>(search_sorted(second, first, nullptr, false)), std::vector<std::int64_t>(1000, 0));
  EXPECT_EQ(values<std::int64_t>(search_sorted(first, second, nullptr, false)), std::vector<std::int64_t>(1000, 1000));
  EXPECT_EQ(values<double>(sums(second))[1], 2001.0);
  EXPECT_EQ(values<double>(sort(second, 0, true))[0], 1999.0);
}

TEST(Algorithms, ALoopWithoutAReadRunsInBoundedMemory) {
  Array x = make<std::uint64_t>({4}, {1, 0, 0, 0});
  std::size_t most = 0;
  for (int i = 0; i < 5000; ++i) {
    x = scan(Scan::sum, x, 0, Dtype::u64);
    const auto guard = fuse::Pending::of(*queue()).lock();
    std::size_t pending = 0;
    for (const Buffer *buffer = fuse::Pending::of(*queue()).oldest(); buffer != nullptr; buffer = buffer->next)
      ++pending;
    most = std::max(most, pending);
  }
  EXPECT_LE(most, 2 * fuse::Pending::most_weight);
  EXPECT_EQ(values<std::uint64_t>(x)[1], 5000u);
}

} // namespace
} // namespace weft::array::test
