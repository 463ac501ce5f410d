// Orders tasks over streams and hands them to the driver.
#include "backends/cuda/queue.hpp"

#include <algorithm>

#include "backends/cuda/device.hpp"
#include "backends/cuda/executable.hpp"
#include "backends/cuda/fill.hpp"
#include "backends/cuda/flag.hpp"
#include "backends/cuda/geometry.hpp"
#include "backends/cuda/staging.hpp"
#include "runtime/host_task.hpp"
#include "runtime/host_threads.hpp"
#include "runtime/memory.hpp"

#include "support/clock.hpp"
#include "support/error.hpp"

namespace weft::cuda {

using runtime::Event;
using runtime::Events;
using runtime::EventState;

namespace {

CUdeviceptr address(const void *pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

/// Nothing, one thing, or a copy of all that a task needs until it is done.
std::shared_ptr<const void> hold(Held held) {
  if (held.user == nullptr && held.flag == nullptr)
    return held.executable;
  return std::make_shared<const Held>(std::move(held));
}

/// What a stream holds for a task of a trace; written when the task is known to have completed and this is let go of.
struct TracedTask {
  runtime::trace::Track track;
  std::string name;
  runtime::trace::Flow flow;
  StreamEvent::Timing timing;
  std::shared_ptr<const void> held;

  TracedTask(runtime::trace::Track track_, const char *name_, StreamEvent::Timing timing_,
             std::shared_ptr<const void> held_)
      : track(track_), name(name_), flow(runtime::trace::new_flow()), timing(std::move(timing_)),
        held(std::move(held_)) {}
  TracedTask(const TracedTask &) = delete;
  TracedTask &operator=(const TracedTask &) = delete;
  ~TracedTask() {
    try {
      const runtime::Profile profile = timing.measure();
      runtime::trace::task_slice(track, name, {profile.start, profile.end}, flow);
    } catch (const Error &) { // a lost device tells no times
    }
  }
};

const StreamEvent *as_stream_event(const Event &event) {
  return dynamic_cast<const StreamEvent *>(event.state().get());
}

} // namespace

CudaQueue::CudaQueue(std::shared_ptr<runtime::Context> context, std::shared_ptr<CudaDevice> device,
                     const runtime::QueueProperties &properties)
    : Queue(std::move(context), device, properties), device_(device), errors_(std::make_shared<ErrorList>()),
      host_line_(std::make_shared<runtime::TaskLine>(device_, properties.in_order, properties.profiling, nullptr,
                                                     properties.handler ? properties.handler
                                                                        : Queue::context()->async_handler())) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Stream> &first = stream(0);
  if (!takes_times())
    return;
  const Current current(*device_);
  base_ = std::make_shared<Marker>(*device_, true);
  driver().check(driver().event_record(base_->handle(), first->handle()), "cuEventRecord");
  driver().check(driver().event_synchronize(base_->handle()), "cuEventSynchronize");
  base_ns_ = now_ns();
}

std::shared_ptr<Stream> &CudaQueue::stream(std::size_t index) {
  if (streams_[index] == nullptr)
    streams_[index] = std::make_shared<Stream>(device_, errors_);
  if (runtime::trace::on() && tracks_[index] == 0)
    tracks_[index] = runtime::trace::new_track(
        fmt::format("queue {}, stream {}: {}", static_cast<const void *>(this), index, device_->info().name));
  return streams_[index];
}

/// In-order queues and array work use the first stream; a task that follows another queue task keeps to its stream.
std::size_t CudaQueue::choose(Events events, bool after_all) {
  if (properties().in_order || after_all)
    return 0;
  for (const Event &event : events)
    if (const StreamEvent *before = as_stream_event(event))
      for (std::size_t i = 1; i < stream_count; ++i)
        if (streams_[i] == before->stream() && streams_[i]->submitted() == before->ticket())
          return i;
  return 1 + next_++ % (stream_count - 1);
}

std::shared_ptr<Flag> CudaQueue::gate(Stream &target, std::vector<std::shared_ptr<EventState>> host_work) {
  std::shared_ptr<Flag> flag = Flag::make(*device_);
  target.wait_for_flag(flag->word());
  runtime::post_to_host_thread([flag, work = std::move(host_work)] {
    for (const auto &state : work)
      state->wait();
    flag->raise();
  });
  return flag;
}

std::shared_ptr<Flag> CudaQueue::order(std::size_t index, Events events, bool after_all) {
  Stream &target = *stream(index);
  std::vector<std::shared_ptr<EventState>> host_work;
  for (const Event &event : events) {
    if (const StreamEvent *before = as_stream_event(event))
      target.wait_for(*before->stream(), before->ticket());
    else if (!event.done())
      host_work.push_back(event.state());
  }
  if (properties().in_order || after_all)
    for (const Event &event : host_line_->outstanding())
      host_work.push_back(event.state());
  if (index != 0 && seen_internal_[index] < internal_tail_) {
    target.wait_for(*streams_[0], internal_tail_);
    seen_internal_[index] = internal_tail_;
  }
  if (after_all)
    order_after_others(target);
  return host_work.empty() ? nullptr : gate(target, std::move(host_work));
}

void CudaQueue::order_after_others(Stream &internal) {
  for (std::size_t i = 1; i < stream_count; ++i)
    if (streams_[i] != nullptr && seen_by_internal_[i] < streams_[i]->submitted()) {
      seen_by_internal_[i] = streams_[i]->submitted();
      internal.wait_for(*streams_[i], seen_by_internal_[i]);
    }
}

template <class Enqueue>
Event CudaQueue::submit(const char *name, Held held, Events events, bool after_all, Enqueue &&enqueue) {
  const std::uint64_t submitted_ns = takes_times() ? now_ns() : 0;
  Stream::Holds done; // dropped after the locks
  const Current current(*device_);
  const std::lock_guard lock(mutex_);
  try {
    return submit_locked(name, std::move(held), events, after_all, submitted_ns, done, enqueue);
  } catch (const Error &) {
    streams_[0]->throw_if_lost();
    throw;
  }
}

template <class Enqueue>
Event CudaQueue::submit_locked(const char *name, Held held, Events events, bool after_all, std::uint64_t submitted_ns,
                               Stream::Holds &done, Enqueue &enqueue) {
  const Driver &cuda = driver();
  const std::size_t index = choose(events, after_all);
  held.flag = order(index, events, after_all);
  const std::shared_ptr<Stream> target = stream(index);
  StreamEvent::Timing timing{submitted_ns, base_ns_, base_, nullptr, nullptr};
  if (takes_times()) {
    timing.start = std::make_shared<Marker>(*device_, true);
    timing.end = std::make_shared<Marker>(*device_, true);
  }
  std::shared_ptr<const void> until_done = hold(std::move(held));
  runtime::trace::Flow flow = 0;
  if (runtime::trace::on()) {
    auto traced = std::make_shared<TracedTask>(tracks_[index], name, timing, std::move(until_done));
    flow = traced->flow;
    until_done = std::move(traced);
  }
  const std::uint64_t ticket = target->submit(name, std::move(until_done), done, [&](CUstream handle) {
    if (timing.start != nullptr)
      cuda.check(cuda.event_record(timing.start->handle(), handle), "cuEventRecord");
    enqueue(handle);
    if (timing.end != nullptr)
      cuda.check(cuda.event_record(timing.end->handle(), handle), "cuEventRecord");
  });
  if (after_all)
    internal_tail_ = ticket;
  auto event = std::make_shared<StreamEvent>(target, ticket);
  if (properties().profiling)
    event->set_timing(std::move(timing));
  std::vector<std::shared_ptr<EventState>> waited;
  for (const Event &before : events)
    if (before.state() != nullptr)
      waited.push_back(before.state());
  event->set_wait_list(std::move(waited));
  if (flow != 0)
    runtime::trace::thread_slice("submit", fmt::format("submit {}", name), {submitted_ns, now_ns()}, {}, flow);
  return Event(std::move(event));
}

Event CudaQueue::do_launch(const runtime::Launch &launch, std::shared_ptr<runtime::Executable> executable,
                           Events events, bool after_all) {
  const auto &code = static_cast<const CudaExecutable &>(*executable);
  const Geometry geometry(launch.range, code, device_->info());
  code.reserve_local(launch.local_bytes);
  const char *name = code.name(launch.kernel.info->pretty);
  Held held{std::move(executable), launch.keep_alive, nullptr};
  return submit(name, std::move(held), events, after_all, [&](CUstream stream) {
    const auto &[grid, block, words] = geometry;
    void *parameters[] = {const_cast<std::byte *>(launch.args.data()), const_cast<Geometry::Words *>(&words)};
    driver().check(driver().launch(code.function(), grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                   launch.local_bytes, stream, parameters, nullptr),
                   "cuLaunchKernel");
  });
}

Event CudaQueue::do_copy(void *to, const void *from, std::size_t bytes, Events events, bool after_all) {
  if (bytes != 0 && is_pageable(*device_, from))
    return is_pageable(*device_, to) ? copy_between_host(to, from, bytes, events)
                                     : copy_in(to, from, bytes, events, after_all);
  if (bytes != 0 && is_pageable(*device_, to))
    return copy_out(to, from, bytes, events, after_all);
  return copy_directly(to, from, bytes, {}, events, after_all);
}

Event CudaQueue::copy_directly(void *to, const void *from, std::size_t bytes, std::shared_ptr<const void> keep_alive,
                               Events events, bool after_all) {
  return submit("memcpy", {nullptr, std::move(keep_alive), nullptr}, events, after_all, [&](CUstream stream) {
    if (bytes != 0)
      driver().check(driver().copy_async(address(to), address(from), bytes, stream), "cuMemcpyAsync");
  });
}

Event CudaQueue::do_fill(void *to, std::span<const std::byte> pattern, std::size_t count, Events events,
                         bool after_all) {
  return submit("fill", {}, events, after_all,
                [&](CUstream stream) { enqueue_fill(address(to), pattern, count, stream); });
}

Event CudaQueue::do_prefetch(const void *pointer, std::size_t bytes, Events events) {
  const bool managed = runtime::find_allocation(pointer).kind == runtime::AllocationKind::shared;
  return submit("prefetch", {}, events, false, [&](CUstream stream) {
    if (managed && bytes != 0)
      driver().check(driver().prefetch_async(address(pointer), bytes, device_->handle(), stream), "cuMemPrefetchAsync");
  });
}

// Advice numbers are the backend's own, as SYCL says (4.9.4.3); CUDA's are CUmem_advise, 1 to 6; 0 resets nothing.
Event CudaQueue::do_advise(const void *pointer, std::size_t bytes, int advice, Events events) {
  const bool managed = runtime::find_allocation(pointer).kind == runtime::AllocationKind::shared;
  return submit("mem_advise", {}, events, false, [&](CUstream) {
    if (managed && advice != 0 && bytes != 0)
      driver().check(driver().advise(address(pointer), bytes, advice, device_->handle()), "cuMemAdvise");
  });
}

Event CudaQueue::do_barrier(Events events) {
  if (events.empty() && !properties().profiling) {
    const std::lock_guard lock(mutex_);
    if (first_stream_has_all()) {
      internal_tail_ = streams_[0]->submitted();
      return Event(std::make_shared<StreamEvent>(streams_[0], internal_tail_));
    }
  }
  return submit("barrier", {}, events, true, [](CUstream) {});
}

bool CudaQueue::first_stream_has_all() const {
  for (std::size_t i = 1; i < stream_count; ++i)
    if (streams_[i] != nullptr && seen_by_internal_[i] < streams_[i]->submitted())
      return false;
  return host_line_->idle();
}

Event CudaQueue::do_marker(Events events) {
  return submit("marker", {}, events, false, [](CUstream) {});
}

Event CudaQueue::do_host_task(std::function<void()> work, Events events) {
  std::vector<Event> before(events.begin(), events.end());
  {
    const std::lock_guard lock(mutex_);
    if (properties().in_order)
      before.emplace_back(std::make_shared<StreamEvent>(streams_[0], streams_[0]->submitted()));
    else if (internal_tail_ != 0)
      before.emplace_back(std::make_shared<StreamEvent>(streams_[0], internal_tail_));
  }
  const std::shared_ptr<runtime::Task> task = runtime::make_host_task(std::move(work));
  host_line_->submit(task, before, {});
  return Event(task);
}

std::uintptr_t CudaQueue::native_stream() {
  barrier();
  return reinterpret_cast<std::uintptr_t>(streams_[0]->handle());
}

void CudaQueue::hold_back(std::uintptr_t foreign) {
  const Event all = barrier();
  const StreamEvent &last = *as_stream_event(all);
  const Current current(*device_);
  last.stream()->hold_back(reinterpret_cast<CUstream>(foreign), last.ticket());
}

void CudaQueue::follow(std::uintptr_t foreign) {
  const Current current(*device_);
  auto marker = std::make_shared<Marker>(*device_, false);
  driver().check(driver().event_record(marker->handle(), reinterpret_cast<CUstream>(foreign)), "cuEventRecord");
  follow_marker(marker);
}

void CudaQueue::follow_all() {
  const Current current(*device_);
  if (driver().context_record_event == nullptr)
    return driver().check(driver().context_synchronize(), "cuCtxSynchronize");
  auto marker = std::make_shared<Marker>(*device_, false);
  driver().check(driver().context_record_event(device_->context(), marker->handle()), "cuCtxRecordEvent");
  follow_marker(marker);
}

void CudaQueue::follow_marker(const std::shared_ptr<Marker> &marker) {
  submit("foreign work", {}, {}, true, [&](CUstream stream) {
    driver().check(driver().stream_wait_event(stream, marker->handle(), 0), "cuStreamWaitEvent");
  });
}

bool CudaQueue::do_idle() const noexcept {
  if (find_driver() == nullptr)
    return true;
  const std::lock_guard lock(mutex_);
  return host_line_->idle() && std::all_of(streams_.begin(), streams_.end(),
                                           [](const std::shared_ptr<Stream> &s) { return s == nullptr || s->idle(); });
}

std::vector<Event> CudaQueue::do_outstanding() {
  if (find_driver() == nullptr)
    return {};
  std::vector<Event> events = host_line_->outstanding();
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Stream> &s : streams_)
    if (s != nullptr && s->submitted() != 0)
      events.emplace_back(std::make_shared<StreamEvent>(s, s->submitted()));
  return events;
}

std::vector<std::exception_ptr> CudaQueue::take_errors() {
  std::vector<std::exception_ptr> errors = host_line_->take_errors();
  for (std::exception_ptr &error : errors_->take())
    errors.push_back(std::move(error));
  return errors;
}

} // namespace weft::cuda
