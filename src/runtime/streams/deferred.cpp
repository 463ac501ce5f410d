// Hands tasks over to the driver once the host has done what comes before them.
#include <utility>

#include "runtime/host_threads.hpp"
#include "runtime/streams/stream.hpp"
#include "support/futex.hpp"

namespace weft::runtime {

void Stream::defer(std::uint64_t ticket, std::function<void()> hand_over) {
  deferred_.push_back({ticket, std::move(hand_over)});
  if (deferred_.size() != 1)
    return;
  first_deferred_.store(ticket, std::memory_order_release);
  post_to_host_thread([self = shared_from_this()] { self->hand_over_all(); });
}

void Stream::defer_wait(std::function<void()> hand_over) {
  const std::lock_guard lock(mutex_);
  defer(submitted() + 1, std::move(hand_over));
}

void Stream::hand_over_all() {
  for (bool more = true; more;) {
    Deferred *first = nullptr; // stays where it is: others are put behind it only
    {
      const std::lock_guard lock(mutex_);
      first = &deferred_.front();
    }
    try {
      first->hand_over();
    } catch (...) {
      errors_->add(std::current_exception());
    }
    Deferred done;
    {
      const std::lock_guard lock(mutex_);
      done = std::move(deferred_.front());
      deferred_.pop_front();
      more = !deferred_.empty();
      first_deferred_.store(more ? deferred_.front().ticket : none, std::memory_order_release);
    }
    times_handed_over_.fetch_add(1, std::memory_order_release);
    futex_wake_all(times_handed_over_);
  }
}

void Stream::enqueue_now(const Enqueue &enqueue) {
  const Entered entered(*driver_);
  const std::lock_guard lock(mutex_);
  enqueue(handle_);
}

bool Stream::wait_until_handed_over(std::uint64_t ticket, const Clock::time_point *deadline) {
  while (!handed_over(ticket) && driver_->usable()) {
    const std::uint32_t seen = times_handed_over_.load(std::memory_order_acquire);
    if (handed_over(ticket))
      return true;
    std::optional<std::chrono::nanoseconds> left;
    if (deadline != nullptr && *(left = *deadline - Clock::now()) <= std::chrono::nanoseconds::zero())
      return false;
    futex_wait(times_handed_over_, seen, left);
  }
  return true;
}

void Stream::wait_for(Stream &other, std::uint64_t ticket) {
  if (&other == this || other.completed_.load(std::memory_order_acquire) >= ticket)
    return;
  if (!defers() && other.handed_over(ticket))
    return follow(other, ticket);
  defer_wait([this, before = other.shared_from_this(), ticket] {
    before->wait_until_handed_over(ticket);
    follow(*before, ticket);
  });
}

void Stream::wait_for(std::shared_ptr<const Marker> marker) {
  if (!defers())
    return follow(*marker);
  defer_wait([this, marker = std::move(marker)] { follow(*marker); });
}

void Stream::wait_for(std::vector<std::shared_ptr<EventState>> host_work) {
  defer_wait([work = std::move(host_work)] {
    for (const auto &state : work)
      state->wait();
  });
}

} // namespace weft::runtime
