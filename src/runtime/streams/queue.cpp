// Orders tasks over streams and hands them to the driver.
#include "runtime/streams/queue.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/host_task.hpp"
#include "runtime/memory.hpp"
#include "runtime/streams/fill.hpp"
#include "runtime/streams/staging.hpp"
#include "runtime/task_queue.hpp"

#include "support/clock.hpp"
#include "support/error.hpp"

namespace weft::runtime {

namespace {

/// What a launch needs until it is done.
std::shared_ptr<const void> hold(std::shared_ptr<Executable> executable, const std::shared_ptr<const void> &user) {
  if (user == nullptr)
    return executable;
  return std::make_shared<const std::pair<std::shared_ptr<Executable>, std::shared_ptr<const void>>>(
      std::move(executable), user);
}

/// What a stream holds for a task of a trace; written when the task is known to have completed and this is let go of.
struct TracedTask {
  trace::Track track;
  std::string name;
  trace::Flow flow;
  std::shared_ptr<const StreamEvent::Timing> timing;
  std::shared_ptr<const void> held;

  TracedTask(trace::Track track_, const char *name_, std::shared_ptr<const StreamEvent::Timing> timing_,
             std::shared_ptr<const void> held_)
      : track(track_), name(name_), flow(trace::new_flow()), timing(std::move(timing_)), held(std::move(held_)) {}
  TracedTask(const TracedTask &) = delete;
  TracedTask &operator=(const TracedTask &) = delete;
  ~TracedTask() {
    try {
      const Profile profile = timing->measure();
      trace::task_slice(track, name, {profile.start, profile.end}, flow);
    } catch (const Error &) { // a lost device tells no times
    }
  }
};

/// A launch on its way into a stream.
struct LaunchWork {
  StreamDriver &driver;
  const Launch &launch;
  const Executable &code; ///< held by its task
  LaunchShape shape;

  void operator()(StreamHandle stream) const { driver.launch(stream, launch, code, shape); }

  auto owned() const {
    Launch kept = launch;
    kept.args = {};
    kept.constants = {};
    return [&driver = driver, &code = code, kept = std::move(kept), shape = shape,
            args = std::vector<std::byte>(launch.args.begin(), launch.args.end())](StreamHandle stream) {
      Launch whole = kept;
      whole.args = args;
      driver.launch(stream, whole, code, shape);
    };
  }
};

/// A copy from memory that the driver reads before it returns.
struct CopyWork {
  StreamDriver &driver;
  void *to;
  const void *from;
  std::size_t bytes;

  void operator()(StreamHandle stream) const { driver.copy(stream, to, from, bytes); }

  auto owned() const {
    const auto *first = static_cast<const std::byte *>(from);
    return [&driver = driver, to = to, data = std::vector<std::byte>(first, first + bytes)](StreamHandle stream) {
      driver.copy(stream, to, data.data(), data.size());
    };
  }
};

template <class Enqueue> auto owned(const Enqueue &enqueue) {
  if constexpr (requires { enqueue.owned(); })
    return enqueue.owned();
  else
    return enqueue;
}

template <class Enqueue>
void enqueue_timed(StreamDriver &driver, const StreamEvent::Timing *timing, StreamHandle stream, Enqueue &enqueue) {
  if (timing != nullptr)
    driver.record(timing->start->handle(), stream);
  enqueue(stream);
  if (timing != nullptr)
    driver.record(timing->end->handle(), stream);
}

std::vector<std::shared_ptr<EventState>> states_of(Events events) {
  std::vector<std::shared_ptr<EventState>> states;
  for (const Event &event : events)
    if (event.state() != nullptr)
      states.push_back(event.state());
  return states;
}

const StreamEvent *as_stream_event(const Event &event) {
  return dynamic_cast<const StreamEvent *>(event.state().get());
}

/// What a process did last is in its trace, too, though nobody asked whether it was done.
class TracedStreams {
public:
  void add(const std::shared_ptr<Stream> &stream) {
    const std::lock_guard lock(mutex_);
    std::erase_if(streams_, [](const auto &one) { return one.expired(); });
    streams_.push_back(stream);
  }

