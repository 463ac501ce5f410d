// Kernels on the CPU: every work-item once, in order, overlapping, in the right floating-point mode, and after a fork.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <latch>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmmintrin.h>

#include "hand_made.hpp"
#include "support/error.hpp"

namespace weft::cpu {
namespace {

using runtime::Event;
using runtime::Launch;
using runtime::NdRange;
using test::bytes_of;
using test::cpu_queue;
using test::HandMade;

struct AddArgs {
  std::uint64_t *data;
  std::uint64_t value;
};

const HandMade add{.name = "add", .args_size = sizeof(AddArgs), .unit = 256};

NdRange range(std::size_t n) {
  return {.global = {n, 1, 1}};
}

TEST(CpuLaunch, EveryWorkItemRunsOnce) {
  const auto queue = cpu_queue();
  for (const std::size_t n : {1, 255, 256, 257, 5000, 1'000'003}) {
    std::vector<std::uint64_t> data(n, 1);
    const AddArgs args{data.data(), 2};
    queue->launch(add.launch(*queue->device(), range(n), bytes_of(args))).wait();
    EXPECT_EQ(std::ranges::count(data, 3u), std::ptrdiff_t(n)) << n;
  }
}

TEST(CpuLaunch, KernelsFromTheDiskCacheRunWithoutLlvm) {
  const auto queue = cpu_queue();
  std::uint64_t value = 1;
  const AddArgs args{&value, 2};
  queue->launch(add.launch(*queue->device(), range(1), bytes_of(args))).wait();
  EXPECT_EQ(value, 3u);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    EXPECT_TRUE(line.find("libLLVM") == std::string::npos && line.find("libweft-codegen") == std::string::npos) << line;
}

TEST(CpuLaunch, EmptyRangeRunsNothing) {
  const auto queue = cpu_queue();
  const AddArgs args{nullptr, 2};
  const Event event = queue->launch(add.launch(*queue->device(), range(0), bytes_of(args)));
  event.wait();
  EXPECT_TRUE(event.done());
}

TEST(CpuLaunch, OffsetAndArgumentsAreThoseOfTheLaunch) {
  const auto queue = cpu_queue({.in_order = true});
  std::vector<std::uint64_t> data(3000, 0);
  NdRange with_offset = range(data.size());
  with_offset.offset[0] = 5;
  {
    const AddArgs args{data.data(), 7};
    queue->launch(add.launch(*queue->device(), with_offset, bytes_of(args)));
  } // the queue has its own copy
  queue->wait();
  EXPECT_EQ(std::ranges::count(data, 12u), 3000);
}

TEST(CpuLaunch, GroupsHaveLocalMemoryAndContext) {
  const auto queue = cpu_queue();
  const HandMade kernel{.name = "group_sum",
                        .form = codegen::LaunchForm::nd_range,
                        .args_size = 8,
                        .context_per_item = 8,
                        .static_local = 24};
  for (const std::size_t local : {1, 64, 512}) {
    const std::size_t groups = 300;
    std::vector<std::uint64_t> sums(groups);
    std::uint64_t *const args = sums.data();
    const NdRange nd{.global = {groups * local, 1, 1}, .local = {local, 1, 1}};
    Launch launch = kernel.launch(*queue->device(), nd, bytes_of(args));
    launch.local_bytes = std::uint32_t(local * 8);
    queue->launch(launch).wait();
    for (std::size_t g = 0; g < groups; ++g)
      ASSERT_EQ(sums[g], local * g * local + local * (local - 1) / 2) << local << " " << g;
  }
}

TEST(CpuLaunch, InOrderLaunchesFromManyThreadsDoNotRace) {
  const auto queue = cpu_queue({.in_order = true});
  std::vector<std::uint64_t> data(700, 0); // read and written without atomics: only order keeps the sum right
  const AddArgs args{data.data(), 1};
  const Launch launch = add.launch(*queue->device(), range(data.size()), bytes_of(args));
  constexpr int threads = 64, each = 50;
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t)
      workers.emplace_back([&] {
        for (int i = 0; i < each; ++i)
          queue->launch(launch);
        queue->wait();
      });
  }
  EXPECT_EQ(std::ranges::count(data, std::uint64_t(threads * each)), 700);
}

