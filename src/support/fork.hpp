// Keeps the process usable after fork(): locks that the child finds free, and hooks around the fork.
#pragma once

#include <functional>
#include <mutex>

namespace weft {

/// The order in which the process-wide locks nest: a thread that holds one takes only later ones.
enum class LockRank { platforms, kernel_cache, graph, host_threads, pool, memory, trace };

/// A mutex of static storage duration that is never left locked in the child of a fork: the forking thread takes all of
/// them in the order of their ranks first, and frees them on both sides.
class ForkMutex {
public:
  explicit ForkMutex(LockRank);
  ForkMutex(const ForkMutex &) = delete;
  ForkMutex &operator=(const ForkMutex &) = delete;

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  bool try_lock() { return mutex_.try_lock(); }
  LockRank rank() const noexcept { return rank_; }

private:
  std::mutex mutex_;
  LockRank rank_;
};

/// `before` runs in the forking thread while no lock is held yet, `in_child` in the child after all were freed. For the
/// life of the process.
void at_fork(std::function<void()> before, std::function<void()> in_child);

} // namespace weft