  void show_what_completed() noexcept {
    constexpr std::chrono::seconds patience{1};
    const Stream::Clock::time_point deadline = Stream::Clock::now() + patience;
    const std::lock_guard lock(mutex_);
    for (const std::weak_ptr<Stream> &one : streams_)
      try {
        if (const std::shared_ptr<Stream> stream = one.lock(); stream != nullptr && stream->driver().usable())
          stream->wait(stream->submitted(), &deadline);
      } catch (const std::exception &) { // nobody is left to hear of it
      }
  }

private:
  Mutex mutex_;
  std::vector<std::weak_ptr<Stream>> streams_;
};

/// After drivers were loaded: what is registered later runs before they end.
TracedStreams &traced_streams() {
  static constinit Lazy<TracedStreams> streams;
  static constinit Once at_exit;
  TracedStreams &found = streams.get();
  at_exit.call([] { std::atexit([] { traced_streams().show_what_completed(); }); });
  return found;
}

void order_after(Stream &target, Stream &other, std::uint64_t ticket, Stream::Deliveries &deliveries) {
  target.wait_for(other, ticket);
  if (&other != &target)
    std::ranges::move(other.deliveries(ticket), std::back_inserter(deliveries));
}

} // namespace

bool StreamWork::idle() const noexcept {
  if (!driver->usable())
    return true;
  const std::lock_guard lock(mutex);
  return host_line->idle() && std::all_of(streams.begin(), streams.end(),
                                          [](const std::shared_ptr<Stream> &s) { return s == nullptr || s->idle(); });
}

std::vector<Event> StreamWork::outstanding() const {
  if (!driver->usable())
    return {};
  std::vector<Event> events = host_line->outstanding();
  Stream::Holds done; // dropped after the lock
  const std::lock_guard lock(mutex);
  for (const std::shared_ptr<Stream> &s : streams)
    if (const std::uint64_t last = s != nullptr ? s->cover(done) : 0; last != 0)
      events.emplace_back(std::make_shared<StreamEvent>(s, last));
  return events;
}

StreamQueue::StreamQueue(std::shared_ptr<Context> context, std::shared_ptr<Device> device,
                         std::shared_ptr<StreamDriver> driver, const QueueProperties &properties)
    : StreamQueue(context, device,
                  std::make_shared<StreamWork>(std::move(driver), make_line(*context, device, properties, nullptr)),
                  properties) {}

StreamQueue::StreamQueue(std::shared_ptr<Context> context, std::shared_ptr<Device> device,
                         std::shared_ptr<StreamWork> work, const QueueProperties &properties)
    : Queue(std::move(context), std::move(device), properties, work), driver_(work->driver),
      errors_(std::make_shared<ErrorList>()), work_(std::move(work)) {
  const std::lock_guard lock(work_->mutex);
  const std::shared_ptr<Stream> &first = stream(0);
  if (!takes_times())
    return;
  const Entered entered(*driver_);
  base_ = std::make_shared<Marker>(*driver_, true);
  driver_->record(base_->handle(), first->handle());
  if (const Outcome outcome = driver_->synchronize(base_->handle()); outcome.failed())
    throw Error(Errc::runtime, "{}", driver_->describe_failure(outcome));
  base_ns_ = now_ns();
}

std::shared_ptr<Stream> &StreamQueue::stream(std::size_t index) {
  if (work_->streams[index] == nullptr)
    work_->streams[index] =
        index == 0 && properties().stream != 0
            ? std::make_shared<Stream>(driver_, errors_, reinterpret_cast<StreamHandle>(properties().stream))
            : std::make_shared<Stream>(driver_, errors_, properties().priority);
  if (trace::on() && tracks_[index] == 0) {
    tracks_[index] = trace::new_track(
        fmt::format("queue {}, stream {}: {}", static_cast<const void *>(this), index, device()->info().name));
    traced_streams().add(work_->streams[index]);
  }
  return work_->streams[index];
}

/// In-order queues and array work use the first stream; a task that follows another queue task keeps to its stream. One
/// that need not wait for the host is never put behind one that does: host tasks may be waiting for it.
std::size_t StreamQueue::choose(Events events, bool after_all) {
  if (properties().in_order || after_all)
    return 0;
  constexpr std::size_t never_defers = stream_count - 1;
  const bool defers = host_tasks_before(events);
  for (const Event &event : events)
    if (const StreamEvent *before = as_stream_event(event))
      for (std::size_t i = 1; i < stream_count; ++i)
        if (work_->streams[i] == before->stream() && work_->streams[i]->submitted() == before->ticket() &&
            !(defers && i == never_defers))
          return i;
  for (std::size_t tried = 1; tried < stream_count; ++tried) {
    const std::size_t i = 1 + next_++ % (stream_count - 1);
    if (defers ? i != never_defers : work_->streams[i] == nullptr || !work_->streams[i]->defers())
      return i;
  }
  return never_defers;
}

Stream::Deliveries StreamQueue::order(std::size_t index, Events events, bool after_all) {
  Stream &target = *stream(index);
  Stream::Deliveries deliveries;
  std::vector<std::shared_ptr<EventState>> host_tasks;
  for (const Event &event : events) {
    if (const StreamEvent *before = as_stream_event(event))
      order_after(target, *before->stream(), before->ticket(), deliveries);
    else if (const auto foreign = std::dynamic_pointer_cast<const ForeignEvent>(event.state()))
      target.wait_for(std::shared_ptr<const Marker>(foreign, &foreign->marker()));
    else if (!event.done())
      host_tasks.push_back(event.state());
  }
  if (properties().in_order || after_all)
    for (const Event &event : work_->host_line->outstanding())
      host_tasks.push_back(event.state());
  if (index != 0 && seen_internal_[index] < internal_tail_) {
    order_after(target, *work_->streams[0], internal_tail_, deliveries);
    seen_internal_[index] = internal_tail_;
  }
  if (after_all)
    order_after_others(target, deliveries);
  if (!host_tasks.empty())
    target.wait_for(std::move(host_tasks));
  return deliveries;
}

void StreamQueue::order_after_others(Stream &internal, Stream::Deliveries &deliveries) {
  for (std::size_t i = 1; i < stream_count; ++i)
    if (work_->streams[i] != nullptr && seen_by_internal_[i] < work_->streams[i]->submitted()) {
      seen_by_internal_[i] = work_->streams[i]->submitted();
      order_after(internal, *work_->streams[i], seen_by_internal_[i], deliveries);
    }
}

bool StreamQueue::host_tasks_before(Events events) const {
  for (const Event &event : events) {
    const StreamEvent *const before = as_stream_event(event);
    if (before != nullptr ? !before->stream()->handed_over(before->ticket()) : !event.done())
      return true;
  }
  if (properties().in_order && !work_->host_line->idle())
    return true;
  return !work_->streams[0]->handed_over(last_before_all());
}

void StreamQueue::finish_deliveries_to(const void *first, std::size_t bytes, Events events) {
  for (const Event &event : events)
    if (const StreamEvent *before = as_stream_event(event))
      before->stream()->finish_deliveries_to(first, bytes, before->ticket());
  std::shared_ptr<Stream> stream;
  std::uint64_t last = 0;
  {
    const std::lock_guard lock(work_->mutex);
    stream = work_->streams[0];
    last = last_before_all();
  }
  stream->finish_deliveries_to(first, bytes, last);
}

template <class Enqueue>
Event StreamQueue::submit(const char *name, std::shared_ptr<const void> held, Events events, bool after_all,
                          Enqueue &&enqueue, std::shared_ptr<Delivery> delivery, bool waits_for_all) {
  const std::uint64_t submitted_ns = takes_times() ? now_ns() : 0;
  Stream::Holds done; // dropped after the locks
  const Entered entered(*driver_);
  const std::lock_guard lock(work_->mutex);
  try {
    return submit_locked(name, std::move(held), events, after_all, submitted_ns, done, enqueue, std::move(delivery),
                         waits_for_all);
  } catch (const Error &) {
    work_->streams[0]->throw_if_lost();
    throw;
  }
}

std::shared_ptr<const StreamEvent::Timing> StreamQueue::take_times(std::uint64_t submitted_ns) const {
  return std::make_shared<const StreamEvent::Timing>(submitted_ns, base_ns_, base_,
                                                     std::make_shared<Marker>(*driver_, true),
                                                     std::make_shared<Marker>(*driver_, true));
}

template <class Enqueue>
Event StreamQueue::submit_locked(const char *name, std::shared_ptr<const void> held, Events events, bool after_all,
                                 std::uint64_t submitted_ns, Stream::Holds &done, Enqueue &enqueue,
                                 std::shared_ptr<Delivery> delivery, bool waits_for_all) {
  const std::size_t index = choose(events, after_all);
  Stream::Deliveries deliveries = order(index, events, after_all && waits_for_all);
  if (delivery != nullptr)
    deliveries.push_back(std::move(delivery));
  const std::shared_ptr<Stream> &target = stream(index);
  const std::shared_ptr<const StreamEvent::Timing> timing = takes_times() ? take_times(submitted_ns) : nullptr;
  trace::Flow flow = 0;
  if (trace::on()) {
    auto traced = std::make_shared<TracedTask>(tracks_[index], name, timing, std::move(held));
    flow = traced->flow;
    held = std::move(traced);
  }
  const std::uint64_t ticket = target->submit(
      name, std::move(held), std::move(deliveries), done,
      [&](StreamHandle handle) { enqueue_timed(*driver_, timing.get(), handle, enqueue); },
      [&] {
        return [&driver = *driver_, timing, later = owned(enqueue)](StreamHandle handle) {
          enqueue_timed(driver, timing.get(), handle, later);
        };
      });
  if (after_all)
    internal_tail_ = ticket;
  auto event = std::make_shared<StreamEvent>(target, ticket);
  if (properties().profiling)
    event->set_timing(timing);
  if (!events.empty())
    event->set_wait_list(states_of(events));
  if (flow != 0)
    trace::thread_slice("submit", fmt::format("submit {}", name), {submitted_ns, now_ns()}, {}, flow);
  return Event(std::move(event));
}

Event StreamQueue::do_launch(const Launch &launch, std::shared_ptr<Executable> executable, Events events,
                             bool after_all) {
  const Executable &code = *executable;
  const LaunchShape shape = driver_->shape(launch, code);
  const char *name = code.name(launch.kernel.info->pretty);
  std::shared_ptr<const void> held = hold(std::move(executable), launch.keep_alive);
  const auto start = [&](Events all) {
    return submit(name, std::move(held), all, after_all, LaunchWork{*driver_, launch, code, shape});
  };
  return launch.together ? device()->submit_in_turn(events, start) : start(events);
}

Event StreamQueue::do_copy(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  if (bytes != 0 && is_pageable(*device(), from)) {
    if (is_pageable(*device(), to))
      return copy_between_host(to, from, bytes, events);
    const auto reads_later = [&] {
      const std::lock_guard lock(work_->mutex);
      return host_tasks_before(events);
    };
    if (!after_all && reads_later())
      return copy_in_later(to, from, bytes, events);
    if (!after_all)
      finish_deliveries_to(from, bytes, events);
    else
      for (const Event &event : events) // which may write what is read before this returns
        event.wait();
    return copy_in(to, from, bytes, events, after_all);
  }
  if (bytes != 0 && is_pageable(*device(), to))
    return copy_out(to, from, bytes, events, after_all);
  return copy_directly(to, from, bytes, {}, events, after_all);
}

Event StreamQueue::copy_directly(void *to, const void *from, std::size_t bytes, std::shared_ptr<const void> keep_alive,
                                 Events events, bool after_all, std::shared_ptr<Delivery> delivery) {
  return submit(
      "memcpy", std::move(keep_alive), events, after_all,
      [=, &driver = *driver_](StreamHandle stream) {
        if (bytes != 0 && to != from)
          driver.copy(stream, to, from, bytes);
      },
      std::move(delivery));
}

Event StreamQueue::copy_small(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  return submit("memcpy", {}, events, after_all, CopyWork{*driver_, to, from, bytes});
}

Event StreamQueue::do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events events,
                           bool after_all) {
  const Fill fill(*driver_, to, pattern, count);
  if (!fill.begun_by_copy())
    return submit("fill", fill.stage(), events, after_all, [fill](StreamHandle stream) { fill.enqueue(stream); });
  const Event first = copy_in(to, pattern.data(), pattern.size(), events, after_all);
  return submit("fill", {}, Events(&first, 1), after_all, [fill](StreamHandle stream) { fill.enqueue(stream); });
}

