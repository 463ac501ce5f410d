// What queues over streams promise, on the null device: whatever nothing orders before what is waited for has not been
// done by then.
#include <algorithm>
#include <cstring>
#include <latch>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backends/null/failures.hpp"
#include "null_streams.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

using namespace test;

TEST_F(Streams, OfTheNullDeviceDoNoMoreThanIsWaitedFor) {
  const auto queue = make();
  note(*queue, 1);
  note(*queue, 2).wait();
  EXPECT_EQ(order, Order{2});
  queue->wait();
  EXPECT_EQ(order, (Order{2, 1}));
}

TEST_F(Streams, AnInOrderQueueRunsOneAfterAnother) {
  const auto queue = make({.in_order = true});
  for (int i = 0; i < 10; ++i)
    note(*queue, i);
  note(*queue, 10).wait();
  Order all(11);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

TEST_F(Streams, ATaskRunsAfterTheEventsThatItWaitsForOnOtherStreamsAndQueues) {
  const auto queue = make(), other = make({.in_order = true});
  const Event first = note(*queue, 1), second = note(*other, 2);
  const Event unrelated = note(*queue, 3);
  note(*queue, 4, std::array{first, second}).wait();
  EXPECT_EQ(order, (Order{1, 2, 4}));
  EXPECT_FALSE(unrelated.state() == nullptr);
  const std::vector<std::byte> source(std::size_t(3) << 20); // many pieces
  queue->copy(memory<std::byte>(source.size()).get(), source.data(), source.size(), std::array{note(*other, 5)}).wait();
  EXPECT_EQ(order, (Order{1, 2, 4, 5}));
}

TEST_F(Streams, ABarrierRunsAfterAllAndHoldsBackAllLater) {
  const auto queue = make();
  for (int i = 0; i < 5; ++i)
    note(*queue, i);
  queue->barrier();
  note(*queue, 5).wait();
  ASSERT_EQ(order.size(), 6u);
  EXPECT_EQ(order.back(), 5);
}

TEST_F(Streams, ABarrierOverEventsHoldsBackAllLater) {
  const auto queue = make();
  const Event first = note(*queue, 1);
  queue->barrier(std::array{first});
  note(*queue, 2).wait();
  EXPECT_EQ(order.front(), 1);
  EXPECT_EQ(order.back(), 2);
}

TEST_F(Streams, ArrayWorkRunsAfterAllBeforeItAndBeforeAllAfterIt) {
  const auto queue = make();
  for (int i = 0; i < 4; ++i)
    note(*queue, i);
  note_internal(*queue, 4);
  for (int i = 5; i < 8; ++i)
    note(*queue, i);
  note_internal(*queue, 8).wait();
  ASSERT_EQ(order.size(), 9u);
  EXPECT_EQ(order[4], 4);
  EXPECT_EQ(order[8], 8);
}

TEST_F(Streams, ASourceOfTheHostIsTheCallersAgainWhenTheCallReturns) {
  for (const bool in_order : {false, true})
    for (const std::size_t bytes :
         {std::size_t(1), std::size_t(64) << 10, (std::size_t(64) << 10) + 1, (std::size_t(9) << 20) + 3}) {
      const auto queue = make({.in_order = in_order});
      std::vector<std::byte> from(bytes), to(bytes);
      for (std::size_t i = 0; i < bytes; ++i)
        from[i] = std::byte(i * 7 + i / 4096);
      const std::vector<std::byte> kept = from;
      const auto there = memory<std::byte>(bytes);
      const Event in = queue->copy(there.get(), from.data(), bytes);
      std::ranges::fill(from, std::byte{0xee});
      queue->copy(to.data(), there.get(), bytes, std::array{in}).wait();
      EXPECT_EQ(to, kept) << bytes;
    }
}

TEST_F(Streams, CopiesToTheHostRunAfterWhatTheyDependOn) {
  for (const std::size_t count : {std::size_t(100), std::size_t(1) << 20}) {
    const auto queue = make({.in_order = true});
    const auto there = memory<std::uint32_t>(count);
    std::vector<std::uint32_t> seen(count);
    for (std::uint32_t round = 1; round < 4; ++round) {
      queue->fill(there.get(), std::as_bytes(std::span(&round, 1)), count);
      queue->copy(seen.data(), there.get(), count * 4).wait();
      EXPECT_EQ(seen, std::vector<std::uint32_t>(count, round));
    }
  }
}

/// Long and short copies go different ways.
constexpr std::array counts{std::size_t(100), std::size_t(1) << 20};

TEST_F(Streams, ASourceThatTheHostHasYetToWriteIsReadAfterwards) {
  for (const bool in_order : {false, true})
    for (const std::size_t count : counts) {
      const auto queue = make({.in_order = in_order});
      const auto there = memory<int>(count);
      std::vector<int> source(count, 1), seen(count);
      const Event host = queue->host_task([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        source.assign(count, 2);
      });
      const auto before = in_order ? std::vector<Event>() : std::vector<Event>{host};
      const Event in = queue->copy(there.get(), source.data(), count * sizeof(int), before);
      queue->copy(seen.data(), there.get(), count * sizeof(int), std::array{in}).wait();
      EXPECT_EQ(seen, std::vector<int>(count, 2)) << in_order;
    }
}

TEST_F(Streams, ASourceThatADeviceHasYetToWriteIsReadAfterwards) {
  for (const bool in_order : {false, true})
    for (const std::size_t count : counts) {
      const auto queue = make({.in_order = in_order}), other = make();
      const auto first = memory<int>(count), second = memory<int>(count);
      std::vector<int> between(count, 1), seen(count);
      const int seven = 7;
      const Event filled = queue->fill(first.get(), std::as_bytes(std::span(&seven, 1)), count);
      const Event out = queue->copy(between.data(), first.get(), count * sizeof(int), std::array{filled});
      const Event elsewhere = note(*other, 0, std::array{out});
      const Event in = queue->copy(second.get(), between.data(), count * sizeof(int), std::array{elsewhere});
      queue->copy(seen.data(), second.get(), count * sizeof(int), std::array{in}).wait();
      EXPECT_EQ(seen, std::vector<int>(count, 7)) << in_order;
    }
}

TEST_F(Streams, ASourceIsReadLaterWhereADeviceHasYetToWriteAnyOfItAndElseAtOnce) {
  const auto queue = make({.in_order = true});
  const auto there = memory<int>(4), copied = memory<int>(3);
  std::array<int, 8> here{};
  const int seven = 7;
  queue->fill(there.get(), std::as_bytes(std::span(&seven, 1)), 4);
  queue->copy(&here[2], there.get(), 4 * sizeof(int)).wait();
  const std::vector<std::pair<std::size_t, std::array<int, 2>>> cases{
      {0, {5, 5}}, {1, {5, 7}}, {3, {7, 7}}, {5, {7, 9}}, {6, {9, 9}}};
  for (const auto &[first, expected] : cases) {
    here = {5, 5, 5, 5, 5, 5, 9, 9};
    queue->copy(&here[2], there.get(), 4 * sizeof(int));
    queue->copy(copied.get(), &here[first], 2 * sizeof(int));
    if (first == 6)
      here[6] = here[7] = 6; // once they were read
    std::array<int, 2> result{};
    queue->copy(result.data(), copied.get(), sizeof result).wait();
    EXPECT_EQ(result, expected) << first;
  }
}

TEST_F(Streams, WhoeverWaitsForWhatComesAfterACopyToTheHostFindsIt) {
  const auto value = memory<int>(1);
  int here = 0, number = 0;
  const auto begin = [&](Queue &queue) {
    ++number;
    const Event filled = queue.fill(value.get(), std::as_bytes(std::span(&number, 1)), 1);
    return queue.copy(&here, value.get(), sizeof(int), std::array{filled});
  };
  for (const bool in_order : {false, true}) {
    const auto queue = make({.in_order = in_order}), other = make();
    begin(*queue).wait();
    EXPECT_EQ(here, number);
    begin(*queue);
    queue->wait();
    EXPECT_EQ(here, number);
    begin(*queue);
    queue->barrier().wait();
    EXPECT_EQ(here, number);
    begin(*queue);
    note_internal(*queue, 0).wait();
    EXPECT_EQ(here, number);
    note(*other, 0, std::array{note(*other, 0, std::array{begin(*queue)})}).wait();
    EXPECT_EQ(here, number);
    const Event polled = begin(*queue);
    while (!polled.done()) {
    }
    EXPECT_EQ(here, number);
    const Event asked = begin(*queue);
    asked.state()->native_handle();
    EXPECT_EQ(here, number);
    begin(*queue);
    queue->hold_back(other->native_stream());
    EXPECT_EQ(here, number);
    int seen = 0;
    queue->host_task([&] { seen = here; }, std::array{begin(*queue)}).wait();
    EXPECT_EQ(seen, number);
  }
}

TEST_F(Streams, ManyCopiesUnderWayShareTheBlocksThatArePinned) {
  for (const bool in_order : {false, true}) {
    const auto queue = make({.in_order = in_order});
    const auto there = memory<int>(2000);
    null::fail_at(null::Point::allocation, 257, true);
    EXPECT_NO_THROW({
      for (int i = 0; i < 2000; ++i)
        queue->copy(there.get() + i, &i, sizeof i);
    }) << in_order;
    null::fail_at(null::Point::allocation, 0);
    std::vector<int> all(2000), expected(2000);
    std::iota(expected.begin(), expected.end(), 0);
    queue->wait();
    queue->copy(all.data(), there.get(), all.size() * sizeof(int)).wait();
    EXPECT_EQ(all, expected);
    for (int i = 0; i < 600; ++i)
      queue->copy(&all[std::size_t(i)], there.get() + 600 + i, sizeof(int));
    queue->wait();
    EXPECT_TRUE(std::equal(all.begin(), all.begin() + 600, expected.begin() + 600));
  }
}

TEST_F(Streams, ManyCopiesWaitNotLongForAHostTaskThatTheHostHoldsUp) {
  const auto queue = make({.in_order = true});
  const auto there = memory<std::byte>(1);
  std::byte here{};
  std::latch released(1);
  queue->host_task([&] { released.wait(); });
  for (int i = 0; i < 300; ++i)
    queue->copy(there.get(), &here, 1);
  released.count_down();
  queue->wait();
}

TEST_F(Streams, CopiesBetweenMemoryOfTheHostKeepTheirPlace) {
  const auto queue = make();
  int from = 1, to = 0;
  std::latch go(1);
  const Event host = queue->host_task([&] {
    go.wait();
    from = 2;
  });
  const Event copy = queue->copy(&to, &from, sizeof(int), std::array{host});
  go.count_down();
  copy.wait();
  EXPECT_EQ(to, 2);
}

TEST_F(Streams, APatternIsTheCallersAgainWhenTheCallReturns) {
  const auto queue = make();
  for (const std::size_t period : {std::size_t(1), std::size_t(2), std::size_t(3), std::size_t(4), std::size_t(8),
                                   std::size_t(24), (std::size_t(4) << 20) + 5}) {
    const std::size_t count = period < 100 ? 1001 : 2;
    std::vector<std::byte> pattern(period), seen(period * count);
    for (std::size_t i = 0; i < period; ++i)
      pattern[i] = std::byte(i * 5 + 1);
    const std::vector<std::byte> kept = pattern;
    const auto there = memory<std::byte>(period * count);
    const Event filled = queue->fill(there.get(), pattern, count);
    std::ranges::fill(pattern, std::byte{0xee});
    queue->copy(seen.data(), there.get(), seen.size(), std::array{filled}).wait();
    for (std::size_t i = 0; i < seen.size(); ++i)
      ASSERT_EQ(seen[i], kept[i % period]) << period << " at " << i;
  }
}

TEST_F(Streams, WhatATaskHoldsIsLetGoOfWhenItIsDone) {
  const auto queue = make({.in_order = true});
  std::weak_ptr<const void> watched;
  const NoteArgs args{&order, 1};
  {
    const auto held = std::make_shared<int>(5);
    watched = held;
    queue->launch(launch(args, held));
  }
  EXPECT_FALSE(watched.expired());
  queue->wait();
  EXPECT_TRUE(watched.expired());
}

TEST_F(Streams, MemoryIsGivenBackByAStreamWhoseLastOwnerIsABlock) {
  constexpr std::size_t kept_bytes = 12'345'678, parked_bytes = 23'456'789; // blocks of their own
  const auto other = make({.in_order = true});
  std::weak_ptr<const void> watched;
  {
    auto queue = make({.in_order = true});
    const NoteArgs args{&order, 1};
    std::shared_ptr<const void> kept = memory<std::byte>(kept_bytes);
    watched = kept;
    auto parked = allocate_shared(parked_bytes, AllocationKind::device, queue);
    const Event last = queue->launch(launch(args, std::exchange(kept, nullptr)));
    parked.reset();
    note(*other, 2, std::array{last}).wait();
  }
  EXPECT_FALSE(watched.expired());
  const auto again = allocate_shared(parked_bytes, AllocationKind::device, other);
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(order, (Order{1, 2}));
}

TEST_F(Streams, TasksThatNobodyWaitsForArePolledNowAndThen) {
  const auto queue = make({.in_order = true});
  std::weak_ptr<const void> watched;
  const NoteArgs args{&order, 1};
  {
    const auto held = std::make_shared<int>(5);
    watched = held;
    queue->launch(launch(args, held));
  }
  for (int i = 0; i < 10'000; ++i)
    note(*queue, 0);
  EXPECT_TRUE(watched.expired());
}

TEST_F(Streams, TimesAreInOrder) {
  const auto queue = make({.profiling = true});
  const Event first = note(*queue, 1), second = note(*queue, 2, std::array{first});
  const auto one = first.profile(), two = second.profile();
  ASSERT_TRUE(one && two);
  EXPECT_LE(one->submit, one->start);
  EXPECT_LE(one->start, one->end);
  EXPECT_LE(one->end, two->start);
  EXPECT_FALSE(note(*make(), 3).profile());
}

TEST_F(Streams, OrderIsKeptWithStreamsOfOthers) {
  const auto queue = make(), theirs = make({.in_order = true});
  const std::uintptr_t stream = theirs->native_stream();
  note(*queue, 1);
  note(*queue, 2);
  queue->hold_back(stream);
  note(*theirs, 3);
  queue->follow(stream);
  note(*queue, 4).wait();
  ASSERT_EQ(order.size(), 4u);
  EXPECT_EQ(order[2], 3);
  EXPECT_EQ(order[3], 4);
}

TEST_F(Streams, StreamsOfOthersAreHeldBackUntilTheHostHasDoneItsPart) {
  for (const bool asks_for_the_stream : {false, true}) {
    order.clear();
    const auto queue = make({.in_order = true}), theirs = make({.in_order = true});
    const std::uintptr_t stream = theirs->native_stream();
    std::latch go(1);
    queue->host_task([&] { go.wait(); });
    note(*queue, 1);
    std::jthread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      go.count_down();
    });
    if (asks_for_the_stream)
      theirs->follow(queue->native_stream());
    else
      queue->hold_back(stream);
    note(*theirs, 2).wait();
    EXPECT_EQ(order, (Order{1, 2}));
  }
}

