// What queues over streams promise, on the null device: its streams do their work as late as they may, so that whatever
// nothing orders before what is waited for has not been done by then.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <numeric>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "backends/null/failures.hpp"
#include "backends/null/kernels.hpp"
#include "codegen/codegen.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

const bool enabled = setenv("WEFT_NULL", "1", 1) == 0;

using Order = std::vector<int>;

struct NoteArgs {
  Order *order;
  std::int64_t number;
};

/// A kernel that writes down that it ran.
const Kernel &note_kernel() {
  static const Kernel kernel = [] {
    null::run_kernels_as("note", [](std::span<const std::byte> bytes, const NdRange &) {
      NoteArgs args;
      std::memcpy(&args, bytes.data(), sizeof args);
      args.order->push_back(int(args.number));
    });
    codegen::KernelInfo info;
    info.name = info.pretty = "note";
    info.args_size = sizeof(NoteArgs);
    auto module =
        std::make_shared<codegen::KernelModule>(hash_text("note"), [] { return codegen::Bytes(); }, std::vector{info});
    return Kernel{module, &module->kernels().front()};
  }();
  return kernel;
}

struct Streams : testing::Test {
  std::shared_ptr<Device> device = select("null");
  std::shared_ptr<Context> context = device->platform()->default_context();
  Order order;

  std::shared_ptr<Queue> make(QueueProperties properties = {}) { return make_queue(context, device, properties); }

  Launch launch(const NoteArgs &args, std::shared_ptr<const void> held = {}) {
    return {.kernel = note_kernel(), .range = {}, .args = std::as_bytes(std::span(&args, 1)), .keep_alive = held};
  }
  Event note(Queue &queue, int number, Events events = {}) {
    const NoteArgs args{&order, number};
    return queue.launch(launch(args), events);
  }
  Event note_internal(Queue &queue, int number) {
    const NoteArgs args{&order, number};
    return queue.submit_internal(launch(args));
  }
  template <class T> std::shared_ptr<T> memory(std::size_t count, AllocationKind kind = AllocationKind::device) {
    return {static_cast<T *>(allocate(count * sizeof(T), 0, kind, device, context)), [](T *p) { deallocate(p); }};
  }
};

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

TEST_F(Streams, ATaskWaitsForAHostTaskAndEarlierOnesDoNot) {
  for (const bool in_order : {false, true}) {
    order.clear();
    const auto queue = make({.in_order = in_order});
    const Event before = note(*queue, 1);
    std::latch go(1);
    const Event host = queue->host_task([&] {
      go.wait();
      order.push_back(2);
    });
    const Event after = note(*queue, 3, std::array{host});
    before.wait();
    EXPECT_FALSE(after.wait_for(std::chrono::milliseconds(1)));
    EXPECT_FALSE(after.done());
    EXPECT_EQ(order, Order{1});
    go.count_down();
    after.wait();
    EXPECT_EQ(order, (Order{1, 2, 3}));
  }
}

TEST_F(Streams, ATaskEndsThoughTheNextOneOfItsStreamWaitsForTheHost) {
  const auto queue = make();
  const Event before = note(*queue, 1);
  std::latch go(1);
  const Event host = queue->host_task([&] {
    go.wait();
    order.push_back(2);
  });
  const Event after = note(*queue, 3, std::array{before, host});
  EXPECT_TRUE(before.wait_for(std::chrono::seconds(5)));
  EXPECT_EQ(order, Order{1});
  go.count_down();
  after.wait();
  EXPECT_EQ(order, (Order{1, 2, 3}));
}

TEST_F(Streams, AHostTaskWaitsForWhatIsBeforeIt) {
  const auto in_order = make({.in_order = true});
  note(*in_order, 1);
  in_order->host_task([&] { order.push_back(2); }).wait();
  EXPECT_EQ(order, (Order{1, 2}));
  const auto queue = make();
  const Event before = note(*queue, 3);
  queue->host_task([&] { order.push_back(4); }, std::array{before}).wait();
  EXPECT_EQ(order, (Order{1, 2, 3, 4}));
  note_internal(*queue, 5);
  queue->host_task([&] { order.push_back(6); }).wait();
  EXPECT_EQ(order, (Order{1, 2, 3, 4, 5, 6}));
}

