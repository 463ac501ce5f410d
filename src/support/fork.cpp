// One pthread_atfork handler for all of Weft, and what it needs to know of each thread.
#include "support/fork.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <linux/membarrier.h>
#include <mutex>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft {

namespace {

constexpr std::size_t kinds = 3;

/// How many sections of each kind a thread is inside of; written by that thread alone.
struct Record {
  std::array<std::atomic<std::uint16_t>, kinds> inside{};
  bool listed = false;
  Record *previous = nullptr, *next = nullptr;
};

// Libraries loaded by dlopen share a small static TLS block, but this is read at every lock.
__attribute__((tls_model("initial-exec"))) constinit thread_local Record mine;

struct Hook {
  std::function<void()> before, in_child;
};

struct Forks {
  std::mutex one_at_a_time;
  std::atomic<std::uint32_t> closed{0}; ///< This many kinds of sections, from the outer ones on.
  std::atomic<std::uint32_t> left{0};   ///< Counts up when a thread leaves its last section while a fork waits.

  std::mutex list; ///< of all threads that were inside a section once
  Record *first = nullptr;

  Mutex hooks_mutex;
  std::vector<Hook> *hooks = nullptr;
};

constinit Forks forks;

void unlist(void *given) {
  auto &record = *static_cast<Record *>(given);
  const std::lock_guard lock(forks.list);
  (record.previous != nullptr ? record.previous->next : forks.first) = record.next;
  if (record.next != nullptr)
    record.next->previous = record.previous;
  record.listed = false;
}

pthread_key_t end_of_thread; ///< Its destructor runs after those of thread-local objects, which may still lock.

[[gnu::noinline]] void list_this_thread() noexcept {
  pthread_setspecific(end_of_thread, &mine);
  const std::lock_guard lock(forks.list);
  mine.previous = nullptr;
  mine.next = forks.first;
  if (forks.first != nullptr)
    forks.first->previous = &mine;
  forks.first = &mine;
  mine.listed = true;
}

bool anyone_inside(std::size_t closed) noexcept {
  for (const Record *record = forks.first; record != nullptr; record = record->next)
    for (std::size_t kind = 0; kind < closed && record != &mine; ++kind)
      if (record->inside[kind].load(std::memory_order_acquire) != 0)
        return true;
  return false;
}

/// Afterwards each other thread has seen what this one wrote, or this one sees what that one wrote before it looked.
/// Threads that enter sections need no barrier of their own then.
void order_with_other_threads() noexcept {
  const auto barrier = [](int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; };
  if (barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) ||
      (barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) && barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)))
    return;
  constexpr timespec until_stores_are_seen{.tv_sec = 0, .tv_nsec = 100'000}; // where a sandbox lacks the system call
  nanosleep(&until_stores_are_seen, nullptr);
}

/// Returns with the list locked.
void close(std::uint32_t closed) {
  constexpr std::chrono::milliseconds at_most{1}; // a thread that leaves may just miss that it is waited for
  forks.closed.store(closed);
  order_with_other_threads();
  for (;;) {
    const std::uint32_t seen = forks.left.load();
    forks.list.lock();
    if (!anyone_inside(closed))
      return;
    forks.list.unlock();
    futex_wait(forks.left, seen, at_most);
  }
}

void open() noexcept {
  forks.list.unlock();
  forks.closed.store(0);
  futex_wake_all(forks.closed);
  forks.one_at_a_time.unlock();
}

std::vector<Hook> hooks() {
  const std::lock_guard lock(forks.hooks_mutex);
  return forks.hooks != nullptr ? *forks.hooks : std::vector<Hook>{};
}

void before_fork() {
  for (const Hook &hook : hooks())
    hook.before();
  forks.one_at_a_time.lock();
  for (std::uint32_t closed = 1; closed < kinds; ++closed) {
    close(closed);
    forks.list.unlock();
  }
  close(kinds);
}

void in_parent() {
  open();
}

void in_child() {
  mine.previous = mine.next = nullptr; // the other threads are gone, and this one locked to ask for hooks
  forks.first = &mine;
  open();
  for (const Hook &hook : hooks())
    hook.in_child();
}

/// Before all static objects, whose constructors may lock.
[[gnu::constructor(101)]] void start() {
  pthread_key_create(&end_of_thread, unlist);
  pthread_atfork(before_fork, in_parent, in_child);
}

bool shut(Section section, std::uint32_t closed) noexcept {
  return std::uint32_t(section) < closed;
}

void add(Section section, int change) noexcept {
  std::atomic<std::uint16_t> &count = mine.inside[std::size_t(section)];
  count.store(std::uint16_t(count.load(std::memory_order_relaxed) + change), std::memory_order_release);
}

bool is_only_one() noexcept {
  unsigned all = 0;
  for (const auto &count : mine.inside)
    all += count.load(std::memory_order_relaxed);
  return all == 1;
}

} // namespace

void ThreadSections::enter(Section section) noexcept {
  if (!mine.listed)
    list_this_thread();
  for (;;) {
    add(section, 1);
    std::atomic_signal_fence(std::memory_order_seq_cst); // order_with_other_threads() does the rest
    const std::uint32_t closed = forks.closed.load();
    if (!shut(section, closed) || !is_only_one())
      return;
    leave(section);
    futex_wait(forks.closed, closed);
  }
}

void ThreadSections::leave(Section section) noexcept {
  add(section, -1);
  if (forks.closed.load(std::memory_order_relaxed) != 0) {
    forks.left.fetch_add(1);
    futex_wake_all(forks.left);
  }
}

const void *ThreadSections::this_thread() noexcept {
  return &mine;
}

void at_fork(std::function<void()> before, std::function<void()> in_child) {
  const std::lock_guard lock(forks.hooks_mutex);
  if (forks.hooks == nullptr)
    forks.hooks = new std::vector<Hook>;
  forks.hooks->push_back({std::move(before), std::move(in_child)});
}

} // namespace weft
