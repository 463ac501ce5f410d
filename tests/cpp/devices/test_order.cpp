// Queues keep the order that SYCL promises, and that array work adds, on every device.
#include <atomic>
#include <chrono>
#include <latch>
#include <stdexcept>
#include <thread>

#include "on_device.hpp"
#include "support/error.hpp"

namespace weft::test {
namespace {

using runtime::Event;

class Ordering : public OnDevice {
protected:
  static constexpr std::size_t n = 50'000;
  std::shared_ptr<std::int64_t> data = shared<std::int64_t>(n);

  runtime::Launch step(std::int64_t factor, std::int64_t addend) {
    args_.push_back(std::make_unique<AffineArgs>(AffineArgs{data.get(), factor, addend}));
    return make_launch(affine_kernel(), range(n), *args_.back());
  }
  void expect_all(std::int64_t value) {
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(data.get()[i], value) << i;
  }

private:
  std::vector<std::unique_ptr<AffineArgs>> args_;
};
WEFT_ON_EVERY_DEVICE(Ordering);

TEST_P(Ordering, AnInOrderQueueRunsOneAfterAnother) {
  const auto q = queue({.in_order = true});
  for (int i = 0; i < 20; ++i)
    q->launch(step(3, i % 5));
  q->wait_and_throw();
  std::int64_t expected = 0;
  for (int i = 0; i < 20; ++i)
    expected = 3 * expected + i % 5;
  expect_all(expected);
}

TEST_P(Ordering, AnInOrderQueueKeepsHostTasksInLine) {
  const auto q = queue({.in_order = true});
  q->launch(step(1, 5));
  q->host_task([&] { data.get()[0] *= 10; });
  q->launch(step(2, 1));
  q->wait_and_throw();
  EXPECT_EQ(data.get()[0], 101);
  EXPECT_EQ(data.get()[1], 11);
}

TEST_P(Ordering, EventsOrderAnOutOfOrderQueueAndCrossQueues) {
  const auto first = queue(), second = queue();
  Event before;
  for (int i = 0; i < 20; ++i) {
    const auto &q = i % 3 == 0 ? second : first;
    before = q->launch(step(3, i % 5), std::span(&before, 1));
  }
  before.wait_and_throw();
  std::int64_t expected = 0;
  for (int i = 0; i < 20; ++i)
    expected = 3 * expected + i % 5;
  expect_all(expected);
}

TEST_P(Ordering, AKernelWaitsForAHostTaskItDependsOn) {
  const auto q = queue();
  std::latch go(1);
  const Event host = q->host_task([&] {
    go.wait();
    for (std::size_t i = 0; i < n; ++i)
      data.get()[i] = 100;
  });
  const Event kernel = q->launch(step(1, 1), std::span(&host, 1));
  go.count_down();
  kernel.wait_and_throw();
  expect_all(101);
}

/// A driver may hold its own lock while it waits for the device: nothing there waits for the host meanwhile.
TEST_P(Ordering, AKernelIsLoadedWhileAnotherWaitsForAHostTaskThatUsesTheDevice) {
  const auto q = queue(), other = queue();
  std::latch go(1);
  const Event host = q->host_task([&] {
    go.wait();
    shared<std::int64_t>(1 << 20).get()[0] = 1;
    data.get()[0] = 100;
  });
  const Event kernel = q->launch(step(2, 1), std::span(&host, 1));
  const runtime::Kernel unseen = make_kernel("unseen", codegen::LaunchForm::range, 24,
                                             [](codegen::Builder &b) { b.field(0, codegen::Type::ptr); });
  const AffineArgs unused{data.get(), 0, 0};
  other->launch(make_launch(unseen, range(1), unused)).wait();
  EXPECT_FALSE(host.done());
  go.count_down();
  kernel.wait_and_throw();
  EXPECT_EQ(data.get()[0], 201);
}

TEST_P(Ordering, WhatWaitsForAHostTaskNeedsNothingOfTheCallersThatTheCallHasRead) {
  const auto q = queue({.in_order = true});
  std::latch go(1);
  q->host_task([&] { go.wait(); });
  std::jthread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    go.count_down();
  });
  auto args = std::make_unique<AffineArgs>(AffineArgs{data.get(), 0, 7});
  q->launch(make_launch(affine_kernel(), range(n), *args));
  args->addend = 8;
  args.reset();
  std::array<std::int64_t, 3> pattern{1, 2, 3};
  q->fill(data.get() + 10, std::as_bytes(std::span(pattern)), 2);
  std::int64_t source = 5;
  q->transfer_internal(data.get() + 20, &source, sizeof source);
  pattern = {};
  source = 6;
  q->wait_and_throw();
  EXPECT_EQ(data.get()[9], 7);
  EXPECT_EQ(data.get()[10], 1);
  EXPECT_EQ(data.get()[15], 3);
  EXPECT_EQ(data.get()[20], 5);
}

