// What a queue promises about order, overlap, errors and bad input.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include "runtime/host_task.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "runtime/task_queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

std::shared_ptr<Queue> cpu_queue(QueueProperties properties = {}) {
  const auto device = select("cpu");
  return make_queue(device->platform()->default_context(), device, std::move(properties));
}

Errc code_of(const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    return error.code();
  }
  return Errc::overflow; // none of the codes that the tests expect
}

TEST(Queue, IndependentHostTasksOverlap) {
  const auto queue = cpu_queue();
  std::latch both(2);
  queue->host_task([&] { both.arrive_and_wait(); });
  queue->host_task([&] { both.arrive_and_wait(); });
  queue->wait();
  EXPECT_TRUE(both.try_wait());
}

TEST(Queue, DependenciesOrderTasksWithinAndAcrossQueues) {
  const auto one = cpu_queue(), other = cpu_queue();
  std::latch gate(1);
  std::vector<int> order;
  const Event first = one->host_task([&] {
    gate.wait();
    order.push_back(1);
  });
  const Event second = other->host_task([&] { order.push_back(2); }, std::array{first});
  const Event third = one->host_task([&] { order.push_back(3); }, std::array{second});
  EXPECT_FALSE(third.done());
  EXPECT_EQ(second.state()->wait_list(), std::vector{first.state()});
  gate.count_down();
  third.wait();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
  EXPECT_TRUE(third.state()->wait_list().empty());
}

