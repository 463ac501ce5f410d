// Numbers the tasks of a stream and waits for them.
#include "backends/cuda/stream.hpp"

#include <algorithm>
#include <thread>

#include "backends/cuda/device.hpp"
#include "support/error.hpp"

namespace weft::cuda {

namespace {
constexpr std::chrono::milliseconds worth_spinning{1}; // a sleep takes 50 us at least, which most tasks do not
constexpr std::chrono::microseconds longest_sleep{500};
constexpr std::size_t tasks_remembered = 4096; // beyond that names and holds are collected by asking the driver
} // namespace

Marker::Marker(const CudaDevice &device, bool timing) : device_(device) {
  const Current current(device_);
  driver().check(driver().event_create(&handle_, timing ? 0 : event_disable_timing), "cuEventCreate");
}

Marker::~Marker() {
  if (const Driver *cuda = find_driver(); cuda != nullptr && cuda->context_push(device_.context()) == success) {
    CUcontext popped = nullptr;
    cuda->event_destroy(handle_);
    cuda->context_pop(&popped);
  }
}

void ErrorList::add(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  errors_.push_back(std::move(error));
}

std::vector<std::exception_ptr> ErrorList::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(errors_, {});
}

Stream::Stream(std::shared_ptr<CudaDevice> device, std::shared_ptr<ErrorList> errors)
    : device_(std::move(device)), errors_(std::move(errors)) {
  const Current current(*device_);
  driver().check(driver().stream_create(&handle_, stream_non_blocking), "cuStreamCreate");
  device_->enlist(*this);
}

Stream::~Stream() {
  device_->delist(*this);
  const Driver *cuda = find_driver();
  if (cuda == nullptr || cuda->context_push(device_->context()) != success)
    return;
  CUcontext popped = nullptr;
  if (!running_.empty())
    cuda->stream_synchronize(handle_); // tasks may use what running_ holds
  cuda->stream_destroy(handle_);
  cuda->context_pop(&popped);
}

void Stream::note(std::uint64_t ticket, const char *name, std::shared_ptr<const void> held) {
  running_.push_back({ticket, name, std::move(held)});
  if (running_.size() > tasks_remembered) {
    const std::uint64_t half = running_[running_.size() / 2].ticket;
    const std::shared_ptr<Marker> marker = marker_for(half);
    if (driver().event_query(marker->handle()) == success)
      completed_.store(std::max(half, completed_.load(std::memory_order_relaxed)), std::memory_order_release);
  }
  retire();
}

void Stream::retire() {
  const std::uint64_t completed = completed_.load(std::memory_order_relaxed);
  while (!running_.empty() && running_.front().ticket <= completed) {
    if (running_.front().held != nullptr)
      done_.push_back(std::move(running_.front().held));
    running_.pop_front();
  }
}

std::shared_ptr<Marker> Stream::marker_for(std::uint64_t ticket) {
  // One that was never recorded counts as done; recorded now it would come after a flag that waits for who asks.
  if (completed_.load(std::memory_order_relaxed) >= ticket)
    return std::make_shared<Marker>(*device_, false);
  for (const Mark &mark : marks_)
    if (mark.ticket >= ticket)
      return mark.marker;
  auto marker = std::make_shared<Marker>(*device_, false);
  driver().check(driver().event_record(marker->handle(), handle_), "cuEventRecord");
  while (!marks_.empty() && marks_.front().ticket <= completed_.load(std::memory_order_relaxed))
    marks_.pop_front();
  marks_.push_back({submitted(), marker});
  return marker;
}

std::shared_ptr<Marker> Stream::find_marker(std::uint64_t ticket) {
  try {
    const std::lock_guard lock(mutex_);
    return marker_for(ticket);
  } catch (const Error &) {
    return nullptr;
  }
}

void Stream::wait_for(Stream &other, std::uint64_t ticket) {
  if (&other == this || other.completed_.load(std::memory_order_acquire) >= ticket)
    return;
  std::shared_ptr<Marker> marker;
  {
    const Current current(*other.device_);
    const std::lock_guard lock(other.mutex_);
    marker = other.marker_for(ticket);
  }
  const std::lock_guard lock(mutex_);
  driver().check(driver().stream_wait_event(handle_, marker->handle(), 0), "cuStreamWaitEvent");
}

void Stream::hold_back(CUstream foreign, std::uint64_t ticket) {
  if (completed_.load(std::memory_order_acquire) >= ticket)
    return;
  std::shared_ptr<Marker> marker;
  {
    const std::lock_guard lock(mutex_);
    marker = marker_for(ticket);
  }
  driver().check(driver().stream_wait_event(foreign, marker->handle(), 0), "cuStreamWaitEvent");
}

