// The host-side task graph: what a queue whose work the host schedules is made of.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/backlog.hpp"
#include "runtime/event.hpp"
#include "runtime/trace.hpp"

namespace weft::runtime {

class TaskLine;

/// A thread that waits for a task lends itself to the backend meanwhile.
class Helper {
public:
  virtual ~Helper() = default;
  /// Does some of the backend's pending work; false if there was none. `brief` asks for no more than a few milliseconds
  /// of it.
  virtual bool help(bool brief) = 0;
};

/// A node of the graph: starts when all it waits for has completed, whether that failed or not. Thread-safe.
class Task : public EventState, public std::enable_shared_from_this<Task> {
public:
  void wait() final;
  bool wait_for(std::chrono::nanoseconds) final;
  EventStatus status() const final;
  std::optional<Profile> profile() const final;
  std::exception_ptr take_error() final;
  bool report_errors() final;
  const Device *device() const final;
  std::vector<std::shared_ptr<EventState>> wait_list() const final;
  Task *task() noexcept final { return this; }
  virtual std::string name() const = 0; ///< For messages and traces.

protected:
  /// Does the work or hands it to threads; whoever ends it calls finish() once. Called once, with no lock held.
  virtual void start() noexcept = 0;

  /// Lets go of what the work held; called before the task counts as complete.
  virtual void release() noexcept {}

  void finish(std::exception_ptr error = nullptr) noexcept;
  void mark_running() noexcept; ///< Takes the start time.

private:
  friend class TaskLine;
  static void start_in_turn(std::shared_ptr<Task>) noexcept;
  bool complete() const noexcept { return (state_.load(std::memory_order_acquire) & complete_bit) != 0; }
  bool wait_until(const std::chrono::steady_clock::time_point *deadline);
  void dependency_done() noexcept;

  static constexpr std::uint32_t running_bit = 1, complete_bit = 2, waited_for_bit = 4;

  mutable std::atomic<std::uint32_t> state_{0};
  std::uint32_t unmet_ = 0;                    ///< dependencies that have not completed
  bool covers_all_ = false;                    ///< comes after everything submitted before it to its line
  bool holds_back_ = false;                    ///< everything submitted after it to its line comes after it
  Task *previous_ = nullptr, *next_ = nullptr; ///< unfinished neighbours in the line
  std::shared_ptr<TaskLine> line_;
  std::shared_ptr<Task> self_; ///< keeps an unfinished task alive
  std::vector<std::shared_ptr<Task>> successors_;
  std::vector<std::shared_ptr<EventState>> explicit_;
  std::shared_ptr<std::exception_ptr> error_; ///< shared with the line: whoever asks first gets it
  Profile profile_;
  trace::Flow flow_ = 0; ///< from its submission
};

/// The order of one queue's tasks; tasks share it, so that it outlives the queue while they run. Thread-safe.
class TaskLine final : public Backlog, public std::enable_shared_from_this<TaskLine> {
public:
  TaskLine(std::shared_ptr<const Device>, bool in_order, bool profiling, Helper *, AsyncHandler = {});
  ~TaskLine() override;

  struct Place {
    bool covers_all = false; ///< runs after everything submitted to the line before
    bool holds_back = false; ///< everything submitted to the line later runs after it
  };
  /// Starts the task now if nothing is in its way. Tasks of an in-order line cover and hold back whatever `Place` says.
  void submit(const std::shared_ptr<Task> &, Events, Place);

  bool idle() const noexcept override { return unfinished_.load(std::memory_order_acquire) == 0; }
  std::vector<Event> outstanding() const override; ///< Unfinished tasks that together cover all unfinished ones.
  std::vector<std::exception_ptr> take_errors();

private:
  friend class Task;
  bool takes_times() const noexcept { return profiling_ || track_ != 0; }
  void enter(const std::shared_ptr<Task> &, Events, Place);
  void link(Task &) noexcept;
  void unlink(Task &) noexcept;
  void note_awaited(const Task &);
  std::vector<std::shared_ptr<TaskLine>> awaited(); ///< Itself last, after all lines that its tasks came after.
  bool report_errors();
  static void forget_unfinished();

  std::shared_ptr<const Device> device_; ///< keeps the helper, too
  Helper *helper_;
  AsyncHandler handler_;
  bool in_order_, profiling_;
  trace::Track track_ = 0; ///< where a trace is written
  std::atomic<std::size_t> unfinished_{0};
  Task *last_ = nullptr;
  std::vector<std::shared_ptr<std::exception_ptr>> errors_; ///< of tasks that failed
  std::vector<std::weak_ptr<TaskLine>> awaited_;            ///< other lines, of tasks that those of this one came after
};

} // namespace weft::runtime
