// Starts, finishes and waits for tasks.
#include "runtime/task.hpp"

#include <algorithm>
#include <utility>

#include "runtime/device.hpp"
#include "support/error.hpp"
#include "support/fork.hpp"
#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

constexpr int spins_before_sleep = 300;

/// One lock for all lines: dependencies cross them, and what it guards is short.
constinit Mutex graph_mutex;

/// All lines there are; guarded by the graph's lock.
std::vector<TaskLine *> &lines() {
  static constinit Lazy<std::vector<TaskLine *>> instance;
  return instance.get();
}

} // namespace

void Task::wait() {
  wait_until(nullptr);
}

bool Task::wait_for(std::chrono::nanoseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  return wait_until(&deadline);
}

bool Task::wait_until(const std::chrono::steady_clock::time_point *deadline) {
  if (complete())
    return true;
  Helper *const helper = line_->helper_;
  for (int spin = 0; spin < spins_before_sleep && !complete(); ++spin) {
    if (deadline != nullptr && std::chrono::steady_clock::now() >= *deadline)
      return complete();
    if (helper != nullptr && helper->help(deadline != nullptr))
      spin = 0;
    else
      spin_pause();
  }
  while (!complete()) {
    std::optional<std::chrono::nanoseconds> left;
    if (deadline != nullptr) {
      left = *deadline - std::chrono::steady_clock::now();
      if (*left <= std::chrono::nanoseconds::zero())
        return false;
    }
    const std::uint32_t seen = state_.fetch_or(waited_for_bit, std::memory_order_acquire) | waited_for_bit;
    if ((seen & complete_bit) == 0)
      futex_wait(state_, seen, left);
  }
  return true;
}

EventStatus Task::status() const {
  const std::uint32_t state = state_.load(std::memory_order_acquire);
  if ((state & complete_bit) != 0)
    return EventStatus::complete;
  return (state & running_bit) != 0 ? EventStatus::running : EventStatus::submitted;
}

std::optional<Profile> Task::profile() const {
  if (!line_->profiling_)
    return std::nullopt;
  const_cast<Task *>(this)->wait();
  return profile_;
}

std::exception_ptr Task::take_error() {
  const std::lock_guard lock(graph_mutex);
  return complete() && error_ ? std::exchange(*error_, nullptr) : nullptr;
}

/// A wait for one event reports for every queue that its own one was waiting on (SYCL 2020, 4.6.6).
bool Task::report_errors() {
  bool reported = false;
  for (const auto &line : line_->awaited())
    reported = line->report_errors();
  return reported;
}

const Device *Task::device() const {
  return line_->device_.get();
}

std::vector<std::shared_ptr<EventState>> Task::wait_list() const {
  const std::lock_guard lock(graph_mutex);
  return explicit_;
}

void Task::mark_running() noexcept {
  if (line_->takes_times())
    profile_.start = now_ns();
  state_.fetch_or(running_bit, std::memory_order_relaxed);
}

/// Starting may finish a task and so make others ready: those wait for the outermost call, so that long chains of tasks
/// that run where they start do not nest.
void Task::start_in_turn(std::shared_ptr<Task> task) noexcept {
  static thread_local std::vector<std::shared_ptr<Task>> *turn = nullptr;
  if (turn != nullptr) {
    turn->push_back(std::move(task));
    return;
  }
  std::vector<std::shared_ptr<Task>> waiting;
  turn = &waiting;
  task->start();
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const std::shared_ptr<Task> next = std::move(waiting[i]);
    next->start();
  }
  turn = nullptr;
}

void Task::dependency_done() noexcept {
  {
    const std::lock_guard lock(graph_mutex);
    if (--unmet_ != 0)
      return;
  }
  start_in_turn(shared_from_this());
}

void Task::finish(std::exception_ptr error) noexcept {
  if (line_->takes_times()) {
    profile_.end = now_ns();
    if (profile_.start == 0) // nothing to run, as in a barrier
      profile_.start = profile_.end;
    if (trace::on())
      trace::task_slice(line_->track_, name(), {profile_.start, profile_.end}, flow_);
  }
  release();
  std::shared_ptr<Task> self;
  std::vector<std::shared_ptr<Task>> ready;
  std::vector<std::shared_ptr<EventState>> dependencies;
  std::uint32_t before = 0;
  {
    const std::lock_guard lock(graph_mutex);
    self = std::move(self_);
    ready = std::move(successors_);
    std::erase_if(ready, [](const auto &successor) { return --successor->unmet_ != 0; });
    dependencies = std::move(explicit_);
    if (error) {
      error_ = std::make_shared<std::exception_ptr>(std::move(error));
      line_->errors_.push_back(error_);
    }
    before = state_.fetch_or(complete_bit, std::memory_order_acq_rel);
    line_->unlink(*this);
  }
  if ((before & waited_for_bit) != 0)
    futex_wake_all(state_);
  for (auto &task : ready)
    start_in_turn(std::move(task));
}

TaskLine::TaskLine(std::shared_ptr<const Device> device, bool in_order, bool profiling, Helper *helper,
                   AsyncHandler handler)
    : device_(std::move(device)), helper_(helper), handler_(std::move(handler)), in_order_(in_order),
      profiling_(profiling) {
  static constinit Once once;
  once.call([] { at_fork([] {}, forget_unfinished); });
  if (trace::on()) {
    static constinit std::atomic<unsigned> number{0};
    track_ = trace::new_track(fmt::format("queue {}: {}", ++number, device_ ? device_->info().name : "host"));
  }
  const std::lock_guard lock(graph_mutex);
  lines().push_back(this);
}