TEST(Queue, InOrderQueueRunsInOrder) {
  const auto queue = cpu_queue({.in_order = true});
  std::latch gate(1);
  std::vector<int> order;
  queue->host_task([&] { gate.wait(); });
  for (int i = 0; i < 100; ++i)
    queue->host_task([&order, i] { order.push_back(i); });
  gate.count_down();
  queue->wait();
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(Queue, ArrayWorkComesAfterAllBeforeItAndBeforeAllAfterIt) {
  const auto queue = cpu_queue();
  std::latch gate(1);
  int value = 0, seen = 0, later = 0;
  queue->host_task([&] {
    gate.wait();
    value = 7;
  });
  const Event array_work = queue->copy_internal(&seen, &value, sizeof(int));
  const Event foreign = queue->host_task([&] { later = seen; });
  EXPECT_FALSE(array_work.done());
  EXPECT_FALSE(foreign.done());
  gate.count_down();
  queue->wait();
  EXPECT_EQ(seen, 7);
  EXPECT_EQ(later, 7);
}

TEST(Queue, BarrierWaitsForAllBeforeAndHoldsBackAllAfter) {
  const auto queue = cpu_queue();
  std::latch gate(1);
  std::atomic<int> done{0};
  int seen = -1;
  for (int i = 0; i < 3; ++i)
    queue->host_task([&] {
      gate.wait();
      ++done;
    });
  queue->barrier();
  queue->host_task([&] { seen = done; });
  gate.count_down();
  queue->wait();
  EXPECT_EQ(seen, 3);
}

TEST(Queue, BarrierOverEventsWaitsForThoseAlone) {
  const auto queue = cpu_queue();
  std::latch gate(1), started(1);
  const Event blocked = queue->host_task([&] { gate.wait(); });
  const Event quick = queue->host_task([&] { started.count_down(); });
  const Event barrier = queue->barrier(std::array{quick});
  barrier.wait();
  EXPECT_FALSE(blocked.done());
  const Event after = queue->host_task([] {});
  after.wait();
  EXPECT_FALSE(blocked.done());
  gate.count_down();
  queue->wait();
  EXPECT_TRUE(blocked.done());
}

TEST(Queue, WhatComesAfterAllReachesBeyondABarrierOverEvents) {
  const auto queue = cpu_queue();
  std::latch long_gate(1), short_gate(1);
  queue->host_task([&] { long_gate.wait(); });
  const Event quick = queue->host_task([&] { short_gate.wait(); });
  const Event over_events = queue->barrier(std::array{quick});
  const std::vector<Event> outstanding = queue->outstanding();
  const Event over_all = queue->barrier();
  short_gate.count_down();
  over_events.wait();
  EXPECT_FALSE(std::ranges::all_of(outstanding, [](const Event &event) { return event.done(); }));
  EXPECT_FALSE(over_all.wait_for(std::chrono::milliseconds(20)));
  long_gate.count_down();
  over_all.wait();
}

TEST(Queue, ItsContextKnowsItsWorkWhileItIsDestroyedAndAfterwards) {
  /// Asks while no shared pointer leads to the queue any more.
  class Dying final : public Queue {
  public:
    Dying(const std::shared_ptr<Device> &device, std::shared_ptr<TaskLine> line, std::size_t &seen)
        : Queue(device->platform()->default_context(), device, {}, std::move(line)), seen_(seen) {}
    ~Dying() override { seen_ = context()->outstanding().size(); }

  private:
    Event do_launch(const Launch &, std::shared_ptr<Executable>, Events, bool) override { return {}; }
    Event do_copy(void *, const void *, std::size_t, Events, bool) override { return {}; }
    Event do_fill(void *, std::span<const std::byte>, std::size_t, Events, bool) override { return {}; }
    Event do_prefetch(const void *, std::size_t, Events) override { return {}; }
    Event do_advise(const void *, std::size_t, int, Events) override { return {}; }
    Event do_barrier(Events) override { return {}; }
    Event do_marker(Events) override { return {}; }
    Event do_host_task(std::function<void()>, Events) override { return {}; }
    std::vector<std::exception_ptr> take_errors() override { return {}; }

    std::size_t &seen_;
  };
  const auto device = select("cpu");
  const auto context = device->platform()->default_context();
  const auto line = make_line(*context, device, {}, nullptr);
  const std::size_t others = context->outstanding().size();
  std::latch gate(1);
  const auto task = make_host_task([&] { gate.wait(); });
  line->submit(task, {}, {});
  std::size_t seen = 0;
  std::make_shared<Dying>(device, line, seen).reset();
  EXPECT_EQ(seen, others + 1);
  EXPECT_EQ(context->outstanding().size(), others + 1);
  gate.count_down();
  task->wait();
  EXPECT_EQ(context->outstanding().size(), others);
}

TEST(Queue, HostTaskErrorSurfacesOnceAndDependantsStillRun) {
  for (const bool in_order : {false, true}) {
    const auto queue = cpu_queue({.in_order = in_order});
    bool ran = false;
    const Event failed = queue->host_task([] { throw Error(Errc::runtime, "host task: {}", 42); });
    const Event dependant = queue->host_task([&] { ran = true; }, std::array{failed});
    queue->wait();
    EXPECT_TRUE(ran);
    EXPECT_TRUE(dependant.done());
    EXPECT_EQ(code_of([&] { queue->wait_and_throw(); }), Errc::runtime) << in_order;
    EXPECT_NO_THROW(queue->wait_and_throw());
    EXPECT_NO_THROW(failed.wait_and_throw());
  }
}

TEST(Queue, ErrorTakenFromTheEventDoesNotSurfaceAtTheQueue) {
  const auto queue = cpu_queue();
  const Event failed = queue->host_task([] { throw std::runtime_error("seen"); });
  EXPECT_THROW(failed.wait_and_throw(), std::runtime_error);
  EXPECT_NO_THROW(queue->wait_and_throw());
}

TEST(Queue, HandlerGetsAllErrors) {
  std::size_t handled = 0;
  const auto queue = cpu_queue({.handler = [&](std::vector<std::exception_ptr> errors) { handled += errors.size(); }});
  for (int i = 0; i < 3; ++i)
    queue->host_task([] { throw 1; });
  queue->wait_and_throw();
  EXPECT_EQ(handled, 3u);
}

TEST(Queue, WaitForReturnsFalseAtTheTimeoutAndTrueWhenDone) {
  const auto queue = cpu_queue();
  std::latch gate(1);
  const Event event = queue->host_task([&] { gate.wait(); });
  EXPECT_FALSE(queue->wait_for(std::chrono::milliseconds(1)));
  EXPECT_FALSE(event.wait_for(std::chrono::milliseconds(1)));
  gate.count_down();
  while (!queue->wait_for(std::chrono::seconds(1)))
    continue;
  EXPECT_TRUE(event.done());
  EXPECT_TRUE(queue->idle());
}

/// As an event of another backend: the graph cannot look inside, only wait.
class ForeignEvent final : public EventState {
public:
  void complete() { done_.count_down(); }
  void wait() override { done_.wait(); }
  bool wait_for(std::chrono::nanoseconds) override { return done_.try_wait(); }
  EventStatus status() const override { return done_.try_wait() ? EventStatus::complete : EventStatus::running; }
  std::optional<Profile> profile() const override { return std::nullopt; }
  std::exception_ptr take_error() override { return nullptr; }
  const Device *device() const override { return nullptr; }
  std::vector<std::shared_ptr<EventState>> wait_list() const override { return {}; }

private:
  std::latch done_{1};
};

TEST(Queue, WaitsForEventsOfOtherBackends) {
  const auto queue = cpu_queue();
  const auto one = std::make_shared<ForeignEvent>(), two = std::make_shared<ForeignEvent>();
  int value = 1, seen = 0;
  const Event copy = queue->copy(&seen, &value, sizeof(int), std::array{Event(one), Event(two)});
  EXPECT_EQ(copy.state()->wait_list().size(), 2u);
  value = 2;
  one->complete();
  EXPECT_FALSE(copy.wait_for(std::chrono::milliseconds(1)));
  two->complete();
  copy.wait();
  EXPECT_EQ(seen, 2);
}

TEST(Queue, ProfilesWhenAskedTo) {
  const auto queue = cpu_queue({.profiling = true});
  for (const Event &event : {queue->host_task([] {}), queue->barrier()}) {
    const auto profile = event.profile();
    ASSERT_TRUE(profile.has_value());
    EXPECT_GT(profile->submit, 0u);
    EXPECT_LE(profile->submit, profile->start);
    EXPECT_LE(profile->start, profile->end);
  }
  EXPECT_FALSE(cpu_queue()->host_task([] {}).profile().has_value());
}

TEST(Queue, CopiesAndFillsOfEverySize) {
  const auto queue = cpu_queue({.in_order = true});
  for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(1000), std::size_t(3) << 20}) {
    std::vector<std::uint32_t> from(count), to(count, 1);
    const std::uint32_t pattern[] = {0xdeadbeef};
    queue->fill(from.data(), std::as_bytes(std::span(pattern)), count);
    queue->copy(to.data(), from.data(), count * sizeof(std::uint32_t));
    queue->wait();
    EXPECT_EQ(to, std::vector<std::uint32_t>(count, 0xdeadbeef));
  }
}

