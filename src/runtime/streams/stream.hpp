// A stream of a device, and the events that say how far it has come.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/event.hpp"
#include "runtime/streams/driver.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// A marker of the driver, given back when nobody holds it.
class Marker {
public:
  Marker(StreamDriver &driver, bool timing) : driver_(driver), handle_(driver.make_marker(timing)) {}
  Marker(StreamDriver &driver, MarkerHandle adopted) : driver_(driver), handle_(adopted), owned_(false) {}
  ~Marker() {
    if (owned_)
      driver_.destroy(handle_);
  }
  Marker(const Marker &) = delete;
  Marker &operator=(const Marker &) = delete;
  MarkerHandle handle() const noexcept { return handle_; }
  StreamDriver &driver() const noexcept { return driver_; }

private:
  StreamDriver &driver_;
  MarkerHandle handle_;
  bool owned_ = true;
};

/// Asynchronous errors of one queue, kept until somebody asks.
class ErrorList {
public:
  void add(std::exception_ptr);
  std::vector<std::exception_ptr> take();

private:
  DriverMutex mutex_;
  std::vector<std::exception_ptr> errors_;
};

/// What the host does for a task of a stream once the device is done with it, before the task counts as done: bytes go
/// from pinned memory to where a program wants them. Several tasks may have it in common. Thread-safe.
class Delivery {
public:
  Delivery(std::shared_ptr<std::byte> stage, void *to, std::size_t bytes)
      : stage_(std::move(stage)), to_(to), bytes_(bytes) {}

  /// Does it, unless that was done; what never `arrived` is not written.
  void finish(bool arrived) noexcept;
  bool under_way() { return writes_to(to_, bytes_); }
  /// Is any of these bytes still to be written?
  bool writes_to(const void *first, std::size_t bytes);

private:
  Mutex mutex_;
  std::shared_ptr<std::byte> stage_; ///< null: done
  void *to_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Tasks of a stream run one after another and are numbered from 1. A marker is recorded only when somebody must wait
/// for a task from elsewhere, and then stands for all tasks up to it: most tasks never need one.
///
/// Tasks after work of the host are deferred: the driver is given them, and what follows them, when the host has done
/// that work. A driver must not be made to wait for the host: one may hold a lock of its own while it waits for the
/// device, as when it loads code, and the host needs the driver to go on. Thread-safe.
class Stream : public std::enable_shared_from_this<Stream> {
public:
  Stream(std::shared_ptr<StreamDriver>, std::shared_ptr<ErrorList>, Priority = Priority::normal);
  /// Another library's stream, which stays its own.
  Stream(std::shared_ptr<StreamDriver>, std::shared_ptr<ErrorList>, StreamHandle adopted);
  ~Stream();
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  using Holds = std::vector<std::shared_ptr<const void>>;
  using Deliveries = std::vector<std::shared_ptr<Delivery>>;
  using Clock = std::chrono::steady_clock;
  using Enqueue = std::function<void(StreamHandle)>;

  // submit() and wait_for() are called by one thread at a time, which the queue sees to.

  /// Enqueues by calling `enqueue(StreamHandle)`, or defers what `owned()` gives, an Enqueue that refers to nothing of
  /// the caller's; gives the task's number. `name` says in errors what ran; `held` is let go of when the task is known
  /// to have completed: what earlier tasks held comes back in `done`, for the caller to drop once it holds no lock,
  /// since deleters may submit. `deliveries` are finished before the task counts as done.
  template <class Now, class Owned>
  std::uint64_t submit(const char *name, std::shared_ptr<const void> held, Deliveries deliveries, Holds &done,
                       Now &&enqueue, Owned &&owned) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t ticket = submitted_.load(std::memory_order_relaxed) + 1;
    if (deferred_.empty())
      enqueue(handle_);
    else
      defer(ticket, [this, later = Enqueue(owned())] { enqueue_now(later); });
    if (!deliveries.empty())
      expect(ticket, std::move(deliveries)); // before anybody can wait for the task
    submitted_.store(ticket, std::memory_order_release);
    note(ticket, name, std::move(held));
    done.swap(done_);
    return ticket;
  }

  /// What is enqueued here later runs after task `ticket` of `other`.
  void wait_for(Stream &other, std::uint64_t ticket);