TEST_F(Streams, AFailureOfWhatWaitedForTheHostSurfacesAtTheQueue) {
  const auto queue = make({.in_order = true});
  std::latch go(1);
  queue->host_task([&] { go.wait(); });
  null::fail_at(null::Point::submit, 2);
  for (int i = 0; i < 3; ++i)
    note(*queue, i);
  go.count_down();
  queue->wait();
  EXPECT_EQ(order, (Order{0, 2}));
  EXPECT_THROW(queue->wait_and_throw(), Error);
}

TEST_F(Streams, AFailureSurfacesOnceAtTheQueueAndLaterTasksRun) {
  const auto queue = make({.in_order = true});
  null::fail_at(null::Point::submit, 2);
  for (int i = 0; i < 3; ++i)
    note(*queue, i);
  queue->wait();
  EXPECT_EQ(order, (Order{0, 2}));
  EXPECT_THROW(queue->wait_and_throw(), Error);
  EXPECT_NO_THROW(queue->wait_and_throw());
}

TEST_F(Streams, WaitListsNameWhatIsNotDone) {
  const auto queue = make();
  const Event first = note(*queue, 1), second = note(*queue, 2, std::array{first});
  EXPECT_EQ(second.state()->device(), device.get());
  second.wait();
  EXPECT_TRUE(second.state()->wait_list().empty());
}

TEST_F(Streams, ManyThreadsShareQueues) {
  const auto queue = make();
  constexpr int threads = 16, each = 50;
  std::vector<Order> orders(threads);
  std::vector<std::jthread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      Event before;
      for (int i = 0; i < each; ++i) {
        const NoteArgs args{&orders[std::size_t(t)], i};
        before = queue->launch(launch(args), std::span(&before, 1));
        if (i % 10 == 0)
          before = queue->host_task([] {}, std::span(&before, 1));
      }
      before.wait();
    });
  workers.clear();
  Order all(each);
  std::iota(all.begin(), all.end(), 0);
  for (const Order &one : orders)
    EXPECT_EQ(one, all);
}

} // namespace
} // namespace weft::runtime
