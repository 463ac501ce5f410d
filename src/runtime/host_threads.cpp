// Threads that come when all others are busy and leave after a while without work.
#include "runtime/host_threads.hpp"

#include <atomic>
#include <chrono>
#include <deque>
#include <pthread.h>
#include <system_error>
#include <thread>

#include "support/fork.hpp"
#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

constexpr std::chrono::seconds idle_limit{2};
constexpr std::size_t most_threads = 2048;

struct HostThreads {
  Mutex mutex;
  std::deque<std::function<void()>> posted;
  std::size_t idle = 0;    ///< threads that wait
  std::size_t threads = 0; ///< all
  std::atomic<std::uint32_t> signal{0};

  HostThreads() {
    at_fork([] {}, [this] { forget(); });
  }

  /// In the child of a fork: the threads are gone. What they were to do is leaked, since its destructors may need locks
  /// that other libraries have not repaired yet.
  void forget() {
    const std::lock_guard lock(mutex);
    new std::deque<std::function<void()>>(std::move(posted));
    posted = {};
    idle = threads = 0;
  }
};

HostThreads &host_threads() {
  static constinit Lazy<HostThreads> instance;
  return instance.get();
}

/// Waits for work; false after the idle limit.
bool next(HostThreads &threads, std::function<void()> &work) {
  const auto deadline = std::chrono::steady_clock::now() + idle_limit;
  std::unique_lock lock(threads.mutex);
  ++threads.idle;
  while (threads.posted.empty()) {
    const std::uint32_t seen = threads.signal.load();
    lock.unlock();
    const auto left = deadline - std::chrono::steady_clock::now();
    if (left > std::chrono::nanoseconds::zero())
      futex_wait(threads.signal, seen, left);
    lock.lock();
    if (threads.posted.empty() && std::chrono::steady_clock::now() >= deadline) {
      --threads.idle;
      --threads.threads;
      return false;
    }
  }
  --threads.idle;
  work = std::move(threads.posted.front());
  threads.posted.pop_front();
  return true;
}

void run_host_thread(HostThreads &threads) {
  pthread_setname_np(pthread_self(), "weft-host");
  std::function<void()> work;
  while (next(threads, work)) {
    work();
    work = nullptr;
  }
}

/// One more thread, or one less than hoped for where the system refuses: then the work waits for those there are.
void add_thread(HostThreads &threads) {
  try {
    std::thread([&threads] { run_host_thread(threads); }).detach();
  } catch (const std::system_error &) {
    const std::lock_guard lock(threads.mutex);
    if (--threads.threads == 0)
      throw;
  }
}

} // namespace

void post_to_host_thread(std::function<void()> work) {
  HostThreads &threads = host_threads();
  bool one_more = false;
  {
    const std::lock_guard lock(threads.mutex);
    threads.posted.push_back(std::move(work));
    threads.signal.fetch_add(1);
    one_more = threads.posted.size() > threads.idle && threads.threads < most_threads;
    threads.threads += one_more ? 1 : 0;
  }
  if (one_more)
    add_thread(threads);
  else
    futex_wake(threads.signal, 1);
}

} // namespace weft::runtime
