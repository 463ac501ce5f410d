// Locks and hooks around fork, and waiting for a word to change.
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
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

/// Of one that takes both and is ended if that takes so long.
template <class Outer, class Inner> int status_of_child_that_locks(Outer &outer, Inner &inner, unsigned seconds) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    const std::lock_guard first(outer);
    const std::lock_guard second(inner);
    _exit(0);
  }
  return exit_status_of(child);
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
    ASSERT_EQ(status_of_child_that_locks(outer, inner, 20), 0);
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

TEST(Fork, WhoIsInsideASectionEntersMoreWhileAnotherForks) {
  static constinit BasicMutex<Section::inner, SlowLock> slow;
  static constinit Mutex other;
  std::atomic<bool> goes_on{false};
  const std::jthread holder([&](const std::stop_token &stop) {
    while (!stop.stop_requested()) {
      const std::lock_guard first(slow);
      const std::lock_guard second(other);
      goes_on = true;
    }
  });
  while (!goes_on)
    std::this_thread::yield();
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(status_of_child_that_locks(slow, other, 5), 0);
  }
}

/// A thread that has locked and lives until it is let go.
class Locker {
public:
  explicit Locker(Mutex &mutex)
      : thread_([this, &mutex](const std::stop_token &stop) {
          {
            const std::lock_guard lock(mutex);
          }
          has_locked_ = true;
          while (!stop.stop_requested())
            std::this_thread::yield();
        }) {
    while (!has_locked_)
      std::this_thread::yield();
  }

private:
  std::atomic<bool> has_locked_{false};
  std::jthread thread_;
};

constinit Mutex of_many_threads;

/// What threads of a child may do: lock, begin where those that are gone had their stacks, end, and fork. Ends the
/// process where it runs in a thread of its own, after `ending`.
void *use_locks_and_fork(void *ending) {
  if (ending != nullptr)
    pthread_join(*static_cast<pthread_t *>(ending), nullptr);
  for (int round = 0; round < 3; ++round) {
    const Locker one(of_many_threads), two(of_many_threads), three(of_many_threads);
    const pid_t child = fork();
    if (child == 0) {
      alarm(5);
      const std::lock_guard lock(of_many_threads);
      _exit(0);
    }
    if (exit_status_of(child) != 0)
      _exit(1);
  }
  if (ending != nullptr)
    _exit(0);
  return nullptr;
}

struct ForkAndEnd {
  bool locks_in_child;
  int status = -1;
};

/// Forks between two other threads that have locked, and ends in the child, whose next thread goes on.
void *fork_and_end(void *given) {
  static pthread_t self;
  auto &[locks_in_child, status] = *static_cast<ForkAndEnd *>(given);
  {
    const std::lock_guard lock(of_many_threads);
  }
  auto *const later = new Locker(of_many_threads);
  if (const pid_t child = fork(); child != 0) {
    status = exit_status_of(child);
    delete later;
    return nullptr;
  }
  alarm(20);
  if (locks_in_child)
    use_locks_and_fork(nullptr);
  self = pthread_self();
  pthread_t next;
  pthread_create(&next, nullptr, use_locks_and_fork, &self);
  pthread_exit(nullptr);
}

TEST(Fork, ThreadsOfAChildComeAndGoAfterTheOneThatForkedHasEnded) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer does not know a child's first thread as one that can be joined";
#endif
  const Locker earlier(of_many_threads);
  for (const bool locks_in_child : {false, true}) {
    ForkAndEnd how{locks_in_child};
    pthread_t forking;
    ASSERT_EQ(pthread_create(&forking, nullptr, fork_and_end, &how), 0);
    pthread_join(forking, nullptr);
    EXPECT_EQ(how.status, 0) << locks_in_child;
  }
}

/// Holds the lock for a while and says so.
void hold_briefly(Mutex &mutex, std::atomic<bool> &held) {
  const std::lock_guard lock(mutex);
  held = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

/// The status of a child that is forked while another thread holds the lock, and takes it.
int status_of_child_beside(Mutex &mutex, const std::atomic<bool> &held) {
  while (!held)
    std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    const std::lock_guard lock(mutex);
    _exit(0);
  }
  return exit_status_of(child);
}

TEST(Fork, ThreadsAreWaitedForThatCameAfterOneThatHasEnded) {
  static constinit Mutex mutex;
  std::atomic<bool> has_locked{false}, other_has_ended{false}, held{false};
  std::optional<Locker> other(mutex);
  const std::jthread holder([&] {
    {
      const std::lock_guard lock(mutex);
    }
    has_locked = true;
    while (!other_has_ended)
      std::this_thread::yield();
    hold_briefly(mutex, held);
  });
  while (!has_locked)
    std::this_thread::yield();
  other.reset();
  other_has_ended = true;
  EXPECT_EQ(status_of_child_beside(mutex, held), 0);
}

std::atomic<bool> held_at_the_end{false};
pthread_key_t late; ///< Its destructor runs after Weft's, whose key is older.

TEST(Fork, ThreadsAreWaitedForThatLockWhileTheyEnd) {
  static constinit Mutex mutex;
  pthread_key_create(&late, [](void *given) { hold_briefly(*static_cast<Mutex *>(given), held_at_the_end); });
  const std::jthread ending([&] {
    const std::lock_guard lock(mutex);
    pthread_setspecific(late, &mutex);
  });
  EXPECT_EQ(status_of_child_beside(mutex, held_at_the_end), 0);
}

TEST(Fork, TheThreadThatAChildBeganWithIsWaitedForWhereAnotherForks) {
  static constinit Mutex mutex;
  {
    const std::lock_guard lock(mutex);
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    std::atomic<int> bad{-1};
    std::thread forking([&] {
      int failed = 0;
      for (int round = 0; round < 50; ++round) {
        const pid_t grandchild = fork();
        if (grandchild == 0) {
          alarm(5);
          const std::lock_guard lock(mutex);
          _exit(0);
        }
        failed += exit_status_of(grandchild) != 0;
      }
      bad = failed;
    });
    while (bad < 0)
      const std::lock_guard lock(mutex);
    _exit(bad == 0 ? 0 : 1);
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
