// Where work is submitted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/backlog.hpp"
#include "runtime/context.hpp"
#include "runtime/event.hpp"
#include "runtime/executable.hpp"
#include "runtime/ndrange.hpp"

namespace weft::runtime {

enum class Priority : std::int8_t { low = -1, normal = 0, high = 1 };

struct QueueProperties {
  bool in_order = false;
  bool profiling = false;
  Priority priority = Priority::normal; ///< a hint
  std::uintptr_t stream = 0;            ///< The driver's number of another library's stream, which the queue uses.
  std::uint64_t flags = 0;              ///< hints of the program, which are kept for it
  AsyncHandler handler = {};            ///< Empty: the context's, else errors are thrown by wait_and_throw only.
};

/// One launch. `args` is copied; `keep_alive` is held until the kernel is done.
struct Launch {
  Kernel kernel;
  NdRange range;
  std::span<const std::byte> args = {};
  std::uint32_t local_bytes = 0; ///< dynamic local memory
  std::shared_ptr<const void> keep_alive = {};
  std::span<const codegen::Specialization::Constant> constants = {}; ///< that were set, sorted by name
  std::optional<std::uint64_t> distinct = {};                        ///< distinct_pointers(), where the caller knows
  bool together = false; ///< Its groups wait for each other: all make progress at the same time.
};

/// Work that exists but was not submitted yet: array expressions. The queue asks for it before anybody else's work
/// enters.
class PendingWork {
public:
  virtual ~PendingWork() = default;
  /// Submits all; must not call the queue's flush(). False where kernels were not compiled in time: nothing was
  /// submitted then, and compiling goes on.
  virtual bool submit_pending(std::optional<std::chrono::nanoseconds> timeout = std::nullopt) = 0;
};

using LibraryCall = std::function<void(std::uintptr_t stream)>;

/// Tasks start when the events they wait for, and on an in-order queue the task before, have completed. Thread-safe.
///
/// Each submitting method validates first and throws before anything is touched: Error(nd_range) naming the ranges and
/// the limit, Error(invalid) for null or foreign pointers, Error(build) from the finalizer. Errors while running
/// surface at wait_and_throw. All but submit_internal() call flush() first, so that array work that was pending stays
/// in order with everybody else's.
class Queue : public std::enable_shared_from_this<Queue> {
public:
  /// Without a backlog no work is ever outstanding.
  Queue(std::shared_ptr<Context>, std::shared_ptr<Device>, QueueProperties, std::shared_ptr<const Backlog>);
  virtual ~Queue();

  const std::shared_ptr<Context> &context() const noexcept { return context_; }
  const std::shared_ptr<Device> &device() const noexcept { return device_; }
  const QueueProperties &properties() const noexcept { return properties_; }

  Event launch(const Launch &, Events = {});
  /// Checks a launch and compiles its kernel, so that launch() of the same does not have to.
  void prepare(const Launch &);
  Event copy(void *to, const void *from, std::size_t bytes, Events = {}); ///< Between any two of host and USM memory.
  Event fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events = {});
  Event prefetch(const void *, std::size_t bytes, Events = {});
  Event advise(const void *, std::size_t bytes, int advice, Events = {});
  Event barrier(Events = {}); ///< Empty: waits for all submitted before (sycl_ext_oneapi_enqueue_barrier).
  Event host_task(std::function<void()>, Events = {}); ///< Runs on a thread of the runtime's own, denormals kept.

  /// Submits pending array work, then waits for all work of this queue. Errors stay until wait_and_throw.
  void wait();
  /// The same, but returns false after the timeout: a caller that must react to Ctrl-C calls it in a loop.
  bool wait_for(std::chrono::nanoseconds timeout);
  void wait_and_throw();     ///< wait(), then hands asynchronous errors to the handler or throws the first.
  void throw_asynchronous(); ///< The same without waiting.

  /// All submitted work has completed; pending array work does not count.
  bool idle() const noexcept { return backlog_ == nullptr || backlog_->idle(); }
  /// Together they cover all submitted work that has not completed.
  std::vector<Event> outstanding() const {
    return backlog_ == nullptr ? std::vector<Event>() : backlog_->outstanding();
  }

