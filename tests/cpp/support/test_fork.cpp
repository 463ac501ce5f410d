// Locks and hooks around fork, and waiting for a word to change.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/fork.hpp"
#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft {
namespace {

int exit_status_of(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST(Fork, ChildFindsLocksFreeThatOtherThreadsHold) {
  static constinit BasicMutex<Section::outer> outer;
  static constinit Mutex inner;
  const std::jthread holder([&](const std::stop_token &stop) {
    while (!stop.stop_requested()) {
      const std::lock_guard first(outer);
      const std::lock_guard second(inner);
    }
  });
  for (int round = 0; round < 50; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      const std::lock_guard first(outer);
      const std::lock_guard second(inner);
      _exit(0);
    }
    ASSERT_EQ(exit_status_of(child), 0);
  }
}

/// A lock that is held for a while before its owner goes on.
struct SlowLock {
  std::mutex mutex;

  void lock() {
    mutex.lock();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  void unlock() { mutex.unlock(); }
};

std::atomic<bool> sections_are_closed{false};

/// Runs between Weft's handler and fork itself: it is registered before that one.
[[gnu::constructor(101)]] void say_that_sections_are_closed() {
  pthread_atfork(
      [] {
        sections_are_closed = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      },
      nullptr, nullptr);
}

TEST(Fork, NobodyTouchesALockAfterAllHaveLeft) {
  static constinit BasicMutex<Section::inner, SlowLock> mutex;
  std::atomic<bool> was_inside{false};
  const std::jthread late([&] {
    {
      const std::lock_guard lock(mutex);
    }
    sections_are_closed = false;
    was_inside = true;
    while (!sections_are_closed) {
    }
    const std::lock_guard lock(mutex);
  });
  while (!was_inside)
    std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    const std::lock_guard lock(mutex);
    _exit(0);
  }
  EXPECT_EQ(exit_status_of(child), 0);
}

TEST(Fork, HooksRunBeforeInTheParentAndAfterInTheChild) {
  static int before = 0, in_child = 0;
  at_fork([] { ++before; }, [] { ++in_child; });
  const pid_t child = fork();
  if (child == 0)
    _exit(before == 1 && in_child == 1 ? 0 : 1);
  EXPECT_EQ(exit_status_of(child), 0);
  EXPECT_EQ(before, 1);
  EXPECT_EQ(in_child, 0);
}

TEST(Futex, ReturnsWhenTheWordDiffersWhenTheTimeIsUpAndWhenWoken) {
  std::atomic<std::uint32_t> word{1};
  futex_wait(word, 0);
  futex_wait(word, 1, std::chrono::milliseconds(1));
  std::jthread waker([&] {
    word = 2;
    futex_wake_all(word);
  });
  while (word == 1)
    futex_wait(word, 1);
  EXPECT_EQ(word, 2u);
}

} // namespace
} // namespace weft
