// Host tasks among the tasks of streams: who waits for whom.
#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <numeric>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "null_streams.hpp"

namespace weft::runtime {
namespace {

using namespace test;

using StreamHostTasks = Streams;

TEST_F(StreamHostTasks, ATaskWaitsForAHostTaskAndEarlierOnesDoNot) {
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

TEST_F(StreamHostTasks, ATaskEndsThoughTheNextOneOfItsStreamWaitsForTheHost) {
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

TEST_F(StreamHostTasks, AHostTaskWaitsForWhatIsBeforeIt) {
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

TEST_F(StreamHostTasks, FewThreadsWaitForWhatManyHostTasksFollow) {
  constexpr std::size_t count = 64;
  const std::size_t before = host_threads(); // of earlier tests, some of which stay for a while
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
  EXPECT_LT(host_threads(), before + 10);
  go.count_down();
  kernels->wait();
  host->wait();
  EXPECT_EQ(done, count);
  EXPECT_EQ(order.size(), count);
}

TEST_F(StreamHostTasks, AHostTaskBehindAnEarlierTaskDoesNotWaitForALaterOne) {
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
TEST_F(StreamHostTasks, AHostTaskMayWaitForATaskOfItsQueueThoughManyWaitForTheHostTask) {
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

TEST_F(StreamHostTasks, ArrayWorkAndBarriersWaitForHostTasks) {
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

TEST_F(StreamHostTasks, ABarrierWaitsForHostTasksThatAreAllThereIs) {
  const auto queue = make();
  std::latch go(1);
  queue->host_task([&] { go.wait(); });
  const Event barrier = queue->barrier();
  EXPECT_FALSE(barrier.done());
  go.count_down();
  barrier.wait();
}

TEST_F(StreamHostTasks, TwoQueuesMayWaitForEachOthersHostTasks) {
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

} // namespace
} // namespace weft::runtime
