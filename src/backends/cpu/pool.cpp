// Claims chunks, starts and wakes threads.
#include "backends/cpu/pool.hpp"

#include <algorithm>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <system_error>
#include <thread>
#include <x86intrin.h>

#include "runtime/interruption.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/fork.hpp"
#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft::cpu {

namespace {

// Ticks are taken as 0.4 ns: what depends on them need not be exact.
constexpr float ticks_per_us = 2500;
constexpr float inline_limit = 25 * ticks_per_us;  ///< waking a thread takes longer than this saves
constexpr float awake_limit = 12 * ticks_per_us;   ///< handing work, and lines of caches, to one that spins does
constexpr float burst_pause = 30 * ticks_per_us;   ///< at most, from one short job of a burst to the next
constexpr unsigned burst_length = 4;               ///< short jobs after which a thread is woken for the next ones
constexpr float shortest_chunk = 4 * ticks_per_us; ///< claiming costs some 50 ns
constexpr float brief_chunk = 2000 * ticks_per_us; ///< of a waiting thread that must look at signals soon
constexpr float brief_stay = 5000 * ticks_per_us;
constexpr float no_limit = 1e12f;
constexpr float stuck_after = 1e6f * ticks_per_us; ///< without progress
constexpr unsigned most_sets_of_threads = 16;      ///< that kernels without end may keep
constexpr int idle_spins = 1000;                   ///< some 20 us; longer disturbs other libraries' threads

/// One lock for all pools; a thread holds it for some tens of nanoseconds, twice per job.
constinit Mutex pools_mutex;

std::vector<Pool *> &pools() {
  static constinit Lazy<std::vector<Pool *>> instance;
  return instance.get();
}

void bind_to(unsigned cpu) {
  cpu_set_t *const mask = CPU_ALLOC(cpu + 1);
  const std::size_t bytes = CPU_ALLOC_SIZE(cpu + 1);
  CPU_ZERO_S(bytes, mask);
  CPU_SET_S(cpu, bytes, mask);
  sched_setaffinity(0, bytes, mask); // a processor that went away meanwhile leaves the thread unbound
  CPU_FREE(mask);
}

} // namespace

namespace {
/// Units that one thread takes on because those before were cheap: the others may not be, as where the first rows of a
/// range have nothing to do.
std::uint64_t most_of(std::uint64_t units) {
  return std::max<std::uint64_t>(units / 8, 1);
}
} // namespace

bool keep_denormals() {
  const auto value = env::text("WEFT_DENORMALS");
  if (value && *value != "keep" && *value != "flush")
    throw Error(Errc::invalid, "WEFT_DENORMALS={} is neither keep nor flush", *value);
  return value == "keep";
}

TaskFloatMode::TaskFloatMode() noexcept
    : mode_([] {
        static constinit Lazy<bool> keeps;
        return !keeps.get(keep_denormals);
      }()) {}

bool Job::claim(unsigned threads, float most_ticks, Chunk &chunk) noexcept {
  constexpr std::uint64_t parts = 3; // chunks per thread if all were as large as the first
  const float ticks = cost_->ticks_per_unit();
  const std::uint64_t least = ticks == 0 ? 1 : std::max<std::uint64_t>(1, std::uint64_t(shortest_chunk / ticks));
  const std::uint64_t most = ticks == 0 ? units_ : std::max<std::uint64_t>(1, std::uint64_t(most_ticks / ticks));
  std::uint64_t first = next_.load(std::memory_order_relaxed);
  do {
    if (first >= units_)
      return false;
    const std::uint64_t left = units_ - first;
    const std::uint64_t guided = ticks == 0 ? left / (threads * parts * 8) : left / (threads * parts);
    const std::uint64_t cheap = std::min(least, most_of(units_));
    chunk = {first, first + std::min({left, std::max(guided, cheap), most})};
  } while (!next_.compare_exchange_weak(first, chunk.last, std::memory_order_relaxed));
  if (chunk.first == 0)
    starting();
  return true;
}

std::uint64_t Job::run_timed(Chunk chunk, bool together) noexcept {
  const std::uint64_t start = __rdtsc();
  run_units(chunk.first, chunk.last);
  const std::uint64_t ticks = __rdtsc() - start;
  if (const std::uint64_t count = chunk.last - chunk.first; count > 1 || chunk.last < units_ || units_ == 1)
    cost_->learn(ticks, count, together); // the last unit alone may be a part of one
  return ticks;
}