TaskLine::~TaskLine() {
  const std::lock_guard lock(graph_mutex);
  std::erase(lines(), this);
}

void TaskLine::link(Task &task) noexcept {
  task.previous_ = last_;
  if (last_ != nullptr)
    last_->next_ = &task;
  last_ = &task;
  unfinished_.fetch_add(1, std::memory_order_relaxed);
}

void TaskLine::unlink(Task &task) noexcept {
  if (task.next_ != nullptr)
    task.next_->previous_ = task.previous_;
  else
    last_ = task.previous_;
  if (task.previous_ != nullptr)
    task.previous_->next_ = task.next_;
  unfinished_.fetch_sub(1, std::memory_order_release);
}

void TaskLine::submit(const std::shared_ptr<Task> &task, Events events, Place place) {
  if (!trace::on())
    return enter(task, events, place);
  const std::uint64_t begin = now_ns();
  const trace::Flow flow = task->flow_ = trace::new_flow();
  const std::string name = task->name();
  enter(task, events, place);
  trace::thread_slice("submit", "submit " + name, {begin, now_ns()}, {}, flow);
}

void TaskLine::enter(const std::shared_ptr<Task> &task, Events events, Place place) {
  task->line_ = shared_from_this();
  task->covers_all_ = in_order_ || place.covers_all;
  task->holds_back_ = in_order_ || place.holds_back;
  if (takes_times())
    task->profile_.submit = now_ns();

  std::vector<std::shared_ptr<EventState>> foreign;
  {
    const std::lock_guard lock(graph_mutex);
    task->unmet_ = 1; // held until all dependencies are known
    const auto depend = [&](Task &other) {
      other.successors_.push_back(task);
      ++task->unmet_;
    };
    for (const Event &event : events) {
      if (const Task *const other = event.state() ? event.state()->task() : nullptr)
        note_awaited(*other);
      if (event.done())
        continue;
      task->explicit_.push_back(event.state());
      if (Task *const other = event.state()->task()) {
        depend(*other);
      } else {
        foreign.push_back(event.state());
        ++task->unmet_;
      }
    }
    for (Task *other = last_; other != nullptr; other = other->previous_) {
      if (task->covers_all_ || other->holds_back_)
        depend(*other);
      if (other->covers_all_ && other->holds_back_)
        break;
    }
    task->self_ = task;
    link(*task);
    --task->unmet_;
    if (task->unmet_ != 0 && foreign.empty())
      return;
    task->unmet_ += foreign.empty() ? 0 : 1; // held until the waits are posted
  }
  for (const auto &state : foreign)
    state->when_done(state, [task] { task->dependency_done(); });
  if (foreign.empty())
    Task::start_in_turn(task);
  else
    task->dependency_done();
}

std::vector<Event> TaskLine::outstanding() const {
  std::vector<Event> events;
  if (idle())
    return events;
  const std::lock_guard lock(graph_mutex);
  for (Task *task = last_; task != nullptr; task = task->previous_) {
    events.emplace_back(task->shared_from_this());
    if (task->covers_all_)
      break;
  }
  return events;
}

std::vector<std::exception_ptr> TaskLine::take_errors() {
  const std::lock_guard lock(graph_mutex);
  std::vector<std::exception_ptr> errors;
  for (const auto &kept : std::exchange(errors_, {}))
    if (std::exception_ptr error = std::exchange(*kept, nullptr))
      errors.push_back(std::move(error));
  return errors;
}

void TaskLine::note_awaited(const Task &task) {
  if (task.line_.get() == this)
    return;
  std::erase_if(awaited_, [](const auto &line) { return line.expired(); });
  const auto same = [&](const auto &line) { return !line.owner_before(task.line_) && !task.line_.owner_before(line); };
  if (std::ranges::none_of(awaited_, same))
    awaited_.push_back(task.line_);
}

std::vector<std::shared_ptr<TaskLine>> TaskLine::awaited() {
  std::vector<std::shared_ptr<TaskLine>> found{shared_from_this()};
  const std::lock_guard lock(graph_mutex);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const auto &other : found[i]->awaited_)
      if (auto line = other.lock(); line != nullptr && std::ranges::find(found, line) == found.end())
        found.push_back(std::move(line));
  std::ranges::reverse(found);
  return found;
}

bool TaskLine::report_errors() {
  if (!handler_)
    return false;
  if (std::vector<std::exception_ptr> errors = take_errors(); !errors.empty())
    handler_(std::move(errors));
  return true;
}

/// In the child of a fork: nobody will run what the parent had not finished. The tasks are leaked, not destroyed, since
/// what they hold may need locks that other libraries have not repaired yet.
void TaskLine::forget_unfinished() {
  const std::lock_guard lock(graph_mutex);
  const auto error = std::make_exception_ptr(
      Error(Errc::runtime, "fork: work submitted before the fork had not completed and is lost in the child process; "
                           "wait for the queue before forking"));
  for (TaskLine *const line : lines()) {
    for (Task *task = std::exchange(line->last_, nullptr); task != nullptr; task = task->previous_) {
      task->error_ = std::make_shared<std::exception_ptr>(error);
      line->errors_.push_back(task->error_);
      task->state_.fetch_or(Task::complete_bit);
    }
    line->unfinished_ = 0;
  }
}

} // namespace weft::runtime
