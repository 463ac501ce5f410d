// One pthread_atfork handler for all of Weft.
#include "support/fork.hpp"

#include <algorithm>
#include <pthread.h>
#include <ranges>
#include <vector>

namespace weft {

namespace {

struct Hook {
  std::function<void()> before, in_child;
};

/// Its own mutex is the innermost of all: whoever registers may hold any other.
struct Registry {
  std::mutex mutex;
  std::vector<ForkMutex *> locks; // by rank
  std::vector<Hook> hooks;
};

void before_fork();
void in_parent();
void in_child();

Registry &registry() {
  static Registry *const instance = [] {
    pthread_atfork(before_fork, in_parent, in_child);
    return new Registry; // outlives every lock
  }();
  return *instance;
}

template <class T> std::vector<T> copy_of(const std::vector<T> &list) {
  const std::lock_guard guard(registry().mutex);
  return list;
}

void before_fork() {
  Registry &r = registry();
  for (const Hook &hook : copy_of(r.hooks))
    hook.before();
  for (;;) {
    const std::vector<ForkMutex *> locks = copy_of(r.locks);
    for (ForkMutex *lock : locks)
      lock->lock();
    r.mutex.lock();
    if (r.locks == locks)
      return;
    r.mutex.unlock(); // another thread made a lock meanwhile
    for (ForkMutex *lock : locks | std::views::reverse)
      lock->unlock();
  }
}

void in_parent() {
  Registry &r = registry();
  const std::vector<ForkMutex *> locks = r.locks;
  r.mutex.unlock();
  for (ForkMutex *lock : locks | std::views::reverse)
    lock->unlock();
}

void in_child() {
  in_parent();
  for (const Hook &hook : copy_of(registry().hooks))
    hook.in_child();
}

} // namespace

ForkMutex::ForkMutex(LockRank rank) : rank_(rank) {
  Registry &r = registry();
  const std::lock_guard guard(r.mutex);
  const auto position = std::ranges::upper_bound(r.locks, rank, {}, &ForkMutex::rank);
  r.locks.insert(position, this);
}

void at_fork(std::function<void()> before, std::function<void()> in_child) {
  Registry &r = registry();
  const std::lock_guard guard(r.mutex);
  r.hooks.push_back({std::move(before), std::move(in_child)});
}

} // namespace weft