bool Job::brief() const noexcept {
  const float ticks = cost_->ticks_per_unit();
  return ends_ && ticks != 0 && ticks <= brief_chunk;
}

void Job::begin(Pool &pool, std::uint64_t units, CostEstimate &cost, bool ends) noexcept {
  units_ = units;
  cost_ = &cost;
  ends_ = ends;
  const float expected = cost.ticks_per_unit() * float(units);
  const bool known = expected != 0, little = expected <= inline_limit;
  is_short_ = known && little;
  const bool allowed = little && (ends || (known && !runtime::callers_are_kept_free()));
  if (allowed && !pool.shares(expected) && run_here(units))
    all_done();
  else
    pool.add(*this);
}

bool Pool::shares(float expected) noexcept {
  if (units_.size() < 2 || expected <= awake_limit)
    return false;
  const std::uint64_t now = __rdtsc(), before = last_short_.exchange(now, std::memory_order_relaxed);
  const bool dense = static_cast<float>(static_cast<std::int64_t>(now - before)) <= burst_pause;
  const unsigned burst = dense ? burst_.load(std::memory_order_relaxed) + 1 : 0;
  burst_.store(burst, std::memory_order_relaxed);
  return spinning_.load(std::memory_order_relaxed) != 0 || burst >= burst_length;
}

/// Parts tell whether the rest is better shared, smaller ones where no launch before was as short.
bool Job::run_here(std::uint64_t units) noexcept {
  const TaskFloatMode mode;
  starting();
  float spent = 0;
  for (std::uint64_t done = 0; done < units;) {
    if (spent > inline_limit && spent / float(done) * float(units - done) > 2 * inline_limit) {
      next_.store(done, std::memory_order_relaxed);
      return false;
    }
    const std::uint64_t part = is_short_ ? std::max<std::uint64_t>(3 * done, 1) // each call has a beginning of its own
                                         : std::clamp<std::uint64_t>(done / 2, 1, most_of(units));
    const std::uint64_t last = std::min(units, done + part);
    spent += float(run_timed({done, last}, false));
    done = last;
  }
  return true;
}

Pool::Pool(CpuSet units, bool bind) : units_(std::move(units)), bind_(bind) {
  static constinit Once once;
  once.call([] { at_fork(finish_all_before_fork, forget_in_child); });
  const std::lock_guard lock(pools_mutex);
  pools().push_back(this);
}

Pool::~Pool() {
  const std::lock_guard lock(pools_mutex);
  std::erase(pools(), this);
}

std::shared_ptr<Pool> Pool::make(CpuSet units, bool bind) {
  return std::shared_ptr<Pool>(new Pool(std::move(units), bind));
}

void Pool::stop() noexcept {
  {
    const std::lock_guard lock(pools_mutex);
    stopping_ = true;
  }
  signal_.fetch_add(1);
  futex_wake_all(signal_);
}

void Pool::add(Job &job) noexcept {
  bool served = false;
  {
    const std::lock_guard lock(pools_mutex);
    if (threads_ == 0 || stuck())
      start_threads();
    last_progress_.store(__rdtsc(), std::memory_order_relaxed);
    served = threads_ != 0;
    active_.push_back(&job);
    ++unfinished_;
    active_count_.store(active_.size(), std::memory_order_relaxed);
  }
  notify(job.is_short_);
  if (!served)
    if (Job *const mine = join(false))
      work(*mine, false);
}

void Pool::notify(bool little) noexcept {
  signal_.fetch_add(1);
  if (sleeping_.load() != 0 && !(little && spinning_.load() != 0))
    futex_wake(signal_, 2); // who wakes up wakes more
}

Job *Pool::join(bool brief) noexcept {
  if (active_count_.load(std::memory_order_relaxed) == 0)
    return nullptr;
  const std::lock_guard lock(pools_mutex);
  for (Job *const job : active_)
    if (job->unclaimed() && job->inside_ < units_.size() && (!brief || job->brief())) {
      ++job->inside_;
      return job;
    }
  if (brief && stuck())
    start_threads();
  return nullptr;
}

