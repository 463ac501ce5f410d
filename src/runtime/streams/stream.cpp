// Numbers the tasks of a stream and waits for them.
#include "runtime/streams/stream.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "runtime/host_threads.hpp"
#include "support/error.hpp"

namespace weft::runtime {

namespace {
constexpr std::chrono::milliseconds worth_spinning{1}; // a sleep takes 50 us at least, which most tasks do not
constexpr std::chrono::microseconds longest_sleep{500};
constexpr std::size_t tasks_remembered = 1024; // beyond that names and holds are collected by asking the driver
constexpr std::size_t tasks_between_questions = 64;
} // namespace

void ErrorList::add(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  errors_.push_back(std::move(error));
}

std::vector<std::exception_ptr> ErrorList::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(errors_, {});
}

void Delivery::finish(bool arrived) noexcept {
  const std::lock_guard lock(mutex_);
  if (arrived && stage_ != nullptr)
    std::memcpy(to_, stage_.get(), bytes_);
  stage_ = nullptr;
}

bool Delivery::writes_to(const void *first, std::size_t bytes) {
  const auto *const begin = static_cast<const std::byte *>(first), *const own = static_cast<const std::byte *>(to_);
  const std::lock_guard lock(mutex_);
  return stage_ != nullptr && begin < own + bytes_ && own < begin + bytes;
}

Stream::Stream(std::shared_ptr<StreamDriver> driver, std::shared_ptr<ErrorList> errors, Priority priority)
    : driver_(std::move(driver)), errors_(std::move(errors)), handle_(driver_->make_stream(priority)) {
  driver_->enlist(*this);
}

Stream::Stream(std::shared_ptr<StreamDriver> driver, std::shared_ptr<ErrorList> errors, StreamHandle adopted)
    : driver_(std::move(driver)), errors_(std::move(errors)), handle_(adopted), owned_(false), lent_(true) {
  driver_->enlist(*this);
}

Stream::~Stream() {
  driver_->delist(*this);
  const bool busy = !running_.empty(); // tasks may use what running_ holds
  if (owned_)
    driver_->destroy(handle_, busy);
  else if (busy && driver_->usable())
    driver_->synchronize(handle_);
}