std::size_t host_threads() {
  return static_cast<std::size_t>(
      std::ranges::count_if(std::filesystem::directory_iterator("/proc/self/task"), [](const auto &each) {
        std::string name;
        return std::getline(std::ifstream(each.path() / "comm"), name) && name == "weft-host";
      }));
}

TEST_F(Streams, FewThreadsWaitForWhatManyHostTasksFollow) {
  constexpr std::size_t count = 64;
  const auto kernels = make({.in_order = true}), host = make();
  std::latch go(1);
  const Event held = host->host_task([&] { go.wait(); });
  std::atomic<std::size_t> done = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Event kernel = i == 0 ? note(*kernels, 0, std::array{held}) : note(*kernels, static_cast<int>(i));
    host->host_task([&] { ++done; }, std::array{kernel});
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(done, 0);
  EXPECT_LT(host_threads(), 10);
  go.count_down();
  kernels->wait();
  host->wait();
  EXPECT_EQ(done, count);
  EXPECT_EQ(order.size(), count);
}

TEST_F(Streams, AHostTaskBehindAnEarlierTaskDoesNotWaitForALaterOne) {
  const auto kernels = make({.in_order = true}), host = make(), other = make();
  std::counting_semaphore<2> begin(0), gate(0);
  const Event first = note(*kernels, 1, std::array{other->host_task([&] { begin.acquire(); })});
  const Event last = note(*kernels, 2, std::array{other->host_task([&] { gate.acquire(); })});
  const Event behind_last = host->host_task([] {}, std::array{last});
  std::this_thread::sleep_for(std::chrono::milliseconds(20)); // until a thread waits for it
  const Event opens = host->host_task([&] { gate.release(); }, std::array{first});
  begin.release();
  EXPECT_TRUE(opens.wait_for(std::chrono::seconds(20)));
  gate.release(); // lets the test end where it failed
  behind_last.wait();
}

/// As a copy of a buffer's content that has to wait does on a thread of the host.
TEST_F(Streams, AHostTaskMayWaitForATaskOfItsQueueThoughManyWaitForTheHostTask) {
  const auto queue = make();
  std::latch go(1);
  const Event host = queue->host_task([&] {
    go.wait();
    note(*queue, 0).wait();
  });
  Event last = host;
  for (int i = 1; i <= 12; ++i)
    last = note(*queue, i, i % 2 == 0 ? std::vector{host} : std::vector{host, last});
  go.count_down();
  ASSERT_TRUE(last.wait_for(std::chrono::seconds(20)));
  queue->wait();
  EXPECT_EQ(order.size(), 13u);
  EXPECT_EQ(order.front(), 0);
}

TEST_F(Streams, ArrayWorkAndBarriersWaitForHostTasks) {
  const auto queue = make();
  for (int round = 0; round < 20; ++round) {
    order.clear();
    std::latch go(1);
    queue->host_task([&] {
      go.wait();
      order.push_back(1);
    });
    const Event work = round % 2 == 0 ? note_internal(*queue, 2) : queue->barrier();
    const Event last = note(*queue, 3);
    EXPECT_FALSE(work.done());
    go.count_down();
    last.wait();
    EXPECT_EQ(order, round % 2 == 0 ? (Order{1, 2, 3}) : (Order{1, 3}));
  }
}

TEST_F(Streams, ABarrierWaitsForHostTasksThatAreAllThereIs) {
  const auto queue = make();
  std::latch go(1);
  queue->host_task([&] { go.wait(); });
  const Event barrier = queue->barrier();
  EXPECT_FALSE(barrier.done());
  go.count_down();
  barrier.wait();
}

TEST_F(Streams, TwoQueuesMayWaitForEachOthersHostTasks) {
  const auto one = make({.in_order = true}), other = make({.in_order = true});
  Event before;
  for (int i = 0; i < 100; ++i) {
    Queue &queue = i % 2 == 0 ? *one : *other;
    const Event host = queue.host_task([this, i] { order.push_back(2 * i); }, std::span(&before, 1));
    before = note(queue, 2 * i + 1, std::array{host});
  }
  before.wait();
  Order all(200);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
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
