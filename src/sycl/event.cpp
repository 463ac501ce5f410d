// class event over runtime::EventState (SYCL 2020, 4.6.6).
#include "sycl/bridge.hpp"

#include <atomic>

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

std::uintptr_t event::new_number() noexcept {
  static constinit std::atomic<std::uintptr_t> next = 1;
  return next.fetch_add(2, std::memory_order_relaxed);
}

backend event::get_backend() const noexcept {
  const runtime::Device *d = impl_ ? impl_->device() : nullptr;
  return d != nullptr ? backend_of(d->backend().told) : device().get_backend();
}

void event::wait() const {
  translated([&] { event_of(*this).wait(); });
}

void event::wait_and_throw() const {
  translated([&] { event_of(*this).wait_and_throw(); });
}

std::vector<event> event::get_wait_list() const {
  std::vector<event> events;
  if (impl_)
    for (auto &state : impl_->wait_list())
      events.push_back(event(std::move(state)));
  return events;
}

info::event_command_status event::status() const {
  switch (event_of(*this).status()) {
  case runtime::EventStatus::submitted:
    return info::event_command_status::submitted;
  case runtime::EventStatus::running:
    return info::event_command_status::running;
  case runtime::EventStatus::complete:
    break;
  }
  return info::event_command_status::complete;
}

std::uint64_t event::profile(int point) const {
  const auto profile = translated([&] { return runtime::Event(impl_).profile(); }); // by the rules of its kind
  if (!profile)
    detail::throw_error(
        errc::invalid,
        "get_profiling_info: the queue does not profile; make it with property::queue::enable_profiling");
  return point == 0 ? profile->submit : point == 1 ? profile->start : profile->end;
}

} // namespace sycl::inline _V1
