// The threads of a CPU device, and how they share work.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "backends/cpu/executable.hpp"
#include "backends/cpu/topology.hpp"
#include "runtime/task.hpp"
#include "support/float_modes.hpp"

namespace weft::cpu {

class Pool;

/// Work in units [0, size) that threads claim in chunks: large ones first, smaller ones towards the end.
class Job {
public:
  virtual ~Job() = default;

protected:
  /// Runs units [first, last); called by several threads at once for different units.
  virtual void run_units(std::uint64_t first, std::uint64_t last) noexcept = 0;

  virtual void starting() noexcept = 0; ///< The first unit is about to run.

  /// All units have run, and no thread is inside the job any more.
  virtual void all_done() noexcept = 0;

  /// Runs the job here and now where it is known to be cheap, else hands it to the pool; all_done() follows, now or
  /// later. Work of unknown cost is begun here only if it surely ends, and where callers are kept free no other is:
  /// nobody could interrupt them.
  void begin(Pool &, std::uint64_t units, CostEstimate &, bool ends) noexcept;

private:
  friend class Pool;
  struct Chunk {
    std::uint64_t first = 0, last = 0;
  };
  bool run_here(std::uint64_t units) noexcept; ///< False if the rest is for the pool.
  bool claim(unsigned threads, float most_ticks, Chunk &) noexcept;
  std::uint64_t run_timed(Chunk, bool together) noexcept; ///< Gives the ticks it took.
  bool unclaimed() const noexcept { return next_.load(std::memory_order_relaxed) < units_; }
  bool brief() const noexcept; ///< Ends, and its units are short.

  std::uint64_t units_ = 0;
  bool ends_ = true, is_short_ = false;
  CostEstimate *cost_ = nullptr;
  std::atomic<std::uint64_t> next_{0};
  unsigned inside_ = 0; ///< threads; guarded by the pools' lock
};

/// As many threads as the device has compute units. They start when first needed, spin for some microseconds when out
/// of work and then sleep; in the child of a fork they start anew. A thread that waits for a task of the device helps,
/// but never so that more threads than compute units are at work; those that a kernel without end keeps are replaced.
class Pool final : public runtime::Helper, public std::enable_shared_from_this<Pool> {
public:
  /// `bind` ties each thread to its unit's processor; then waiting threads do not help.
  static std::shared_ptr<Pool> make(CpuSet units, bool bind);
  ~Pool() override;

  void stop() noexcept; ///< Threads end as soon as no job is left.
  bool help(bool brief) override;

private:
  friend class Job;
  Pool(CpuSet units, bool bind);
  void add(Job &) noexcept;
  void notify(bool little) noexcept; ///< There is something to claim; for little no thread is woken while one spins.
  /// Whether a job of so many ticks, too short to wake a thread for, is better shared: with a thread that spins, or in
  /// a burst of such jobs, which from then on finds one.
  bool shares(float expected) noexcept;
  Job *join(bool brief) noexcept;
  void work(Job &, bool brief) noexcept;
  void leave(Job &) noexcept;
  unsigned threads_inside() const noexcept; ///< of jobs
  bool gets_nowhere() const noexcept;       ///< Nothing was added or claimed for a while.
  bool stuck() const noexcept;              ///< Nor is a thread free.
  void start_threads() noexcept;
  void serve(unsigned unit) noexcept;
  static void finish_all_before_fork();
  static void forget_in_child();

  CpuSet units_;
  bool bind_;
  unsigned threads_ = 0; ///< guarded by the pools' lock, as are the next three
  bool stopping_ = false;
  std::vector<Job *> active_;
  std::size_t unfinished_ = 0; ///< jobs whose all_done() has not returned
  std::atomic<std::size_t> active_count_{0};
  std::atomic<std::uint32_t> signal_{0}, sleeping_{0}, spinning_{0};
  std::atomic<unsigned> burst_{0};              ///< short jobs in close succession
  std::atomic<std::uint64_t> last_short_{0};    ///< ticks
  std::atomic<std::uint64_t> last_progress_{0}; ///< ticks
};

/// Flushes denormals while it lives (SYCL 2020 lets devices do so), unless WEFT_DENORMALS=keep.
class TaskFloatMode {
public:
  TaskFloatMode() noexcept;

private:
  FlushedDenormals mode_;
};

bool keep_denormals(); ///< WEFT_DENORMALS=keep

} // namespace weft::cpu
