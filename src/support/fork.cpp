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

void before_fork() {
  Registry &r = registry();
  for (const Hook &hook : r.hooks)
    hook.before();
  r.mutex.lock();
  for (ForkMutex *lock : r.locks)
    lock->lock();
}

void in_parent() {
  Registry &r = registry();
  for (ForkMutex *lock : r.locks | std::views::reverse)
    lock->unlock();
  r.mutex.unlock();
}

void in_child() {
  in_parent();
  for (const Hook &hook : registry().hooks)
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
