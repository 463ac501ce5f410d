// A queue's place in line.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace weft::runtime {

class Device;

using AsyncHandler = std::function<void(std::vector<std::exception_ptr>)>;
class Task;

enum class EventStatus { submitted, running, complete };

/// Host-clock nanoseconds (CLOCK_MONOTONIC) of a task; SYCL 2020, 4.6.6.2.
struct Profile {
  std::uint64_t submit = 0;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

/// What an Event shares; one subclass per way to wait. Thread-safe.
class EventState {
public:
  virtual ~EventState() = default;
  virtual void wait() = 0; ///< Returns when the task is done; never throws its error.
  /// Calls `then`, which does not throw, on a thread of the runtime's own once the task is done. Later tasks of the
  /// same queue may wait for what it does: it comes after this task, and after no more.
  virtual void when_done(const std::shared_ptr<EventState> &self, std::function<void()> then);
  /// The same, but returns false after the timeout, so that a caller can look at signals in between.
  virtual bool wait_for(std::chrono::nanoseconds) = 0;
  virtual EventStatus status() const = 0;
  virtual std::optional<Profile> profile() const = 0; ///< Waits; empty unless the queue profiles.
  virtual std::exception_ptr take_error() = 0;        ///< The task's error, once; null if none or taken.
  /// Hands the errors its queue has kept so far to the queue's handler; false if there is no handler.
  virtual bool report_errors() { return false; }
  virtual const Device *device() const = 0;                               ///< Null for host-only events.
  virtual std::vector<std::shared_ptr<EventState>> wait_list() const = 0; ///< Dependencies that have not completed yet.
  virtual Task *task() noexcept { return nullptr; } ///< Itself, if it is a node of the host-side graph (task.hpp).
  /// An event of the device's driver, as its own number, that lives as long as this; 0 where there is none.
  virtual std::uintptr_t native_handle() { return 0; }
};

/// Completes when the work it stands for, and all that work depended on, has completed. Copies share the state.
/// A default-made Event is complete. Errors of the work are kept and thrown by wait_and_throw or the queue's (SYCL
/// 2020, 4.13.1.1).
class Event {
public:
  Event() = default;
  explicit Event(std::shared_ptr<EventState> state) : state_(std::move(state)) {}

  void wait() const;
  bool wait_for(std::chrono::nanoseconds timeout) const;
  /// Waits, then hands errors to the queue's handler; without one, rethrows the task's error, once per event.
  void wait_and_throw() const;
  EventStatus status() const { return state_ ? state_->status() : EventStatus::complete; }
  bool done() const { return status() == EventStatus::complete; }
  std::optional<Profile> profile() const;
  const std::shared_ptr<EventState> &state() const noexcept { return state_; }

  bool operator==(const Event &) const = default;

private:
  std::shared_ptr<EventState> state_;
};

using Events = std::span<const Event>;

} // namespace weft::runtime
