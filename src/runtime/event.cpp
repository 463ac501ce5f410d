// Throws what the work of an event left behind.
#include "runtime/event.hpp"

#include "runtime/host_threads.hpp"
#include "runtime/trace.hpp"

namespace weft::runtime {

namespace {

/// Calls `wait()`, as a slice of a trace where there is something to wait for.
template <class Wait> auto traced(const Event &event, Wait wait) {
  if (!trace::on() || event.done())
    return wait();
  const trace::Slice slice("wait", [] { return "wait"; });
  return wait();
}

} // namespace

void Event::wait() const {
  if (state_)
    traced(*this, [this] { state_->wait(); });
}

bool Event::wait_for(std::chrono::nanoseconds timeout) const {
  return !state_ || traced(*this, [&] { return state_->wait_for(timeout); });
}

void Event::wait_and_throw() const {
  if (!state_)
    return;
  wait();
  if (state_->report_errors())
    return;
  if (const std::exception_ptr error = state_->take_error())
    std::rethrow_exception(error);
}

std::optional<Profile> Event::profile() const {
  return state_ ? state_->profile() : std::nullopt;
}

void EventState::when_done(const std::shared_ptr<EventState> &self, std::function<void()> then) {
  post_to_host_thread([self, then = std::move(then)] {
    self->wait();
    then();
  });
}

} // namespace weft::runtime