void Stream::note(std::uint64_t ticket, const char *name, std::shared_ptr<const void> held) {
  running_.push_back({ticket, name, std::move(held)});
  if (running_.size() > tasks_remembered && running_.size() % tasks_between_questions == 0) {
    const std::uint64_t half = running_[running_.size() / 2].ticket;
    if (handed_over(half) && driver_->query(marker_for(half)->handle()).state == Outcome::State::done) {
      deliver(half, true);
      completed_.store(std::max(half, completed_.load(std::memory_order_relaxed)), std::memory_order_release);
    }
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
  if (completed_.load(std::memory_order_relaxed) >= ticket)
    return std::make_shared<Marker>(*driver_, false); // one that was never recorded counts as done
  for (const Mark &mark : marks_)
    if (mark.ticket >= ticket)
      return mark.marker;
  auto marker = std::make_shared<Marker>(*driver_, false);
  driver_->record(marker->handle(), handle_);
  while (!marks_.empty() && marks_.front().ticket <= completed_.load(std::memory_order_relaxed))
    marks_.pop_front();
  marks_.push_back({deferred_.empty() ? submitted() : deferred_.front().ticket - 1, marker});
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

void Stream::follow(Stream &other, std::uint64_t ticket) {
  std::shared_ptr<Marker> marker;
  {
    const Entered entered(*other.driver_);
    const std::lock_guard lock(other.mutex_);
    marker = other.marker_for(ticket);
  }
  follow(*marker);
}

void Stream::follow(const Marker &marker) {
  const Entered entered(*driver_);
  const std::lock_guard lock(mutex_);
  driver_->wait(handle_, marker.handle());
}

void Stream::hold_back(StreamHandle foreign, std::uint64_t ticket) {
  deliver_to_others(ticket);
  wait_until_handed_over(ticket);
  if (completed_.load(std::memory_order_acquire) >= ticket)
    return;
  std::shared_ptr<Marker> marker;
  {
    const std::lock_guard lock(mutex_);
    marker = marker_for(ticket);
  }
  driver_->wait(foreign, marker->handle());
}

MarkerHandle Stream::keep_marker(std::uint64_t ticket, std::shared_ptr<Marker> &kept) {
  deliver_to_others(ticket);
  wait_until_handed_over(ticket);
  const Entered entered(*driver_);
  const std::lock_guard lock(mutex_);
  if (kept == nullptr)
    kept = marker_for(ticket);
  return kept->handle();
}

bool Stream::completed(std::uint64_t ticket) {
  if (completed_.load(std::memory_order_acquire) >= ticket || !driver_->usable())
    return true;
  if (!handed_over(ticket))
    return false;
  const Entered entered(*driver_);
  const std::shared_ptr<Marker> marker = find_marker(ticket);
  const Outcome outcome = marker != nullptr ? driver_->query(marker->handle()) : driver_->query(handle_);
  if (outcome.under_way())
    return false;
  finished(ticket, outcome);
  return true;
}

std::uint64_t Stream::cover(Holds &done) {
  if (!is_lent())
    return submitted();
  const Entered entered(*driver_);
  const auto nothing = [](StreamHandle) {};
  return submit("barrier", {}, {}, done, nothing, [&] { return nothing; });
}

bool Stream::idle() {
  const std::uint64_t last = submitted();
  if ((!is_lent() && completed_.load(std::memory_order_acquire) >= last) || !driver_->usable())
    return true;
  if (!handed_over(last))
    return false;
  const Entered entered(*driver_);
  const Outcome outcome = driver_->query(handle_);
  if (outcome.under_way())
    return false;
  finished(last, outcome);
  return true;
}

Outcome Stream::spin(std::uint64_t last, const Clock::time_point deadline) {
  const auto end = std::min(deadline, Clock::now() + worth_spinning);
  Outcome outcome;
  do
    outcome = driver_->query(handle_);
  while (outcome.under_way() && submitted() == last && Clock::now() < end);
  return outcome;
}

Outcome Stream::wait_for_marker(std::uint64_t ticket, const Clock::time_point *deadline) {
  const std::shared_ptr<Marker> marker = find_marker(ticket);
  if (marker == nullptr)
    return driver_->synchronize(handle_);
  if (deadline == nullptr)
    return driver_->synchronize(marker->handle());
  const auto begin = Clock::now();
  for (;;) {
    const Outcome outcome = driver_->query(marker->handle());
    const auto now = Clock::now();
    if (!outcome.under_way() || now >= *deadline)
      return outcome;
    if (now - begin > worth_spinning)
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>((now - begin) / 16, longest_sleep));
  }
}

bool Stream::wait(std::uint64_t ticket, const Clock::time_point *deadline) {
  if (completed_.load(std::memory_order_acquire) >= ticket)
    return true;
  if (!wait_until_handed_over(ticket, deadline))
    return false;
  const Entered entered(*driver_);
  Outcome outcome{Outcome::State::under_way};
  if (ticket == submitted())
    outcome = deadline == nullptr ? driver_->synchronize(handle_) : spin(ticket, *deadline);
  if (outcome.under_way())
    outcome = wait_for_marker(ticket, deadline);
  if (outcome.under_way())
    return false;
  finished(ticket, outcome);
  Holds done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  return true;
}

void Stream::when_done(std::uint64_t ticket, std::function<void()> then) {
  std::unique_lock lock(watch_mutex_);
  const bool first = watched_ == 0;
  if (first || watched_ <= ticket) {
    awaited_.emplace(ticket, std::move(then));
    if (!first)
      return;
    watched_ = ticket;
    lock.unlock();
    return post_to_host_thread([self = shared_from_this()] { self->watch(); });
  }
  lock.unlock();
  post_to_host_thread([self = shared_from_this(), ticket, then = std::move(then)] {
    self->wait(ticket, nullptr); // the watched task may wait for what comes of this
    then();
  });
}

void Stream::watch() {
  for (std::uint64_t ticket = 0;;) {
    std::multimap<std::uint64_t, std::function<void()>> done;
    {
      const std::lock_guard lock(watch_mutex_);
      while (!awaited_.empty() && awaited_.begin()->first <= ticket)
        done.insert(awaited_.extract(awaited_.begin()));
      watched_ = awaited_.empty() ? 0 : awaited_.begin()->first;
      ticket = watched_;
    }
    for (const auto &[number, then] : done)
      then();
    if (ticket == 0)
      return;
    wait(ticket, nullptr);
  }
}

void Stream::finished(std::uint64_t ticket, Outcome outcome) {
  if (outcome.failed())
    errors_->add(std::make_exception_ptr(Error(Errc::runtime, "{}", driver_->describe_failure(outcome))));
  deliver(ticket, !outcome.failed());
  const std::lock_guard lock(mutex_);
  std::uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < ticket && !completed_.compare_exchange_weak(known, ticket, std::memory_order_release)) {
  }
  retire();
}