TEST(CpuLaunch, ArrayWorkOfManyThreadsOnAnOutOfOrderQueueDoesNotRace) {
  const auto queue = cpu_queue();
  std::vector<std::uint64_t> data(70'000, 0);
  const AddArgs args{data.data(), 1};
  const Launch launch = add.launch(*queue->device(), range(data.size()), bytes_of(args));
  constexpr int threads = 16, each = 20;
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t)
      workers.emplace_back([&] {
        for (int i = 0; i < each; ++i)
          queue->submit_internal(launch);
      });
  }
  queue->wait();
  EXPECT_EQ(std::ranges::count(data, std::uint64_t(threads * each)), 70'000);
}

/// A waiting thread takes part only in short pieces: what it leaves must be taken up by others, were they asleep or
/// not.
TEST(CpuLaunch, WorkThatTurnsOutLongWhileAnInterruptibleWaitHelpsIsFinished) {
  const auto queue = cpu_queue();
  const HandMade spin{.name = "spin", .args_size = 8};
  for (int round = 0; round < 3; ++round)
    for (const std::uint64_t ticks : {std::uint64_t(100), std::uint64_t(200'000), std::uint64_t(8'000'000)}) {
      const Event event = queue->launch(spin.launch(*queue->device(), range(40), bytes_of(ticks)));
      while (!event.wait_for(std::chrono::milliseconds(20)))
        continue;
    }
}

TEST(CpuLaunch, WorkThatTurnsOutLongAfterManyUnitsIsShared) {
  const auto queue = cpu_queue();
  if (queue->device()->info().max_compute_units < 2)
    GTEST_SKIP() << "one compute unit";
  struct {
    void **threads;
    std::uint64_t units, ticks;
  } args{};
  std::vector<void *> threads(256);
  args = {threads.data(), threads.size(), 1'000'000};
  const HandMade late_work{.name = "late_work", .args_size = sizeof args};
  queue->launch(late_work.launch(*queue->device(), range(threads.size()), bytes_of(args))).wait();
  EXPECT_NE(std::ranges::count(threads, threads.front()), std::ssize(threads)) << "one thread ran all units";
}

TEST(CpuLaunch, KernelWithoutEndLeavesTheDeviceUsable) {
  const auto stuck = cpu_queue(), queue = cpu_queue();
  const HandMade until_set{.name = "until_set", .args_size = 8};
  volatile std::uint64_t word = 0;
  const auto *const address = &word;
  const Event endless = stuck->launch(until_set.launch(*queue->device(), range(4096), bytes_of(address)));
  EXPECT_FALSE(endless.wait_for(std::chrono::milliseconds(1)));

  const HandMade spin{.name = "spin", .args_size = 8};
  const std::uint64_t ticks = 1000;
  const Event later = queue->launch(spin.launch(*queue->device(), range(4096), bytes_of(ticks)));
  while (!later.wait_for(std::chrono::milliseconds(50)))
    continue;
  EXPECT_FALSE(endless.done());
  word = 1;
  endless.wait();
}

TEST(CpuLaunch, IndependentKernelsOverlap) {
  const auto queue = cpu_queue();
  if (queue->device()->info().max_compute_units < 2)
    GTEST_SKIP() << "one compute unit";
  const HandMade meet{.name = "meet", .args_size = 16};
  std::uint64_t a = 0, b = 0;
  std::uint64_t *const one[] = {&a, &b}, *const other[] = {&b, &a};
  const Launch first = meet.launch(*queue->device(), range(1), bytes_of(one));
  const Launch second = meet.launch(*queue->device(), range(1), bytes_of(other));
  queue->launch(first);
  queue->launch(second);
  queue->wait();
  EXPECT_EQ(a + b, 2u);
}

/// Runs twice: as it is, and with WEFT_DENORMALS=keep.
TEST(CpuDenormals, AreFlushedUnlessKeptAndTheCallersModeIsRestored) {
  const char *const setting = std::getenv("WEFT_DENORMALS");
  const bool kept = setting != nullptr && std::string_view(setting) == "keep";
  const auto queue = cpu_queue();
  const HandMade kernel{.name = "denormal", .args_size = 8};
  std::vector<float> results(1000, 1.0f);
  float *const args = results.data();
  const Launch launch = kernel.launch(*queue->device(), range(results.size()), bytes_of(args));
  const auto control = [] { return _mm_getcsr() & ~_MM_EXCEPT_MASK; }; // what happened before is no mode
  const unsigned mode = control();
  for (int i = 0; i < 3; ++i) { // shared among threads first, then on this one
    queue->launch(launch).wait();
    EXPECT_EQ(std::ranges::count(results, kept ? 0x1p-127f : 0.0f), 1000);
    EXPECT_EQ(control(), mode);
  }
  EXPECT_EQ(queue->device()->info().fp_denormals, kept);
}

TEST(CpuLaunch, KeepAliveIsHeldUntilTheKernelIsDone) {
  const auto queue = cpu_queue();
  std::latch gate(1);
  auto data = std::make_shared<std::vector<std::uint64_t>>(100, 0);
  const std::weak_ptr<std::vector<std::uint64_t>> watch = data;
  const AddArgs args{data->data(), 1};
  Launch launch = add.launch(*queue->device(), range(100), bytes_of(args));
  launch.keep_alive = std::move(data);
  const Event blocked = queue->host_task([&] { gate.wait(); });
  const Event event = queue->launch(launch, std::array{blocked});
  launch.keep_alive = nullptr;
  EXPECT_FALSE(watch.expired());
  gate.count_down();
  event.wait();
  EXPECT_TRUE(watch.expired());
}

Errc code_of(const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    return error.code();
  }
  return Errc::overflow; // none of the codes that the tests expect
}

TEST(CpuFault, SurfacesAtTheWaitAndNamesTheKernelAndOthersGoOn) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer does not let a signal handler jump out";
#endif
  const auto queue = cpu_queue(), other = cpu_queue();
  const HandMade store{.name = "store_at", .args_size = 8}, divide{.name = "divide", .args_size = 8};
  std::uint64_t target = 0;
  const std::uint64_t *const good = &target, *const bad = reinterpret_cast<const std::uint64_t *>(0x10);
  const std::uint64_t zero = 0;
  for (int round = 0; round < 4; ++round) // shared among threads, then on this one
    for (const std::size_t n : {std::size_t(1), std::size_t(100'000)}) {
      const Launch faulty = store.launch(*queue->device(), range(n), bytes_of(bad));
      const Launch fine = store.launch(*queue->device(), range(n), bytes_of(good));
      const Event event = queue->launch(faulty);
      other->launch(fine).wait();
      queue->wait();
      EXPECT_TRUE(event.done());
      try {
        queue->wait_and_throw();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error &error) {
        EXPECT_EQ(error.code(), Errc::kernel);
        EXPECT_NE(std::string_view(error.what()).find("store_at"), std::string_view::npos) << error.what();
        EXPECT_NE(std::string_view(error.what()).find("0x10"), std::string_view::npos) << error.what();
      }
      queue->launch(fine);
      EXPECT_NO_THROW(queue->wait_and_throw());
      EXPECT_NO_THROW(other->wait_and_throw());
    }
  queue->launch(divide.launch(*queue->device(), range(1), bytes_of(zero)));
  EXPECT_EQ(code_of([&] { queue->wait_and_throw(); }), Errc::kernel);
  queue->copy(&target, bad, sizeof(target));
  EXPECT_EQ(code_of([&] { queue->wait_and_throw(); }), Errc::kernel);
}

TEST(CpuFault, OutsideOfKernelsStaysFatal) {
  const auto queue = cpu_queue();
  const HandMade empty{.name = "empty"};
  queue->launch(empty.launch(*queue->device(), range(1), {})).wait();
  EXPECT_DEATH(*reinterpret_cast<volatile int *>(0x10) = 1, "");
}

TEST(CpuLaunch, ArgumentsAreAlignedAsTheKernelAsks) {
  const auto queue = cpu_queue();
  for (const std::uint32_t align : {8, 64, 256, 4096}) {
    const HandMade kernel{.name = "address_of_arguments", .args_size = 8, .args_align = align};
    std::uint64_t address = 0, *const args = &address;
    for (int i = 0; i < 4; ++i) {
      queue->launch(kernel.launch(*queue->device(), range(1), bytes_of(args))).wait_and_throw();
      EXPECT_EQ(address % align, 0u) << align;
    }
  }
}

TEST(CpuLaunch, RangesThatDoNotFitAreRefused) {
  const auto queue = cpu_queue();
  const HandMade kernel{.name = "group_sum", .form = codegen::LaunchForm::nd_range, .args_size = 8};
  std::uint64_t *const args = nullptr;
  const auto launch = [&](NdRange r, std::uint32_t local_bytes = 0) {
    return code_of([&] {
      queue->launch({.kernel = kernel.kernel(), .range = r, .args = bytes_of(args), .local_bytes = local_bytes});
    });
  };
  EXPECT_EQ(launch({.global = {10, 1, 1}, .local = {3, 1, 1}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {10, 1, 1}, .local = {5, 0, 1}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {10, 1, 1}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {1 << 20, 1, 1}, .local = {1 << 20, 1, 1}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {4, 1, 1}, .local = {2, 1, 1}, .dims = 2}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {std::size_t(1) << 40, std::size_t(1) << 40, 1}, .local = {1, 1, 1}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {4, 1, 1}, .local = {2, 1, 1}, .offset = {~std::size_t(0) - 2, 0, 0}}), Errc::nd_range);
  EXPECT_EQ(launch({.global = {4, 1, 1}, .local = {2, 1, 1}}, 1u << 30), Errc::memory_allocation);
  EXPECT_EQ(code_of([&] { queue->launch({}); }), Errc::kernel);
  EXPECT_EQ(code_of([&] { queue->launch({.kernel = kernel.kernel(), .range = {.local = {1, 1, 1}}}); }),
            Errc::kernel_argument);
}

/// Runs `body` in a child process; true if it ended well before the alarm.
bool in_child(const std::function<bool()> &body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(CpuFork, ChildComputesAndSeesWhatTheParentSubmitted) {
  const auto queue = cpu_queue({.in_order = true});
  std::vector<std::uint64_t> data(3'000'000, 0);
  const AddArgs args{data.data(), 1};
  const Launch launch = add.launch(*queue->device(), range(data.size()), bytes_of(args));
  for (int round = 0; round < 10; ++round) {
    std::ranges::fill(data, 0);
    queue->launch(launch);
    queue->launch(launch);
    EXPECT_TRUE(in_child([&] {
      queue->wait_and_throw();
      queue->launch(launch).wait();
      queue->host_task([] {}).wait();
      return std::ranges::count(data, 3u) == 3'000'000;
    }));
    queue->launch(launch).wait();
    EXPECT_EQ(std::ranges::count(data, 3u), 3'000'000);
  }
}

TEST(CpuFork, WhatTheChildLostIsAnErrorOfItsQueueOnce) {
  const auto queue = cpu_queue();
  std::latch go(1);
  queue->host_task([&] { go.wait(); });
  EXPECT_TRUE(in_child([&] {
    const bool lost = code_of([&] { queue->wait_and_throw(); }) == Errc::runtime;
    queue->wait_and_throw();
    return lost;
  }));
  go.count_down();
  queue->wait_and_throw();
}

/// Who waits helps; who only looks needs the threads, which the child does not have until it starts them anew.
TEST(CpuFork, ChildThatOnlyLooksWhetherATaskIsDoneSeesItEnd) {
  const auto queue = cpu_queue();
  std::vector<std::uint64_t> data(3'000'000, 0);
  const AddArgs args{data.data(), 1};
  const Launch launch = add.launch(*queue->device(), range(data.size()), bytes_of(args));
  queue->launch(launch).wait();
  const Event before = queue->launch(launch);
  EXPECT_TRUE(in_child([&] {
    while (!before.done())
      std::this_thread::yield();
    const Event event = queue->launch(launch);
    while (!event.done())
      std::this_thread::yield();
    return std::ranges::count(data, 3u) == 3'000'000;
  }));
}

TEST(CpuFork, UnfinishedHostTasksAreErrorsInTheChildAndGoOnInTheParent) {
  const auto queue = cpu_queue();
  std::latch gate(1);
  bool ran = false;
  const Event event = queue->host_task([&] {
    gate.wait();
    ran = true;
  });
  EXPECT_TRUE(in_child([&] {
    event.wait();
    return code_of([&] { queue->wait_and_throw(); }) == Errc::runtime && !ran;
  }));
  gate.count_down();
  queue->wait_and_throw();
  EXPECT_TRUE(ran);
}

TEST(CpuFork, WhileOtherThreadsSubmit) {
  std::atomic<bool> stop{false};
  std::vector<std::uint64_t> data(2000, 0);
  const AddArgs args{data.data(), 0};
  std::vector<std::jthread> workers;
  for (int t = 0; t < 4; ++t)
    workers.emplace_back([&] {
      const auto queue = cpu_queue();
      const Launch launch = add.launch(*queue->device(), range(data.size()), bytes_of(args));
      while (!stop) {
        queue->submit_internal(launch);
        queue->host_task([] {}).wait();
        queue->wait();
      }
    });
  for (int round = 0; round < 50; ++round)
    EXPECT_TRUE(in_child([] {
      const auto queue = cpu_queue();
      std::uint64_t value = 0;
      const AddArgs mine{&value, 3};
      queue->launch(add.launch(*queue->device(), range(1), bytes_of(mine))).wait();
      queue->host_task([&] { ++value; }).wait();
      return value == 4;
    })) << round;
  stop = true;
}

} // namespace
} // namespace weft::cpu