TEST_P(Ordering, TimesOfATaskThatWaitedForTheHostAreItsOwn) {
  const auto q = queue({.profiling = true});
  const Event host = q->host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  const std::optional<runtime::Profile> times = q->launch(step(1, 1), std::span(&host, 1)).profile();
  ASSERT_TRUE(times);
  EXPECT_GE(times->start, times->submit + 15'000'000);
  EXPECT_LE(times->start, times->end);
}

TEST_P(Ordering, KernelsWaitForHostTasksAgainAndAgain) {
  const auto q = queue();
  for (int round = 1; round <= 4; ++round) {
    std::latch go(1);
    const Event host = q->host_task([&] {
      go.wait();
      data.get()[0] = 100 * round;
    });
    const Event kernel = q->launch(step(1, 1), std::span(&host, 1));
    EXPECT_FALSE(kernel.wait_for(std::chrono::milliseconds(10)));
    go.count_down();
    kernel.wait_and_throw();
    EXPECT_EQ(data.get()[0], 100 * round + 1);
  }
}

TEST_P(Ordering, EachKernelWaitsForItsOwnHostTask) {
  const auto first = queue(), second = queue();
  std::latch go_first(1), go_second(1);
  const Event hosts[] = {first->host_task([&] { go_first.wait(); }), second->host_task([&] { go_second.wait(); })};
  const Event early = first->launch(step(1, 1), std::span(hosts, 1));
  const Event late = second->launch(step(1, 2), std::span(hosts + 1, 1));
  go_first.count_down();
  early.wait_and_throw();
  EXPECT_FALSE(late.wait_for(std::chrono::milliseconds(10)));
  expect_all(1);
  go_second.count_down();
  late.wait_and_throw();
  expect_all(3);
}

TEST_P(Ordering, AHostTaskWaitsForAKernelItDependsOn) {
  const auto q = queue();
  const Event kernel = q->launch(step(1, 42));
  std::int64_t seen = 0;
  q->host_task([&] { seen = data.get()[n - 1]; }, std::span(&kernel, 1)).wait_and_throw();
  EXPECT_EQ(seen, 42);
}

TEST_P(Ordering, ALaunchBeginsAtItsOffset) {
  const auto q = queue();
  runtime::Launch launch = step(1, 7);
  launch.range = range(1000);
  launch.range.offset = {300, 0, 0};
  q->launch(launch).wait_and_throw();
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(data.get()[i], i >= 300 && i < 1300 ? 7 : 0) << i;
}

TEST_P(Ordering, ArrayWorkComesAfterAllBeforeAndBeforeAllAfterOnAnOutOfOrderQueue) {
  const auto q = queue();
  for (int round = 0; round < 10; ++round) {
    q->launch(step(0, 1));
    q->submit_internal(step(2, 3));
    q->submit_internal(step(10, 0));
    q->launch(step(1, 4)).wait();
    expect_all(54);
  }
  q->wait_and_throw();
}

TEST_P(Ordering, ABarrierHoldsBackWhatComesLater) {
  const auto q = queue();
  q->launch(step(1, 2));
  q->barrier();
  q->launch(step(5, 0));
  q->wait_and_throw();
  expect_all(10);
}

TEST_P(Ordering, AHostTaskThatThrowsSurfacesAtTheWait) {
  const auto q = queue();
  q->host_task([] { throw std::runtime_error("from the host task"); });
  q->launch(step(1, 1));
  EXPECT_THROW(q->wait_and_throw(), std::runtime_error);
  EXPECT_NO_THROW(q->wait_and_throw());
  expect_all(1);
}

TEST_P(Ordering, ProfilingGivesTimesInOrder) {
  const auto q = queue({.profiling = true});
  const auto profile = q->launch(step(1, 1)).profile();
  ASSERT_TRUE(profile.has_value());
  EXPECT_LE(profile->start, profile->end);
  EXPECT_GT(profile->submit, 0u);
  const auto plain = queue();
  EXPECT_FALSE(plain->launch(step(1, 1)).profile().has_value());
  plain->wait_and_throw();
}

TEST_P(Ordering, SixtyFourThreadsShareAQueue) {
  const auto q = queue();
  const auto sums = shared<std::int64_t>(64);
  std::vector<std::thread> threads;
  for (int t = 0; t < 64; ++t)
    threads.emplace_back([&, t] {
      Event before;
      for (int i = 0; i < 50; ++i) {
        const AffineArgs args{sums.get() + t, 1, t};
        before = q->launch(make_launch(affine_kernel(), range(1), args), std::span(&before, 1));
      }
      before.wait();
    });
  for (std::thread &thread : threads)
    thread.join();
  q->wait_and_throw();
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(sums.get()[t], 50 * t);
}

} // namespace
} // namespace weft::test