  /// The array layer's own way in: no flush, no pointer checks; ordered after everything submitted to this queue
  /// before, whatever the kind of queue.
  Event submit_internal(const Launch &, Events = {});
  Event submit_internal(const Launch &, std::shared_ptr<Executable>, Events = {}); ///< With what find_ready() gave.
  Event copy_internal(void *to, const void *from, std::size_t bytes, Events = {});
  /// The same with memory of the host on one side, whose owner may do with it what he likes when this returns.
  void transfer_internal(void *to, const void *from, std::size_t bytes) { do_transfer(to, from, bytes); }
  /// What is submitted later comes after what was submitted before; no flush.
  Event barrier_internal() { return do_barrier({}); }
  /// Complete when these events are; holds nothing else back. No flush.
  Event marker_internal(Events events) { return do_marker(events); }
  /// On a thread of the runtime's own, which a library of the host may use as it likes.
  Event host_task_internal(std::function<void()> work);
  Event fill_internal(void *to, std::span<const std::byte> pattern, std::size_t count, Events = {});
  /// A task that another library puts into the stream that it is given; `call` must not wait for the device.
  /// `keep_alive` is held until the task is done. Throws as native_stream().
  Event library_call_internal(const char *name, std::shared_ptr<const void> keep_alive, const LibraryCall &call) {
    return do_library_call(name, std::move(keep_alive), call, {}, true);
  }

  // Order with work that other libraries give to streams of their own of the same driver, named by the number that
  // Python's protocols pass (CUDA: a CUstream, 1 for the legacy default stream, 2 for the thread's own). These do not
  // wait, and throw Error(feature_not_supported) where there are no such streams.

  /// The stream that array work runs on; what it is given from now on runs after all that was submitted here or is
  /// pending.
  virtual std::uintptr_t native_stream();
  /// What the stream is given from now on runs after all that was submitted here or is pending.
  virtual void hold_back(std::uintptr_t stream);
  /// What is submitted here from now on runs after all that the stream was given.
  virtual void follow(std::uintptr_t stream);
  /// What is submitted here from now on runs after all that anybody gave to the device.
  virtual void follow_all();
  /// A stream for the host task that runs: nothing of this queue is put there, so that the task may wait for it. Who
  /// asked for it calls finish_host_task_stream() before the task ends.
  virtual std::uintptr_t host_task_stream();
  virtual void finish_host_task_stream() noexcept {}
  /// What this thread asks the driver for is about the queue's device until leave_driver(); false: there is nothing to
  /// leave.
  virtual bool enter_driver() { return false; }
  virtual void leave_driver() noexcept {}
  /// What a program puts into the stream that it is given; it must not submit or wait. Throws as native_stream().
  Event native_command(const LibraryCall &, Events);

  /// The one source of pending work, set at most once and held until the queue dies; gives the one that stays.
  PendingWork *set_pending_work(std::shared_ptr<PendingWork>);
  PendingWork *pending_work() const noexcept { return pending_.load(std::memory_order_acquire); }
  void flush() {
    if (PendingWork *const pending = pending_work())
      pending->submit_pending();
  }

protected:
  virtual Event do_launch(const Launch &, std::shared_ptr<Executable>, Events, bool after_all) = 0;
  virtual Event do_copy(void *to, const void *from, std::size_t bytes, Events, bool after_all) = 0;
  virtual void do_transfer(void *to, const void *from, std::size_t bytes) { do_copy(to, from, bytes, {}, true).wait(); }
  virtual Event do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events, bool after_all) = 0;
  virtual Event do_prefetch(const void *, std::size_t bytes, Events) = 0;
  virtual Event do_advise(const void *, std::size_t bytes, int advice, Events) = 0;
  virtual Event do_barrier(Events) = 0;
  virtual Event do_marker(Events) = 0; ///< A task with nothing to do.
  virtual Event do_host_task(std::function<void()>, Events) = 0;
  virtual Event do_library_call(const char *name, std::shared_ptr<const void> keep_alive, const LibraryCall &, Events,
                                bool after_all);
  virtual std::vector<std::exception_ptr> take_errors() = 0;

private:
  std::shared_ptr<Context> context_;
  std::shared_ptr<Device> device_;
  QueueProperties properties_;
  std::shared_ptr<const Backlog> backlog_;
  std::atomic<PendingWork *> pending_{nullptr};
  std::shared_ptr<PendingWork> held_pending_;
};

/// Throws Error(invalid) if the device is not in the context.
std::shared_ptr<Queue> make_queue(std::shared_ptr<Context>, std::shared_ptr<Device>, QueueProperties = {});

} // namespace weft::runtime