Event StreamQueue::do_prefetch(const void *pointer, std::size_t bytes, Events events) {
  const bool shared = find_allocation(pointer).kind == AllocationKind::shared;
  return submit("prefetch", {}, events, false, [=, &driver = *driver_](StreamHandle stream) {
    if (shared && bytes != 0)
      driver.prefetch(stream, pointer, bytes);
  });
}

Event StreamQueue::do_advise(const void *pointer, std::size_t bytes, int advice, Events events) {
  const bool shared = find_allocation(pointer).kind == AllocationKind::shared;
  return submit("mem_advise", {}, events, false, [=, &driver = *driver_](StreamHandle) {
    if (shared && bytes != 0)
      driver.advise(pointer, bytes, advice);
  });
}

Event StreamQueue::do_barrier(Events events) {
  if (events.empty() && !properties().profiling) {
    const std::lock_guard lock(work_->mutex);
    if (first_stream_has_all()) {
      internal_tail_ = work_->streams[0]->submitted();
      return Event(std::make_shared<StreamEvent>(work_->streams[0], internal_tail_));
    }
  }
  return submit("barrier", {}, events, true, [](StreamHandle) {}, nullptr, events.empty());
}

bool StreamQueue::first_stream_has_all() const {
  if (work_->streams[0]->is_lent())
    return false;
  for (std::size_t i = 1; i < stream_count; ++i)
    if (work_->streams[i] != nullptr && seen_by_internal_[i] < work_->streams[i]->submitted())
      return false;
  return work_->host_line->idle();
}

