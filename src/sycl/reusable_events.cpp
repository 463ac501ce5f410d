// Events that are used again: a barrier marks the place in the queue (sycl_ext_oneapi_reusable_events).
#include <sycl/ext/oneapi/experimental/reusable_events.hpp>

#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/profiling_tag.hpp>

#include "runtime/reusable_event.hpp"
#include "support/error.hpp"
#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

using namespace weft::sycl_api;
namespace runtime = weft::runtime;

namespace {

using runtime::ReusableEvent;

std::shared_ptr<ReusableEvent> reusable(const event &e) {
  return std::dynamic_pointer_cast<ReusableEvent>(detail::access::impl(e));
}

/// An event that a queue gave belongs to its device's contexts, one that was made without arguments to the default one.
bool is_of_context(const event &e, const context &c) {
  if (const auto own = reusable(e))
    return own->context() == context_of(c);
  const runtime::Device *device = event_of(e).state() ? event_of(e).state()->device() : nullptr;
  if (device != nullptr)
    return context_of(c)->contains(*device);
  return event_of(e).state() || c == sycl::device().get_platform().khr_get_default_context();
}

event marked(queue q, bool profiles) {
  using ext::oneapi::experimental::queue_state;
  const bool records = q.ext_oneapi_get_state() == queue_state::recording;
  return profiles && !records ? ext::oneapi::experimental::submit_profiling_tag(q) : q.ext_oneapi_submit_barrier();
}

} // namespace

event detail::make_reusable_event(const context &c, bool profiles) {
  return access::make<event>(
      std::shared_ptr<runtime::EventState>(std::make_shared<ReusableEvent>(context_of(c), profiles)));
}

namespace ext::oneapi::experimental {

void enqueue_signal_event(queue q, event &e) {
  if (!is_of_context(e, q.get_context()))
    sycl::detail::throw_error(errc::invalid, "enqueue_signal_event: the event is of another context than the queue; "
                                             "make it with make_event(queue.get_context())");
  if (!reusable(e))
    e = sycl::detail::make_reusable_event(q.get_context(), false);
  const std::shared_ptr<ReusableEvent> own = reusable(e);
  own->stand_for(event_of(marked(q, own->profiles())));
}

void enqueue_wait_event(queue q, const event &e) {
  q.ext_oneapi_submit_barrier({e});
}

void enqueue_wait_events(queue q, const std::vector<event> &events) {
  if (!events.empty())
    q.ext_oneapi_submit_barrier(events);
}

} // namespace ext::oneapi::experimental
} // namespace sycl::inline _V1