  /// The same for a stream that is not ours and task `ticket` of this one.
  void hold_back(StreamHandle foreign, std::uint64_t ticket);

  /// Where `kept` is null, makes it stand for all tasks up to this one.
  MarkerHandle keep_marker(std::uint64_t ticket, std::shared_ptr<Marker> &kept);

  /// What is enqueued here later runs after the marker.
  void wait_for(std::shared_ptr<const Marker>);

  /// What is enqueued here later runs after this work of the host.
  void wait_for(std::vector<std::shared_ptr<EventState>> host_work);

  /// False: the task, or one before it, is deferred.
  bool handed_over(std::uint64_t ticket) const noexcept {
    return first_deferred_.load(std::memory_order_acquire) > ticket;
  }
  /// Whether what is submitted now is deferred.
  bool defers() const noexcept { return first_deferred_.load(std::memory_order_acquire) != none; }
  /// False after the deadline.
  bool wait_until_handed_over(std::uint64_t ticket, const Clock::time_point *deadline = nullptr);

  /// Those of tasks up to this one that are not known to be done.
  Deliveries deliveries(std::uint64_t ticket);
  /// Waits until tasks up to this one have written to these bytes of the host what they will.
  void finish_deliveries_to(const void *first, std::size_t bytes, std::uint64_t ticket);

  bool completed(std::uint64_t ticket);
  /// False after the deadline. Lets go of what completed tasks held: call it without locks.
  bool wait(std::uint64_t ticket, const Clock::time_point *deadline);
  /// Calls `then` on a thread of the runtime's own once the task is done. One thread waits for all that come in the
  /// order of their tasks: many that wait for a driver slow each other down.
  void when_done(std::uint64_t ticket, std::function<void()> then);
  std::uint64_t submitted() const noexcept { return submitted_.load(std::memory_order_acquire); }
  bool idle(); ///< True, too, in a child process after fork, where nothing runs.

  /// From now on others may put work here, too, which has no number.
  void lend() noexcept { lent_.store(true, std::memory_order_release); }
  bool is_lent() const noexcept { return lent_.load(std::memory_order_acquire); }
  /// The number of a task after all that anybody put here; 0 if there was none. As submit().
  std::uint64_t cover(Holds &done);

  /// Waits for all that anybody put here; errors are kept for the queue's next wait.
  void finish() noexcept;

  /// Something failed: if the driver says that the device's work is lost, keeps that error for the queue's next wait
  /// and throws it.
  void throw_if_lost();
  std::vector<const char *> running(); ///< Names of tasks that are not known to have completed.

  StreamDriver &driver() const noexcept { return *driver_; }
  StreamHandle handle() const noexcept { return handle_; }

private:
  struct Mark {
    std::uint64_t ticket;
    std::shared_ptr<Marker> marker;
  };
  struct Expected {
    std::uint64_t ticket;
    std::shared_ptr<Delivery> delivery;
  };
  struct Deferred {
    std::uint64_t ticket; ///< of the task that this is, or is a wait for
    std::function<void()> hand_over;
  };
  struct Running {
    std::uint64_t ticket;
    const char *name;
    std::shared_ptr<const void> held;
  };

  void defer(std::uint64_t ticket, std::function<void()> hand_over); ///< The lock is held.
  void defer_wait(std::function<void()> hand_over);                  ///< Of the next task.
  void hand_over_all();                                              ///< On a thread of the host's own.
  void enqueue_now(const Enqueue &);
  void follow(Stream &other, std::uint64_t ticket); ///< Neither is deferred.
  void follow(const Marker &);
  std::shared_ptr<Marker> marker_for(std::uint64_t ticket); ///< Recorded at or after the task; the lock is held.
  std::shared_ptr<Marker>
  find_marker(std::uint64_t ticket); ///< The same, taking the lock; null where the device is lost.
  /// Asks for a while whether all is done, while `last` is the last task: most tasks are short, and markers cost more.
  Outcome spin(std::uint64_t last, Clock::time_point deadline);
  Outcome wait_for_marker(std::uint64_t ticket, const Clock::time_point *deadline); ///< Under way: too late.
  void note(std::uint64_t ticket, const char *name, std::shared_ptr<const void> held);
  void watch();  ///< Until nobody waits for a task to be done.
  void retire(); ///< Moves what is known to have completed from running_ to done_; the lock is held.
  void finished(std::uint64_t ticket, Outcome);
  void expect(std::uint64_t ticket, Deliveries);
  void deliver(std::uint64_t ticket, bool arrived);
  void deliver_to_others(std::uint64_t ticket); ///< Who asks the driver alone does not hear of deliveries: waits.