Event StreamQueue::do_marker(Events events) {
  return submit("marker", {}, events, false, [](StreamHandle) {});
}

Event StreamQueue::do_host_task(std::function<void()> work, Events events) {
  std::vector<Event> before(events.begin(), events.end());
  {
    const std::lock_guard lock(work_->mutex);
    if (const std::uint64_t last = last_before_all(); last != 0)
      before.emplace_back(std::make_shared<StreamEvent>(work_->streams[0], last));
  }
  const std::shared_ptr<Task> task = make_host_task(std::move(work));
  work_->host_line->submit(task, before, {});
  return Event(task);
}

Event StreamQueue::do_library_call(const char *name, std::shared_ptr<const void> keep_alive, const LibraryCall &call,
                                   Events events, bool after_all) {
  return submit(name, std::move(keep_alive), events, after_all,
                [call](StreamHandle stream) { call(reinterpret_cast<std::uintptr_t>(stream)); });
}

std::uintptr_t StreamQueue::native_stream() {
  const Event all = barrier();
  const StreamEvent &last = *as_stream_event(all);
  last.stream()->wait_until_handed_over(last.ticket());
  last.stream()->lend();
  return reinterpret_cast<std::uintptr_t>(last.stream()->handle());
}

std::uintptr_t StreamQueue::host_task_stream() {
  const std::lock_guard lock(work_->mutex);
  if (for_host_tasks_ == nullptr)
    for_host_tasks_ = std::make_shared<Stream>(driver_, errors_, properties().priority);
  return reinterpret_cast<std::uintptr_t>(for_host_tasks_->handle());
}

