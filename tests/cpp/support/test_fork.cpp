// Locks and hooks around fork, and waiting for a word to change.
#include <atomic>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
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
