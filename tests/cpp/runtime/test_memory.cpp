// USM: who owns an address, what is reused and when, and what failure says.
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <latch>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/block_pool.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

struct Memory : testing::Test {
  std::shared_ptr<Device> device = select("cpu");
  std::shared_ptr<Context> context = device->platform()->default_context();
  std::shared_ptr<Queue> queue = make_queue(context, device);

  void *make(std::size_t bytes, AllocationKind kind = AllocationKind::shared, std::size_t alignment = 0) {
    return allocate(bytes, alignment, kind, device, context);
  }
};

std::string failure_of(Errc code, const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST_F(Memory, AnyInnerAddressNamesItsAllocation) {
  for (const auto kind : {AllocationKind::device, AllocationKind::host, AllocationKind::shared})
    for (const std::size_t size : {std::size_t(1), std::size_t(100), std::size_t(5000), std::size_t(9) << 20}) {
      auto *const base = static_cast<std::byte *>(make(size, kind));
      for (const std::size_t offset : {std::size_t(0), size / 2, size - 1}) {
        const PointerInfo found = find_allocation(base + offset);
        EXPECT_EQ(found.kind, kind);
        EXPECT_EQ(found.base, base);
        EXPECT_EQ(found.size, size);
        EXPECT_EQ(found.device, kind == AllocationKind::host ? nullptr : device);
        EXPECT_EQ(found.context, context);
      }
      EXPECT_EQ(find_allocation(base + size).base == base, false);
      deallocate(base);
      EXPECT_EQ(find_allocation(base).kind, AllocationKind::unknown);
    }
  int on_stack = 0;
  EXPECT_EQ(find_allocation(&on_stack).kind, AllocationKind::unknown);
  EXPECT_EQ(find_allocation(nullptr).kind, AllocationKind::unknown);
}

TEST_F(Memory, IsAlignedAsAskedAndWritable) {
  std::vector<void *> kept; // so that each comes from somewhere else
  for (const std::size_t alignment : {0, 1, 64, 256, 4096, 1 << 13, 1 << 15, 1 << 17, 1 << 19, 1 << 21})
    for (const std::size_t size :
         {std::size_t(1), std::size_t(3000), std::size_t(9000), std::size_t(17'000), std::size_t(5) << 20}) {
      void *const base = kept.emplace_back(make(size, AllocationKind::device, alignment));
      EXPECT_EQ(std::uintptr_t(base) % std::max<std::size_t>(alignment, 64), 0u) << alignment << " " << size;
      std::memset(base, 1, size);
    }
  for (void *const base : kept)
    deallocate(base);
  failure_of(Errc::invalid, [&] { make(10, AllocationKind::device, 48); });
}

TEST_F(Memory, ZeroBytesGiveUniquePointers) {
  void *const one = make(0), *const two = make(0);
  EXPECT_NE(one, nullptr);
  EXPECT_NE(one, two);
  EXPECT_EQ(find_allocation(one).base, one);
  deallocate(one);
  deallocate(two);
}

TEST_F(Memory, BlockSizesWasteLittleAndKeepAlignment) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::size_t size = 1 + random() % (std::size_t(1) << (1 + random() % 40));
    const std::size_t alignment = std::size_t(1) << random() % 13;
    const std::size_t block = block_size_for(size, alignment);
    ASSERT_GE(block, size);
    ASSERT_EQ(block % alignment, 0u);
    ASSERT_LE(double(block), double(size) * 1.25 + double(std::max<std::size_t>(64, alignment)));
    ASSERT_EQ(block_size_for(block, alignment), block);
  }
}

TEST_F(Memory, FreedBlocksAreReusedAndGivenBackOnRequest) {
  constexpr std::size_t size = std::size_t(24) << 20;
  void *const first = make(size);
  deallocate(first);
  EXPECT_EQ(make(size), first);
  EXPECT_GE(pool_stats(*device).in_use, size);
  deallocate(first);
  EXPECT_GE(pool_stats(*device).pooled, size);
  release_pool();
  EXPECT_EQ(pool_stats(*device).pooled, 0u);
  EXPECT_GE(pool_stats(*device).peak, size);
  deallocate(make(100)); // less than there has been
  EXPECT_GE(pool_stats(*device).peak, size);
}

TEST_F(Memory, PartsOfADeviceTellOfItsWholePool) {
  void *const block = make(std::size_t(24) << 20);
  const std::size_t in_use = pool_stats(*device).in_use;
  EXPECT_GE(in_use, std::size_t(24) << 20);
  for (const auto &part : device->partition_equally(1))
    EXPECT_EQ(pool_stats(*part).in_use, in_use);
  deallocate(block);
}

TEST_F(Memory, FreeingTwiceOrInsideOrForeignIsInvalid) {
  auto *const base = static_cast<std::byte *>(make(1000));
  failure_of(Errc::invalid, [&] { deallocate(base + 64); });
  deallocate(base);
  failure_of(Errc::invalid, [&] { deallocate(base); });
  int on_stack = 0;
  failure_of(Errc::invalid, [&] { deallocate(&on_stack); });
  EXPECT_NO_THROW(deallocate(nullptr));
}

TEST_F(Memory, FailureNamesWhatWasAskedAndLaterRequestsWork) {
  const std::size_t total = device->info().global_mem_size;
  EXPECT_NE(failure_of(Errc::memory_allocation, [&] { make(total + 1); }).find(std::to_string(total + 1)),
            std::string::npos);
  failure_of(Errc::memory_allocation, [&] { make(~std::size_t(0) - 100); });
  void *const most = make(total / 4 * 3); // untouched pages cost nothing
  const std::string message = failure_of(Errc::memory_allocation, [&] { make(total / 2); });
  for (const char *part : {"asked for", "in use", "kept for reuse", "free"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  void *const small = make(total / 16);
  deallocate(small);
  deallocate(most);
  release_pool();
  deallocate(make(total / 2));
  release_pool();
}

TEST_F(Memory, SharedOwnershipGivesTheBlockBackAtOnceOnAnIdleQueue) {
  void *address = nullptr;
  {
    const auto held = allocate_shared(5000, AllocationKind::device, queue);
    address = held.get();
    EXPECT_EQ(find_allocation(address).size, 5000u);
  }
  EXPECT_EQ(find_allocation(address).kind, AllocationKind::unknown);
  EXPECT_EQ(allocate_shared(5000, AllocationKind::device, queue).get(), address);
}

TEST_F(Memory, BlockIsNotReusedWhileTasksOfItsQueueRun) {
  std::latch gate(1);
  auto held = allocate_shared(777'000, AllocationKind::device, queue);
  auto *const used = static_cast<int *>(held.get());
  *used = 1;
  const Event task = queue->host_task([&] {
    gate.wait();
    *used += 1;
  });
  held.reset();
  const auto other = allocate_shared(777'000, AllocationKind::device, queue);
  EXPECT_NE(other.get(), used);
  EXPECT_EQ(find_allocation(used).kind, AllocationKind::unknown);
  gate.count_down();
  queue->wait();
  EXPECT_EQ(allocate_shared(777'000, AllocationKind::device, queue).get(), used);
}

/// A slab of its own: the next request of the size finds the parked block or none.
constexpr std::size_t large = std::size_t(3) << 20;

TEST_F(Memory, BlockIsNotReusedWhileOneOfSeveralTasksRuns) {
  for (const bool first_ends : {true, false}) {
    std::latch gate(1);
    auto held = allocate_shared(large, AllocationKind::device, queue);
    void *const used = held.get();
    const Event one = queue->host_task([&] { first_ends ? void() : gate.wait(); });
    const Event other = queue->host_task([&] { first_ends ? gate.wait() : void(); });
    (first_ends ? one : other).wait();
    held.reset();
    const auto while_running = allocate_shared(large, AllocationKind::device, queue);
    EXPECT_NE(while_running.get(), used);
    gate.count_down();
    queue->wait();
    EXPECT_EQ(allocate_shared(large, AllocationKind::device, queue).get(), used);
  }
}

/// Two blocks in one region of a pool.
struct Blocks : Memory {
  alignas(64) std::array<std::byte, 128> memory;
  Region region;
  BlockPool pool;
  Ended ended;
  std::latch gate{1};

  void SetUp() override {
    region.base = memory.data();
    region.block_size = 64;
    region.bytes = memory.size();
    region.blocks.resize(2);
    region.taken = 2;
  }
  void TearDown() override { queue->wait(); }
  Event blocked() {
    return queue->host_task([this] { gate.wait(); });
  }
};

TEST_F(Blocks, ParkedBlockIsFreeOnceAllItsTasksAreDone) {
  const Event done = queue->host_task([] {});
  done.wait();
  pool.park({&region, 0}, queue, {done, blocked()});
  pool.park({&region, 1}, queue, {done});
  pool.collect(ended);
  EXPECT_EQ(pool.take(64, 64).index, 1u);
  EXPECT_EQ(pool.take(64, 64).region, nullptr);
  gate.count_down();
  queue->wait();
  EXPECT_EQ(pool.take(64, 64).region, nullptr);
  pool.collect(ended);
  EXPECT_EQ(pool.take(64, 64).region, &region);
}

TEST_F(Blocks, EventsOfBlocksThatAreFreeAgainOutliveTheLockOfMemory) {
  const Event done = queue->host_task([] {});
  done.wait();
  pool.park({&region, 0}, queue, {done, done});
  pool.park({&region, 1}, queue, {done});
  EXPECT_EQ(pool.take_parked(64, 64, queue, ended).index, 1u);
  EXPECT_EQ(ended.events.size(), 1u);
  pool.collect(ended);
  EXPECT_EQ(ended.events.size(), 3u);
}

TEST_F(Blocks, ParkedBlockFollowsItsOwnQueueAlone) {
  const auto other = make_queue(context, device);
  pool.park({&region, 0}, queue, {blocked()});
  EXPECT_EQ(pool.take_parked(64, 64, other, ended).region, nullptr);
  EXPECT_EQ(pool.take_parked(128, 64, queue, ended).region, nullptr);
  EXPECT_EQ(pool.take_parked(64, 64, queue, ended).region, &region);
  EXPECT_EQ(pool.take_parked(64, 64, queue, ended).region, nullptr);
  pool.park({&region, 0}, make_queue(context, device), {blocked()});
  const auto later = make_queue(context, device); // which may live where that one did
  EXPECT_EQ(pool.take_parked(64, 64, later, ended).region, nullptr);
  gate.count_down();
}

TEST_F(Blocks, AreTakenAlignedAsAsked) {
  region.base = reinterpret_cast<std::byte *>(std::uintptr_t(64)); // the second is the more aligned one
  pool.give({&region, 1});
  pool.give({&region, 0});
  EXPECT_EQ(pool.take(64, 256).region, nullptr);
  EXPECT_EQ(pool.take(64, 128).index, 1u);
  EXPECT_EQ(pool.take(64, 128).region, nullptr);
  EXPECT_EQ(pool.take(64, 64).region, &region);
  pool.park({&region, 0}, queue, {});
  EXPECT_EQ(pool.take_parked(64, 128, queue, ended).region, nullptr);
  EXPECT_EQ(pool.take_parked(64, 64, queue, ended).region, &region);
}

TEST_F(Blocks, RegionIsUnusedOnceNoBlockOfItIsLiveOrParked) {
  constexpr std::size_t any = 1;
  pool.give({&region, 1});
  EXPECT_TRUE(pool.take_unused_regions(any).empty()); // the other is live
  pool.park({&region, 0}, queue, {blocked()});
  EXPECT_TRUE(pool.take_unused_regions(any).empty());
  gate.count_down();
  queue->wait();
  pool.collect(ended);
  EXPECT_EQ(pool.take_unused_regions(any), std::vector{&region});
  EXPECT_EQ(pool.free_bytes(), 0u);
}

TEST_F(Memory, ManyThreadsAllocateFindAndFree) {
  std::vector<std::jthread> threads;
  std::atomic<int> wrong{0};
  for (unsigned t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      std::vector<std::pair<unsigned char *, std::size_t>> mine;
      for (int i = 0; i < 2000; ++i) {
        if (mine.size() < 20 && random() % 2 == 0) {
          const std::size_t size = 1 + random() % 20'000;
          auto *const base = static_cast<unsigned char *>(make(size));
          std::memset(base, int(t), size);
          mine.emplace_back(base, size);
        } else if (!mine.empty()) {
          const auto [base, size] = mine.back();
          mine.pop_back();
          wrong += base[0] != t || base[size - 1] != t || find_allocation(base + size / 2).base != base;
          deallocate(base);
        }
      }
      for (const auto &[base, size] : mine)
        deallocate(base);
    });
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(BlockPool, GivesBackNoMoreRegionsThanAskedFor) {
  std::vector<Region> regions(3);
  BlockPool pool;
  for (Region &region : regions) {
    region.bytes = region.block_size = 4096;
    region.blocks.resize(1);
    region.taken = 1;
    pool.give({&region, 0});
  }
  EXPECT_EQ(pool.take_unused_regions(4096).size(), 1U);
  EXPECT_EQ(pool.free_bytes(), 2 * 4096U);
  EXPECT_EQ(pool.take_unused_regions(4097).size(), 2U);
  EXPECT_EQ(pool.free_bytes(), 0U);
}

} // namespace
} // namespace weft::runtime