  std::shared_ptr<StreamDriver> driver_; ///< keeps its device, too
  std::shared_ptr<ErrorList> errors_;
  StreamHandle handle_ = nullptr;
  bool owned_ = true;
  std::atomic<bool> lent_{false};
  DriverMutex mutex_;
  std::atomic<std::uint64_t> submitted_{0};
  std::atomic<std::uint64_t> completed_{0};
  static constexpr std::uint64_t none = ~std::uint64_t(0);
  std::deque<Deferred> deferred_; ///< ascending; while there are any, a thread hands over the first of them
  std::atomic<std::uint64_t> first_deferred_{none};
  std::atomic<std::uint32_t> times_handed_over_{0};
  std::deque<Mark> marks_;        ///< ascending
  std::deque<Running> running_;   ///< tasks that are not known to have completed, ascending
  Holds done_;                    ///< what completed tasks held
  Mutex expected_mutex_;          ///< may be locked after mutex_
  std::deque<Expected> expected_; ///< ascending
  std::atomic<std::uint64_t> first_expected_{none};
  Mutex watch_mutex_;
  std::multimap<std::uint64_t, std::function<void()>> awaited_; ///< by ticket
  std::uint64_t watched_ = 0;                                   ///< the task that a thread waits for, 0: there is none
};

/// A task of a stream as an event.
class StreamEvent final : public EventState {
public:
  StreamEvent(std::shared_ptr<Stream> stream, std::uint64_t ticket) : stream_(std::move(stream)), ticket_(ticket) {}

  void wait() override { stream_->wait(ticket_, nullptr); }
  void when_done(const std::shared_ptr<EventState> &, std::function<void()> then) override {
    stream_->when_done(ticket_, std::move(then));
  }
  bool wait_for(std::chrono::nanoseconds timeout) override;
  EventStatus status() const override;
  std::optional<Profile> profile() const override;
  std::exception_ptr take_error() override { return nullptr; } ///< Errors of a stream are its queue's.
  const Device *device() const override;
  std::vector<std::shared_ptr<EventState>> wait_list() const override;
  std::uintptr_t native_handle() override;

  const std::shared_ptr<Stream> &stream() const noexcept { return stream_; }
  std::uint64_t ticket() const noexcept { return ticket_; }

  /// For profiling queues: markers around the task, and one whose host time is known.
  struct Timing {
    std::uint64_t submitted_ns = 0;
    std::uint64_t base_ns = 0;
    std::shared_ptr<Marker> base, start, end;

    Profile measure() const; ///< Once the task has completed.
  };
  void set_timing(std::shared_ptr<const Timing> timing) { timing_ = std::move(timing); }
  void set_wait_list(std::vector<std::shared_ptr<EventState>> list) { wait_list_ = std::move(list); }

private:
  std::shared_ptr<Stream> stream_;
  std::uint64_t ticket_;
  std::shared_ptr<const Timing> timing_; ///< null: its queue takes no times
  std::vector<std::shared_ptr<EventState>> wait_list_;
  std::shared_ptr<Marker> native_; ///< what programs were told
};

/// An event of another library's.
class ForeignEvent final : public EventState {
public:
  ForeignEvent(std::shared_ptr<StreamDriver> driver, MarkerHandle marker)
      : driver_(std::move(driver)), marker_(*driver_, marker) {}

  void wait() override;
  bool wait_for(std::chrono::nanoseconds timeout) override;
  EventStatus status() const override;
  std::optional<Profile> profile() const override { return std::nullopt; }
  std::exception_ptr take_error() override { return nullptr; } ///< Errors are those of who recorded it.
  const Device *device() const override { return &driver_->device(); }
  std::vector<std::shared_ptr<EventState>> wait_list() const override { return {}; }
  std::uintptr_t native_handle() override { return reinterpret_cast<std::uintptr_t>(marker_.handle()); }
  const Marker &marker() const noexcept { return marker_; }

private:
  std::shared_ptr<StreamDriver> driver_; ///< keeps its device, too
  Marker marker_;
};

} // namespace weft::runtime
