// Asks the command that the event stands for.
#include "runtime/reusable_event.hpp"

#include <mutex>
#include <utility>

namespace weft::runtime {

Event ReusableEvent::current() const {
  const std::lock_guard lock(mutex_);
  return command_;
}

void ReusableEvent::stand_for(Event command) {
  const std::lock_guard lock(mutex_);
  std::swap(command_, command); // the one before is released after the lock
}

std::optional<Profile> ReusableEvent::profile() const {
  std::optional<Profile> profile = current().profile();
  if (profile)
    profile->submit = profile->start = profile->end;
  return profile;
}

std::exception_ptr ReusableEvent::take_error() {
  const Event command = current();
  return command.state() ? command.state()->take_error() : nullptr;
}

bool ReusableEvent::report_errors() {
  const Event command = current();
  return command.state() && command.state()->report_errors();
}

const Device *ReusableEvent::device() const {
  const Event command = current();
  return command.state() ? command.state()->device() : context_->devices().front().get();
}

std::vector<std::shared_ptr<EventState>> ReusableEvent::wait_list() const {
  const Event command = current();
  return command.state() ? command.state()->wait_list() : std::vector<std::shared_ptr<EventState>>();
}

std::uintptr_t ReusableEvent::native_handle() {
  const Event command = current();
  return command.state() ? command.state()->native_handle() : 0;
}

} // namespace weft::runtime
