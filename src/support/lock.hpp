// The library's locks: a child of fork() finds all of them free, and what they guard whole.
//
// Others do not survive a fork: the child inherits them locked by threads that it does not have. tools/check_locks.py
// keeps them out, the hidden locks of function-local statics included.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "support/fork.hpp"

namespace weft {

/// A mutex whose holder may wait for other threads as its kind of section allows.
template <Section section, class Lock = std::mutex> class BasicMutex {
public:
  constexpr BasicMutex() noexcept = default;
  BasicMutex(const BasicMutex &) = delete;
  BasicMutex &operator=(const BasicMutex &) = delete;

  void lock() {
    ThreadSections::enter(section);
    mutex_.lock();
  }

  bool try_lock() {
    ThreadSections::enter(section);
    if (mutex_.try_lock())
      return true;
    ThreadSections::leave(section);
    return false;
  }

  void unlock() {
    mutex_.unlock();
    ThreadSections::leave(section);
  }

private:
  Lock mutex_;
};

using Mutex = BasicMutex<Section::inner>;        ///< Its holder waits for no other thread's work.
using DriverMutex = BasicMutex<Section::middle>; ///< Its holder calls a driver, which may wait for host threads.

/// Of the outer kind; its holder may lock it again.
class RecursiveMutex {
public:
  void lock();
  void unlock();

private:
  BasicMutex<Section::outer> mutex_;
  std::atomic<const void *> owner_{nullptr};
  unsigned depth_ = 0;
};

/// Something that is done once, without waiting for other threads; where it throws, the next caller tries again.
class Once {
public:
  constexpr Once() noexcept = default;

  template <class Work> void call(Work &&work) {
    if (done_.load(std::memory_order_acquire))
      return;
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed))
      return;
    work();
    done_.store(true, std::memory_order_release);
  }

private:
  Mutex mutex_;
  std::atomic<bool> done_{false};
};

/// A value made when first asked for and never destroyed: threads use it until the process ends. To be declared
/// `constinit`, as a static of a function too.
template <class T> class Lazy {
public:
  constexpr Lazy() noexcept = default;

  template <class Make> T &get(Make &&make) {
    once_.call([&] { value_ = new T(make()); });
    return *value_;
  }
  T &get() {
    once_.call([&] { value_ = new T; });
    return *value_;
  }

private:
  Once once_;
  T *value_ = nullptr;
};

} // namespace weft