void Stream::expect(std::uint64_t ticket, Deliveries deliveries) {
  const std::lock_guard lock(expected_mutex_);
  for (std::shared_ptr<Delivery> &delivery : deliveries)
    expected_.push_back({ticket, std::move(delivery)});
  first_expected_.store(expected_.front().ticket, std::memory_order_release);
}

void Stream::deliver(std::uint64_t ticket, bool arrived) {
  if (first_expected_.load(std::memory_order_acquire) > ticket)
    return;
  const std::lock_guard lock(expected_mutex_);
  for (; !expected_.empty() && expected_.front().ticket <= ticket; expected_.pop_front())
    expected_.front().delivery->finish(arrived);
  first_expected_.store(expected_.empty() ? none : expected_.front().ticket, std::memory_order_release);
}

Stream::Deliveries Stream::deliveries(std::uint64_t ticket) {
  Deliveries found;
  if (first_expected_.load(std::memory_order_acquire) > ticket)
    return found;
  const std::lock_guard lock(expected_mutex_);
  for (const Expected &expected : expected_)
    if (expected.ticket <= ticket)
      found.push_back(expected.delivery);
  return found;
}

void Stream::finish_deliveries_to(const void *first, std::size_t bytes, std::uint64_t ticket) {
  std::uint64_t last = 0;
  if (first_expected_.load(std::memory_order_acquire) <= ticket) {
    const std::lock_guard lock(expected_mutex_);
    for (const Expected &expected : expected_)
      if (expected.ticket <= ticket && expected.delivery->writes_to(first, bytes))
        last = expected.ticket;
  }
  if (last != 0)
    wait(last, nullptr);
}

void Stream::deliver_to_others(std::uint64_t ticket) {
  const Deliveries expected = deliveries(ticket);
  if (std::ranges::any_of(expected, [](const std::shared_ptr<Delivery> &d) { return d->under_way(); }))
    wait(ticket, nullptr);
}

void Stream::finish() noexcept {
  try {
    const Entered entered(*driver_);
    if (const Outcome outcome = driver_->synchronize(handle_); outcome.failed())
      finished(submitted(), outcome);
  } catch (...) {
    errors_->add(std::current_exception());
  }
}

void Stream::throw_if_lost() {
  const Outcome outcome = driver_->query(handle_);
  if (outcome.state != Outcome::State::lost)
    return;
  finished(submitted(), outcome);
  throw Error(Errc::runtime, "{}", driver_->describe_failure(outcome));
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

EventStatus StreamEvent::status() const {
  return stream_->completed(ticket_) ? EventStatus::complete : EventStatus::running;
}

Profile StreamEvent::Timing::measure() const {
  StreamDriver &driver = start->driver();
  const Entered entered(driver);
  const auto at = [&](const Marker &marker) {
    return base_ns + static_cast<std::uint64_t>(driver.nanoseconds(base->handle(), marker.handle()));
  };
  return {submitted_ns, at(*start), at(*end)};
}

std::optional<Profile> StreamEvent::profile() const {
  if (timing_ == nullptr)
    return std::nullopt;
  stream_->wait(ticket_, nullptr);
  return timing_->measure();
}

std::uintptr_t StreamEvent::native_handle() {
  return reinterpret_cast<std::uintptr_t>(stream_->keep_marker(ticket_, native_));
}

const Device *StreamEvent::device() const {
  return &stream_->driver().device();
}

std::vector<std::shared_ptr<EventState>> StreamEvent::wait_list() const {
  std::vector<std::shared_ptr<EventState>> waiting;
  for (const auto &state : wait_list_)
    if (state->status() != EventStatus::complete)
      waiting.push_back(state);
  return waiting;
}

void ForeignEvent::wait() {
  const Entered entered(*driver_);
  driver_->synchronize(marker_.handle());
}

bool ForeignEvent::wait_for(std::chrono::nanoseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (status() != EventStatus::complete) {
    if (std::chrono::steady_clock::now() >= deadline)
      return false;
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(timeout / 16, longest_sleep));
  }
  return true;
}

EventStatus ForeignEvent::status() const {
  const Entered entered(*driver_);
  return driver_->query(marker_.handle()).under_way() ? EventStatus::running : EventStatus::complete;
}

} // namespace weft::runtime