void Stream::wait_for_flag(const std::uint32_t *flag) {
  const std::lock_guard lock(mutex_);
  if (submitted() != 0)
    marker_for(submitted());
  driver().check(driver().stream_wait_value(handle_, reinterpret_cast<CUdeviceptr>(flag), 1, stream_wait_value_geq),
                 "cuStreamWaitValue32");
}

bool Stream::completed(std::uint64_t ticket) {
  const Driver *const cuda = find_driver();
  if (completed_.load(std::memory_order_acquire) >= ticket || cuda == nullptr)
    return true;
  const Current current(*device_);
  const std::shared_ptr<Marker> marker = find_marker(ticket);
  const CUresult result = marker != nullptr ? cuda->event_query(marker->handle()) : cuda->stream_query(handle_);
  if (result == error_not_ready)
    return false;
  finished(ticket, result);
  return true;
}

bool Stream::idle() {
  const std::uint64_t last = submitted();
  const Driver *const cuda = find_driver();
  if (completed_.load(std::memory_order_acquire) >= last || cuda == nullptr)
    return true;
  const Current current(*device_);
  const CUresult result = cuda->stream_query(handle_);
  if (result == error_not_ready)
    return false;
  finished(last, result);
  return true;
}

CUresult Stream::spin(std::uint64_t last, const Clock::time_point deadline) {
  const auto end = std::min(deadline, Clock::now() + worth_spinning);
  CUresult result = error_not_ready;
  do
    result = driver().stream_query(handle_);
  while (result == error_not_ready && submitted() == last && Clock::now() < end);
  return result;
}

CUresult Stream::wait_for_marker(std::uint64_t ticket, const Clock::time_point *deadline) {
  const Driver &cuda = driver();
  const std::shared_ptr<Marker> marker = find_marker(ticket);
  if (marker == nullptr)
    return cuda.stream_synchronize(handle_);
  if (deadline == nullptr)
    return cuda.event_synchronize(marker->handle());
  const auto begin = Clock::now();
  for (;;) {
    const CUresult result = cuda.event_query(marker->handle());
    const auto now = Clock::now();
    if (result != error_not_ready || now >= *deadline)
      return result;
    if (now - begin > worth_spinning)
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>((now - begin) / 16, longest_sleep));
  }
}

bool Stream::wait(std::uint64_t ticket, const Clock::time_point *deadline, bool alone) {
  if (completed_.load(std::memory_order_acquire) >= ticket)
    return true;
  const Current current(*device_);
  CUresult result = error_not_ready;
  if (!alone && ticket == submitted())
    result = deadline == nullptr ? driver().stream_synchronize(handle_) : spin(ticket, *deadline);
  if (result == error_not_ready)
    result = wait_for_marker(ticket, deadline);
  if (result == error_not_ready)
    return false;
  finished(ticket, result);
  Holds done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  return true;
}

void Stream::finished(std::uint64_t ticket, CUresult result) {
  if (result != success && result != error_deinitialized)
    errors_->add(std::make_exception_ptr(Error(Errc::runtime, "{}", device_->describe_failure(result))));
  const std::lock_guard lock(mutex_);
  std::uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < ticket && !completed_.compare_exchange_weak(known, ticket, std::memory_order_release)) {
  }
  retire();
}

void Stream::throw_if_lost() {
  const CUresult result = driver().stream_query(handle_);
  if (!ends_all_work(result))
    return;
  finished(submitted(), result);
  throw Error(Errc::runtime, "{}", note_failure({}));
}

std::vector<const char *> Stream::running() {
  const std::lock_guard lock(mutex_);
  std::vector<const char *> names;
  for (const Running &task : running_)
    names.push_back(task.name);
  return names;
}

bool StreamEvent::wait_for(std::chrono::nanoseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  return stream_->wait(ticket_, &deadline);
}

runtime::EventStatus StreamEvent::status() const {
  return stream_->completed(ticket_) ? runtime::EventStatus::complete : runtime::EventStatus::running;
}

runtime::Profile StreamEvent::Timing::measure() const {
  const Current current(start->device());
  const auto at = [&](const Marker &marker) {
    float milliseconds = 0;
    driver().check(driver().event_elapsed(&milliseconds, base->handle(), marker.handle()), "cuEventElapsedTime");
    return base_ns + static_cast<std::uint64_t>(double(milliseconds) * 1e6);
  };
  return {submitted_ns, at(*start), at(*end)};
}

std::optional<runtime::Profile> StreamEvent::profile() const {
  if (timing_.start == nullptr)
    return std::nullopt;
  stream_->wait(ticket_, nullptr);
  return timing_.measure();
}

const runtime::Device *StreamEvent::device() const {
  return &stream_->device();
}

std::vector<std::shared_ptr<runtime::EventState>> StreamEvent::wait_list() const {
  std::vector<std::shared_ptr<runtime::EventState>> waiting;
  for (const auto &state : wait_list_)
    if (state->status() != runtime::EventStatus::complete)
      waiting.push_back(state);
  return waiting;
}

} // namespace weft::cuda