void Pool::work(Job &job, bool brief) noexcept {
  {
    const TaskFloatMode mode;
    const std::uint64_t start = __rdtsc();
    Job::Chunk chunk;
    while (job.claim(unsigned(units_.size()), brief ? brief_chunk : no_limit, chunk)) {
      last_progress_.store(__rdtsc(), std::memory_order_relaxed);
      job.run_timed(chunk, true);
      if (brief && float(__rdtsc() - start) > brief_stay)
        break;
    }
  }
  leave(job);
}

void Pool::leave(Job &job) noexcept {
  {
    const std::lock_guard lock(pools_mutex);
    --job.inside_;
    if (job.unclaimed()) // a brief stay: a thread that found no room before may sleep by now
      return notify(false);
    if (job.inside_ != 0)
      return;
    std::erase(active_, &job);
    active_count_.store(active_.size(), std::memory_order_relaxed);
  }
  job.all_done(); // the job may be gone after this
  const std::lock_guard lock(pools_mutex);
  --unfinished_;
}

bool Pool::help(bool brief) {
  if (bind_)
    return false;
  Job *const job = join(brief);
  if (job == nullptr)
    return false;
  work(*job, brief);
  return true;
}

unsigned Pool::threads_inside() const noexcept {
  unsigned inside = 0;
  for (const Job *job : active_)
    inside += job->inside_;
  return inside;
}

bool Pool::gets_nowhere() const noexcept {
  const auto now = static_cast<std::int64_t>(__rdtsc()); // progress may be made, and be later, right after
  return static_cast<float>(now - static_cast<std::int64_t>(last_progress_.load(std::memory_order_relaxed))) >
         stuck_after;
}

bool Pool::stuck() const noexcept {
  return threads_ != 0 && threads_inside() >= threads_ && gets_nowhere();
}

/// Fewer than wanted, or none, where the system refuses.
void Pool::start_threads() noexcept {
  if (threads_ >= most_sets_of_threads * units_.size())
    return;
  const auto self = shared_from_this();
  try {
    for (unsigned i = 0; i < units_.size(); ++i, ++threads_)
      std::thread([self, i] { self->serve(i); }).detach();
  } catch (const std::system_error &) {
  }
}

void Pool::serve(unsigned unit) noexcept {
  pthread_setname_np(pthread_self(), "weft-cpu");
  if (bind_)
    bind_to(units_[unit]);
  for (;;) {
    const std::uint32_t seen = signal_.load();
    if (Job *const job = join(false)) {
      const bool enough = job->is_short_ && active_count_.load(std::memory_order_relaxed) == 1;
      if (sleeping_.load(std::memory_order_relaxed) != 0 && job->unclaimed() && !enough)
        futex_wake(signal_, 2);
      work(*job, false);
      continue;
    }
    {
      const std::lock_guard lock(pools_mutex);
      if (stopping_ && active_.empty())
        return;
      if (threads_ > units_.size() + threads_inside()) { // those that it replaced are back
        --threads_;
        return;
      }
    }
    spinning_.fetch_add(1);
    for (int spin = 0; spin < idle_spins && signal_.load(std::memory_order_relaxed) == seen; ++spin)
      spin_pause();
    spinning_.fetch_sub(1);
    if (signal_.load() != seen)
      continue;
    sleeping_.fetch_add(1);
    futex_wait(signal_, seen);
    sleeping_.fetch_sub(1);
  }
}

/// The child gets the results of all device work that ends; host tasks may wait for the thread that forks and are left.
void Pool::finish_all_before_fork() {
  const auto next_busy = []() -> std::shared_ptr<Pool> {
    const std::lock_guard lock(pools_mutex);
    const auto found =
        std::ranges::find_if(pools(), [](const Pool *pool) { return pool->unfinished_ != 0 && !pool->gets_nowhere(); });
    return found == pools().end() ? nullptr : (*found)->weak_from_this().lock();
  };
  while (const auto pool = next_busy())
    if (!pool->help(true))
      std::this_thread::yield();
}

void Pool::forget_in_child() {
  const std::lock_guard lock(pools_mutex);
  for (Pool *const pool : pools()) {
    pool->threads_ = 0;
    pool->active_.clear();
    pool->active_count_ = 0;
    pool->unfinished_ = 0;
    pool->sleeping_ = 0;
    pool->spinning_ = 0;
  }
}

} // namespace weft::cpu