void StreamQueue::finish_host_task_stream() noexcept {
  std::shared_ptr<Stream> stream;
  {
    const std::lock_guard lock(work_->mutex);
    stream = for_host_tasks_;
  }
  if (stream != nullptr)
    stream->finish();
}

void StreamQueue::hold_back(std::uintptr_t foreign) {
  const Event all = barrier();
  const StreamEvent &last = *as_stream_event(all);
  const Entered entered(*driver_);
  last.stream()->hold_back(reinterpret_cast<StreamHandle>(foreign), last.ticket());
}

void StreamQueue::follow(std::uintptr_t foreign) {
  const Entered entered(*driver_);
  auto marker = std::make_shared<Marker>(*driver_, false);
  driver_->record(marker->handle(), reinterpret_cast<StreamHandle>(foreign));
  follow_marker(marker);
}

void StreamQueue::follow_all() {
  const Entered entered(*driver_);
  auto marker = std::make_shared<Marker>(*driver_, false);
  if (driver_->record_all(marker->handle()))
    follow_marker(marker);
}

void StreamQueue::follow_marker(const std::shared_ptr<Marker> &marker) {
  submit("foreign work", {}, {}, true,
         [marker](StreamHandle stream) { marker->driver().wait(stream, marker->handle()); });
}

std::vector<std::exception_ptr> StreamQueue::take_errors() {
  std::vector<std::exception_ptr> errors = work_->host_line->take_errors();
  for (std::exception_ptr &error : errors_->take())
    errors.push_back(std::move(error));
  return errors;
}

} // namespace weft::runtime
