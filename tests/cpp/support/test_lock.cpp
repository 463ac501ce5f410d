// Locks keep all others out, wake those that wait, and let a thread try.
#include "support/lock.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

template <class Lock> long counted_under(Lock &lock) {
  constexpr int threads = 8, rounds = 20'000;
  long count = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&] {
      for (int i = 0; i < rounds; ++i) {
        const std::lock_guard guard(lock);
        ++count;
        if (i % 64 == 0)
          std::this_thread::yield(); // so that others come to wait
      }
    });
  for (std::thread &thread : all)
    thread.join();
  return count - long(threads) * rounds;
}

TEST(Lock, KeepsOthersOut) {
  Mutex mutex;
  EXPECT_EQ(counted_under(mutex), 0);
  DriverMutex driver;
  EXPECT_EQ(counted_under(driver), 0);
  RecursiveMutex recursive;
  EXPECT_EQ(counted_under(recursive), 0);
}

TEST(Lock, IsNotTakenByTryingWhileAnotherHasIt) {
  Mutex mutex;
  const auto others_try = [&] {
    bool taken = false;
    std::thread([&] {
      taken = mutex.try_lock();
      if (taken)
        mutex.unlock();
    }).join();
    return taken;
  };
  {
    const std::lock_guard guard(mutex);
    EXPECT_FALSE(others_try());
  }
  EXPECT_TRUE(others_try());
}

TEST(Lock, RecursiveOnesStayUntilTheLastUnlock) {
  RecursiveMutex mutex;
  mutex.lock();
  mutex.lock();
  mutex.unlock();
  bool inside = true, seen = false;
  std::thread other([&] {
    const std::lock_guard guard(mutex);
    seen = inside;
  });
  for (int i = 0; i < 100; ++i)
    std::this_thread::yield();
  inside = false;
  mutex.unlock();
  other.join();
  EXPECT_FALSE(seen);
}

} // namespace
} // namespace weft
