// An event that stands for one command after another (sycl_ext_oneapi_reusable_events).
#pragma once

#include "runtime/context.hpp"
#include "runtime/event.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

/// Stands for no command at first, and is complete then. Whoever keeps it sees what it stands for by then; whoever is
/// to wait for the command keeps `current()`.
class ReusableEvent final : public EventState {
public:
  ReusableEvent(std::shared_ptr<Context> context, bool profiles) : context_(std::move(context)), profiles_(profiles) {}

  Event current() const;
  void stand_for(Event command);
  const std::shared_ptr<Context> &context() const noexcept { return context_; }
  bool profiles() const noexcept { return profiles_; } ///< On queues that do not, too.

  void wait() override { current().wait(); }
  bool wait_for(std::chrono::nanoseconds timeout) override { return current().wait_for(timeout); }
  EventStatus status() const override { return current().status(); }
  std::optional<Profile> profile() const override; ///< The command marks a place in its queue: one time is all three.
  std::exception_ptr take_error() override;
  bool report_errors() override;
  const Device *device() const override;
  std::vector<std::shared_ptr<EventState>> wait_list() const override;
  std::uintptr_t native_handle() override;

private:
  const std::shared_ptr<Context> context_;
  const bool profiles_;
  mutable Mutex mutex_;
  Event command_;
};

} // namespace weft::runtime