TEST(Queue, CopiesOntoThemselvesGiveWhatWasThere) {
  const auto queue = cpu_queue();
  constexpr std::size_t count = std::size_t(4) << 20;
  std::vector<std::uint32_t> all(count), expected(count);
  for (const std::size_t apart : {std::size_t(1), std::size_t(15'000), count / 2})
    for (const bool up : {false, true})
      for (int round = 0; round < 4; ++round) {
        std::iota(all.begin(), all.end(), 0u);
        expected = all;
        const std::size_t from = up ? 0 : apart, to = up ? apart : 0, moved = count - apart;
        std::copy_n(all.begin() + std::ptrdiff_t(from), moved, expected.begin() + std::ptrdiff_t(to));
        queue->copy(&all[to], &all[from], moved * sizeof all[0]).wait();
        ASSERT_TRUE(all == expected) << apart << (up ? " up" : " down");
      }
}

TEST(Queue, FillRepeatsPatternsOfAnyLength) {
  const auto queue = cpu_queue();
  for (const std::size_t length : {1, 2, 3, 7, 16, 24}) {
    std::vector<std::byte> pattern(length);
    for (std::size_t i = 0; i < length; ++i)
      pattern[i] = std::byte(i + 1);
    for (const std::size_t count : {5000, 200'000}) { // at once, and by several threads
      std::vector<std::byte> to(length * count + 1, std::byte(0xff));
      queue->fill(to.data(), pattern, count).wait();
      for (std::size_t i = 0; i < length * count; ++i)
        ASSERT_EQ(to[i], pattern[i % length]) << "length " << length << " at " << i;
      EXPECT_EQ(to.back(), std::byte(0xff));
    }
  }
}

TEST(Queue, BadPointersAndPatternsAreInvalidBeforeAnythingIsWritten) {
  const auto queue = cpu_queue();
  int value = 5;
  EXPECT_EQ(code_of([&] { queue->copy(nullptr, &value, 4); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { queue->copy(&value, nullptr, 4); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { queue->fill(&value, {}, 4); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { queue->fill(&value, std::as_bytes(std::span(&value, 1)), (std::size_t(1) << 62) + 1); }),
            Errc::invalid);
  EXPECT_EQ(code_of([&] { queue->host_task({}); }), Errc::invalid);
  EXPECT_NO_THROW(queue->copy(nullptr, nullptr, 0));
  void *const block = allocate(100, 0, AllocationKind::shared, queue->device(), queue->context());
  EXPECT_EQ(code_of([&] { queue->copy(static_cast<char *>(block) + 60, &value, 41); }), Errc::invalid);
  queue->wait();
  deallocate(block);
  EXPECT_EQ(value, 5);
}

TEST(Queue, HostTasksSeeTheHostsFloatingPointMode) {
  const auto queue = cpu_queue();
  unsigned mode = 0;
  queue->host_task([&] { mode = _mm_getcsr(); }).wait();
  EXPECT_EQ(mode & 0x8040u, 0u);
}

TEST(Queue, ManyThreadsShareOneInOrderQueue) {
  const auto queue = cpu_queue({.in_order = true});
  constexpr int threads = 64, each = 100;
  long sum = 0; // only the queue's order guards it
  std::vector<std::jthread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      for (int i = 0; i < each; ++i)
        queue->host_task([&] { ++sum; });
      queue->wait();
    });
  workers.clear();
  queue->wait();
  EXPECT_EQ(sum, threads * each);
}

TEST(Queue, LongChainsDoNotNest) {
  const auto queue = cpu_queue({.in_order = true});
  std::latch gate(1);
  int value = 1, copy = 0;
  queue->host_task([&] { gate.wait(); });
  for (int i = 0; i < 100'000; ++i)
    queue->copy(&copy, &value, sizeof(int));
  gate.count_down();
  queue->wait();
  EXPECT_EQ(copy, 1);
}

TEST(Queue, MustBelongToTheContext) {
  const auto device = select("cpu");
  EXPECT_EQ(code_of([&] { make_queue(nullptr, device); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { make_queue(device->platform()->default_context(), nullptr); }), Errc::invalid);
}

} // namespace
} // namespace weft::runtime
