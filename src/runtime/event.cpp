// Throws what the work of an event left behind.
#include "runtime/event.hpp"

namespace weft::runtime {

void Event::wait_and_throw() const {
  if (!state_)
    return;
  state_->wait();
  if (state_->report_errors())
    return;
  if (const std::exception_ptr error = state_->take_error())
    std::rethrow_exception(error);
}

std::optional<Profile> Event::profile() const {
  return state_ ? state_->profile() : std::nullopt;
}

} // namespace weft::runtime
